"""The constraints that are native to Choco, each as one call of pychoco's.

Everything else is decomposed: what Choco has not, what it has wrong, and terms with values so far
apart that it would hold bounds of them alone, of which its globals know little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ...models.language.constraints import Constraint
from ...models.language.expressions import Bounds, Constant, Expression, Variable
from ...models.language.global_constraints.connected import Edge, OverGraph, at_vertices
from ...models.language.nodes import Value
from ..harness.adapting import natives as of
from ..harness.adapting.bounded import BoundedTranslator, Term

if TYPE_CHECKING:
    from .translation import Call, Translation

Terms = Sequence[Term]

WIDEST = 2**15 - 2
"""Values of terms lie no further apart: Choco lists those of a domain of so many, and no more."""
_WIDEST_CLOSED = 1_000
"""The same for a closed cardinality, which looks for each other value among those found before."""


def _near(when: of.When[Any] = of.several) -> of.When[Any]:
    """The condition, and that the values of the terms are not too far apart."""
    return lambda constraint, ends: _width(constraint, ends) <= WIDEST and when(constraint, ends)


def _is_native_no_overlap_2d(one: of.NoOverlap2D, ends: of.Ends) -> bool:
    fixed = _constant(*one.widths, *one.heights)
    return bool(ends) and fixed and _least(ends[len(ends) // 2 :]) >= 0


def _is_reified_circuit(circuit: of.Circuit, ends: of.Ends) -> bool:
    """It ends the process where a term is out of range."""
    known = all(isinstance(term, Variable | Constant) for term in circuit.successors)
    return known and all(low >= 0 and high < len(ends) for low, high in ends)


def _is_native_cumulative(tasks: of.Cumulative, ends: of.Ends) -> bool:
    """It loses solutions where a duration is variable, and adds up what is negative."""
    size = len(tasks.starts)
    return size > 0 and _constant(*tasks.durations) and _least(ends[size:]) >= 0


def _is_native_bin_packing(packing: of.BinPacking, ends: of.Ends) -> bool:
    size = len(packing.bins)
    known = size > 0 < len(packing.capacities) and _constant(*packing.sizes)
    return known and _least(ends[size : 2 * size]) >= 0


def _is_native_count(count: of.Count, ends: of.Ends) -> bool:
    terms, values = count.terms, count.values
    return bool(terms) and (len(values) == 1 or (bool(values) and _constant(*values)))


def _is_native_cardinality(cardinality: of.Cardinality, ends: of.Ends) -> bool:
    is_far = cardinality.closed and _width(cardinality, ends) > _WIDEST_CLOSED
    return bool(cardinality.terms and cardinality.values) and not is_far


def _all_different_except(model: Translation, terms: Terms, exempt: Term) -> Call:
    moved = [model.linear([term], [1], -exempt.low) for term in terms]
    return "all_different_except_0", _separate(model, moved)


def _number_of_values(model: Translation, terms: Terms, number: Term) -> Call:
    """At least and at most so many: `n_values` looks ahead for longer than the search takes."""
    *natives, counted = _separate(model, [*terms, number])
    found = model.interval(0, len(natives))
    model.step("", "at_least_n_values", natives, found, True)
    model.step("", "at_most_n_values", natives, found)
    return "arithm", found, "=", counted


def _cardinality(
    model: Translation, terms: Terms, counts: Terms, values: Sequence[Value], closed: bool
) -> Call:
    several, numbers = _lists(model, terms, counts)
    return "global_cardinality", several, _numbers(values), numbers, closed, "DEFAULT"


def _count(model: Translation, terms: Terms, values: Terms, relation: str, number: Term) -> Call:
    """The number of the terms that equal a value, compared with another."""
    counted = number if relation == "==" else model.new(0, len(terms))
    several, [found, value, *_] = _lists(model, terms, [counted, *values])
    if all(value.is_fixed for value in values):
        call: Call = "among", found, several, sorted({value.low for value in values})
    else:
        call = "count", value, several, found
    if relation == "==":
        return call
    model.step("", *call)
    return "arithm", counted.native, relation, number.native


def table(
    model: Translation, terms: Terms, rows: Iterable[Sequence[Value]], *, allowed: bool
) -> Call | bool:
    """`terms` take together one of `rows`, or else none of them."""
    # Other rows may hold numbers of more than 32 bits.
    live = [row for row in map(_numbers, rows) if all(map(_can_be, terms, row))]
    return ("table", _separate(model, terms), live, allowed) if live else not allowed


def _regular(model: Translation, regular: of.Regular, terms: Terms) -> Call | bool:
    """An automaton, whose symbols are numbers from 0 to 65,535: none is further from the least."""
    least = min(term.low for term in terms)
    moved = [model.linear([term], [1], -least) for term in terms] if least else terms
    most = max(term.high for term in moved)
    moves = [(a, int(symbol) - least, b) for a, symbol, b in regular.transitions]
    read = [(a, b, symbol) for a, symbol, b in moves if 0 <= symbol <= most]
    if not read or not regular.accepting:
        return False
    automaton = model.variable("automaton", regular.states, regular.start, regular.accepting, read)
    return "regular", _separate(model, moved), automaton


def _no_overlap(model: Translation, starts: Terms, durations: Terms) -> Call | bool:
    one, paired = model.constant(1), zip(starts, durations, strict=True)
    return _tasks(model, [(start, length, one) for start, length in paired if length.low], one)


def _no_overlap_2d(
    model: Translation, x: Terms, y: Terms, widths: Terms, heights: Terms
) -> Call | bool:
    """Rectangles but those of width or height 0, which Choco keeps out of the others."""
    every = zip(x, y, widths, heights, strict=True)
    live = [one for one in every if one[2].low and one[3].low]
    if len(live) < 2:
        return True
    return "diff_n", *_lists(model, *zip(*live, strict=True)), True


def _cumulative(
    model: Translation, starts: Terms, durations: Terms, demands: Terms, capacity: Term
) -> Call | bool:
    return _tasks(model, list(zip(starts, durations, demands, strict=True)), capacity)


def _tasks(
    model: Translation, tasks: Sequence[tuple[Term, Term, Term]], capacity: Term
) -> Call | bool:
    """Tasks of a start, a known duration and a demand."""
    if not tasks:
        return True
    made = [model.variable("task", start.native, duration.low) for start, duration, _ in tasks]
    return "cumulative", made, [demand.native for _, _, demand in tasks], capacity.native


def _bin_packing(model: Translation, bins: Terms, sizes: Terms, capacities: Terms) -> Call | bool:
    """Bins whose loads are variables of their own."""
    weights = [size.low for size in sizes]
    if min(capacity.high for capacity in capacities) < 0:
        return False
    loads = [model.new(0, min(sum(weights), capacity.high)) for capacity in capacities]
    for load, capacity in zip(loads, capacities, strict=True):
        if not capacity.is_fixed:
            model.require_compared(load, "<=", capacity)
    return "bin_packing", _separate(model, bins), weights, [load.native for load in loads]


# ------------------------------------------------------------------------------ graphs


def _subgraph(
    model: Translation, inside: Terms, edges: Sequence[Edge], marks: Terms | None = None
) -> str:
    """A graph variable of chosen vertices, and of edges by their marks, or all edges between."""
    kind = "node_induced_graphvar" if marks is None else "graphvar"
    graph = model.variable("subgraph", len(inside), [list(edge) for edge in edges], kind)
    for vertex, one in enumerate(inside):
        model.step("", "graph_node_channeling", graph, one.native, vertex)
    for mark, (a, b) in zip(marks or (), edges, strict=marks is not None):
        model.step("", "graph_edge_channeling", graph, mark.native, a, b)
    return graph


def _connected(model: Translation, chosen: Terms, edges: Sequence[Edge], links: Terms) -> Call:
    """All edges between chosen vertices, or those whose link is 1."""
    if all(link.is_fixed for link in links):
        open_ = [edge for link, edge in zip(links, edges, strict=True) if link.low]
        return "graph_connected", _subgraph(model, chosen, open_)
    marks = [
        model.least([link, chosen[a], chosen[b]]) for link, (a, b) in zip(links, edges, strict=True)
    ]
    return "graph_connected", _subgraph(model, chosen, edges, marks)


def _of_edges(constraint: str) -> Callable[..., Call]:
    """Posts chosen edges by this constraint; a vertex is in the graph where one of its edges is."""

    def post(model: Translation, chosen: Terms, edges: Sequence[Edge], *_: object) -> Call:
        around = at_vertices(chosen, edges, 1 + max(map(max, edges)))
        inside = [model.greatest(some or [model.constant(0)]) for some in around]
        return constraint, _subgraph(model, inside, edges, chosen)

    return post


def _loop(model: Translation, chosen: Terms, edges: Sequence[Edge]) -> Call:
    """A cycle; to Choco no edges at all are one, too."""
    one = model.constant(1)
    model.require_compared(model.greatest(chosen), "==", one)
    return _of_edges("graph_cycle")(model, chosen, edges)


def _path(
    model: Translation, chosen: Terms, edges: Sequence[Edge], start: Term, end: Term, size: int
) -> Call:
    """A cycle with a further vertex, from which two edges lead to the ends."""
    one = model.constant(1)
    return _loop(model, [*chosen, one, one], [*edges, (start.low, size), (end.low, size)])


def _tree(
    model: Translation, chosen: Terms, edges: Sequence[Edge], size: int, spanning: bool
) -> Call:
    if not spanning:
        return _of_edges("graph_tree")(model, chosen, edges)
    return "graph_tree", _subgraph(model, [model.constant(1)] * size, edges, chosen)


def _is_simple(graph: OverGraph, ends: of.Ends) -> bool:
    """True if there are edges, and no two of them are parallel."""
    return _are_bits(ends) and graph.is_simple and bool(graph.edges)


def _is_native_connected(graph: of.Connected, ends: of.Ends) -> bool:
    known = graph.size > 0 and _are_bits(ends) and _constant(*graph.links)
    return known or _is_simple(graph, ends)


def _is_native_path(graph: of.Path, ends: of.Ends) -> bool:
    *chosen, (start, _), (end, _) = ends
    known = _constant(graph.start, graph.end) and start != end
    return known and {start, end} <= {*range(graph.size)} and _is_simple(graph, chosen)


def _are_bits(ends: of.Ends) -> bool:
    return all(low >= 0 and high <= 1 for low, high in ends)


def _called(method: str, *further: object) -> Callable[..., Call]:
    """Posts lists of terms by a method of this name, with arguments behind them."""
    return lambda model, *lists: (method, *_lists(model, *lists), *further)


def _lists(model: Translation, *lists: Terms) -> list[list[str]]:
    """The variables of several lists, as `_separate` gives them."""
    names = iter(_separate(model, [term for terms in lists for term in terms]))
    return [[next(names) for _ in terms] for terms in lists]


def _separate(model: Translation, terms: Terms) -> list[str]:
    """The variables of `terms`, and a copy of each that stands there before.

    Choco ends the process where a variable stands twice in some of its constraints.
    """
    seen: set[str] = set()
    natives: list[str] = []
    for term in terms:
        native = term.native
        if native in seen and not term.is_fixed:
            native = model.interval(term.low, term.high)
            model.step("", "arithm", native, "=", term.native)
        seen.add(native)
        natives.append(native)
    return natives


def _can_be(term: Term, value: int) -> bool:
    return term.low <= value <= term.high


def _numbers(values: Iterable[Value]) -> list[int]:
    return [int(value) for value in values]


def _constant(*terms: Expression) -> bool:
    return all(isinstance(term, Constant) for term in terms)


def _least(ends: Iterable[Bounds]) -> int:
    return min((low for low, _ in ends), default=0)


def _width(constraint: Constraint, ends: Sequence[Bounds]) -> int:
    """The distance of the least and the greatest value of its terms, and values that it names."""
    every = [end for both in ends for end in both]
    if isinstance(constraint, of.Cardinality | of.Precedence):
        every += _numbers(constraint.values)
    return max(every, default=0) - min(every, default=0)


NATIVE = of.Natives(
    of.Native(
        of.AllDifferent,
        of.by_fields(BoundedTranslator.all_different),
        of.several,
        reified=lambda one, ends: _width(one, ends) <= WIDEST,
        truth=lambda on, _, terms: on.reified(("all_different", _separate(on, terms))),
    ),
    of.anywhere(
        of.AllDifferentExcept,
        _all_different_except,
        _near(lambda one, _: len(one.terms) > 1 and _constant(one.exempt)),
        "the exempt value is a constant",
    ),
    of.anywhere(of.AllEqual, _called("all_equal"), _near()),
    of.anywhere(of.Allowed, partial(table, allowed=True), _near(of.some)),
    of.required(  # it fixes the loads, also where it does not hold
        of.BinPacking, _bin_packing, _near(_is_native_bin_packing), "sizes are constants from 0"
    ),
    of.anywhere(
        of.Cardinality,
        _cardinality,
        _near(_is_native_cardinality),
        "it is open, or its values are at most 1,000 apart",
    ),
    of.Native(
        of.Circuit,
        of.by_fields(_called("circuit", 0, "LIGHT")),  # more looks ahead, and takes longer
        _near(),
        reified=_is_reified_circuit,
    ),
    of.anywhere(
        of.Count,
        _count,
        _near(_is_native_count),
        "the values are constants, or there is one",
    ),
    of.required(
        of.Connected, _connected, _is_native_connected, "links are constants, or no edges parallel"
    ),
    of.Native(
        of.Cumulative,
        of.by_fields(_cumulative),
        _near(_is_native_cumulative),
        "durations are constants, and demands and capacity never below 0",
        lambda tasks, _: _constant(*tasks.demands),  # variable ones make it 0 where it holds
    ),
    of.required(of.Forest, _of_edges("graph_forest"), _is_simple, "no edges are parallel"),
    of.anywhere(of.Forbidden, partial(table, allowed=False), _near(of.some)),
    of.anywhere(
        of.Increasing,
        lambda on, terms, strict: ("increasing", _separate(on, terms), int(strict)),
        _near(),
    ),
    of.anywhere(of.Inverse, _called("inverse_channeling"), _near(of.some)),
    of.anywhere(
        of.Lexicographic,
        lambda on, left, right, strict: (
            "lex_less" if strict else "lex_less_eq",
            *_lists(on, left, right),
        ),
        _near(of.some),
    ),
    of.required(of.Loop, _loop, _is_simple, "no edges are parallel"),
    of.anywhere(
        of.NoOverlap,
        _no_overlap,
        _near(lambda tasks, _: bool(tasks.starts) and _constant(*tasks.durations)),
        "durations are constants",
    ),
    of.required(  # its truth is 0 where it holds, too
        of.NoOverlap2D,
        _no_overlap_2d,
        _near(_is_native_no_overlap_2d),
        "widths and heights are constants from 0",
    ),
    of.anywhere(of.NumberOfValues, _number_of_values, _near()),
    of.required(
        of.Path, _path, _is_native_path, "the ends are two constants, and no edges are parallel"
    ),
    of.anywhere(
        of.Precedence,
        lambda on, terms, values: (
            "int_value_precede_chain",
            _separate(on, terms),
            _numbers(values),
        ),
        _near(lambda one, ends: bool(ends) and len(one.values) > 1),
    ),
    # it ends the process where a value is no symbol
    of.Native(of.Regular, _regular, _near(of.some)),
    of.required(  # it fixes the length, also where it does not hold
        of.Subcircuit,
        lambda on, terms: ("sub_circuit", _separate(on, terms), 0, on.interval(0, len(terms))),
        _near(),
    ),
    of.required(of.Tree, _tree, _is_simple, "no edges are parallel"),
)
"""Besides what they say, the values of a constraint's terms lie within 32,766 of each other."""
