"""Constraints over graphs as clauses that are added once a model breaks them.

What such a constraint says of neighbours is clauses from the start. Each model is looked at before
it is reported: what is apart, closes a cycle or is no region is excluded by clauses that follow
from the constraint alone, so that they hold in whatever is asked later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, pairwise
from typing import Any

from ...models.language.boards.graphs_by_name import Edge
from ...models.language.model import Model
from ..harness.adapting import natives as of
from ..harness.adapting.literals import Literal, Term, takers
from ..harness.contract import Control
from .translation import FALSE, TRUE, Clause, Terms, Translation

Edges = Sequence[Edge]
Held = Callable[[Literal], bool]
"""Says of a literal if it holds in a model."""
Check = Callable[[Held], Iterable[Clause]]
"""The clauses, of those that a constraint states once they are broken, that a model breaks."""
Reached = dict[int, tuple[int, int]]
"""Vertices, the nearest first, each with the one before it and the number of the edge from that."""


class Cutting(Translation):
    """Clauses, and `checks`, each of which gives those that a model breaks, if it does."""

    def __init__(self, native: Any, model: Model, control: Control) -> None:
        self.checks: list[Check] = []
        super().__init__(native, model, control)

    def cut(self, model: Sequence[Literal]) -> bool:
        """Add clauses that `model` breaks; False if it is a solution."""
        held, found = set(model if self.checks else ()).__contains__, False
        for clause in chain.from_iterable(check(held) for check in self.checks):
            self.check()
            if any(map(held, clause)):
                raise AssertionError(f"the model that {clause} is to cut would be found again")
            self.native.add_clause(clause)
            found = True
        return found


class Graph:
    """Edges between `size` or more vertices, each taken where its `terms` are all 1."""

    def __init__(self, edges: Edges, size: int, *terms: Terms) -> None:
        self.edges, self.ways = edges, [*zip(*map(_marks, terms), strict=True)]
        last = max([size - 1, *map(max, edges)])
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(last + 1)]
        for number, (a, b) in enumerate(edges):
            if FALSE not in self.ways[number]:
                self.near[a].append((b, number))
                self.near[b].append((a, number))

    def taken(self, held: Held) -> set[int]:
        """The numbers of the edges that are taken."""
        return {number for number, way in enumerate(self.ways) if all(map(held, way))}

    def reached(self, start: int, taken: set[int]) -> Reached:
        """The vertices that edges `taken` join with `start`."""
        found, order = {start: (start, -1)}, [start]
        for vertex in order:
            for other, number in self.near[vertex]:
                if other not in found and number in taken:
                    found[other] = vertex, number
                    order.append(other)
        return found

    def pieces(self, vertices: Iterable[int], taken: set[int]) -> list[Reached]:
        """The pieces, joined by the edges `taken`, that hold one of `vertices`."""
        found, seen = list[Reached](), set[int]()
        for vertex in vertices:
            if vertex not in seen:
                found.append(self.reached(vertex, taken))
                seen.update(found[-1])
        return found

    def leaving(self, inside: Collection[int]) -> set[int]:
        """The numbers of the edges with one end `inside`."""
        return {number for v in inside for other, number in self.near[v] if other not in inside}

    def apart(self, marks: Sequence[Literal], held: Held) -> Iterator[Clause]:
        """Cuts between pieces: all vertices whose mark holds, and all edges taken, are joined."""
        taken = self.taken(held)
        known = {v: one for v, one in enumerate(marks) if held(one)}
        ends = {end: self.ways[number][0] for number in taken for end in self.edges[number]}
        pieces = self.pieces(joined := {**known, **ends, **known}, taken)
        for piece, other in pairwise([*pieces, *pieces[:-1][:1]]):
            a, b = next(iter(piece)), next(iter(other))
            ways = (self.ways[number] for number in self.leaving(piece))
            shut = {next(one for one in way if not held(one)) for way in ways}
            far = self.reached(b, {n for n, way in enumerate(self.ways) if shut.isdisjoint(way)})
            between = {one for number in self.leaving(far) for one in self.ways[number]}
            yield [-joined[a], -joined[b], *shut.intersection(between)]

    def cycles(self, held: Held) -> Iterator[Clause]:
        """Cuts of a cycle through each edge taken that the pieces hang together without."""
        taken = self.taken(held)
        pieces = self.pieces(range(len(self.near)), taken)
        for number in taken.difference(*({n for _, n in piece.values()} for piece in pieces)):
            yield [-self.ways[number][0], *self.unlike(*self.edges[number], taken - {number})]

    def unlike(self, a: int, b: int, taken: set[int]) -> Clause:
        """One of the edges `taken` on a way between two vertices is not."""
        found, clause = self.reached(a, taken), Clause()
        while b != a:
            b, number = found[b]
            clause += [-one for one in self.ways[number]]
        return clause


def _marks(terms: Terms) -> list[Literal]:
    return [term.get(1, FALSE) for term in terms]


def _connected(on: Cutting, chosen: Terms, edges: Edges, links: Terms) -> None:
    ends = ([chosen[edge[k]] for edge in edges] for k in range(2))
    on.checks.append(partial(Graph(edges, len(chosen), *ends, links).apart, _marks(chosen)))


def _loop(on: Cutting, chosen: Terms, edges: Edges) -> None:
    on.clause(_marks(chosen))
    _path(on, chosen, edges, {}, {}, 0)


def _path(on: Cutting, chosen: Terms, edges: Edges, start: Term, end: Term, size: int) -> None:
    """Two edges at a vertex or none, one at an end, none where both ends are; a loop has none."""
    graph = Graph(edges, size, chosen)
    for vertex, some in enumerate(graph.near):
        marks = [graph.ways[number][0] for _, number in some]
        both = [term.get(vertex, FALSE) for term in (start, end)]
        for place, mark in enumerate(marks):
            on.clause([-mark, *marks[:place], *marks[place + 1 :], *both])
            on.clause([-mark, *(-one for one in both)])
        for one, other in (both, both[::-1]):
            on.clause([-one, other, *marks])
            for a, b in combinations(marks, 2):
                on.clause([-one, -a, -b])
        on.require_at_most([on.number(mark) for mark in marks], 2)
    for term in filter(None, (start, end)):
        on.clause([term[vertex] for vertex in range(size) if vertex in term])
    on.checks.append(partial(graph.apart, [start.get(v, FALSE) for v in range(size)]))


def _tree(on: Cutting, chosen: Terms, edges: Edges, size: int, spanning: bool) -> None:
    graph = Graph(edges, size, chosen)
    on.checks += [partial(graph.apart, [TRUE] * size if spanning else []), graph.cycles]


def _regions(on: Cutting, same: Terms, edges: Edges, size: int, sizes: Terms, roots: Terms) -> None:
    """Neighbours of one region have one size, and are not both roots; the rest is cut."""
    graph, marks, root = Graph(edges, size, same), _marks(same), _marks(roots) or [FALSE] * size
    for term in sizes:
        on.clause([one for value, one in term.items() if 1 <= value <= size])
    for mark, (a, b) in zip(marks, edges, strict=True):
        on.clause([-mark, -root[a], -root[b]])
        for one, other in ((sizes[a], sizes[b]), (sizes[b], sizes[a])) if sizes else ():
            for value, literal in one.items():
                on.clause([-mark, -literal, *takers([other], value)])

    def check(held: Held) -> Iterator[Clause]:
        taken = graph.taken(held)
        pieces = graph.pieces(range(size), taken)
        place = {v: number for number, piece in enumerate(pieces) for v in piece}
        for mark, (a, b) in zip(marks, edges, strict=True):
            if place[a] == place[b] and not held(mark):
                yield [mark, *graph.unlike(a, b, taken)]
        for piece in pieces:
            wider = [marks[number] for number in graph.leaving(piece)]
            centres = [v for v in piece if held(root[v])]
            if roots and not centres:
                yield [*wider, *(root[v] for v in piece)]
            for a, b in pairwise(centres):
                yield [-root[a], -root[b], *graph.unlike(a, b, taken)]
            first = next(iter(centres or piece))
            term = sizes[first] if sizes else {len(piece): TRUE}
            said = next(value for value, one in term.items() if held(one))
            if said > len(piece):
                yield [*wider, *(term[k] for k in term if k <= len(piece))]
            if said < len(piece):
                grown = [n for _, n in graph.reached(first, taken).values()][1 : said + 1]
                yield [*(-marks[n] for n in grown), *(term[k] for k in term if k > said)]

    on.checks.append(check)


Cutting.natives = of.Natives(
    *Translation.natives.values(),
    of.required(of.Connected, _connected),
    of.required(of.Forest, lambda on, some, edges: on.checks.append(Graph(edges, 0, some).cycles)),
    of.required(of.Loop, _loop),
    of.required(of.Path, _path),
    of.required(of.Regions, _regions),
    of.required(of.Tree, _tree),
)
