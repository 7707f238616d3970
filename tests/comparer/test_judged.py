"""Rows that become a verdict are judged, and a second solver is asked: whoever lies, it shows."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from everyway.comparer import backing, bench, compare_models
from everyway.comparer.submissions import Examination, examined
from everyway.models import Board, Model, all_different, allowed, total, variable, variables
from everyway.models.language.check import Judge
from everyway.models.queens import queens
from everyway.solvers import SolverFailed, flatmap
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.outcome import Outcome
from everyway.solvers.harness.running import judging as rows_judged
from everyway.solvers.harness.running.judging import RowSample, RowsJudged, judged_rows, whose_fault
from everyway.solvers.harness.saving.reading_saved import SavedSolutions
from everyway.solvers.harness.saving.save import save

from ..support import lying_solvers
from ..support.command_lines import everyway

HERE = "tests.support.lying_solvers"
LIARS = {"invents": "which breaks", "loses": "lost", "repeats": "more than once"}

PAIR = """
from everyway.models import *

def {name}():
    x, y, z = variable("x", range(1, 8)), variable("y", range(1, 8)), variable("z", range(-9, 0))
    return Model("m", x, y, z, {rules})
"""
M1, M3 = "all_different(-x * y, z, -5)", "all_different(-x * y, z), z != -5"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[str, str]:
    """A file of 359 solutions, and one that only lacks the constant's part of its rule."""
    for name, rules in (("m1", M1), ("m3", M3)):
        (tmp_path / f"{name}.py").write_text(PAIR.format(name=name, rules=rules))
    return str(tmp_path / "m1.py"), str(tmp_path / "m3.py")


@pytest.fixture
def lying(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a liar in the place of auto, in this process."""
    from everyway.solvers import auto

    def plant(name: str) -> None:
        for other in ("batches", "blocks", "counts"):
            monkeypatch.delattr(auto, other, raising=False)
        monkeypatch.setattr(auto, "solutions", getattr(lying_solvers, name))
        vars(auto_solver()).pop("function", None)
        monkeypatch.setitem(vars(auto_solver()), "function", getattr(lying_solvers, name))

    return plant


def auto_solver() -> object:
    from everyway.solvers.harness.registry import solver_named

    return solver_named("auto")


def small() -> Model:
    x = variables("x", 3, range(4))
    return Model("small", x, all_different(x), x[0] != 2)


# ------------------------------------------------------------------------------ two models


def test_two_models_that_differ_by_a_constant_are_never_the_same(pair: tuple[str, str]):
    compared = everyway("compare", *pair)
    assert "SAME" not in compared.stdout
    assert compared.exit_code in (1, 4)
    marked = everyway("check", pair[1], "--against", pair[0])
    assert "SAME" not in marked.stdout
    assert marked.exit_code in (1, 4)


@pytest.mark.parametrize("liar", LIARS)
def test_a_lie_about_both_models_is_no_sameness(liar: str):
    found = compare_models(small(), small(), solver=f"{HERE}:{liar}")
    assert (found.verdict, found.exit_code()) == ("undecided", 4)
    assert LIARS[liar] in str(found.problem)
    assert f"a fault of {HERE}:{liar}" in str(found.problem)


@pytest.mark.parametrize("liar", LIARS)
def test_a_lie_of_the_default_solver_is_a_fault_of_everyway(
    liar: str, lying: Callable[[str], None]
):
    lying(liar)
    found = compare_models(queens(5), queens(5))
    assert (found.verdict, found.exit_code()) == ("undecided", 4)
    assert "a fault of everyway, not of the model" in str(found.problem)


def test_a_lie_is_said_with_the_model_to_report():
    words = ("queens", "n=5", "queens", "n=5", "-S", f"{HERE}:invents")
    found = everyway("compare", *words)
    assert (found.exit_code, found.stdout.count("UNDECIDED")) == (4, 1)
    assert "everyway show queens n=5 --as json" in found.stderr


def test_a_lie_of_the_second_solver_is_its_own(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backing, "partners", lambda first: [f"{HERE}:loses"])
    found = compare_models(small(), small())
    assert found.verdict == "undecided"
    assert f"{HERE}:loses lost" in str(found.problem)


def test_a_second_solver_that_finds_what_the_first_did_not_is_heard(
    monkeypatch: pytest.MonkeyPatch,
):
    x, at = variables("x", 3, range(3)), Board(3).place("at")
    columns = Model("columns", x, all_different(x), x[0] >= 0)
    at_most = [total(at[r, c] for r in (1, 2, 3)) <= 1 for c in (1, 2, 3)]
    in_rows = [total(at[r, c] for c in (1, 2, 3)) == 1 for r in (1, 2, 3)]
    monkeypatch.setattr(backing, "partners", lambda first: [f"{HERE}:invents"])
    found = compare_models(columns, Model("squares", at, at_most, in_rows))
    assert (found.verdict, found.counts) == ("undecided", (6, 6))
    assert f"{HERE}:invents found other solutions" in str(found.problem)


def test_what_was_judged_and_by_whom_it_was_found_again_is_said():
    found = compare_models(small(), small())
    assert found.evidence == "rows judged: all; found again by diagram"
    for one in found.to_json()["models"]:
        assert one["rows_judged"] == {"judged": 18, "of": 18}
        assert one["second"] == "diagram"
    shown = everyway("compare", "queens", "n=4", "queens", "n=4")
    assert "rows judged: all; found again by diagram" in shown.stdout


def test_a_difference_is_proven_in_spite_of_a_lie():
    found = compare_models(small().without("x[0] != 2"), small(), solver=f"{HERE}:repeats")
    assert (found.verdict, found.exit_code()) == ("too few", 1)
    assert "more than once" in str(found.problem)


def test_a_second_solver_that_does_not_end_is_said(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backing, "seconds_for", lambda first: 0.2)
    monkeypatch.setattr(backing, "partners", lambda first: [f"{HERE}:stays"])
    start = time.monotonic()
    found = compare_models(small(), small())
    assert (found.verdict, found.exit_code()) == ("same", 0)
    assert found.evidence == "rows judged: all; one solver only"
    assert time.monotonic() - start < 5


def test_sets_that_are_too_large_are_judged_by_a_sample(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(backing, "MOST_JUDGED", 10)
    found = compare_models(small(), small())
    assert found.evidence == "rows judged: a sample of 20 of 36; one solver only"
    found = compare_models(small(), small(), solver=f"{HERE}:invents")
    assert found.verdict == "undecided"


def test_helpers_and_labels_are_judged_and_found_again():
    helper = variable("helper", range(4))
    plain = small()
    aided = Model("aided", plain.groups, plain.rules, helper, plain["x"][0] == helper)
    found = compare_models(plain, aided)
    assert (found.verdict, found.evidence[:16]) == ("same", "rows judged: all")
    colour = variables("c", 3, ["red", "green", "blue"])
    map_ = Model("map", colour, all_different(colour))
    assert "found again" in compare_models(map_, map_).evidence
    assert compare_models(aided, plain, solver=f"{HERE}:invents").exit_code() == 4


def test_best_solutions_are_found_again(monkeypatch: pytest.MonkeyPatch):
    model = small().aiming(Model("m", x := small()["x"][1], minimise=x).objective)
    best = compare_models(model, model)
    assert (best.verdict, best.evidence) == ("same", "rows judged: all; found again by diagram")
    monkeypatch.setattr(backing, "partners", lambda first: [f"{HERE}:loses"])
    found = compare_models(model, model)
    assert (found.verdict, found.exit_code()) == ("undecided", 4)


def test_sets_that_nobody_lists_are_not_judged():
    shown = everyway("compare", "--set", "dominoes", "rows=4", "dominoes", "rows=4")
    assert "rows not judged; one solver only" in shown.stdout


# ------------------------------------------------------------------------------------ marks


@pytest.mark.parametrize("liar", LIARS)
def test_a_lie_is_no_mark(pair: tuple[str, str], liar: str):
    order = Examination(pair[0], pair[0], ({},), solver=f"{HERE}:{liar}")
    (report,) = examined(order)
    assert (report.verdict, report.fault) == ("undecided", "reference")
    assert LIARS[liar] in report.reason


def test_a_mark_says_what_it_rests_on(pair: tuple[str, str]):
    order = Examination(pair[0], pair[0], ({},), solver="flatmap")
    (report,) = examined(order)
    assert (report.verdict, report.expected) == ("same", 359)
    assert report.evidence == "rows judged: all; found again by diagram"
    assert report.to_json()["evidence"] == report.evidence


def test_a_class_is_known_on_what_its_marks_rest(tmp_path: Path):
    text = "from everyway.models.queens import queens\n"
    for name in "ab":
        (tmp_path / f"{name}.py").write_text(text)
    words = ("check", str(tmp_path), "--against", "queens", "n=4")
    rows = list(csv.DictReader(io.StringIO(everyway(*words, "--csv").stdout)))
    assert [row["evidence"] for row in rows] == ["rows judged: all; found again by diagram"] * 2
    assert "rows judged: all" in everyway(*words).stdout


def test_a_reference_is_found_again_once_for_a_class(pair: tuple[str, str]):
    (report,) = examined(Examination(pair[0], pair[0], ({},), solver="flatmap"))
    known = {key: (judged, "a third") for key, (judged, _) in report.known.items()}
    order = Examination(pair[0], pair[0], ({},), solver="flatmap", known=known)
    (report,) = examined(order)
    assert report.evidence == "rows judged: all; found again by a third"


# ------------------------------------------------------------------------- bench and saving


@pytest.mark.parametrize("liar", ["invents", "repeats"])
def test_a_benchmark_of_one_liar_differs(liar: str):
    found = bench(small(), [f"{HERE}:{liar}", f"{HERE}:{liar}"], rounds=1)
    assert (found.verdict, found.exit_code()) == ("differ", 1)
    assert LIARS[liar] in found.differences["small"]


def test_a_benchmark_judges_every_run_and_says_so():
    found = bench(small(), ["flatmap"], rounds=2)
    assert [one.judged for one in found.timings] == [18, 18]
    assert str(found.rows) == "rows judged: all"
    assert found.to_json()["rows_judged"] == {"judged": 36, "of": 36}
    shown = everyway("bench", "queens", "n=4", "-S", "flatmap", "--rounds", "1")
    assert "rows judged: all" in shown.stdout


def test_a_lie_is_not_saved_as_complete(tmp_path: Path):
    with pytest.raises(SolverFailed, match="which breaks x"):
        save(small(), tmp_path / "a.db", f"{HERE}:invents")
    exported = everyway("export", str(tmp_path / "a.db"))
    assert (exported.exit_code, exported.stdout) == (4, "")
    with pytest.raises(SolverFailed, match="more than once"):
        save(small(), tmp_path / "b.db", f"{HERE}:repeats")


def test_a_saved_file_says_that_its_rows_were_judged(tmp_path: Path):
    file = str(tmp_path / "q.db")
    saved = everyway("solve", "queens", "n=5", "--all", "--save", file)
    assert (saved.exit_code, "rows judged: all" in saved.stderr) == (0, True)
    assert "10 solutions, rows judged: all, complete" in everyway("export", file).stderr


def test_an_export_without_the_whole_model_is_not_judged(tmp_path: Path):
    file = tmp_path / "q.db"
    save(queens(4), file)
    with SavedSolutions(file) as saved:
        saved.header["model"] = None
        assert str(saved.judged()) == "rows not judged"
        assert str(saved.judged(queens(4))) == "rows judged: all"


def test_a_projection_is_judged_as_far_as_time_goes(tmp_path: Path):
    saved = save(queens(5), tmp_path / "q.db", project=["queen"])
    assert str(saved.rows) == "rows judged: all"
    helper = variable("helper", range(4))
    plain = small()
    aided = Model("aided", plain.groups, plain.rules, helper, plain["x"][0] == helper)
    assert str(save(aided, tmp_path / "p.db", project=["x"]).rows) == "rows judged: all"
    fixed = Model("fixed", plain.groups, helper, plain["x"][0] == helper, plain["x"][0] == 1)
    with pytest.raises(SolverFailed, match="no values of the other variables"):
        save(fixed, tmp_path / "o.db", f"{HERE}:invents", project=["helper"])
    goals = (plain["x"][0], ("max", plain["x"][1]))
    several = Model("several", plain.groups, plain.rules, pareto=goals)
    assert str(save(several, tmp_path / "f.db", project=["x[2]"]).rows) == "rows not judged"


# ------------------------------------------------------------------------- a second opinion


def test_a_second_opinion_on_a_count_and_on_a_list():
    counted = everyway("count", "queens", "n=6", "--second", "diagram")
    assert (counted.exit_code, counted.stdout) == (0, "4\n")
    assert "diagram finds the same set; rows judged: all" in counted.stderr
    listed = everyway("solve", "queens", "n=6", "--all", "--second", "flatmap", "--json")
    document = json.loads(listed.stdout)
    assert (document["second"], document["second_verdict"]) == (4, "agree")
    assert everyway("count", "queens", "n=6", "--second", "nobody").exit_code == 2
    refused = everyway("count", "queens", "n=6", "--second", "auto")
    assert (refused.exit_code, "share their lowering" in refused.stderr) == (2, True)
    assert everyway("solve", "queens", "n=6", "--second", "flatmap").exit_code == 2


@pytest.mark.parametrize("liar", ["invents", "loses"])
def test_a_second_opinion_convicts(liar: str, lying: Callable[[str], None]):
    lying(liar)
    for words in (("count", "queens", "n=5"), ("solve", "queens", "n=5", "--all", "--jsonl")):
        found = everyway(*words, "--second", "diagram")
        assert found.exit_code == 1, found.stderr
        assert "DIFFER" in found.stderr
        said = " ".join(found.stderr.split())
        assert "so auto is wrong here" in said
        assert "everyway show queens n=5 --as json" in said


def test_a_second_opinion_that_does_not_end_is_undecided():
    words = ("count", "queens", "n=6", "--second", f"{HERE}:stays", "-t", "0.5")
    found = everyway(*words)
    assert (found.exit_code, "one solver only" in found.stderr) == (3, True)


def test_none_that_was_handed_the_search_over_is_asked_a_second_time():
    first = Outcome("auto", "", statistics={"handed_over": "diagram and cp-sat"})
    assert backing.partners(first) == ["flatmap"]
    assert backing.lowerings("auto[kernel]") == backing.lowerings("auto")
    assert backing.lowerings("diagram") < backing.lowerings("auto[diagram]")
    assert backing.lowerings("flatmap-levels@rows") == backing.lowerings("flatmap+decomposed")
    assert backing.partners(Outcome("auto[diagram]", ""))[0] == "flatmap"
    assert backing.partners(Outcome("flatmap", "")) == ["diagram", "cp-sat"]


def test_the_engine_that_counted_is_said():
    found = json.loads(everyway("story", "queens", "n=6", "--json").stdout)
    assert all(step["by"] for step in found["steps"])
    assert "counted by auto: " in everyway("story", "queens", "n=6").stderr
    found = json.loads(everyway("count", "queens", "n=7", "--json").stdout)
    assert found["statistics"]["engine"]


# ------------------------------------------------------------------------------- the judge


def test_many_rows_are_judged_as_each_alone():
    model = Model("m", x := variable("x", range(9)), y := variable("y", range(4)), 6 // y >= x % 4)
    judge = Judge(model)
    rows = [{"x": a, "y": b} for a in range(9) for b in range(4)]
    assert [(row, judge.solves(row)) for row in rows] == list(judge.each(rows))
    assert list(Judge(Model("none")).each([{}, {}])) == [({}, True)] * 2
    table = Model("t", x, allowed([x], [[1], [3]]))
    assert [holds for _, holds in Judge(table).each([{"x": 1}, {"x": 2}])] == [True, False]


def test_a_sample_is_of_all_that_came_and_the_same_by_its_seed():
    def taken(seed: int) -> list[bytes]:
        sample = RowSample(seed, most=20)
        for number in range(1000):
            sample.add(number.to_bytes(2, "big"))
        return list(sample.shuffled())

    assert taken(1) == taken(1) != taken(2)
    assert len(set(taken(1))) == 20
    assert max(taken(1)) > (500).to_bytes(2, "big")


def test_a_sample_of_rows_is_said(monkeypatch: pytest.MonkeyPatch):
    model = small()
    rows = [dict(row) for row in flatmap.solutions(model, rows_control())]
    found = judged_rows(Judge(model), rows, len(rows), most=5)
    assert str(found) == "rows judged: a sample of 5 of 18"
    assert str(RowsJudged(3)) == "rows not judged"
    assert str(judged_rows(Judge(model), rows, len(rows), seconds=-1)) == "rows judged: all"
    monkeypatch.setattr(rows_judged, "_REPORT_EVERY", 1)
    assert judged_rows(Judge(model), rows, len(rows), seconds=-1).judged == 1


def rows_control() -> object:
    from everyway.solvers.harness.contract import Control

    return Control(Options())


def test_the_fault_is_whose_it_is():
    assert "a fault of everyway, not" in whose_fault("auto")
    assert "a fault of everyway or of ortools" in whose_fault("cp-sat")
    assert "a fault of nobody:solutions" in whose_fault("nobody:solutions")
