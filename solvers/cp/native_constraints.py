"""The constraints that are native to OR-Tools' original CP solver, posted where they must hold.

It reifies none of them, so that under a not, an or and the like all are decomposed. What it says
of a corner otherwise than the language is settled here, or left to the decomposition. Its
sub-circuit loses solutions where a node has a known successor, so it is never asked for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.expressions import Constant
from ...models.language.global_constraints.all_different import AllDifferentExcept
from ...models.language.global_constraints.bin_packing import BinPacking
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.circuit import Circuit
from ...models.language.global_constraints.count import Count
from ...models.language.global_constraints.cumulative import Cumulative
from ...models.language.global_constraints.inverse import Inverse
from ...models.language.global_constraints.lexicographic import Lexicographic
from ...models.language.global_constraints.no_overlap import NoOverlap
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed
from ..harness.adapting.bounded import BoundedTranslator, Term

_WIDEST = 2**16
"""Tables and automata hold a mask for each integer between the least and the greatest value."""
LARGEST = 2**50
"""The greatest size of a value."""
_MOST_ENERGY = 2**60
"""Of tasks, a time times a demand or a capacity: past 64 bits the library loses solutions."""

Terms = Sequence[Term]

NATIVE_WHERE = {
    "AllDifferentExcept": "the exempt value is a constant",
    "BinPacking": "sizes and capacities are constants from 0",
    "Count": "the values are constants",
    "Cumulative": "durations are constants, and times times demands below 2**60",
    "NoOverlap": "durations are constants",
}
"""Besides, the values in a table or an automaton lie within 65,536 of each other."""


def is_native(constraint: Constraint, terms: Terms) -> bool:
    """True if `post` can require `constraint`, whose parts are `terms`."""
    match constraint:
        case Circuit():
            return True
        case AllDifferentExcept():
            return terms[-1].is_fixed
        case Cardinality(_, _, values, _):
            return len(terms) > 1 and all(abs(int(value)) < 2**31 for value in values)
        case Inverse() | Lexicographic():
            return len(terms) > 1
        case Count(_, values, _, _):
            return all(isinstance(value, Constant) for value in values)
        case Allowed(_, rows):
            return bool(terms) and all(map(_is_close, zip(*rows, strict=True)))
        case Regular():
            return bool(terms) and _is_close((0, constraint.states, *constraint.symbols))
        case NoOverlap(starts, _):
            return _are_fixed(terms[len(starts) :])
        case Cumulative(starts, _, _, _):
            size = len(starts)
            return _are_fixed(terms[size : 2 * size]) and _energy(terms, size) <= _MOST_ENERGY
        case BinPacking(bins, _, capacities):
            known = terms[len(bins) :]
            return bool(bins and capacities) and _are_fixed(known) and _are_natural(known)
        case _:
            return False


def post(on: BoundedTranslator, native: Any, constraint: Constraint, terms: Terms) -> None:
    """Require `constraint` of `terms`, its parts, by the library's solver `native`."""
    several = _natives(terms)
    match constraint:
        case AllDifferentExcept():
            native.Add(native.AllDifferentExcept(several[:-1], terms[-1].low))
        case Circuit():  # a node alone is no circuit to it
            native.Add(native.Circuit(several) if len(terms) > 1 else several[0] == 0)
        case Inverse(forward, _):
            both = several[: len(forward)], several[len(forward) :]
            native.Add(native.InversePermutationConstraint(*both))
        case Lexicographic(left, _, strict):
            order = native.LexicalLess if strict else native.LexicalLessOrEqual
            native.Add(order(several[: len(left)], several[len(left) :]))
        case Count():
            _count(on, native, constraint, terms)
        case Cardinality():
            _cardinality(native, constraint, several)
        case Allowed(_, rows):
            _table(on, native, terms, [tuple(map(int, row)) for row in rows])
        case Regular():
            _automaton(on, native, constraint, terms)
        case NoOverlap(starts, _):
            _no_overlap(on, native, terms[: len(starts)], terms[len(starts) :])
        case Cumulative(starts, _, _, _):
            _cumulative(on, native, terms, len(starts))
        case BinPacking(bins, _, _):
            _packed(on, native, terms, len(bins))
        case _:
            raise NotImplementedError(f"cp has no native {type(constraint).__name__}")


# ------------------------------------------------------------------------------- terms


def _natives(terms: Iterable[Term]) -> list[Any]:
    return [term.native for term in terms]


def _are_fixed(terms: Terms) -> bool:
    return all(term.is_fixed for term in terms)


def _are_natural(terms: Terms) -> bool:
    return all(term.low >= 0 for term in terms)


def _is_close(values: Iterable[Any]) -> bool:
    numbers = list(map(int, values))
    return max(numbers) - min(numbers) <= _WIDEST and max(map(abs, numbers)) <= LARGEST


def _energy(terms: Terms, size: int) -> int:
    """The greatest time of any task, times the greatest demand or capacity together."""
    starts, durations, demands = terms[:size], terms[size : 2 * size], terms[2 * size :]
    times = [abs(end) + d.high for s, d in zip(starts, durations, strict=True) for end in s[1:]]
    return max(times, default=0) * sum(max(abs(term.low), abs(term.high)) for term in demands)


def _copy(on: BoundedTranslator, term: Term, low: int, high: int) -> Term:
    """A variable of its own that equals `term`, from `low` to `high`."""
    if max(low, term.low) > min(high, term.high):
        on.refute()
        return on.constant(low)
    copy = on.new(max(low, term.low), min(high, term.high))
    on.equate(copy.native, term.native)
    return copy


def _within(on: BoundedTranslator, terms: Terms, low: int, high: int) -> list[Any]:
    """Natives that equal `terms`, all of them from `low` to `high`."""
    return _natives(
        term if low <= term.low and term.high <= high else _copy(on, term, low, high)
        for term in terms
    )


# ------------------------------------------------------------------------- constraints


def _count(on: BoundedTranslator, native: Any, count: Count, terms: Terms) -> None:
    size = len(count.terms)
    values = dict.fromkeys(term.low for term in terms[size:-1])
    found = [on.new(0, size) for _ in values]
    for value, number in zip(values, found, strict=True):
        native.Add(native.Count(_natives(terms[:size]), value, number.native))
    on.require_compared(on.linear(found, [1] * len(found), 0), count.relation, terms[-1])


def _cardinality(native: Any, cardinality: Cardinality, several: list[Any]) -> None:
    values, size = list(map(int, cardinality.values)), len(cardinality.terms)
    native.Add(native.Distribute(several[:size], values, several[size:]))
    if cardinality.closed:
        for term in several[:size]:
            native.Add(native.MemberCt(term, values))


def _table(on: BoundedTranslator, native: Any, terms: Terms, rows: list[tuple[int, ...]]) -> None:
    if not rows:
        return on.refute()
    places = zip(terms, zip(*rows, strict=True), strict=True)
    several = [_within(on, [term], min(column), max(column))[0] for term, column in places]
    native.Add(native.AllowedAssignments(several, list(dict.fromkeys(rows))))
    return None


def _automaton(on: BoundedTranslator, native: Any, regular: Regular, terms: Terms) -> None:
    """Its automaton, which ends the process where no state accepts."""
    symbols, accepting = list(map(int, regular.symbols)), list(regular.accepting)
    if not symbols or not accepting:
        return on.refute()
    moves = [(before, int(symbol), after) for before, symbol, after in regular.transitions]
    several = _within(on, terms, min(symbols), max(symbols))
    native.Add(native.TransitionConstraint(several, moves, regular.start, accepting))
    return None


def _no_overlap(on: BoundedTranslator, native: Any, starts: Terms, durations: Terms) -> None:
    """Tasks of some duration: it keeps one of none from starting within another."""
    if not _are_natural(durations):
        return on.refute()
    tasks = [_task(native, s, d) for s, d in zip(starts, durations, strict=True) if d.high]
    if len(tasks) > 1:
        native.Add(native.DisjunctiveConstraint(tasks, ""))
    return None


def _task(native: Any, start: Term, duration: Term) -> Any:
    return native.FixedDurationIntervalVar(start.native, duration.high, "")


def _cumulative(on: BoundedTranslator, native: Any, terms: Terms, size: int) -> None:
    """Tasks of some duration; no variable both demands, or limits, and starts a task.

    A demand that may be negative ends the process, and a capacity that is a start loses solutions.
    """
    starts, durations = terms[:size], terms[size : 2 * size]
    if not _are_natural(durations):
        return on.refute()
    apart = [t if t.is_fixed and t.low >= 0 else _copy(on, t, 0, t.high) for t in terms[2 * size :]]
    live = [place for place, duration in enumerate(durations) if duration.high]
    if live:
        tasks = [_task(native, starts[place], durations[place]) for place in live]
        demands = [apart[place].native for place in live]
        native.Add(native.Cumulative(tasks, demands, apart[-1].native, ""))
    return None


def _packed(on: BoundedTranslator, native: Any, terms: Terms, size: int) -> None:
    """Items that all lie in a bin: to it, the number of bins stands for lying in none."""
    sizes = [term.low for term in terms[size : 2 * size]]
    capacities = [term.low for term in terms[2 * size :]]
    pack = native.Pack(_within(on, terms[:size], 0, len(capacities) - 1), len(capacities))
    pack.AddWeightedSumLessOrEqualConstantDimension(sizes, capacities)
    native.Add(pack)
