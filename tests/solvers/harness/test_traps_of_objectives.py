"""Faults that other packages had with objectives, each with its thread: not here."""

from __future__ import annotations

import pytest

from everyway.models import Model, integer, rule, total, variables
from everyway.models.domination import domination
from everyway.models.golomb_ruler import golomb_ruler
from everyway.models.language.objectives import Valuation
from everyway.models.peaceable_queens import peaceable_queens
from everyway.models.still_life import still_life
from everyway.solvers import count, improving, solutions

SOLVERS = ("auto", "cp-sat", "clingo", "sat")
x, y = integer("x", -3, 3), integer("y", 0, 3)


def best(model: Model, solver: str) -> tuple[object, list[tuple[object, ...]]]:
    with solutions(model, solver) as found:
        rows = sorted(solution.row for solution in found)
    known = found.outcome.objective
    assert known is not None
    assert known.proven
    return known.value, rows


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_maximum_is_no_minimum_and_has_its_own_sign(solver: str) -> None:
    # CPMpy #559: an adapter minimised what was to be maximised; clingo shows a maximum as -276
    assert best(Model("most", x, y, maximise=x - y), solver) == (3, [(3, 0)])
    assert best(Model("least", x, y, minimise=x - y), solver) == (-6, [(-3, 3)])


@pytest.mark.parametrize("solver", SOLVERS)
def test_what_was_found_on_the_way_is_no_solution(solver: str) -> None:
    # clingo #158, #564: models come before the proven ones; Choco #507: not optimal ones came
    model = Model("three", x, y, x + y >= 1, minimise=y)
    assert best(model, solver) == (0, [(1, 0), (2, 0), (3, 0)])


@pytest.mark.parametrize("solver", SOLVERS)
def test_all_of_the_best_come_each_once_and_so_again(solver: str) -> None:
    # MiniZinc #127: one only; #251 of CPMpy: the last only; Choco #1215: crashes when asked twice
    model = Model("tied", x, y, maximise=y)
    expected = (3, [(value, 3) for value in range(-3, 4)])
    assert best(model, solver) == expected
    assert best(model, solver) == expected
    # Choco #706, #707: its equality stayed in the model
    assert count(model.without_objective(), solver) == 28


@pytest.mark.parametrize("solver", SOLVERS)
def test_constant_and_tied_goals_leave_every_solution(solver: str) -> None:
    # Choco #192: it looped under an objective that nothing improves
    assert best(Model("constant", y, minimise=0 * y + 7), solver) == (7, [(v,) for v in range(4)])
    assert count(Model("number", y, minimise=7), solver) == 4


@pytest.mark.parametrize("solver", SOLVERS)
def test_an_order_of_importance_and_a_front_are_what_they_say(solver: str) -> None:
    # MiniZinc #741: proposed, and not there
    line = rule("line", x + y == 2)
    assert best(Model("order", x, y, line, minimise=(abs(x), ("max", y))), solver)[1] == [(0, 2)]
    points, rows = best(Model("front", x, y, line, pareto=(x, y)), solver)
    assert rows == [(-1, 3), (0, 2), (1, 1), (2, 0)]
    assert isinstance(points, list)
    assert sorted(points) == [list(row) for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("model", "value"),
    [
        (golomb_ruler(marks=8, length=40, shortest=True), 34),
        (domination(n=7, fewest=True), 4),
        (peaceable_queens(n=7, most=True), 7),
        (still_life(n=7, densest=True), 28),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_known_optima_are_found(model: Model, value: int) -> None:
    *_, last = improving(model, "cp-sat")
    assert model.objective is not None
    assert Valuation(model.objective).of(last.assignment) == (value,)


def test_a_wide_sum_is_no_table() -> None:
    # a sum of 20 terms, which clingo is given by its parts
    parts = variables("part", 20, range(2))
    weights = [place * 7 % 31 + 3 for place in range(20)]
    held = total(weight * one for weight, one in zip(weights, parts, strict=True)) <= 60
    gain = total((weight * 5 % 23 + 1) * one for weight, one in zip(weights, parts, strict=True))
    model = Model("knapsack", parts, held, maximise=gain)
    assert best(model, "clingo") == best(model, "cp-sat")
