"""Files of a search for the best: they know what was optimised, and are gone on with in phase 2."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from everyway.comparer import compare, read_claim, saved_claim
from everyway.conformance.instances.random_models import best_rows
from everyway.models import Model, ModelError, integer, variables
from everyway.solvers import SavedSolutions, save
from everyway.solvers.harness.contract import ClaimError
from everyway.solvers.harness.running import optimising
from everyway.solvers.harness.saving.claim_store import Store
from everyway.solvers.harness.saving.reading_saved import export
from everyway.solvers.harness.saving.save import Saving
from everyway.solvers.harness.saving.saved_file_format import SavedError

from ...support.command_lines import everyway
from ...support.lying_optimisers import MOMENTS

X = variables("x", 3, range(5))
RULES = (X[0] + 2 * X[1] + X[2] >= 6, X[0] != X[2])
COST, GAIN = X[0] + X[1], X[1] + 2 * X[2]
AIMS: dict[str, dict[str, Any]] = {
    "one": {"maximise": GAIN - COST},
    "in order": {"minimise": (COST, ("max", GAIN))},
    "front": {"pareto": (COST, ("min", GAIN))},
    "within": {"minimise": COST, "within": 1},
}


def model(kind: str) -> Model:
    return Model("costly", X, *RULES, **AIMS[kind])


def point(kind: str, row: tuple[int, ...]) -> list[int]:
    cost, gain = row[0] + row[1], row[1] + 2 * row[2]
    return {"one": [gain - cost], "in order": [cost, gain], "front": [cost, gain]}.get(kind, [cost])


def interrupted(kind: str, path: Path, **options: Any) -> None:
    """Begin a file and stop after its first solution."""

    def stop(number: int, statistics: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(model(kind), path, "flatmap", hear=stop, seconds_a_box=1e-9, **options)


@pytest.mark.parametrize("more", [{}, {"within": 1}])
@pytest.mark.parametrize("goals", [COST, (COST, ("min", GAIN))], ids=["one", "in order"])
def test_a_first_phase_is_gone_on_with_from_the_best_solution_so_far(
    goals: Any, more: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if more and goals is not COST:
        return  # of one goal alone are values wanted that are near the best
    sought = Model("costly", X, *RULES, maximise=goals, **more)
    path, values = tmp_path / "best.db", []
    name = "tests.support.lying_optimisers:stopping"
    for _ in range(30):  # each run has one answer, so that none could find the best alone
        monkeypatch.setitem(MOMENTS, "left", 1)
        with monkeypatch.context() as patched:
            patched.setattr(Saving, "_boxes", lambda self: iter(()))  # the first phase alone
            saved = save(sought, path, name, resume=True)
        best = saved.outcome.objective
        assert best is not None
        if best.proven:
            break
        assert not saved.complete
        assert "not proven" in best.words
        values.append(best.points[0])
    assert len(values) > 2
    assert values == sorted(values, key=lambda point: point[0])
    monkeypatch.setitem(MOMENTS, "left", 1_000)
    assert save(sought, path, name, resume=True).complete
    with SavedSolutions(path) as found:
        assert set(found.rows()) == best_rows(sought)


def test_a_saved_best_solution_that_is_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, name = tmp_path / "best.db", "tests.support.lying_optimisers:stopping"
    monkeypatch.setitem(MOMENTS, "left", 1)
    save(model("one"), path, name)
    store = Store.resume(path)
    assert store is not None
    kept = json.loads(store.tally.incumbent)
    for forged in ({**kept, "x[0]": kept["x[2]"]}, {**kept, "x[0]": 9}, {"x[0]": 1}, [1], "one", 7):
        store.tally.incumbent = json.dumps(forged)
        store.keep()
        store.close()
        with pytest.raises(SavedError, match="is damaged"):
            save(model("one"), path, name, resume=True)
        store = Store.resume(path)
        assert store is not None
    store.close()


@pytest.mark.parametrize("kind", AIMS)
def test_a_resumed_search_goes_on_with_its_second_phase(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, expected = tmp_path / "best.db", best_rows(model(kind))
    projected = {row[:2] for row in expected}
    for project, rows in ((None, expected), (["x[0]", "x[1]"], projected)):
        interrupted(kind, path, project=project)
        with monkeypatch.context() as patched:
            patched.setattr(optimising, "Optimising", lambda *_: pytest.fail("asked again"))
            saved = save(model(kind), path, resume=True)
        assert saved.complete
        best = saved.outcome.objective
        assert best is not None
        assert best.proven
        assert {tuple(one) for one in best.points} == {
            tuple(point(kind, row))
            for row in expected
            if kind != "within" or row[0] + row[1] == min(r[0] + r[1] for r in expected)
        }
        with SavedSolutions(path) as found:
            assert found.objective is not None
            assert found.objective.words == model(kind).objective.words
            assert found.best is not None
            assert found.best.value == best.value
            assert len(found) == len(rows)
            assert set(found.rows()) == rows
        path.unlink()


def test_a_search_that_is_stopped_before_its_best_value_is_proven_knows_none(
    tmp_path: Path,
) -> None:
    path = tmp_path / "best.db"
    saved = save(model("one"), path, "flatmap", time_limit=1e-9)
    assert not saved.complete
    with SavedSolutions(path) as found:
        assert found.best is not None
        assert not found.best.proven
        assert found.value_columns
    assert save(model("one"), path, resume=True).complete


@pytest.mark.parametrize("kind", AIMS)
def test_exports_have_the_value_of_each_row(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "best.db"
    save(model(kind), path)
    names = {"one": ["objective"], "within": ["objective"]}
    several = ["objective[0]", "objective[1]"]
    with SavedSolutions(path) as found:
        for form in ("csv", "jsonl", "parquet"):
            export(found, tmp_path / f"best.{form}")
    head, *rows = csv.reader((tmp_path / "best.csv").read_text().splitlines())
    assert head == ["x[0]", "x[1]", "x[2]", *names.get(kind, several)]
    read = [tuple(map(int, row)) for row in rows]
    assert {row[:3] for row in read} == best_rows(model(kind))
    assert all(list(row[3:]) == point(kind, row[:3]) for row in read)
    lines = [json.loads(line) for line in (tmp_path / "best.jsonl").read_text().splitlines()]
    stated = [one["objective"] for one in lines]
    points = [point(kind, tuple(one["x"])) for one in lines]
    assert stated == [p[0] if len(p) == 1 else p for p in points]
    parquet = pytest.importorskip("pyarrow.parquet").read_table(tmp_path / "best.parquet")
    assert [tuple(row.values()) for row in parquet.to_pylist()] == read


def test_the_value_is_known_where_a_projection_left_out_what_it_is_made_of(
    tmp_path: Path,
) -> None:
    for kind, values in (("one", True), ("within", False)):
        path = tmp_path / f"{kind}.db"
        save(model(kind), path, project=["x[0]"])
        with SavedSolutions(path) as found:
            assert bool(found.value_columns) == values
            assert all(len(row) == 1 + values for row in found.valued_rows())


def test_claims_of_such_files_are_read_with_their_best_value(tmp_path: Path) -> None:
    path, lines = tmp_path / "best.db", tmp_path / "best.jsonl"
    save(model("within"), path)
    with SavedSolutions(path) as found:
        export(found, lines)
    for file in (path, lines):
        claim = read_claim(file, model("within"), name="mine")
        found_ = compare(model("within"), ["flatmap"], [claim])
        assert found_.verdict == "agree"
        least = min(sum(row[:2]) for row in best_rows(model("within")))
        assert {run.best for run in found_.runs} == {least}
    with pytest.raises(
        SavedError, match=r"to minimise x\[0\] \+ x\[1\], within 1 of the best, not"
    ):
        saved_claim(path, model("one"))
    lines.write_text('{"x": [0, 3, 1], "objective": 2}\n')
    with pytest.raises(ClaimError, match="its objective is 2"):
        compare(model("within"), ["flatmap"], [read_claim(lines, model("within"))])


def test_a_line_states_its_value_and_is_read_again() -> None:
    mine = model("in order")
    solution = mine.solution({"x[0]": 0, "x[1]": 2, "x[2]": 4})
    line = solution.to_line()
    assert line == {"x": [0, 2, 4], "objective": [2, 10]}
    assert mine.assignment(line) == solution.assignment
    assert mine.assignment({"x[0]": 0, "objective": 7}) == {"x[0]": 0}
    with pytest.raises(ModelError, match="its objective is 7"):
        mine.assignment({**line, "objective": 7})
    with pytest.raises(ModelError, match="unknown variable 'objective'"):
        mine.without_objective().assignment(line)
    other = variables("objective", 2, range(2))
    named = Model("named", other, minimise=other[0])
    assert named.solution({"objective[0]": 0, "objective[1]": 1}).to_line() == {
        "objective": [0, 1],
        "objective_": 0,
    }


@pytest.mark.parametrize(
    "forged", ["[[1, 2]]", '[["1"]]', "[[1], [2]]", "7", "nothing", "[[true]]"]
)
def test_forged_best_values_are_refused(
    forged: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "best.db"
    keep = Store.keep

    def forge(self: Store) -> None:
        self.tally.best = forged
        keep(self)

    monkeypatch.setattr(Store, "keep", forge)
    interrupted("one", path)
    with pytest.raises(SavedError, match="damaged"):
        save(model("one"), path, resume=True)
    with SavedSolutions(path) as found, pytest.raises(SavedError, match="damaged"):
        assert found.best


def test_check_reads_a_saved_file(tmp_path: Path) -> None:
    puzzle, path = tmp_path / "costly.py", str(tmp_path / "best.db")
    puzzle.write_text(
        "from everyway.models import Model, variables\n\n"
        "def costly(best: bool = True):\n"
        "    x = variables('x', 2, range(4))\n"
        "    return Model('costly', x, x[0] + x[1] >= 3, **({'minimise': x[0]} if best else {}))\n"
    )
    assert everyway("solve", str(puzzle), "--all", "--save", path).exit_code == 0
    checked = everyway("check", str(puzzle), path)
    assert checked.exit_code == 0
    assert "every rule holds" in checked.stdout
    other = everyway("check", str(puzzle), "best=no", path)
    assert other.exit_code == 2
    assert "another model: costly to minimise x[0], not without objective" in other.stderr


@pytest.mark.parametrize("stated", [True, 1.0, [True], "1", None, [1, 1], 10**400])
def test_a_stated_value_is_a_whole_number_and_is_not_shown_at_length(stated):
    x = integer("x", 1, 3)
    mine = Model("one", x, minimise=x)
    assert mine.assignment({"x": 1, "objective": 1}) == {"x": 1}
    assert mine.assignment({"x": 1, "objective": [1]}) == {"x": 1}
    with pytest.raises(ModelError, match="and the values give") as refused:
        mine.assignment({"x": 1, "objective": stated})
    assert len(str(refused.value)) < 160
