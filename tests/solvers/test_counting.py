"""Counting by parts that share no variable."""

from __future__ import annotations

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelWarning, all_different, any_of, variables
from everyway.models.queens import queens
from everyway.solvers import Incomplete, count, solutions
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.registry import Solver
from everyway.solvers.harness.running.independent_parts import components, counted


def three_parts() -> Model:
    a, b, free = (
        variables("a", 3, range(5)),
        variables("b", 2, range(4)),
        variables("f", 2, ["red", "green", "blue"]),
    )
    return Model("three parts", a, b, free, all_different(a), b[0] < b[1])


def test_numbers_of_parts_multiply(solver: Solver) -> None:
    assert count(three_parts(), solver.name) == 60 * 6 * 9


def test_the_parts_share_no_variable_and_free_variables_multiply() -> None:
    free, parts = components(three_parts())
    assert free == 9
    assert [len(part.variables) for part in parts] == [3, 2]


def test_without_rules_nothing_is_searched() -> None:
    squares = queens(8)
    for rule in squares.rules:
        squares = squares.without(rule.label)
    assert count(squares) == 2**64


def test_a_part_without_solutions_makes_none() -> None:
    model = three_parts()
    assert count(model + (model["a"][0] > 4)) == 0
    with pytest.warns(ModelWarning):
        assert count(three_parts() + any_of([])) == 0


def test_a_model_in_one_piece_is_enumerated() -> None:
    assert counted(queens(6), "flatmap") is None
    assert counted(three_parts(), options=Options(limit=3)) is None


def test_how_it_was_counted_is_reported() -> None:
    found = counted(three_parts(), "flatmap")
    assert found is not None
    assert (found.number, found.parts, found.outcome.complete) == (3240, 3, True)
    assert found.outcome.solutions == 66


def test_a_stopped_part_is_no_number() -> None:
    model = queens(20) + variables("f", 3, range(7))
    with pytest.raises(Incomplete) as error:
        count(model, time_limit=0.2)
    assert error.value.found == 0


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_have_as_many_by_parts() -> None:
    split = 0
    for seed in range(300):
        model = random_model(seed)
        split += counted(model, "flatmap") is not None
        assert count(model, "flatmap") == sum(1 for _ in solutions(model)), seed
    assert split > 30
