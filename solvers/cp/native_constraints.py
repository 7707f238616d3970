"""The constraints that are native to OR-Tools' original CP solver, posted where they must hold.

It reifies none of them, so that under a not, an or and the like all are decomposed. What it says
of a corner otherwise than the language is settled here, or left to the decomposition. Its
sub-circuit loses solutions where a node has a known successor, so it is never asked for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

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
from ..harness.adapting.natives import Ends, Native, Natives, several

if TYPE_CHECKING:
    from .translation import Translation

_WIDEST = 2**16
"""Tables and automata hold a mask for each integer between the least and the greatest value."""
LARGEST = 2**50
"""The greatest size of a value."""
_MOST_ENERGY = 2**60
"""Of tasks, a time times a demand or a capacity: past 64 bits the library loses solutions."""

Terms = Sequence[Term]

# ------------------------------------------------------------------------------- terms


def _natives(terms: Iterable[Term]) -> list[Any]:
    return [term.native for term in terms]


def _are_fixed(ends: Ends) -> bool:
    return all(low == high for low, high in ends)


def _are_natural(ends: Ends) -> bool:
    return all(low >= 0 for low, _ in ends)


def _is_close(values: Iterable[Any]) -> bool:
    numbers = list(map(int, values))
    return max(numbers) - min(numbers) <= _WIDEST and max(map(abs, numbers)) <= LARGEST


def _energy(ends: Ends, size: int) -> int:
    """The greatest time of any task, times the greatest demand or capacity together."""
    starts, durations, demands = ends[:size], ends[size : 2 * size], ends[2 * size :]
    times = [abs(end) + d[1] for s, d in zip(starts, durations, strict=True) for end in s]
    return max(times, default=0) * sum(max(abs(low), abs(high)) for low, high in demands)


def _copy(on: Translation, term: Term, low: int, high: int) -> Term:
    """A variable of its own that equals `term`, from `low` to `high`."""
    if max(low, term.low) > min(high, term.high):
        on.refute()
        return on.constant(low)
    copy = on.new(max(low, term.low), min(high, term.high))
    on.equate(copy.native, term.native)
    return copy


def _within(on: Translation, terms: Terms, low: int, high: int) -> list[Any]:
    """Natives that equal `terms`, all of them from `low` to `high`."""
    return _natives(
        term if low <= term.low and term.high <= high else _copy(on, term, low, high)
        for term in terms
    )


# ------------------------------------------------------------------------- constraints


def _all_different_except(on: Translation, _: AllDifferentExcept, terms: Terms) -> None:
    on.add(on.native.AllDifferentExcept(_natives(terms[:-1]), terms[-1].low))


def _circuit(on: Translation, _: Circuit, terms: Terms) -> None:
    """A node alone is no circuit to the library."""
    several = _natives(terms)
    on.add(on.native.Circuit(several) if len(several) > 1 else several[0] == 0)


def _inverse(on: Translation, inverse: Inverse, terms: Terms) -> None:
    several, size = _natives(terms), len(inverse.forward)
    on.add(on.native.InversePermutationConstraint(several[:size], several[size:]))


def _lexicographic(on: Translation, order: Lexicographic, terms: Terms) -> None:
    several, size = _natives(terms), len(order.left)
    make = on.native.LexicalLess if order.strict else on.native.LexicalLessOrEqual
    on.add(make(several[:size], several[size:]))


def _count(on: Translation, count: Count, terms: Terms) -> None:
    size = len(count.terms)
    values = dict.fromkeys(term.low for term in terms[size:-1])
    found = [on.new(0, size) for _ in values]
    for value, number in zip(values, found, strict=True):
        on.add(on.native.Count(_natives(terms[:size]), value, number.native))
    on.require_compared(on.linear(found, [1] * len(found), 0), count.relation, terms[-1])


def _cardinality(on: Translation, cardinality: Cardinality, terms: Terms) -> None:
    values, size = list(map(int, cardinality.values)), len(cardinality.terms)
    several = _natives(terms)
    on.add(on.native.Distribute(several[:size], values, several[size:]))
    for term in several[:size] if cardinality.closed else ():
        on.add(on.native.MemberCt(term, values))


def _table(on: Translation, allowed: Allowed, terms: Terms) -> None:
    rows = list(dict.fromkeys(tuple(map(int, row)) for row in allowed.rows))
    if not rows:
        return on.refute()
    places = zip(terms, zip(*rows, strict=True), strict=True)
    several = [_within(on, [term], min(column), max(column))[0] for term, column in places]
    return on.add(on.native.AllowedAssignments(several, rows))


def _automaton(on: Translation, regular: Regular, terms: Terms) -> None:
    """Its automaton, which ends the process where no state accepts."""
    symbols, accepting = list(map(int, regular.symbols)), list(regular.accepting)
    if not symbols or not accepting:
        return on.refute()
    moves = [(before, int(symbol), after) for before, symbol, after in regular.transitions]
    several = _within(on, terms, min(symbols), max(symbols))
    return on.add(on.native.TransitionConstraint(several, moves, regular.start, accepting))


def _no_overlap(on: Translation, tasks: NoOverlap, terms: Terms) -> None:
    """Tasks of some duration: it keeps one of none from starting within another."""
    starts, durations = terms[: len(tasks.starts)], terms[len(tasks.starts) :]
    if any(duration.low < 0 for duration in durations):
        return on.refute()
    live = [_task(on, s, d) for s, d in zip(starts, durations, strict=True) if d.high]
    return on.add(on.native.DisjunctiveConstraint(live, "")) if len(live) > 1 else None


def _task(on: Translation, start: Term, duration: Term) -> Any:
    return on.native.FixedDurationIntervalVar(start.native, duration.high, "")


def _cumulative(on: Translation, tasks: Cumulative, terms: Terms) -> None:
    """Tasks of some duration; no variable both demands, or limits, and starts a task.

    A demand that may be negative ends the process, and a capacity that is a start loses solutions.
    """
    size = len(tasks.starts)
    starts, durations = terms[:size], terms[size : 2 * size]
    if any(duration.low < 0 for duration in durations):
        return on.refute()
    apart = [t if t.is_fixed and t.low >= 0 else _copy(on, t, 0, t.high) for t in terms[2 * size :]]
    live = [place for place, duration in enumerate(durations) if duration.high]
    if not live:
        return None
    lasting = [_task(on, starts[place], durations[place]) for place in live]
    demands = [apart[place].native for place in live]
    return on.add(on.native.Cumulative(lasting, demands, apart[-1].native, ""))


def _bin_packing(on: Translation, packing: BinPacking, terms: Terms) -> None:
    """Items that all lie in a bin: to it, the number of bins stands for lying in none."""
    size = len(packing.bins)
    sizes = [term.low for term in terms[size : 2 * size]]
    capacities = [term.low for term in terms[2 * size :]]
    pack = on.native.Pack(_within(on, terms[:size], 0, len(capacities) - 1), len(capacities))
    pack.AddWeightedSumLessOrEqualConstantDimension(sizes, capacities)
    on.add(pack)


def _is_native_cumulative(tasks: Cumulative, ends: Ends) -> bool:
    size = len(tasks.starts)
    return _are_fixed(ends[size : 2 * size]) and _energy(ends, size) <= _MOST_ENERGY


def _is_native_bin_packing(packing: BinPacking, ends: Ends) -> bool:
    known = ends[len(packing.bins) :]
    return bool(packing.bins and packing.capacities) and _are_fixed(known) and _are_natural(known)


NATIVE = Natives(
    BoundedTranslator.ALL_DIFFERENT,
    Native(
        AllDifferentExcept,
        _all_different_except,
        lambda _, ends: _are_fixed(ends[-1:]),
        "the exempt value is a constant",
    ),
    Native(
        Allowed,
        _table,
        lambda one, ends: bool(ends) and all(map(_is_close, zip(*one.rows, strict=True))),
    ),
    Native(
        BinPacking,
        _bin_packing,
        _is_native_bin_packing,
        "sizes and capacities are constants from 0",
    ),
    Native(
        Cardinality,
        _cardinality,
        lambda one, ends: len(ends) > 1 and all(abs(int(v)) < 2**31 for v in one.values),
    ),
    Native(Circuit, _circuit),
    Native(
        Count,
        _count,
        lambda one, _: all(isinstance(value, Constant) for value in one.values),
        "the values are constants",
    ),
    Native(
        Cumulative,
        _cumulative,
        _is_native_cumulative,
        "durations are constants, and times times demands below 2**60",
    ),
    Native(Inverse, _inverse, several),
    Native(Lexicographic, _lexicographic, several),
    Native(
        NoOverlap,
        _no_overlap,
        lambda one, ends: _are_fixed(ends[len(one.starts) :]),
        "durations are constants",
    ),
    Native(
        Regular,
        _automaton,
        lambda one, ends: bool(ends) and _is_close((0, one.states, *one.symbols)),
    ),
)
"""Besides what they say, the values in a table or an automaton lie within 65,536 of each other."""
