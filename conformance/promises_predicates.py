"""The promises of every solver on predicates: what fails in one fails the run, and is named."""

from __future__ import annotations

from typing import Any

import pytest

from ..models import (
    Model,
    PredicateError,
    all_different,
    boolean,
    integer,
    predicate,
    total,
    variable,
    variables,
)
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from ..solvers.harness.running.independent_parts import count


def raises_at_two(value: int) -> bool:
    if value == 2:
        raise ZeroDivisionError("two is too much")
    return True


def returns_the_number(value: int) -> Any:
    return value


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (raises_at_two, "raises_at_two raised ZeroDivisionError: two is too much on x = 2"),
        (returns_the_number, "returns_the_number returned 1 on x = 1; return True or False"),
    ],
)
def test_a_predicate_that_fails_fails_the_run_and_names_the_assignment(
    solver: Solver, function: Any, words: str
) -> None:
    x, b = integer("x", 1, 3), boolean("b")
    for rule in (predicate(function, x), ~predicate(function, x)):
        found = solutions(Model("fails", x, b, rule), solver.name)
        with pytest.raises(PredicateError, match="predicate ") as caught:
            list(found)
        assert function.__name__ in str(caught.value)
        assert "x = " in str(caught.value)
        if "raised" in words:
            assert words in str(caught.value)
        assert found.outcome.status == "failed"


def all_solutions(model: Model, solver: Solver) -> object:
    with solutions(model, solver.name) as found:
        list(found)
    return found.outcome


def all_arrays(model: Model, solver: Solver) -> object:
    pytest.importorskip("numpy")
    with solutions(model, solver.name) as found:
        list(found.arrays())
    return found.outcome


def projected(model: Model, solver: Solver) -> object:
    with solutions(model, solver.name, project=["x"]) as found:
        list(found)
    return found.outcome


def counted(model: Model, solver: Solver) -> object:
    return count(model, solver.name)


def raises_late(x: int, y: int) -> bool:
    if x == 2:
        raise ZeroDivisionError("there is no 2")
    return x != y


def returns_none_late(x: int, y: int) -> Any:
    return None if x == 2 else x <= y


def raises_at_the_last(*row: int) -> bool:
    if {*row} == {2}:
        raise ZeroDivisionError("there are only 2s")
    return True


def returns_none_at_the_last(*row: int) -> Any:
    return None if {*row} == {2} else True


LATE_FAILURES = [
    (way, function)
    for way in (all_solutions, all_arrays, projected, counted)
    for function in (raises_late, returns_none_late, raises_at_the_last)
    if (way, function) != (projected, raises_at_the_last)  # a 2 stands beside a 0 as well
]


@pytest.mark.parametrize(("way", "function"), LATE_FAILURES)
def test_a_predicate_of_two_that_fails_behind_the_first_solution_fails_the_run(
    solver: Solver, way: Any, function: Any
) -> None:
    """Never is what was found by then said to be all, however it is asked for."""
    x, y, b = integer("x", 0, 2), integer("y", 0, 2), boolean("b")
    rule = predicate(function, x, y)
    beside = [all_different([x + 3, y, b + 7]), (b == 0) | (x <= 2)]
    for rules in ([rule], [rule, *beside], [*beside, rule | (b == 1)]):
        with pytest.raises(PredicateError, match=function.__name__):
            way(Model("fails late", x, y, b, rules), solver)


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("function", [raises_at_the_last, returns_none_at_the_last])
@pytest.mark.parametrize("way", [all_solutions, all_arrays, counted])
def test_a_predicate_of_several_that_fails_at_the_last_assignment_fails_the_run(
    solver: Solver, way: Any, function: Any, size: int
) -> None:
    q, b = variables("q", size, range(3)), boolean("b")
    rule = predicate(function, *q)
    for rules in ([rule], [rule, total(q) >= 2 * size - 2], [rule | (b == 1)]):
        with pytest.raises(PredicateError, match=function.__name__):
            way(Model("fails last", q, b, rules), solver)


def test_a_predicate_that_fails_behind_hundreds_of_solutions_fails_the_run(
    solver: Solver,
) -> None:
    def fails_once(x: int, y: int) -> bool:
        return x + y < 50 or [True][x - 29]  # 29 and 29 are the last but two

    x, y = integer("x", 0, 29), integer("y", 0, 29)
    for way in (all_solutions, counted):
        with pytest.raises(PredicateError, match="fails_once"):
            way(Model("fails late", x, y, predicate(fails_once, x, y)), solver)


def test_predicates_see_labels_and_nested_terms(solver: Solver) -> None:
    colour, x = variable("colour", ["red", "green"]), integer("x", 0, 3)
    rule = predicate(lambda name, number: len(name) == number, colour, x + 2)
    with solutions(Model("predicate", colour, x, rule), solver.name) as found:
        assert sorted(s.row for s in found) == [("green", 3), ("red", 1)]
