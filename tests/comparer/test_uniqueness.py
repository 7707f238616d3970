"""One solution is proven the only one by two solvers, whoever of them lies or is late."""

from __future__ import annotations

import time

import pytest

from everyway.comparer import backing, unique, uniqueness
from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelError, is_solution, predicate, variable, variables
from everyway.models.language.errors import ExitCode
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.solvers import Options, UnknownSolver, flatmap, solve_all
from everyway.solvers.harness.outcome import HANDED_OVER

from ..support.fake_solvers import Asked, register

HERE = "tests.support.lying_solvers"


def chain(most: int = 2) -> Model:
    """Three numbers from 0 that rise; one solution up to 2, four up to 3."""
    x = variables("x", 3, range(most + 1))
    return Model("a chain", x, x[0] < x[1], x[1] < x[2])


def second(found: uniqueness.Uniqueness) -> str:
    return found.comparison.runs[0].solver


def test_the_only_solution_is_proven_by_two_solvers_that_share_no_lowering():
    found = unique(sudoku())
    assert (found.verdict, found.exit_code) == ("unique", ExitCode.OK)
    assert found
    (solution,) = found.solutions
    assert is_solution(sudoku(), solution)
    assert not backing.lowerings("auto") & backing.lowerings(second(found))
    assert str(found) == f"UNIQUE  1 solution, proven by auto and by {second(found)}"
    assert not found.differing


def test_two_solutions_are_enough_however_many_there_are():
    model = Model("free", variables("x", 60, range(9)))
    begun = time.monotonic()
    found = unique(model)
    assert (found.verdict, found.exit_code) == ("several", ExitCode.DIFFERENT)
    assert not found
    assert time.monotonic() - begun < 10
    one, other = found.solutions
    assert found.differing == tuple(v.name for v in model.variables if one[v] != other[v])
    (run,) = found.comparison.runs
    assert (run.status, run.reported) == ("stopped", 2)


def test_no_third_solution_is_looked_for(monkeypatch):
    asked = Asked([{"x": 0}, {"x": 1}, {"x": 2}])
    register(monkeypatch, asked)
    assert unique(Model("three", variable("x", range(3))), "fake").verdict == "several"
    assert (asked.asked, asked.closed) == (2, True)


def test_that_there_is_none_is_proven_by_two_solvers():
    found = unique(chain(1))
    assert (found.verdict, found.exit_code) == ("none", ExitCode.DIFFERENT)
    assert not found.solutions
    assert found.reason.startswith("no solution, proven by auto and by ")


@pytest.mark.parametrize(
    ("model", "number"),
    [
        (Model("nothing"), 1),
        (Model("one label", variable("x", ["red"])), 1),
        (Model("two labels", variable("x", ["red", "green"])), 2),
        (chain(), 1),
        (chain(3), 2),
        (queens(6), 2),
        (queens(1), 1),
        (queens(2), 0),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_the_verdict_is_that_of_the_whole_set(model, number):
    assert min(len(solve_all(model, "flatmap")), 2) == number
    found = unique(model)
    assert found.verdict == ("none", "unique", "several")[number]
    assert len({one.row for one in found.solutions}) == number


@pytest.mark.parametrize("seed", range(40))
def test_random_models_have_the_verdict_of_all_their_assignments(seed):
    model = random_model(seed)
    number = min(len(solution_rows(model)), 2)
    assert unique(model, time_limit=20).verdict == ("none", "unique", "several")[number]


def test_of_an_objective_and_of_a_projection_it_is_about_what_counts():
    x, y = variable("x", range(3)), variable("y", range(3))
    assert unique(Model("least", x, y, x + y >= 1, minimise=3 * x + y))
    assert unique(Model("even", x, y, x + y >= 1, minimise=x + y)).verdict == "several"
    assert unique(Model("shown", x, y, x == 1)).verdict == "several"
    assert unique(Model("shown", x, y, x == 1), options=Options(project=["x"]))


def test_a_model_that_few_solvers_can_read_is_proven_by_one_that_can():
    x = variables("x", 7, range(10))  # a table of ten million rows is refused by libraries
    model = Model("digits", x, predicate(lambda *v: v == (0, 1, 2, 3, 4, 5, 6), *x), x[0] < x[1])
    found = unique(model + (x[2] == 2) + (x[3] == 3) + (x[4] == 4))
    assert found
    assert second(found) == "flatmap"


# ------------------------------------------------------------------------------ who lies


@pytest.mark.parametrize(("liar", "fault"), [("invents", "invented"), ("loses", "missing")])
def test_a_second_solver_that_lies_is_proven_wrong(liar, fault):
    found = unique(chain(), second=f"{HERE}:{liar}")
    assert (found.verdict, found.exit_code) == ("differ", ExitCode.FAILED)
    (difference, *_) = found.comparison.differences
    assert (difference.solver, difference.kind) == (f"{HERE}:{liar}", fault)
    assert f"{HERE}:{liar}" in found.reason
    assert not found


def test_a_first_solver_that_lies_is_proven_wrong():
    for liar, model, fault in [
        ("loses", chain(), "missing"),
        ("loses", Model("two", variable("x", range(2))), "missing"),
        ("invents", chain(), "invented"),
        ("repeats", chain(), "repeated"),
    ]:
        found = unique(model, f"{HERE}:{liar}")
        assert (found.verdict, found.exit_code) == ("differ", ExitCode.FAILED)
        (difference, *_) = found.comparison.differences
        assert (difference.solver, difference.kind) == (f"{HERE}:{liar}", fault)


def test_who_shares_a_lowering_is_no_second_solver(monkeypatch):
    with pytest.raises(ModelError, match="is no second solver where auto has answered"):
        unique(chain(), second="auto[python]")
    with pytest.raises(UnknownSolver):
        unique(chain(3), second="flatmapp")
    with pytest.raises(TypeError, match="uniqueness takes no isolate"):
        unique(chain(), options=Options(isolate=True))


def test_who_was_handed_the_search_is_never_the_second(monkeypatch):
    def hands_over(model, control):
        control.statistics[HANDED_OVER] = "flatmap"
        yield from flatmap.solutions(model, control)

    register(monkeypatch, hands_over)
    names = ("flatmap", "auto")
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", names)
    found = unique(chain(), "fake")
    assert found.reason == "1 solution, proven by flatmap and by auto"
    with pytest.raises(ModelError, match="flatmap is no second solver where flatmap has answered"):
        unique(chain(), "fake", second="flatmap")


# ------------------------------------------------------------------------------ who is late


def test_where_the_first_is_late_nothing_is_proven():
    found = unique(chain(), f"{HERE}:stays", time_limit=0.2)
    assert (found.verdict, found.exit_code) == ("undecided", ExitCode.UNDECIDED)
    assert found.reason == f"no solution so far: {HERE}:stays stopped (time limit)"


def test_where_the_second_is_late_one_solver_stands_alone(monkeypatch):
    monkeypatch.setattr(uniqueness, "FIRST_TURNS", (0.01,))
    begun = time.monotonic()
    found = unique(chain(), second=f"{HERE}:stays", time_limit=0.5)
    assert (found.verdict, found.exit_code) == ("undecided", ExitCode.UNDECIDED)
    assert found.reason.startswith(f"1 solution, by auto alone: {HERE}:stays stopped after ")
    assert len(found.solutions) == 1
    assert 0.4 < time.monotonic() - begun < 5


def test_a_second_solver_that_cannot_is_said_where_it_was_asked_for():
    found = unique(sudoku(), second="brute-force")
    assert (found.verdict, found.exit_code) == ("undecided", ExitCode.FAILED)
    assert "by auto alone: brute-force unsupported: brute-force would try about" in found.reason


def test_others_take_their_turn_where_one_is_late_or_cannot(monkeypatch):
    names = (f"{HERE}:stays", "brute-force", "flatmap")
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", names)
    monkeypatch.setattr(uniqueness, "FIRST_TURNS", (5.0, 0.05))
    found = unique(sudoku())
    assert found
    assert second(found) == "flatmap"
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", (f"{HERE}:stays", "brute-force"))
    found = unique(sudoku(), time_limit=1)
    assert found.reason == "1 solution, by auto alone: no second solver came to an end in time"


def test_a_turn_that_was_too_short_comes_again_longer(monkeypatch):
    turns: list[tuple[str, float]] = []
    compare = uniqueness.compare

    def heard(model, solvers, claims, **options):
        turns.extend((name, options["options"].time_limit) for name in solvers)
        return compare(model, solvers, claims, **options)

    monkeypatch.setattr(uniqueness, "compare", heard)
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", (f"{HERE}:stays", f"{HERE}:waits"))
    monkeypatch.setattr(uniqueness, "FIRST_TURNS", (5, 0.08, 0.02))
    unique(chain(), time_limit=1)
    assert [limit for _, limit in turns[:4]] == [0.02, 0.08, 0.08, 0.32]


def test_others_take_the_place_of_auto_where_that_is_late(monkeypatch):
    late = f"{HERE}:stays"
    monkeypatch.setattr(uniqueness, "DEFAULT_SOLVER", late)
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", ("brute-force", "flatmap", "sat", "clingo"))
    monkeypatch.setattr(uniqueness, "FIRST_TURNS", (0.05, 5.0))
    found = unique(sudoku(), late, time_limit=20)
    assert found.reason == "1 solution, proven by flatmap and by sat"
    assert unique(chain(3), late, time_limit=20).verdict == "several"
    monkeypatch.setattr(uniqueness, "SECOND_SOLVERS", ("flatmap", late))
    found = unique(chain(), late, time_limit=0.5)
    assert found.reason == "1 solution, by flatmap alone: no second solver came to an end in time"


def test_nobody_takes_the_place_of_a_solver_that_was_named(monkeypatch):
    monkeypatch.setattr(uniqueness, "FIRST_TURNS", (0.05,))
    found = unique(chain(), f"{HERE}:stays", time_limit=0.3)
    assert found.reason == f"no solution so far: {HERE}:stays stopped (time limit)"
