"""The constraints that are native to OR-Tools' original CP solver, posted where they must hold.

It reifies none of them, so that under a not, an or and the like all are decomposed. What it says
of a corner otherwise than the language is settled here, or left to the decomposition. Its
sub-circuit loses solutions where a node has a known successor, so it is never asked for one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...models.language.expressions import Bounds
from ..harness.adapting import natives as of
from ..harness.adapting.bounded import BoundedTranslator, Term

if TYPE_CHECKING:
    from .translation import Translation

_WIDEST = 2**16
"""Tables and automata hold a mask for each integer between the least and the greatest value."""
LARGEST = 2**50
"""The greatest size of a value."""
_MOST_ENERGY = 2**60
"""Of tasks, a time times a demand or a capacity: past 64 bits the library loses solutions."""

Terms = Sequence[Term]


# -------------------------------------------------------------------------- conditions


def _are_fixed(ends: Iterable[Bounds]) -> bool:
    return all(low == high for low, high in ends)


def _is_close(values: Iterable[Any]) -> bool:
    numbers = list(map(int, values))
    return max(numbers) - min(numbers) <= _WIDEST and max(map(abs, numbers)) <= LARGEST


def _is_native_cumulative(
    starts: of.Ends, durations: of.Ends, demands: of.Ends, capacity: Bounds
) -> bool:
    """The greatest time of any task, times the greatest demand or capacity together, is small."""
    times = [abs(end) + d[1] for s, d in zip(starts, durations, strict=True) for end in s]
    most = sum(max(abs(low), abs(high)) for low, high in (*demands, capacity))
    return _are_fixed(durations) and max(times, default=0) * most <= _MOST_ENERGY


def _is_native_bin_packing(bins: of.Ends, sizes: of.Ends, capacities: of.Ends) -> bool:
    known = [*sizes, *capacities]
    return bool(bins and capacities) and _are_fixed(known) and min(known)[0] >= 0


# ------------------------------------------------------------------------------- terms


def _natives(terms: Iterable[Term]) -> list[Any]:
    return [term.native for term in terms]


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


def _count(on: Translation, terms: Terms, values: Terms, relation: str, number: Term) -> None:
    known = dict.fromkeys(value.low for value in values)
    found = [on.new(0, len(terms)) for _ in known]
    for value, counted in zip(known, found, strict=True):
        on.add(on.native.Count(_natives(terms), value, counted.native))
    on.require_compared(on.linear(found, [1] * len(found), 0), relation, number)


def _cardinality(
    on: Translation, terms: Terms, counts: Terms, values: Sequence[Any], closed: bool
) -> None:
    numbers = list(map(int, values))
    on.add(on.native.Distribute(_natives(terms), numbers, _natives(counts)))
    for term in terms if closed else ():
        on.add(on.native.MemberCt(term.native, numbers))


def _circuit(on: Translation, terms: Terms) -> None:
    """A node alone is no circuit to the library."""
    several = _natives(terms)
    on.add(on.native.Circuit(several) if len(several) > 1 else several[0] == 0)


def _table(on: Translation, terms: Terms, rows: Sequence[Sequence[Any]]) -> None:
    if not rows:
        return on.refute()
    kept = list(dict.fromkeys(tuple(map(int, row)) for row in rows))
    places = zip(terms, zip(*kept, strict=True), strict=True)
    several = [_within(on, [term], min(column), max(column))[0] for term, column in places]
    return on.add(on.native.AllowedAssignments(several, kept))


def _automaton(on: Translation, regular: of.Regular, terms: Terms) -> None:
    """Its automaton, which ends the process where no state accepts."""
    symbols, accepting = list(map(int, regular.symbols)), list(regular.accepting)
    if not symbols or not accepting:
        return on.refute()
    moves = [(before, int(symbol), after) for before, symbol, after in regular.transitions]
    several = _within(on, terms, min(symbols), max(symbols))
    return on.add(on.native.TransitionConstraint(several, moves, regular.start, accepting))


def _task(on: Translation, start: Term, duration: Term) -> Any:
    return on.native.FixedDurationIntervalVar(start.native, duration.high, "")


def _no_overlap(on: Translation, starts: Terms, durations: Terms) -> None:
    """Tasks of some duration: it keeps one of none from starting within another."""
    if any(duration.low < 0 for duration in durations):
        return on.refute()
    tasks = [_task(on, s, d) for s, d in zip(starts, durations, strict=True) if d.high]
    return on.add(on.native.DisjunctiveConstraint(tasks, "")) if len(tasks) > 1 else None


def _no_overlap_2d(on: Translation, x: Terms, y: Terms, widths: Terms, heights: Terms) -> None:
    """Rectangles but those of width or height 0, which the library keeps out of the others."""
    every = zip(x, y, widths, heights, strict=True)
    live = [one for one in every if one[2].high and one[3].high]
    if len(live) < 2:
        return None
    lists = map(_natives, zip(*live, strict=True))
    return on.add(on.native.NonOverlappingBoxesConstraint(*lists))


def _cumulative(
    on: Translation, starts: Terms, durations: Terms, demands: Terms, capacity: Term
) -> None:
    """Tasks of some duration; no variable both demands, or limits, and starts a task.

    A demand that may be negative ends the process, and a capacity that is a start loses solutions.
    """
    if any(duration.low < 0 for duration in durations):
        return on.refute()
    limits = (*demands, capacity)
    apart = [t if t.is_fixed and t.low >= 0 else _copy(on, t, 0, t.high) for t in limits]
    live = [place for place, duration in enumerate(durations) if duration.high]
    if not live:
        return None
    tasks = [_task(on, starts[place], durations[place]) for place in live]
    needed = [apart[place].native for place in live]
    return on.add(on.native.Cumulative(tasks, needed, apart[-1].native, ""))


def _bin_packing(on: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> None:
    """Items that all lie in a bin: to it, the number of bins stands for lying in none."""
    most = [capacity.low for capacity in capacities]
    pack = on.native.Pack(_within(on, bins, 0, len(most) - 1), len(most))
    pack.AddWeightedSumLessOrEqualConstantDimension([size.low for size in sizes], most)
    on.add(pack)


NATIVE = of.Natives(
    BoundedTranslator.ALL_DIFFERENT,
    of.required(
        of.AllDifferentExcept,
        lambda on, terms, free: on.add(on.native.AllDifferentExcept(_natives(terms), free.low)),
        lambda _, ends: _are_fixed(ends[-1:]),
        "the exempt value is a constant",
    ),
    of.required(
        of.Allowed,
        _table,
        lambda one, ends: bool(ends) and all(map(_is_close, zip(*one.rows, strict=True))),
    ),
    of.required(
        of.BinPacking,
        _bin_packing,
        of.by_ends(_is_native_bin_packing),
        "sizes and capacities are constants from 0",
    ),
    of.required(
        of.Cardinality,
        _cardinality,
        lambda one, ends: len(ends) > 1 and all(abs(int(v)) < 2**31 for v in one.values),
    ),
    of.required(of.Circuit, _circuit),
    of.required(of.Count, _count, of.constants("values"), "the values are constants"),
    of.required(
        of.Cumulative,
        _cumulative,
        of.by_ends(_is_native_cumulative),
        "durations are constants, and times times demands below 2**60",
    ),
    of.required(
        of.Inverse,
        lambda on, *both: on.add(on.native.InversePermutationConstraint(*map(_natives, both))),
        of.several,
    ),
    of.required(
        of.Lexicographic,
        lambda on, left, right, strict: on.add(
            (on.native.LexicalLess if strict else on.native.LexicalLessOrEqual)(
                _natives(left), _natives(right)
            )
        ),
        of.several,
    ),
    of.required(
        of.NoOverlap,
        _no_overlap,
        of.by_ends(lambda _, durations: _are_fixed(durations)),
        "durations are constants",
    ),
    of.required(
        of.NoOverlap2D,
        _no_overlap_2d,
        of.by_ends(lambda x, y, wide, high: all(a == b >= 0 for a, b in (*wide, *high))),
        "widths and heights are constants from 0",
    ),
    of.Native(
        of.Regular,
        _automaton,
        lambda one, ends: bool(ends) and _is_close((0, one.states, *one.symbols)),
    ),
)
"""Besides what they say, the values in a table or an automaton lie within 65,536 of each other."""
