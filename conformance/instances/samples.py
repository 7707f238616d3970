"""Small random instances of each constraint; `cells.py` makes the table of them.

A constraint without a maker here fails the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ...models import (
    Constraint,
    Variable,
    all_different,
    all_different_except,
    all_equal,
    all_of,
    allowed,
    any_of,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    forbidden,
    increasing,
    inverse,
    lexicographic,
    no_overlap,
    number_of_values,
    precedence,
    predicate,
    regular,
    subcircuit,
)
from ...models.language import constraints as core
from ...models.language.constraints import terms_of
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.increasing import Increasing
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from .draw import COMPARE, Draw

Maker = Callable[[Draw], Constraint]


def has_even_sum(*values: int) -> bool:
    """A predicate of any number of integers."""
    return sum(values) % 2 == 0


def is_small(*values: int) -> bool:
    """A predicate of any number of integers."""
    return math.prod(values) < 3


def never(*values: int) -> bool:
    """A predicate that nothing satisfies."""
    return False


def make_count(draw: Draw) -> Constraint:
    terms, pick = draw.terms(), draw.random
    values = terms_of([draw.constant() for _ in range(pick.randint(0, 2))] or [0], "values")
    if draw.shape not in ("constant", "empty") and pick.random() < 0.3:
        values = (*values, draw.term())
    number = terms_of([draw.number()], "number")[0]
    return Count(tuple(terms), values, draw.relation(), number)


def make_cardinality(draw: Draw) -> Constraint:
    values = draw.random.sample(range(-1, 4), draw.random.randint(0 + (draw.shape == "plain"), 2))
    closed = draw.random.random() < 0.4
    terms = draw.terms()
    return cardinality(terms, {value: draw.number(0, 2) for value in values}, closed=closed)


def make_precedence(draw: Draw) -> Constraint:
    values = draw.random.sample(range(-1, 4), draw.random.randint(1, 3))
    return precedence(draw.terms(), values)


def make_table(draw: Draw, kind: Callable[..., Constraint]) -> Constraint:
    terms = draw.terms(0, 3)
    several = 0 if draw.random.random() < 0.1 else draw.random.randint(1, 6)
    rows: list[list[Any]] = [[draw.random.randint(-2, 3) for _ in terms] for _ in range(several)]
    if terms and draw.variables and draw.shape != "unsatisfiable":
        rows += [[draw.random.choice(v.domain) for v in _fill(draw, terms)] for _ in range(3)]
    return kind(terms, rows)


def _fill(draw: Draw, terms: list[Any]) -> list[Variable]:
    """A variable for each term, so that rows of their values are likely ones."""
    return [t if isinstance(t, Variable) else draw.random.choice(draw.variables) for t in terms]


def make_regular(draw: Draw) -> Constraint:
    pick, terms = draw.random, draw.terms()
    states = range(pick.randint(1, 3))
    moves = {
        (state, symbol): pick.choice(states)
        for state in states
        for symbol in range(-1, 4)
        if pick.random() < 0.7
    }
    known = {0, *(state for state, _ in moves), *moves.values()}
    return regular(terms, moves, 0, pick.sample(sorted(known), pick.randint(0, len(known))))


def make_predicate(draw: Draw) -> Constraint:
    return predicate(draw.random.choice([has_even_sum, is_small, never]), draw.terms(0, 3))


def make_lexicographic(draw: Draw) -> Constraint:
    left = draw.terms(0, 2)
    return lexicographic(left, draw.several(len(left)), strict=draw.random.random() < 0.5)


def make_inverse(draw: Draw) -> Constraint:
    forward = draw.terms(0, 2)
    return inverse(forward, draw.several(len(forward)))


def make_cumulative(draw: Draw) -> Constraint:
    starts, pick = draw.terms(0, 3), draw.random
    durations = [draw.number(0, 3) for _ in starts]
    demands = [draw.number(0, 2) for _ in starts]
    return cumulative(starts, durations, demands, pick.choice([1, 2, draw.number(0, 1)]))


def make_no_overlap(draw: Draw) -> Constraint:
    starts = draw.terms(0, 3)
    return no_overlap(starts, [draw.number(0, 2) for _ in starts])


def make_bin_packing(draw: Draw) -> Constraint:
    bins = draw.terms(0, 3)
    sizes = [draw.number(-1, 3) for _ in bins]
    return bin_packing(bins, sizes, [draw.number(0, 4) for _ in range(draw.random.randint(1, 3))])


def make_comparison(draw: Draw) -> Constraint:
    made: Constraint = COMPARE[draw.relation()](draw.term(), draw.term())
    return made


def make_not(draw: Draw) -> Constraint:
    return ~(draw.condition() if draw.random.random() < 0.6 else make_or(draw))


def make_and(draw: Draw) -> Constraint:
    return all_of(_conditions(draw))


def make_or(draw: Draw) -> Constraint:
    return any_of(_conditions(draw))


def _conditions(draw: Draw) -> list[Constraint]:
    most = 0 if draw.shape == "empty" else 3
    return [draw.condition() for _ in range(draw.random.randint(min(1, most), most))]


MAKERS: dict[type[Constraint], Maker] = {
    core.Comparison: make_comparison,
    core.And: make_and,
    core.Or: make_or,
    core.Not: make_not,
    AllDifferent: lambda draw: all_different(draw.terms(0, 4)),
    AllDifferentExcept: lambda draw: all_different_except(
        draw.terms(0, 3), draw.term() if draw.random.random() < 0.2 else draw.constant(0, 2)
    ),
    AllEqual: lambda draw: all_equal(draw.terms()),
    Count: make_count,
    Cardinality: make_cardinality,
    NumberOfValues: lambda draw: number_of_values(draw.terms(), draw.number(0, 3)),
    Precedence: make_precedence,
    Allowed: lambda draw: make_table(draw, allowed),
    Forbidden: lambda draw: make_table(draw, forbidden),
    Regular: make_regular,
    Predicate: make_predicate,
    Increasing: lambda draw: increasing(draw.terms(0, 4), strict=draw.random.random() < 0.5),
    Lexicographic: make_lexicographic,
    Inverse: make_inverse,
    Circuit: lambda draw: circuit(draw.terms(1, 4)),
    Subcircuit: lambda draw: subcircuit(draw.terms(1, 4)),
    Cumulative: make_cumulative,
    NoOverlap: make_no_overlap,
    BinPacking: make_bin_packing,
}
"""The maker of instances of each constraint."""
