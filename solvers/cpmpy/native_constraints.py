"""The global constraints of CPMpy's own, which it decomposes or hands on as its solver wants.

Where one is known to be wrong with a solver, `is_native` and `is_reified` say no; docs/faults has
the scripts that show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Constant, Expression, bounds
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.increasing import Increasing
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ..harness.adapting.bounded import Term

WIDEST = 1_000
"""Terms over more values than this are not posted where CPMpy goes through the values."""

WRONG: dict[str, tuple[type[Constraint], ...]] = {
    "ortools": (Forbidden, Inverse, Regular),  # CP-SAT loses solutions, or repeats them
    "pumpkin": (Cumulative, NoOverlap),  # it panics, never ends, or finds what overlaps
}
"""The constraints that are wrong where they must hold, by the solver."""
WRONG_REIFIED: dict[str, tuple[type[Constraint], ...]] = {
    "exact": (Regular,),  # the truth of the flow loses what no transition reads
    "pindakaas": (Regular,),
    "pumpkin": (Cumulative,),  # by its products, which panic
}
"""Those that are wrong where their truth is asked for."""


def is_native(constraint: Constraint, solver: str) -> bool:
    """True if `expression` is right for `constraint` where it must hold."""
    wrong = isinstance(constraint, _of(WRONG, solver)) or _has_open_demands(constraint, solver)
    return _is_offered(constraint) and not wrong


def is_reified(constraint: Constraint, solver: str) -> bool:
    """True if `expression` is right for the truth of `constraint`."""
    return _is_offered(constraint) and not isinstance(constraint, _of(WRONG_REIFIED, solver))


def _has_open_demands(constraint: Constraint, solver: str) -> bool:
    """True for tasks whose demands are variables, where CP-SAT loses solutions of them."""
    if solver not in ("ortools", "") or not isinstance(constraint, Cumulative):
        return False
    return not all(isinstance(demand, Constant) for demand in constraint.demands)


def _of(
    wrong: dict[str, tuple[type[Constraint], ...]], solver: str
) -> tuple[type[Constraint], ...]:
    """The kinds that are wrong with `solver`, or with any where it is not known."""
    return wrong.get(solver, ()) if solver else sum(wrong.values(), ())


def _is_offered(constraint: Constraint) -> bool:
    """True if CPMpy has `constraint` for as many terms, and means the same by it."""
    match constraint:
        case AllEqual(terms) | Increasing(terms) | Circuit(terms):
            return len(terms) > 1
        case AllDifferent(terms):
            return len(terms) > 1 and _has_few_values(terms)
        case AllDifferentExcept(terms, exempt):
            return len(terms) > 1 and isinstance(exempt, Constant)
        case Allowed(terms, rows) | Forbidden(terms, rows):
            return len(terms) > 0 and len(rows) > 0 and _has_few_values(terms)
        case Count(terms, values):
            # CPMpy has one value that may be a variable, or several numbers.
            known = len(values) == 1 or all(isinstance(value, Constant) for value in values)
            return len(terms) > 0 and len(values) > 0 and known
        case Cumulative(terms) | NoOverlap(terms) | Inverse(terms) | Lexicographic(terms):
            return len(terms) > 0
        case Cardinality(terms, closed=closed):
            return len(terms) > 0 and (not closed or _has_few_values(terms))
        case Precedence(terms):
            return len(terms) > 0
        case NumberOfValues(terms):
            return len(terms) > 0 and _has_few_values(terms)
        case Regular(terms):
            return len(terms) > 1 and _has_few_values(terms) and _is_readable(constraint)
        case _:
            return False


def _has_few_values(terms: Sequence[Expression]) -> bool:
    ends = [bounds(term) for term in terms]
    return max(high for _, high in ends) - min(low for low, _ in ends) < WIDEST


def _is_readable(regular: Regular) -> bool:
    """True if some transition leaves the first state, and some state accepts."""
    return len(regular.accepting) > 0 and any(s == regular.start for s, _, _ in regular.transitions)


def variables_first(constraint: Constraint, solver: str) -> int:
    """The number of terms, from the first, among which no number may stand."""
    match constraint:
        case Allowed(terms) | Forbidden(terms) | Regular(terms):
            return len(terms)
        case AllDifferent(terms) | Circuit(terms) if solver in ("", "pumpkin"):
            return len(terms)
        case Cumulative(starts):
            return len(starts)
        case _:
            return 0


def expression(module: Any, constraint: Constraint, terms: Sequence[Term], given: list[Any]) -> Any:
    """CPMpy's own for `constraint` over `given`, which are `terms`; or False, if it never holds."""
    match constraint:
        case AllDifferentExcept():
            return module.AllDifferentExceptN(given[:-1], given[-1])
        case Allowed(_, rows):
            return module.Table(given, [list(map(int, row)) for row in rows])
        case Forbidden(_, rows):
            return module.NegativeTable(given, [list(map(int, row)) for row in rows])
        case Cardinality(first, _, values, closed):
            size, numbers = len(first), list(map(int, values))
            return module.GlobalCardinalityCount(given[:size], numbers, given[size:], closed=closed)
        case Circuit():
            return _are_places(terms, len(terms)) and module.Circuit(given)
        case Count():
            return _count(module, constraint, given)
        case Cumulative(first):
            size = len(first)
            tasks = given[:size], given[size : 2 * size]
            return module.Cumulative(*tasks, demand=given[2 * size : -1], capacity=given[-1])
        case Increasing(_, strict):
            return (module.IncreasingStrict if strict else module.Increasing)(given)
        case NumberOfValues():
            return module.NValue(given[:-1]) == given[-1]
        case Precedence(_, values):
            return module.Precedence(given, list(map(int, values)))
        case Regular():
            return _regular(module, constraint, given)
        case AllDifferent() | AllEqual():
            return getattr(module, type(constraint).__name__)(given)
        case _:
            return _of_halves(module, constraint, terms, given)


def _of_halves(module: Any, constraint: Constraint, terms: Sequence[Term], given: list[Any]) -> Any:
    size = len(given) // 2
    match constraint:
        case Inverse():
            return _are_places(terms, size) and module.Inverse(given[:size], given[size:])
        case Lexicographic(strict=strict):
            kind = module.LexLess if strict else module.LexLessEq
            return kind(given[:size], given[size:])
        case NoOverlap():
            return module.NoOverlap(given[:size], given[size:])
        case _:
            raise NotImplementedError(type(constraint).__name__)


def _are_places(terms: Sequence[Term], size: int) -> bool:
    """True if no known term is out of range: CPMpy takes -1 for the last, and breaks off at 9."""
    return all(0 <= term.low < size for term in terms if term.is_fixed)


def _count(module: Any, constraint: Count, given: list[Any]) -> Any:
    """The count of a value, or of several; one that is named twice is counted twice by CPMpy."""
    size = len(constraint.terms)
    counted, values, number = given[:size], given[size:-1], given[-1]
    if len(values) == 1:
        found = module.Count(counted, values[0])
    else:
        found = module.Among(counted, list(dict.fromkeys(values)))
    return RELATIONS[constraint.relation](found, number)


def _regular(module: Any, regular: Regular, given: list[Any]) -> Any:
    """The automaton, its states renumbered: CPMpy takes a number that is left out for its sink."""
    used = sorted({state for before, _, after in regular.transitions for state in (before, after)})
    number = {state: place for place, state in enumerate(used)}
    moves = [
        (number[before], int(symbol), number[after])
        for before, symbol, after in regular.transitions
    ]
    accepting = [number[state] for state in regular.accepting if state in number]
    return module.Regular(given, moves, number[regular.start], accepting)
