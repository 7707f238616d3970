"""Long scopes and wide domains, where solvers take other ways: solutions known by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest

from ..models import (
    Constraint,
    Model,
    all_different,
    all_of,
    allowed,
    any_of,
    boolean,
    element,
    exactly,
    iff,
    increasing,
    integer,
    maximum,
    total,
    variable,
    variables,
)
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .instances.enumerate_naively import Row
from .known_puzzles import SECONDS
from .limits import soon

LONG = 60
VERY_LONG = 700
"""A number of variables that another engine searches than few."""


def found(model: Model, solver: Solver, expected: Iterable[Row]) -> None:
    """Fails where `solver` finds other rows than these; it may refuse what is too large for it.

    It may also be slow: of what it found by then, nothing may be wrong.
    """
    right = Counter(expected)
    try:
        with soon(), solutions(model, solver.name, time_limit=SECONDS, hand_over=False) as run:
            rows = Counter(solution.row for solution in run)
    except Unsupported:
        pytest.skip("unsupported")
    assert rows <= right, f"{solver.name} on {model.name}"
    if run.outcome.status == "stopped":
        pytest.skip("slow")
    assert run.outcome.complete, run.outcome
    assert rows == right, f"{solver.name} on {model.name}"


def units(size: int) -> Iterator[Row]:
    """Every row of zeros with a single 1."""
    return (tuple(int(place == one) for place in range(size)) for one in range(size))


def test_many_variables_of_a_wide_domain_are_different(solver: Solver) -> None:
    """The k-th of the long list is k or k + 1: from some place on, all are k + 1."""
    q = [variable(f"q{k}", (k, k + 1)) for k in range(LONG)]
    wide = integer("wide", 0, 9999)
    model = Model("steps", q, wide, all_different([*q, wide]), wide >= 9998)
    steps = [tuple(k + (k >= step) for k in range(LONG)) for step in range(LONG + 1)]
    found(model, solver, ((*row, last) for row in steps for last in (9998, 9999)))


@pytest.mark.parametrize("word", ["sum", "count", "negated", "mirrored"])
def test_one_of_many_is_chosen(solver: Solver, word: str) -> None:
    q = variables("q", LONG, range(2))
    rules: dict[str, Constraint] = {
        "sum": total(q) == 1,
        "count": exactly(q, 1, 1),
        "negated": ~((total(q) < 1) | (total(q) > 1)),
        "mirrored": 2 - total(2 * x for x in q) == 0,
    }
    found(Model(word, q, rules[word]), solver, units(LONG))


def test_long_disjunctions_and_conjunctions(solver: Solver) -> None:
    q, b = variables("q", LONG, range(2)), boolean("b")
    none, every = (0,) * LONG, (1,) * LONG
    found(Model("none", q, ~any_of(x == 1 for x in q)), solver, [none])
    found(Model("all", q, b, iff(b, all_of(x == 1 for x in q)), b == 1), solver, [(*every, 1)])
    found(Model("most", q, maximum(q) == 0), solver, [none])


@pytest.mark.parametrize("length", [LONG, VERY_LONG])
def test_long_chains_increase(solver: Solver, length: int) -> None:
    q = variables("q", length, range(2))
    rows = (tuple(int(place >= step) for place in range(length)) for step in range(length + 1))
    found(Model("chain", q, increasing(q)), solver, rows)


def test_long_tables_and_arrays(solver: Solver) -> None:
    x, y = integer("x", 0, 299), integer("y", 0, 899)
    rows = [(value, 7 * value % 900) for value in range(300)]
    found(Model("table", x, y, allowed([x, y], rows)), solver, rows)
    array: list[Any] = [second for _, second in rows]
    found(Model("array", x, y, y == element(array, x)), solver, rows)


@pytest.mark.parametrize(
    "values",
    [
        tuple(k * k for k in range(120)),
        range(-300, 301, 7),
        (*range(-50, 50), 90, *range(200, 300)),
    ],
    ids=["squares", "steps", "ranges"],
)
def test_long_domains_with_gaps_hold_their_values_alone(
    solver: Solver, values: Sequence[int]
) -> None:
    x, y = variable("x", values), variable("y", values)
    found(Model("gaps", x), solver, ((value,) for value in values))
    found(Model("above", x, x >= values[9]), solver, ((value,) for value in values[9:]))
    sums = [(v, w) for v in values for w in values if v + w == values[40] + values[70]]
    found(Model("sum", x, y, x + y == values[40] + values[70]), solver, sums)


@pytest.mark.parametrize(
    "values",
    [range(1, 90_002, 3), range(-7, 10**12, 10**6 + 3), tuple(k * k for k in range(20_000))],
    ids=["steps", "wide steps", "squares"],
)
def test_thousands_of_values_with_gaps_hold_or_are_refused(
    solver: Solver, values: Sequence[int]
) -> None:
    x, y = variable("x", values), integer("y", 0, 9)
    found(Model("first", x, x <= values[2] + 1), solver, ((value,) for value in values[:3]))
    found(Model("last", x, x >= values[-2] - 1), solver, ((value,) for value in values[-2:]))
    rows = [(v, v - values[1]) for v in values if 0 <= v - values[1] <= 9]
    found(Model("near", x, y, x - y == values[1]), solver, rows)


@pytest.mark.parametrize("scale", [1, -3])
def test_two_wide_domains_meet_where_they_must(solver: Solver, scale: int) -> None:
    x, y = integer("x", -5000, 5000), integer("y", 0, 9)
    rows = [(scale * value + 1, value) for value in range(10)]
    found(Model("wide", x, y, x == scale * y + 1), solver, rows)
    found(Model("bounds", x, y, abs(x) <= 1, y <= 0), solver, [(-1, 0), (0, 0), (1, 0)])
