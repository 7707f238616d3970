"""The constraints of MiniZinc's standard library, each posted as a whole.

They are used in the cases where they mean what the language means; everything else is decomposed.
A truth is had from a constraint that gives a number, which is compared then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...models.language.expressions import Bounds
from ...models.language.global_constraints.connected import Edge, OverGraph
from ...models.language.nodes import Value
from ..harness.adapting import natives as of
from ..harness.adapting.bounded import BoundedTranslator, Term

if TYPE_CHECKING:
    from .translation import Translation

Terms = Sequence[Term]

MOST_VALUES = 1_000
"""Terms that may take values further apart are not counted value by value."""
MOST_MOVES = 100_000
"""An automaton with more states times symbols is not written down."""


def _are_near(ends: of.Ends) -> bool:
    return max(high for _, high in ends) - _least(ends) < MOST_VALUES


def _least(ends: of.Ends) -> int:
    return min(low for low, _ in ends)


def _is_fixed(*ends: Bounds) -> bool:
    return all(low == high for low, high in ends)


def _can_be_read(regular: of.Regular, ends: of.Ends) -> bool:
    if not (ends and regular.transitions and regular.accepting):
        return False
    symbols = [int(symbol) for symbol in regular.symbols]
    return regular.states * (max(symbols) - min(symbols) + 1) <= MOST_MOVES


def _has_tasks(starts: of.Ends, durations: of.Ends, demands: of.Ends, capacity: Bounds) -> bool:
    if not starts or _least([*durations, *demands, capacity]) < 0:
        return False
    return all(_is_fixed(duration) or duration[0] for duration in durations)


def _called(name: str, listed: Callable[[Terms], str]) -> Callable[..., str]:
    """Posts lists of terms by a constraint of this name."""
    return lambda text, *lists: text.call(name, *map(listed, lists))


def _in_order(loose: str, strictly: str) -> Callable[..., str]:
    """Posts lists of terms by one of two constraints, as the last field says."""
    return lambda text, *fields: text.call(
        strictly if fields[-1] else loose, *map(_list, fields[:-1])
    )


def _table(text: Translation, terms: Terms, rows: Sequence[Sequence[Value]]) -> str | bool:
    """`terms` take together one of `rows`; those that they cannot take are left out.

    Each term stands once: Gecode finds too much where one stands twice.
    """
    columns = [*{term.native: place for place, term in reversed([*enumerate(terms)])}.values()]
    columns.sort()
    numbers = ([int(value) for value in row] for row in rows)
    live = (row for row in numbers if _can_be(terms, row))
    kept = dict.fromkeys(tuple(row[place] for place in columns) for row in live)
    if not kept:
        return False
    listed = _numbers(value for row in kept for value in row)
    table = f"array2d(1..{len(kept)}, 1..{len(columns)}, {listed})"
    return text.call("table", _list([terms[place] for place in columns]), table)


def _forbidden(text: Translation, terms: Terms, rows: Sequence[Sequence[Value]]) -> str | bool:
    taken = _table(text, terms, rows)
    return not taken if isinstance(taken, bool) else f"not {taken}"


def _count(text: Translation, terms: Terms, values: Terms, relation: str, number: Term) -> Any:
    if relation != "==":
        return _count_truth(text, terms, values, relation, number)
    if len(values) == 1:
        return text.call("count", _list(terms), values[0].native, number.native)
    several = ", ".join(str(value.low) for value in values)
    return text.call("among", number.native, _list(terms), f"{{{several}}}")


def _count_truth(
    text: Translation, terms: Terms, values: Terms, relation: str, number: Term
) -> Any:
    found = text.new(0, len(terms))
    text.add(_count(text, terms, values, "==", found))
    return text.compared(found, relation, number)


def _number_of_values(text: Translation, terms: Terms, number: Term) -> str:
    return text.call("nvalue", number.native, _list(terms))


def _number_of_values_truth(text: Translation, terms: Terms, number: Term) -> Any:
    found = text.new(0, len(terms))
    text.add(_number_of_values(text, terms, found))
    return text.compared(found, "==", number)


def _cardinality(
    text: Translation, terms: Terms, counts: Terms, values: Iterable[Value], closed: bool
) -> str:
    predicate = f"global_cardinality{'_closed' if closed else ''}"
    return text.call(predicate, _list(terms), _numbers(map(int, values)), _list(counts))


def _cardinality_truth(
    text: Translation, terms: Terms, counts: Terms, values: Iterable[Value], closed: bool
) -> Any:
    found = [text.new(0, len(terms)) for _ in counts]
    text.add(_cardinality(text, terms, found, values, False))
    same = [text.compared(one, "==", count) for one, count in zip(found, counts, strict=True)]
    total = text.linear(found, [1] * len(counts), 0)
    none_left = [text.compared(total, "==", text.constant(len(terms)))] if closed else []
    return text.all_of([*same, *none_left])


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


def _cumulative(
    text: Translation, starts: Terms, durations: Terms, demands: Terms, capacity: Term
) -> str | bool:
    """Without tasks of no duration: Gecode lets none start while others run."""
    live = [task for task in zip(starts, durations, demands, strict=True) if task[1].high > 0]
    if not live:
        return True
    return text.call("cumulative", *map(_list, zip(*live, strict=True)), capacity.native)


def _precedence(text: Translation, terms: Terms, values: Iterable[Value]) -> str:
    pairs = [f"{int(a)}, {int(b)}" for a, b in pairwise(values)]
    calls = [text.call("value_precede", pair, _list(terms)) for pair in pairs]
    return calls[0] if len(calls) == 1 else text.conjunction(calls)


def _regular(text: Translation, regular: of.Regular, terms: Terms) -> str:
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


# ------------------------------------------------------------------------------ graphs


_TEXTS = Path(__file__).with_name("graphs.mzn").read_text("utf-8").strip().split("\n\n")
OWN = {text.partition("predicate ")[2].partition("(")[0]: text for text in _TEXTS}
"""Predicates that are defined by MiniZinc's own, by name, with what they include."""

_GRAPH = "some of the chosen are open, and no edges parallel"


def _is_native_graph(graph: OverGraph, ends: of.Ends) -> bool:
    """Chuffed is wrong on parallel edges; MiniZinc aborts where all that is chosen is known."""
    return graph.is_simple and bool(graph.edges) and not _is_fixed(*ends)


def _over(text: Translation, predicate: str, edges: Sequence[Edge], *given: str) -> str:
    """A call with the ends of edges, counted from 1, and what is `given` behind."""
    ends = _numbers(end + 1 for edge in edges for end in edge)
    return text.call(predicate, f"array2d(1..{len(edges)}, 1..2, {ends})", *given)


def _truths(text: Translation, terms: Terms) -> str:
    """A list of the truths of 0/1 terms."""
    if all(term.is_fixed and term.low for term in terms):
        return f"[true | i in 1..{len(terms)}]"
    truths = (text.compared(term, "==", text.constant(1)) for term in terms)
    return f"[{', '.join(str(one).lower() if isinstance(one, bool) else one for one in truths)}]"


def _connected(text: Translation, chosen: Terms, edges: Sequence[Edge], links: Terms) -> str:
    """By Gecode from the first vertex that is chosen: it would try each."""
    predicate = "joined_with_first" if text.is_gecode else "joined"
    return _over(text, predicate, edges, _truths(text, chosen), _truths(text, links))


def _path(
    text: Translation, chosen: Terms, edges: Sequence[Edge], start: Term, end: Term, size: int
) -> str:
    ends = [str(text.linear([one], [1], 1).native) for one in (start, end)]
    return _over(text, "one_path", edges, str(size), *ends, _truths(text, chosen))


def _tree(
    text: Translation, chosen: Terms, edges: Sequence[Edge], size: int, spanning: bool
) -> str:
    predicate = "one_spanning_tree" if spanning else "one_tree"
    return _over(text, predicate, edges, str(size), _truths(text, chosen))


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


NATIVES = of.Natives(
    BoundedTranslator.ALL_DIFFERENT,
    of.required(
        of.AllDifferentExcept,
        lambda text, terms, exempt: text.call(
            "alldifferent_except", _list(terms), f"{{{exempt.low}}}"
        ),
        lambda _, ends: len(ends) > 2 and _is_fixed(ends[-1]) and _are_near(ends),
        "the exempt value is a constant, and values are less than 1,000 apart",
    ),
    of.required(of.AllEqual, _called("all_equal", _list), of.several),
    # the truth of a table is left out: MiniZinc loses a table that is known to hold
    of.required(of.Allowed, _table, lambda table, ends: bool(ends and table.rows)),
    of.required(
        of.BinPacking,
        _bin_packing,
        of.by_ends(
            lambda bins, sizes, most: bins and most and _is_fixed(*sizes) and _least(sizes) >= 0
        ),
        "sizes are constants of 0 or more",
    ),
    of.anywhere(
        of.Cardinality,
        _cardinality,
        of.by_ends(lambda terms, counts, *_: bool(terms and counts) and _are_near(terms)),
        "values are less than 1,000 apart",
        _cardinality_truth,
    ),
    of.required(of.Circuit, _called("circuit", _from_0), of.several),
    of.anywhere(
        of.Count,
        _count,
        of.by_ends(
            lambda terms, values, *_: bool(terms) and (len(values) == 1 or _is_fixed(*values))
        ),
        "there is one value, or all of them are constants",
        _count_truth,
    ),
    of.required(
        of.Cumulative,
        _cumulative,
        of.by_ends(_has_tasks),
        "durations are constants or above 0, demands and the capacity never negative",
    ),
    of.required(
        of.Forbidden,
        _forbidden,
        lambda table, ends: bool(ends and table.rows),
        "it has at most 5 terms, or the solver is Gecode up to 6.2",
    ),
    of.required(of.Increasing, _in_order("increasing", "strictly_increasing"), of.several),
    of.required(of.Inverse, _called("inverse", _from_0), of.some),
    of.required(of.Lexicographic, _in_order("lex_lesseq", "lex_less"), of.some),
    of.required(
        of.NoOverlap,
        _called("disjunctive", _list),
        of.by_ends(lambda starts, durations: len(starts) > 1 and _least(durations) >= 0),
        "durations are never negative",
    ),
    of.required(  # Gecode's own diffn fails where a variable stands twice
        of.NoOverlap2D,
        _called("diffn_nonstrict", _list),
        of.by_ends(lambda x, y, widths, heights: len(x) > 1 and _least([*widths, *heights]) >= 0),
        "widths and heights are never negative",
    ),
    of.anywhere(
        of.NumberOfValues,
        _number_of_values,
        of.by_ends(lambda terms, _: bool(terms) and _are_near(terms)),
        "values are less than 1,000 apart",
        _number_of_values_truth,
    ),
    of.required(
        of.Precedence,
        _precedence,
        lambda one, ends: bool(ends) and len(one.values) > 1 and _are_near(ends),
        "values are less than 1,000 apart",
    ),
    of.Native(of.Regular, _regular, _can_be_read, "states times symbols are at most 100,000"),
    of.required(of.Subcircuit, _called("subcircuit", _from_0), of.several),
    of.required(
        of.Connected,
        _connected,
        lambda graph, ends: _is_native_graph(graph, ends[: graph.size]),
        _GRAPH,
    ),
    of.required(
        of.Path,
        _path,
        lambda path, ends: (
            all(low >= 0 and high < path.size for low, high in ends[-2:])
            and _is_native_graph(path, ends[:-2])
        ),
        f"{_GRAPH}; the ends are never out of range",
    ),
    of.required(of.Tree, _tree, _is_native_graph, f"{_GRAPH}; the solver is not Gecode"),
)
