"""Saved solutions: all of them, each once, whatever the model, the solver and the runs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from everyway.comparer import compare, saved_claim
from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, integer, predicate, variable, variables
from everyway.models.language.model import Recipe
from everyway.models.queens import queens
from everyway.models.zebra import zebra
from everyway.solvers import SavedSolutions, SolverFailed, save, solve_all
from everyway.solvers.harness.processes.worker import Splitter
from everyway.solvers.harness.rows.packing import digest_of
from everyway.solvers.harness.saving.saved_file_format import SavedError

from .saved_files import SMALL_BOXES

FILE = "tests.solvers.harness.saved_files"
N = 3
x = variables("x", N, range(4))
NOTHING = variable("y", range(5))


def is_odd(value: int) -> bool:
    return value % 2 == 1


MODELS = [
    queens(6),
    zebra(),
    Model("labels", variable("who", ["tea", "milk", "wine"]), variable("n", [1, 5])),
    Model("nothing to choose"),
    Model("free", integer("a", 0, 2), integer("b", 5, 6)),
    Model("wide", variable("w", range(0, 10**20, 10**18))),
    Model("impossible", NOTHING, NOTHING > 3, NOTHING < 2),
    Model("odd", x, all_different(x), predicate(is_odd, [x[0]])),
    Model("odd by a lambda", x, predicate(lambda one: one % 2 == 1, [x[0]])),
]


def expected(model: Model, **options):
    return digest_of(solution.row for solution in solve_all(model, "flatmap", **options))


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_what_is_saved_is_what_is_found(model, tmp_path):
    path = tmp_path / "all.db"
    saved = save(model, path)
    with SavedSolutions(path) as found:
        rows = list(found.rows())
        assert found.complete
        assert found.digest == saved.digest == expected(model).full
    assert digest_of(rows) == expected(model)
    assert [entry.name for entry in tmp_path.iterdir()] == ["all.db"]


@pytest.mark.parametrize("seed", range(20))
def test_small_boxes_have_the_same_solutions(seed, tmp_path):
    model = random_model(seed)
    saved = save(model, tmp_path / "all.db", "flatmap", seconds_a_box=1e-9)
    assert saved.digest == expected(model).full


@pytest.mark.solvers
def test_every_solver_is_saved_in_boxes(solver, tmp_path):
    saved = save(queens(4), tmp_path / "all.db", solver.name, viewpoint="rows", seconds_a_box=0.01)
    assert saved.complete
    assert saved.digest == expected(queens(4)).full


@pytest.mark.parametrize("solver", ["flatmap", "cp-sat", "python-constraint", "auto"])
@pytest.mark.parametrize(
    "project", [["queen[r1c1]", "queen[r6c6]"], ["queen[r1c1]"]], ids=["two", "one"]
)
def test_a_projection_is_saved_with_each_combination_once(solver, project, tmp_path):
    path = tmp_path / "all.db"
    saved = save(queens(6), path, solver, project=project, seconds_a_box=1e-4)
    assert saved.digest == expected(queens(6), project=project).full
    with pytest.raises(SavedError, match="alone"):
        saved_claim(path, queens(6))


def test_a_search_that_is_stopped_goes_on_until_it_is_complete(tmp_path):
    path, runs, limit = tmp_path / "all.db", 0, 0.01
    while True:
        saved = save(queens(9), path, "flatmap", resume=True, time_limit=limit, seconds_a_box=0.004)
        runs, limit = runs + 1, 1.2 * limit  # a busy machine, too, comes to an end
        if saved.complete:
            break
        assert saved.outcome.status == "stopped"
        assert saved.digest is None
        with SavedSolutions(path) as found:
            assert not found.complete
            rows = list(found.rows())
            assert len(rows) == len(set(rows)) == len(found) == saved.outcome.solutions
    assert runs > 2
    assert saved.digest == expected(queens(9)).full


def test_a_complete_file_is_resumed_without_a_search(tmp_path):
    path = tmp_path / "all.db"
    save(queens(6), path, "flatmap")
    again = save(queens(6), path, resume=True)
    assert again.complete
    assert again.resumed == again.outcome.solutions == 4
    assert "tries" not in again.outcome.statistics


def test_a_claim_that_is_complete_agrees_and_one_that_is_not_is_undecided(tmp_path):
    path = tmp_path / "all.db"
    save(queens(8), path, "flatmap", time_limit=1e-9)
    partial = compare(queens(8), ["auto"], [saved_claim(path, queens(8), name="mine")])
    assert partial.verdict == "undecided"
    assert partial.runs[1].outcome.status == "stopped"
    save(queens(8), path, resume=True)
    whole = compare(queens(8), ["auto"], [saved_claim(path, queens(8), name="mine")])
    assert whole.verdict == "agree"
    doubted = saved_claim(path, queens(8), complete=False)
    assert compare(queens(8), ["auto"], [doubted]).verdict == "undecided"


def test_a_solver_that_lies_fails_and_leaves_no_file(tmp_path):
    path = tmp_path / "all.db"
    with pytest.raises(SolverFailed, match="has not a value of its domain"):
        save(queens(6), path, f"{FILE}:lies")
    assert not list(tmp_path.iterdir())


def test_what_a_solver_found_before_it_failed_is_kept(tmp_path):
    path = tmp_path / "all.db"
    with pytest.raises(SolverFailed, match="broken"):
        save(queens(8), path, f"{FILE}:breaks")
    with SavedSolutions(path) as found:
        assert not found.complete
        assert len(set(found.rows())) == 10


# ------------------------------------------------------------------------------- what is refused


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    path = tmp_path / "all.db"
    save(queens(8), path, "flatmap", time_limit=0.02, seconds_a_box=SMALL_BOXES)
    return path


@pytest.mark.parametrize(
    ("model", "options", "words"),
    [
        (queens(9), {}, "another model: 8 queens, not of this 9 queens"),
        (queens(8).without("diagonals <= 1"), {}, "a model of that name with other rules"),
        (queens(8), {"solver": "cp-sat"}, "with the solver flatmap, not cp-sat"),
        (queens(8), {"viewpoint": "columns"}, "with the viewpoint auto, not columns"),
        (queens(8), {"project": ["queen"]}, "with the project of all variables, not queen"),
        (queens(8), {"jobs": 2}, "saves with one job"),
    ],
    ids=["n", "rules", "solver", "viewpoint", "project", "jobs"],
)
def test_only_the_same_search_goes_on(model, options, words, begun):
    before = begun.read_bytes()
    with pytest.raises(SavedError, match=words):
        save(model, begun, resume=True, **options)
    assert len(before) == len(begun.read_bytes())
    assert save(queens(8), begun, resume=True).digest == expected(queens(8)).full


def test_a_file_that_exists_is_not_overwritten(begun):
    with pytest.raises(SavedError, match=r"resume it \(--resume\) or name another file"):
        save(queens(8), begun)


def test_an_empty_file_is_begun(tmp_path):
    path = tmp_path / "all.db"
    path.touch()
    assert save(queens(6), path, resume=True).complete
    path.write_bytes(b"")
    assert save(queens(6), path).complete


@pytest.mark.parametrize("divisor", [3, 4])
def test_predicates_without_a_name_are_distinguished_by_their_code(divisor, tmp_path):
    path = tmp_path / "all.db"

    def model(divisor: int) -> Model:
        return Model("m", x, predicate(lambda one: one % divisor == 1, [x[0]]))

    save(model(3), path)
    if divisor == 3:
        assert save(model(divisor), path, resume=True).complete
    else:
        with pytest.raises(SavedError, match="other rules"):
            save(model(divisor), path, resume=True)


def test_a_predicate_of_a_puzzle_is_known_by_what_it_does(tmp_path):
    puzzle = tmp_path / "odd.py"
    puzzle.write_text(
        "from everyway.models import Model, predicate, variable\n"
        "def odd(n: int = 9) -> Model:\n"
        "    v = variable('v', range(n))\n"
        "    return Model('odd', v, predicate(lambda one: one % 2 == 1, [v]))\n"
    )
    from everyway.models.language.files import catalogue

    first, again, other = (catalogue.load(str(puzzle), n=n) for n in (9, 9, 11))
    assert isinstance(first.recipe, Recipe)
    save(first, tmp_path / "all.db")
    assert save(again, tmp_path / "all.db", resume=True).outcome.solutions == 4
    with pytest.raises(SavedError, match="another model"):
        save(other, tmp_path / "all.db", resume=True)


@pytest.mark.parametrize("seed", range(30))
def test_a_box_as_a_model_of_its_own_has_the_solutions_of_the_box(seed):
    model = random_model(seed)
    splitter, domains = Splitter(model), [variable.domain for variable in model.variables]
    for box in splitter.boxes(20):
        inside = {number: domains[number][first:end] for number, first, end in box.sides}
        rows = [
            row
            for row in solution_rows(model).elements()
            if all(row[number] in values for number, values in inside.items())
        ]
        assert Counter(solution_rows(splitter.part(box))) == Counter(rows)
