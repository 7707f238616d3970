"""`everyway fuzz`: the real faults of libraries that are used naively, and of made-up solvers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from everyway.conformance.fuzz import faults, hunt
from everyway.conformance.fuzz import faults as bench
from everyway.conformance.fuzz.cases import Case
from everyway.conformance.fuzz.faults import Answer, Fault
from everyway.conformance.fuzz.hunt import Plan, Report
from everyway.conformance.fuzz.numbered_models import (
    OF_A_CELL,
    Coverage,
    Drawn,
    UnknownConstraint,
    drawn,
    every_cell,
    kinds_named,
    variants,
)
from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, fingerprint, integer, regular, variable, variables
from everyway.models.language.choices import Element
from everyway.models.language.nodes import topological
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers.cp_sat.translation import script as cp_sat_script
from everyway.solvers.harness.registry import Solver, solver_named
from everyway.solvers.python_constraint import script as python_constraint_script
from everyway.views.commands.fuzz import fuzz_report

from ..support.clocks import until
from ..support.command_lines import everyway
from .naive_solvers import naive

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


@pytest.fixture(autouse=True)
def _one_case_of_a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt, "MOST_CASES", 1)


def hunted(
    folder: Path, *solvers: Solver, seed: int = 0, models: int = 1, limit: float = 5.0
) -> Report:
    return hunt.hunt(Plan(solvers, seed=seed, models=models, folder=folder, time_limit=limit))


def shown_by(case: Case) -> subprocess.CompletedProcess[str]:
    """The result of the saved script of a case, where no everyway can be imported."""
    assert case.path is not None
    code = (
        "import sys; sys.modules['everyway'] = None\n"
        f"exec(compile(open({str(case.path)!r}).read(), 'script', 'exec'))"
    )
    words = [sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def assert_small_and_shown(case: Case, kind: str) -> None:
    """The case is of few variables and rules, and its script alone shows a fault of this kind."""
    assert case.fault.kind == kind
    assert len(case.fault.model.variables) <= 3
    assert len(case.fault.model.constraints) <= 2
    assert case.alone
    assert case.shown
    run = shown_by(case)
    assert run.returncode == 1, run.stdout + run.stderr
    assert kind == "failed" or "missing:" in run.stdout


A, B = variable("a", [-3, 0, 1]), integer("b", 0, 1)
C, D = variable("c", [1, 2, 4, 7]), integer("d", 1, 5)
X = variables("x", 4, range(4))
MOVES = {
    (state, symbol): int(after)
    for state, row in enumerate(("1223", "3331", "1003", "3311"))
    for symbol, after in enumerate(row)
}
KNOWN_TO_FAIL = {
    "no terms": Model("no terms", A, B, C, B - B > 4, A * B > -4, A < 3),
    "a negative factor": Model("a negative factor", A, B, D, A * D < -4, A != B, minimise=B),
    "two minus signs": Model("two minus signs", A, B, C, -A >= A),
    "states": Model("states", X, regular(X, MOVES, 0, [3])),
}
"""Models on which a naive solver is wrong.

They are written down: a constraint added to the language changes the models of many numbers.
"""


def hunt_on(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the hunt draw `model`, whatever the number."""
    monkeypatch.setattr(hunt, "drawn", lambda number, kinds: Drawn(number, model, None))


@pytest.mark.parametrize(
    ("name", "model", "kind"),
    [
        ("sums", "no terms", "failed"),
        ("products", "a negative factor", "missing"),
        ("strings", "a negative factor", "missing"),
        ("strings", "two minus signs", "invented"),
        ("automaton", "states", "repeated"),
    ],
)
def test_real_faults_are_found_shrunk_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, model: str, kind: str
) -> None:
    hunt_on(KNOWN_TO_FAIL[model], monkeypatch)
    (case,) = hunted(tmp_path, naive(name)).cases
    assert_small_and_shown(case, kind)


@pytest.mark.slow
def test_a_fault_that_shows_by_chance_is_found_among_random_models(tmp_path: Path) -> None:
    hunts = (hunted(tmp_path, naive("two_workers"), seed=n, models=12) for n in range(24, 384, 12))
    case = next(case for one in hunts for case in one.cases if case.fault.kind == "missing")
    assert_small_and_shown(case, "missing")
    assert case.path is not None
    case.path.write_text(case.path.read_text().replace("num_workers = 2", "num_workers = 1"))
    assert shown_by(case).returncode == 0


def test_a_script_shows_no_fault_where_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    ends = Counter[object]()
    for seed in range(40):
        model, _ = without_labels(random_model(seed))
        for write in (cp_sat_script, python_constraint_script):
            try:
                text = write(model, solution_rows(model).elements(), "about")
            except NotImplementedError:
                ends["not written"] += 1
                continue
            with pytest.raises(SystemExit) as ended:
                exec(f"{text}\nsys.exit(0)", {})
            ends[ended.value.code] += 1
    assert set(ends) == {0, "not written"}, capsys.readouterr().out
    assert ends[0] > 60


def test_crashes_and_hangs_are_reported_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "GRACE", 0.2)
    monkeypatch.setattr(hunt, "SECONDS_TO_SHRINK", 0.5)
    solvers = naive("aborts"), naive("hangs"), solver_named("flatmap")
    report = hunted(tmp_path, *solvers, models=2, limit=0.4)
    kinds = {case.fault.solver: case.fault.kind for case in report.cases}
    assert kinds == {"naive-aborts": "failed", "naive-hangs": "hung"}
    assert "SIGABRT" in next(case.fault.reason for case in report.cases)
    assert report.tallies["flatmap"].complete == 2
    assert report.exit_code() == 4


def test_a_slow_solver_is_no_hanging_one(tmp_path: Path) -> None:
    report = hunted(tmp_path, naive("dawdles"), models=1, limit=0.4)
    assert not report.cases
    assert report.tallies["naive-dawdles"].complete == 0
    assert report.exit_code() == 0


def test_what_a_hanging_solver_started_is_ended_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "GRACE", 0.2)
    note = tmp_path / "pid"
    with bench.Bench([naive("hangs_with_a_child")], time_limit=3.0) as asked:
        assert asked.ask(Model(str(note)), "naive-hangs-with-a-child").status == "hung"
    child = int(note.read_text())
    assert until(lambda: not _is_alive(child))


def _is_alive(process: int) -> bool:
    """True if it runs; a zombie, which nobody has asked after, does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_healthy_solvers_have_no_faults(tmp_path: Path) -> None:
    solvers = [solver_named(name) for name in ("flatmap", "python-constraint", "brute-force")]
    report = hunted(tmp_path, *solvers, seed=5000, models=60)
    assert not report.cases
    assert report.exit_code() == 0
    assert {tally.models for tally in report.tallies.values()} == {60}


def test_of_like_faults_no_more_are_worked_out_than_may_be_cases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(model: Model, *_: object) -> tuple[dict[str, Answer], list[Fault]]:
        answer = Answer("failed", reason="too hard")
        return {}, [Fault("flatmap", "failed", "", "too hard", model, Counter(), True, answer)]

    def work_out(fault: Fault, number: int, report: Report, _: object) -> None:
        report.cases.append(Case(number, fault, None, "script", alone=False))

    monkeypatch.setattr(hunt, "tried", tried)
    monkeypatch.setattr(hunt, "_work_out", work_out)
    monkeypatch.setattr(hunt.Bench, "start", lambda bench: None)
    monkeypatch.setattr(hunt, "MOST_CASES", 3)
    report = hunted(tmp_path, solver_named("flatmap"), models=6)
    assert [(case.number, case.times) for case in report.cases] == [(0, 6), (1, 6), (2, 6)]


def test_relations_take_the_place_of_the_oracle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (faults, hunt):
        monkeypatch.setattr(module, "FEASIBLE", 0)
    report = hunted(tmp_path, naive("loses_one"), models=25)
    assert report.cases
    assert {case.fault.kind for case in report.cases} == {"missing"}
    for case in report.cases:
        lost = Counter(case.fault.witnesses)
        assert lost == solution_rows(case.fault.model) - case.fault.answer.rows & lost
        assert not case.fault.exact
        assert "wrong = found - Counter(found.keys())" in case.script


def test_a_solver_without_words_of_its_own_is_shown_by_everyway(tmp_path: Path) -> None:
    solver = solver_named("tests.conformance.naive_solvers:loses_one")
    (case,) = hunted(tmp_path, solver, models=8).cases
    assert (case.fault.kind, case.alone, case.shown) == ("missing", False, True)
    assert len(case.fault.model.variables) == 2
    assert not case.fault.model.constraints
    assert case.fault.expected.total() == case.fault.answer.rows.total() + 1


def test_variants_have_the_same_solutions() -> None:
    relations = set()
    for seed in range(60):
        model = random_model(seed)
        rows = solution_rows(model)
        found: dict[str, Counter[object]] = {}
        for variant in variants(model, Random(seed)):
            own = solution_rows(variant.model)
            assert own == Counter(r for r in map(variant.forth, rows) if r is not None)
            found.setdefault(variant.relation, Counter()).update(map(variant.back, own.elements()))
        assert all(back == rows for back in found.values()), seed
        relations |= set(found)
    assert len(relations) == 5


def test_a_number_is_one_model_and_all_cells_have_their_turn() -> None:
    first = [fingerprint(drawn(number).model) for number in range(40)]
    assert first == [fingerprint(drawn(number).model) for number in range(40)]
    assert len(set(first)) > 38
    coverage = Coverage()
    for number in range(500):
        if number % 10 in OF_A_CELL:
            coverage.add(drawn(number))
    assert len(coverage.cells) == 100
    assert coverage.missed == len(every_cell()) - 100


def test_models_have_one_of_the_constraints_that_are_asked_for() -> None:
    kinds = kinds_named(["element", "all-different"])
    for number in range(20):
        found = {type(node) for node in topological(drawn(number, kinds).model.constraints)}
        assert kinds & found
    assert Element in kinds
    with pytest.raises(UnknownConstraint, match="all_different"):
        kinds_named(["all_diferent"])


def test_an_interrupted_hunt_says_so(tmp_path: Path) -> None:
    def interrupt(words: str) -> None:
        if words.startswith("2 models"):
            raise KeyboardInterrupt

    plan = Plan([solver_named("flatmap")], models=9, folder=tmp_path)
    report = hunt.hunt(plan, interrupt)
    assert report.models == 2
    assert report.exit_code() == 130


def test_the_command_shows_what_was_tried(tmp_path: Path) -> None:
    result = everyway("fuzz", "-S", "flatmap", "--models", "12", "--save", str(tmp_path / "new"))
    assert result.exit_code == 0
    assert "NO FAULT  12 models" in result.stdout
    assert "all cells" in result.stdout or "cells of constraint, context and shape" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert not (tmp_path / "new").exists()


def test_the_command_shows_a_fault_with_its_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from everyway.solvers.harness import registry

    hunt_on(KNOWN_TO_FAIL["no terms"], monkeypatch)
    monkeypatch.setattr(registry, "_entry_points", lambda: (naive("sums"),))
    words = ("fuzz", "-S", "naive-sums", "--seed", "59", "--models", "1", "--save", str(tmp_path))
    result = everyway(*words)
    assert result.exit_code == 4
    assert "FAULT  naive-sums" in result.stdout
    assert "SumConstraint(" in result.stdout
    result = everyway(*words, "--json")
    document = json.loads(result.stdout)
    assert document["schema"] == "everyway.fuzz/1"
    (case,) = document["cases"]
    assert (case["seed"], case["reproduces"]) == (59, True)
    assert Path(case["file"]).exists()
    assert json.loads(Path(case["file"]).with_suffix(".json").read_text())["kind"] == "failed"


def test_where_every_model_was_refused_nothing_was_tried(tmp_path: Path) -> None:
    found = hunted(tmp_path, naive("refuses"), models=3)
    assert found.exit_code() == 4
    assert "NOTHING TRIED  every model was refused" in fuzz_report(found)
    found = hunted(tmp_path, naive("refuses"), solver_named("flatmap"), models=3)
    assert found.exit_code() == 0


def test_a_solver_that_is_not_there_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from everyway.solvers.harness import registry

    monkeypatch.setattr(registry, "_entry_points", lambda: (Solver("gone", "no_such_module"),))
    result = everyway("fuzz", "-S", "gone", "--models", "2")
    assert result.exit_code == 4
    assert "NOTHING TRIED" in result.stdout
    assert "no_such_module" in result.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-S", "flatmop"], "flatmap"),
        (["--constraints", "all_diff"], "all_different"),
        (["--seconds", "never"], "is not a time"),
        (["--models", "0"], "number of models"),
        (["--save", f"{__file__}/below"], "name another by --save"),
    ],
)
def test_what_makes_no_sense_is_refused(words: list[str], message: str) -> None:
    result = everyway("fuzz", *words)
    assert result.exit_code == 2
    assert message in result.stderr
