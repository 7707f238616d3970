"""Numbers of a size that is refused, and great exponents that are not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from everyway.models import (
    Expression,
    Model,
    ModelError,
    all_different,
    element,
    integer,
    is_solution,
    predicate,
    product,
    total,
    variable,
)
from everyway.models.language.expressions import MOST_BITS, bounds
from everyway.solvers import solutions
from everyway.solvers.harness.registry import Solver

x, low = integer("x", 2, 9), integer("low", -2, 1)


def repeated(step: Callable[[Expression], Expression], times: int) -> Expression:
    """`x` after so many steps."""
    found: Expression = x
    for _ in range(times):
        found = step(found)
    return found


@pytest.mark.parametrize(
    "great",
    [
        x ** (9**9),
        (x**100) ** (9**9),
        (-x) ** (9**9),
        low ** (9**9),
        element([2, 3], 0) ** (9**9),
        repeated(lambda e: e * e, 60),
        repeated(lambda e: product([e, e, e]), 60),
        repeated(lambda e: 1000 * e, 5000),
        repeated(lambda e: total([e] * 9), 5000),
        total([x, x ** (9**9)]),
    ],
    ids=[
        *("power", "power of a power", "negative", "beyond -1", "of a constant", "squares"),
        *("products", "multiples", "sums", "inside"),
    ],
)
def test_what_may_reach_too_large_a_number_is_refused_where_it_is_declared(great: Expression):
    message = (
        "may reach a number of .* bits, and the most is 8 192; give its variables smaller domains"
    )
    uses = [great == 5, all_different([great, 1]), predicate(bool, great), ~(great != 5)]
    for constraint in uses:
        with pytest.raises(ModelError, match=message):
            Model("great", x, low, constraint)
    with pytest.raises(ModelError, match=message):
        bounds(great)
    with pytest.raises(ModelError, match=message):
        great & (x == 1)


@pytest.mark.parametrize(
    "declared",
    [
        lambda: integer("y", 0, 10**5000),
        lambda: integer("y", -(10**5000), 0),
        lambda: variable("y", range(10**5000)),
        lambda: variable("y", range(-(10**5000), 3)),
        lambda: variable("y", [0, 1, 10**5000]),
        lambda: x == 10**5000,
        lambda: x + 10**5000,
        lambda: 10**5000 * x,
        lambda: x ** (10**5000),
        lambda: element([1, 10**5000], x),
    ],
)
def test_a_number_of_too_many_bits_is_refused(declared: Callable[[], object]):
    with pytest.raises(ModelError, match=r"is a number of 16 61\d bits, and the most is 8 192"):
        declared()


def test_the_largest_number_can_still_be_written():
    largest = 2**MOST_BITS - 1
    y = variable("y", [0, largest])
    model = Model("largest", y, y != 0)
    assert [solution.row for solution in solutions(model, "flatmap")] == [(largest,)]
    assert str(y == largest).startswith(f"y == {largest}"[:200])
    assert is_solution(model, {"y": largest})


def test_an_exponent_past_63_bits_is_refused():
    with pytest.raises(ModelError, match="the exponent of b is 9223372036854775808, and the most"):
        integer("b", 0, 1) ** (2**63)


@pytest.mark.parametrize("exponent", [63, 64, 65, 10**6, 2**63 - 2])
def test_a_power_of_what_stays_small_may_have_any_exponent(solver: Solver, exponent: int):
    y, z = integer("y", -1, 1), integer("z", 0, 1)
    model = Model("powers", y, z, y**exponent == z, y ** (exponent + 1) != 0)
    expected = {(1, 1)} | ({(-1, 1)} if exponent % 2 == 0 else set())
    assert {solution.row for solution in solutions(model, solver.name)} == expected
