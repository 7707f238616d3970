"""Constraints over graphs: the literals of their vertices and edges, and their propagators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from .....models.language.constraints import And
from .....models.language.expressions import Constant, Expression, Indicator
from .....models.language.global_constraints.connected import Connected, OverGraph
from .....models.language.global_constraints.loops_and_paths import Loop, Path
from .....models.language.global_constraints.regions import Regions
from .....models.language.global_constraints.trees import Forest, Tree
from ...reading.normal_forms import Unposted
from ..machine_source import graph_walks as walk
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_LITERAL
from .builder import COSTLY, LINEAR
from .posted_comparisons import Booleans

if TYPE_CHECKING:
    from .form_poster import Poster
    from .posted_tables import Item

Edges = Sequence[tuple[int, int]]

PROBED_UNTIL = 4_000_000
"""The steps, about a second, up to which values are probed before each decision."""


class Graphs:
    """Posts constraints over graphs, by the literals that terms have values, and by variables."""

    def __init__(
        self,
        poster: Poster,
        booleans: Booleans,
        equal: Callable[[Expression, int], int],
        item: Callable[[Expression], Item],
    ) -> None:
        self._poster, self._builder, self._booleans = poster, poster.builder, booleans
        self._equal, self._item = equal, item

    def post(self, node: OverGraph) -> None:
        """Require a constraint whose terms are defined."""
        self._builder.memory[at.PROBED_UNTIL] = PROBED_UNTIL
        edges, size = node.edges, node.size
        match node:
            case Connected():
                self._connected(self._graph(self._all(node.chosen), edges, self._all(node.links)))
            case Loop():
                self._loop(self._all(node.chosen), edges, size)
            case Path(chosen, _, Constant(int(start)), Constant(int(end))):
                self._path_between(self._all(chosen), edges, size, start, end)
            case Path(chosen, _, start, end):
                self._path(self._all(chosen), edges, self._is(start, size), self._is(end, size))
            case Tree():
                self._tree(self._all(node.chosen), edges, size, is_spanning=node.spanning)
            case Forest():
                every = [self._builder.true] * size
                self._acyclic(self._graph(every, edges, self._all(node.chosen)))
            case Regions():
                self._regions(node)
            case _:
                raise Unposted(node)

    def _all(self, terms: Iterable[Expression]) -> list[int]:
        """The literals that 0/1 terms are 1."""
        return [self._equal(term, 1) for term in terms]

    def _is(self, term: Expression, size: int) -> list[int]:
        """The literals that a term is each of the vertices."""
        return [self._equal(term, vertex) for vertex in range(size)]

    # ------------------------------------------------------------------ edges that are used

    def _loop(self, used: Sequence[int], edges: Edges, size: int) -> None:
        graph = self._graph(self._touched(used, edges, [[]] * size), edges, used)
        self._booleans.clause(used)
        self._connected(graph, is_loop=1)
        self._acyclic(graph, is_loop=1)

    def _path_between(
        self, used: Sequence[int], edges: Edges, size: int, start: int, end: int
    ) -> None:
        """A path between two known vertices: a loop with one edge more."""
        if not (0 <= start < size and 0 <= end < size):
            self._booleans.clause([])
        elif start == end:
            self._builder.require(map(self._builder.negation, used))
        else:
            self._loop([*used, self._builder.true], [*edges, (start, end)], size)

    def _path(
        self, used: Sequence[int], edges: Edges, starts: Sequence[int], ends: Sequence[int]
    ) -> None:
        for some in (starts, ends):
            self._booleans.clause(some)
        touched = self._touched(used, edges, list(zip(starts, ends, strict=True)))
        self._connected(self._graph(touched, edges, used))

    def _touched(
        self, used: Sequence[int], edges: Edges, more: Sequence[Sequence[int]]
    ) -> list[int]:
        """The literals of vertices: two of the used edges and `more` hold, or none does."""
        return [
            self._two_or_none([*some, *others])
            for some, others in zip(_around(used, edges, len(more)), more, strict=True)
        ]

    def _two_or_none(self, literals: Sequence[int]) -> int:
        if not literals:
            return self._builder.false
        v = self._poster.auxiliary(range(2))
        touched = self._builder.literal(v, at.IS, 1)
        terms = [(1, IS_LITERAL, literal) for literal in literals]
        self._poster.linear([*terms, (-2, IS_LITERAL, touched)], 0, 0)
        return touched

    def _tree(self, used: Sequence[int], edges: Edges, size: int, *, is_spanning: bool) -> None:
        touched = [self._builder.true] * size
        if not is_spanning:
            touched = [self._booleans.any_of(some) for some in _around(used, edges, size)]
            for literal in touched:
                self._booleans.need(literal, self._builder.negation(literal))
        graph = self._graph(touched, edges, used)
        self._connected(graph)
        self._acyclic(graph)

    def _regions(self, node: Regions) -> None:
        sizes = [n for term in node.sizes for n in self._item(term)]
        roots, same = self._all(node.roots), self._all(node.same)
        given = self._builder.allot(sizes) if sizes else 0
        kinds_of = self._builder.allot(self._root_kinds(roots, node.edges, same)) if roots else 0
        inside = self._inside(node) if roots else []
        chosen = self._builder.allot([*inside, *[0] * node.size]) if inside else 0
        graph = self._graph(roots or [self._builder.true] * node.size, node.edges, same)
        if not inside:
            self._builder.to_probe += [self._builder.memory[x + at.OF] for x in same]
        more = [(v, at.ANY) for v in sizes[::2]]
        p = self._propagator(kinds.REGIONS, COSTLY, [kinds_of, given, chosen, graph], more)
        self._builder.memory[p + at.SCOPE] = self._builder.allot([0] * (1 + 4 * len(same)))

    def _inside(self, node: Regions) -> list[int]:
        """By vertex, the literal that is true at both ends of each used edge, and of no other.

        None where there are no such literals.
        """
        found: list[set[int]] = [set() for _ in range(node.size)]
        for (a, b), same in zip(node.edges, node.same, strict=True):
            match same:
                case Indicator(And((of_a, of_b))):
                    found[a].add(self._equal(Indicator(of_a), 1))
                    found[b].add(self._equal(Indicator(of_b), 1))
                case _:
                    return []
        return [literal for some in found for literal in some] if {*map(len, found)} == {1} else []

    def _root_kinds(self, roots: Sequence[int], edges: Edges, same: Sequence[int]) -> list[int]:
        """1 for each vertex where a root excludes all edges, as clauses say, else 2."""
        self._booleans.settle()
        pairs, negation = self._builder.pairs(), self._builder.negation
        return [
            1 if all(frozenset(map(negation, (root, edge))) in pairs for edge in some) else 2
            for root, some in zip(roots, _around(same, edges, len(roots)), strict=True)
        ]

    # ------------------------------------------------------------------------- propagators

    def _connected(self, graph: int, *, is_loop: int = 0) -> None:
        self._propagator(kinds.CONNECTED_VERTICES, COSTLY, [is_loop, graph])

    def _acyclic(self, graph: int, *, is_loop: int = 0) -> None:
        self._propagator(kinds.ACYCLIC, LINEAR, [is_loop, graph])

    def _propagator(
        self, kind: int, priority: int, arguments: Sequence[int], more: Sequence[Item] = ()
    ) -> int:
        """A propagator whose last argument is a graph, for whose literals it waits."""
        memory, graph = self._builder.memory, arguments[-1]
        waits = [*more]
        for size, place in ((walk.VERTICES, walk.OF_VERTICES), (walk.EDGES, walk.OF_EDGES)):
            first = memory[graph + place]
            waits += map(self._builder.waits_for, memory[first : first + memory[graph + size]])
        return self._builder.propagator(kind, priority, arguments, waits)

    def _graph(self, vertices: Sequence[int], edges: Edges, used: Sequence[int]) -> int:
        """The record of a graph with the literals that its vertices, and its edges, are used."""
        allot, size = self._builder.allot, len(vertices)
        around = _around(range(len(edges)), edges, size)
        begins = list(accumulate(map(len, around), initial=0))
        listed = chain(*edges), begins, chain(*around), vertices, used
        rooms = [size, len(edges), *[size] * (walk.PLAIN_GRAPH - walk.EDGE_STATES - 1)]
        places = [*map(allot, listed), *(allot([0] * room) for room in rooms)]
        return allot([size, len(edges), *places])


def _around(used: Sequence[int], edges: Edges, size: int) -> list[list[int]]:
    """By vertex, the item of `used` for each edge there."""
    found: list[list[int]] = [[] for _ in range(size)]
    for one, (a, b) in zip(used, edges, strict=True):
        found[a].append(one)
        found[b].append(one)
    return found
