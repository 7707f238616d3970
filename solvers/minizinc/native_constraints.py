"""The constraints of MiniZinc's standard library, each posted as a whole.

They are used in the cases where they mean what the language means; everything else is decomposed.
A truth is had from a constraint that gives a number, which is compared then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import Constraint
from ...models.language.global_constraints.all_different import AllDifferentExcept
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
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden, Row
from ..harness.adapting.bounded import Term

if TYPE_CHECKING:
    from .translation import Translation

Terms = Sequence[Term]

MOST_VALUES = 1_000
"""Terms that may take values further apart are not counted value by value."""
MOST_MOVES = 100_000
"""An automaton with more states times symbols is not written down."""

NATIVE_WHERE = {
    "AllDifferentExcept": "the exempt value is a constant, and values are less than 1,000 apart",
    "BinPacking": "sizes are constants of 0 or more",
    "Cardinality": "values are less than 1,000 apart",
    "Count": "there is one value, or all of them are constants",
    "Cumulative": "durations are constants or above 0, demands and the capacity never negative",
    "Forbidden": "it has at most 5 terms, or the solver is Gecode up to 6.2",
    "NoOverlap": "durations are never negative",
    "NumberOfValues": "values are less than 1,000 apart",
    "Precedence": "values are less than 1,000 apart",
    "Regular": "states times symbols are at most 100,000",
}


def is_native(constraint: Constraint, parts: Terms) -> bool:
    """True if `required` has `constraint` as a whole, given the values of its parts."""
    match constraint:
        case Increasing() | AllEqual() | Circuit() | Subcircuit():
            return len(parts) > 1
        case Inverse() | Lexicographic():
            return bool(parts)
        case Allowed(terms, rows) | Forbidden(terms, rows):
            return bool(terms and rows)
        case AllDifferentExcept():
            return len(parts) > 2 and parts[-1].is_fixed and _apart(parts) < MOST_VALUES
        case Precedence(terms, values):
            return bool(terms) and len(values) > 1 and _apart(parts) < MOST_VALUES
        case Regular(terms, transitions, _, accepting) if terms and transitions and accepting:
            symbols = [int(symbol) for symbol in constraint.symbols]
            return constraint.states * (max(symbols) - min(symbols) + 1) <= MOST_MOVES
        case NoOverlap(starts, _):
            return len(starts) > 1 and _least(parts[len(starts) :]) >= 0
        case Cumulative(starts, _, _, _) if starts:
            durations = parts[len(starts) : 2 * len(starts)]
            return _least(parts[len(starts) :]) >= 0 and all(d.is_fixed or d.low for d in durations)
        case BinPacking(bins, _, capacities) if bins and capacities:
            sizes = parts[len(bins) : 2 * len(bins)]
            return all(size.is_fixed and size.low >= 0 for size in sizes)
        case _:
            return is_reified(constraint, parts)


def is_reified(constraint: Constraint, parts: Terms) -> bool:
    """True if `truth` has `constraint`, which compares numbers that the library gives.

    The truth of a table is left out: MiniZinc loses a table that is known to hold.
    """
    match constraint:
        case Count(terms, values, _, _):
            wanted = parts[len(terms) : -1]
            return bool(terms) and (len(values) == 1 or all(value.is_fixed for value in wanted))
        case NumberOfValues(terms, _):
            return bool(terms) and _apart(parts[: len(terms)]) < MOST_VALUES
        case Cardinality(terms, counts, _, _):
            return bool(terms and counts) and _apart(parts[: len(terms)]) < MOST_VALUES
        case _:
            return False


def truth(text: Translation, constraint: Constraint, parts: Terms) -> Any:
    """Holds exactly where `constraint` does, which `is_reified`."""
    match constraint:
        case Count(terms, _, relation, _):
            found = text.new(0, len(terms))
            text.add(_count(text, constraint, parts, found))
            return text.compared(found, relation, parts[-1])
        case NumberOfValues(terms, _):
            found = text.new(0, len(terms))
            text.add(text.call("nvalue", found.native, _list(parts[:-1])))
            return text.compared(found, "==", parts[-1])
        case Cardinality(terms, counts, _, closed):
            size = len(terms)
            found_all = [text.new(0, size) for _ in counts]
            text.add(_cardinality(text, constraint, parts[:size], found_all))
            pairs = zip(found_all, parts[size:], strict=True)
            same = [text.compared(found, "==", count) for found, count in pairs]
            total = text.linear(found_all, [1] * len(counts), 0)
            none_left = [text.compared(total, "==", text.constant(size))] if closed else []
            return text.all_of([*same, *none_left])
        case _:
            raise NotImplementedError(type(constraint).__name__)


def required(text: Translation, constraint: Constraint, parts: Terms) -> Any:
    """The constraint of MiniZinc that requires `constraint`, given the values of its parts."""
    match constraint:
        case AllDifferentExcept():
            exempt = f"{{{parts[-1].low}}}"
            return text.call("alldifferent_except", _list(parts[:-1]), exempt)
        case AllEqual():
            return text.call("all_equal", _list(parts))
        case Allowed(_, rows):
            return _table(text, parts, rows)
        case Forbidden(_, rows):
            taken = _table(text, parts, rows)
            return not taken if isinstance(taken, bool) else f"not {taken}"
        case BinPacking(bins, _, _):
            size = len(bins)
            return _bin_packing(text, parts[:size], parts[size : 2 * size], parts[2 * size :])
        case Cardinality(terms, _, _, closed):
            size = len(terms)
            return _cardinality(text, constraint, parts[:size], parts[size:], closed=closed)
        case Circuit():
            return text.call("circuit", _from_0(parts))
        case Subcircuit():
            return text.call("subcircuit", _from_0(parts))
        case Count(_, _, "==", _):
            return _count(text, constraint, parts, parts[-1])
        case Cumulative(starts, _, _, _):
            return _cumulative(text, len(starts), parts)
        case Increasing(_, strict):
            return text.call("strictly_increasing" if strict else "increasing", _list(parts))
        case Inverse(forward, _):
            size = len(forward)
            return text.call("inverse", _from_0(parts[:size]), _from_0(parts[size:]))
        case Lexicographic(left, _, strict):
            size = len(left)
            order = "lex_less" if strict else "lex_lesseq"
            return text.call(order, _list(parts[:size]), _list(parts[size:]))
        case NoOverlap(starts, _):
            size = len(starts)
            return text.call("disjunctive", _list(parts[:size]), _list(parts[size:]))
        case NumberOfValues():
            return text.call("nvalue", parts[-1].native, _list(parts[:-1]))
        case Precedence(_, values):
            pairs = [f"{int(a)}, {int(b)}" for a, b in pairwise(values)]
            calls = [text.call("value_precede", pair, _list(parts)) for pair in pairs]
            return calls[0] if len(calls) == 1 else text.conjunction(calls)
        case Regular():
            return _regular(text, constraint, parts)
        case _:
            return truth(text, constraint, parts)


def _table(text: Translation, terms: Terms, rows: Sequence[Row]) -> str | bool:
    """`terms` take together one of `rows`; those that they cannot take are left out.

    Each term stands once: Gecode finds too much where one stands twice.
    """
    columns = list(
        {term.native: place for place, term in reversed(list(enumerate(terms)))}.values()
    )
    numbers = ([int(value) for value in row] for row in rows)
    live = (row for row in numbers if _can_be(terms, row))
    kept = dict.fromkeys(tuple(row[place] for place in columns) for row in live)
    if not kept:
        return False
    listed = _numbers(value for row in kept for value in row)
    table = f"array2d(1..{len(kept)}, 1..{len(columns)}, {listed})"
    return text.call("table", _list([terms[place] for place in columns]), table)


def _count(text: Translation, constraint: Count, parts: Terms, number: Term) -> str:
    """As many of the terms as `number` says take one of the values."""
    size = len(constraint.terms)
    terms, values = _list(parts[:size]), parts[size:-1]
    if len(values) == 1:
        return text.call("count", terms, values[0].native, number.native)
    several = ", ".join(str(value.low) for value in values)
    return text.call("among", number.native, terms, f"{{{several}}}")


def _cardinality(
    text: Translation, constraint: Cardinality, terms: Terms, counts: Terms, closed: bool = False
) -> str:
    predicate = f"global_cardinality{'_closed' if closed else ''}"
    values = _numbers(int(value) for value in constraint.values)
    return text.call(predicate, _list(terms), values, _list(counts))


def _bin_packing(text: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> str | bool:
    """Each bin has a load, at most its capacity."""
    if any(capacity.high < 0 for capacity in capacities):
        return False
    whole = sum(size.low for size in sizes)
    loads = [text.new(0, min(whole, capacity.high)) for capacity in capacities]
    for load, capacity in zip(loads, capacities, strict=True):
        if not capacity.is_fixed:
            text.require_compared(load, "<=", capacity)
    weights = _numbers(size.low for size in sizes)
    return text.call("bin_packing_load", _from_0(loads), _list(bins), weights)


def _cumulative(text: Translation, size: int, parts: Terms) -> str | bool:
    """Without tasks of no duration: Gecode lets none start while others run."""
    lists = (parts[place * size : (place + 1) * size] for place in range(3))
    live = [task for task in zip(*lists, strict=True) if task[1].high > 0]
    if not live:
        return True
    return text.call("cumulative", *map(_list, zip(*live, strict=True)), parts[-1].native)


def _regular(text: Translation, regular: Regular, terms: Terms) -> str:
    """States and symbols count from 1; 0 is no state."""
    symbols = [int(symbol) for symbol in regular.symbols]
    least, several = min(symbols), max(symbols) - min(symbols) + 1
    shifted = [text.linear([term], [1], 1 - least) for term in terms]
    moves = {(before, int(symbol)): after for before, symbol, after in regular.transitions}
    states, every = range(regular.states), range(least, least + several)
    after = (moves.get((state, symbol), -1) + 1 for state in states for symbol in every)
    table = f"array2d(1..{regular.states}, 1..{several}, {_numbers(after)})"
    accepting = ", ".join(str(state + 1) for state in regular.accepting)
    numbers = f"{regular.states}, {several}, {table}, {regular.start + 1}, {{{accepting}}}"
    return text.call("regular", _list(shifted), numbers)


def _list(terms: Terms) -> str:
    return f"[{', '.join(term.native for term in terms)}]"


def _from_0(terms: Terms) -> str:
    return f"array1d(0..{len(terms) - 1}, {_list(terms)})"


def _numbers(values: Iterable[int]) -> str:
    return f"[{', '.join(map(str, values))}]"


def _can_be(terms: Terms, row: Sequence[int]) -> bool:
    """True if `terms` may take the values of `row`, the same value for the same term."""
    values: dict[str, int] = {}
    return all(
        term.low <= value <= term.high and values.setdefault(term.native, value) == value
        for term, value in zip(terms, row, strict=True)
    )


def _least(terms: Terms) -> int:
    return min(term.low for term in terms)


def _apart(terms: Terms) -> int:
    return max(term.high for term in terms) - _least(terms)
