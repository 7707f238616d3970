"""Projection: each combination of values of the chosen variables once, on every solver."""

from __future__ import annotations

from collections import Counter

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelError, all_different, boolean, integer, variable, variables
from everyway.models.queens import queens
from everyway.solvers import count, first, solutions
from everyway.solvers.harness.registry import Solver
from everyway.solvers.harness.running.run import Seen

from ..support.settings import MODELS, for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def street() -> Model:
    x, y = integer("x", 0, 5), integer("y", 0, 5)
    colour = variable("colour", ["red", "green"])
    return Model("street", x, y, colour, variables("z", 2, range(2)), x * y == 12, boolean("b"))


@pytest.mark.parametrize("names", [["x"], ["colour"], ["z"], ["z[1]", "x"], ["b", "colour", "y"]])
def test_each_projected_solution_comes_once(solver: Solver, names: list[str]) -> None:
    model = street()
    with solutions(model, solver.name, project=names) as found:
        rows = Counter(found)
    assert found.outcome.complete
    every = {tuple(s.assignment[v.name] for v in model.projected(names).variables) for s in whole()}
    assert {solution.row for solution in rows} == every
    assert set(rows.values()) == {1}


def whole() -> list:
    return list(solutions(street(), "brute-force"))


def test_a_projected_solution_speaks_of_what_was_chosen_alone() -> None:
    found = first(street(), project=["colour", "x"])
    assert found is not None
    assert found.to_json() == {"x": 3, "colour": "red"}


def test_random_models_project_as_the_oracle_says(solver: Solver) -> None:
    for seed in for_solver(solver, range(MODELS // 10)):
        model = random_model(seed)
        if not model.variables:
            continue
        chosen = [v.name for v in model.variables[:: 1 + seed % 3]]
        places = [i for i, v in enumerate(model.variables) if v.name in chosen]
        expected = {tuple(row[i] for i in places) for row in solution_rows(model)}
        rows = [s.row for s in solutions(model, solver.name, project=chosen)]
        assert len(rows) == len(set(rows)), seed
        assert set(rows) == expected, seed


def test_flatmap_does_not_go_through_what_is_projected_away() -> None:
    many = Model("many", integer("x", 1, 3), variables("b", 60, range(2)))
    assert count(many, project=["x"]) == 3


def test_a_board_is_projected_on_its_own_squares_whatever_the_solver_prefers(
    solver: Solver,
) -> None:
    assert count(queens(4), solver.name, project=["queen[r1c1]", "queen[r1c2]"]) == 2


def test_a_limit_counts_projected_solutions() -> None:
    with solutions(street(), "brute-force", project=["x"], limit=1) as found:
        assert len(list(found)) == 1
    assert found.outcome.reason == "limit"


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (["w"], "no variable 'w' to project on; it has b, colour"),
        (["colors"], "did you mean 'colour'?"),
        ([], "one or more variables"),
        (["x", "x"], "each once"),
        (["z", "z[0]"], "'z[0]' is declared twice"),
    ],
)
def test_what_cannot_be_projected_on_is_refused(names: list[str], part: str) -> None:
    with pytest.raises(ModelError) as error:
        solutions(street(), project=names)
    assert part in str(error.value)


def test_what_was_seen_is_remembered_in_memory_and_on_disk() -> None:
    seen = Seen(["x"], most_in_memory=10)
    for _ in range(3):
        new = [seen.is_new({"x": value, "y": 0}) for value in range(95)]
        assert new == [_ == 0] * 95


def test_all_of_a_permutation_projects_on_half_of_it() -> None:
    p = variables("p", 4, range(4))
    model = Model("permutations", p, all_different(p))
    assert count(model, project=["p[0]", "p[1]"]) == 12
