"""Constraints over graphs as clauses that are added once a model breaks them.

Where such a constraint must hold, what it says of neighbours is clauses from the start. Each model
that Glucose finds is looked at before it is reported: what is apart, closes a cycle or is no region
is excluded by clauses that follow from the constraint alone, so that they hold in whatever is asked
later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from ...models.language.boards.graphs_by_name import Edge
from ...models.language.model import Model
from ..harness.adapting import natives as of
from ..harness.adapting.literals import Literal, Term
from ..harness.contract import Control
from .translation import FALSE, TRUE, Clause, Translation

Terms = Sequence[Term]
Held = Callable[[Literal], bool]
"""Says of a literal if it holds in a model."""
Reached = dict[int, tuple[int, int]]
"""Vertices, the nearest first, each with the one before it and the number of the edge from that."""


class CuttingTranslation(Translation):
    """Clauses, and what is to be looked at in each model of them."""

    def __init__(self, native: Any, model: Model, control: Control) -> None:
        self.checks: list[Callable[[Held], Iterable[Clause]]] = []
        """Each gives clauses that a model breaks, of its own literals, if it is no solution."""
        super().__init__(native, model, control)

    def cut(self, model: Sequence[Literal]) -> bool:
        """Add clauses that `model` breaks; False if it is a solution."""

        def held(literal: Literal) -> bool:
            return model[abs(literal) - 1] == literal

        found = False
        for clause in chain.from_iterable(check(held) for check in self.checks):
            self.check()
            if any(map(held, clause)):
                raise AssertionError(f"the model that {clause} is to cut would be found again")
            self.native.add_clause(clause)
            found = True
        return found


class Graph:
    """Edges between `size` vertices, each of which is taken where the literals of its way hold."""

    def __init__(self, edges: Sequence[Edge], ways: Sequence[Clause], size: int) -> None:
        self.edges, self.ways = edges, ways
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for number, (way, (a, b)) in enumerate(zip(ways, edges, strict=True)):
            if FALSE not in way:
                self.near[a].append((b, number))
                self.near[b].append((a, number))

    def taken(self, held: Held) -> set[int]:
        """The numbers of the edges that are taken."""
        return {number for number, way in enumerate(self.ways) if all(map(held, way))}

    def ends(self, held: Held) -> dict[int, Literal]:
        """The vertices of the edges taken, each with the literal of one of its edges."""
        marks = ((edge, way[0]) for edge, way in zip(self.edges, self.ways, strict=True))
        return {end: mark for edge, mark in marks if held(mark) for end in edge}

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

    def apart(self, joined: Mapping[int, Literal], held: Held) -> Iterator[Clause]:
        """Cuts between the pieces that hold vertices of `joined`, each with its literal.

        Where two of these literals hold, one of those does that keep the two pieces apart.
        """
        pieces = self.pieces(joined, self.taken(held))
        for piece, other in zip(pieces, pieces[1:] + pieces[:1], strict=True):
            if piece is not other:
                start = next(iter(other))
                shut = {
                    next(one for one in self.ways[number] if not held(one))
                    for number in self.leaving(piece)
                }
                whole = {n for n, way in enumerate(self.ways) if shut.isdisjoint(way)}
                far = self.reached(start, whole)
                between = {one for number in self.leaving(far) for one in self.ways[number]}
                yield [-joined[next(iter(piece))], -joined[start], *shut.intersection(between)]

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


def _of_edges(terms: Terms, edges: Sequence[Edge], size: int | None = None) -> Graph:
    size = 1 + max(map(max, edges), default=-1) if size is None else size
    return Graph(edges, [[mark] for mark in _marks(terms)], size)


def _connected(on: CuttingTranslation, chosen: Terms, edges: Sequence[Edge], links: Terms) -> None:
    inside = _marks(chosen)
    pairs = zip(edges, _marks(links), strict=True)
    graph = Graph(edges, [[inside[a], inside[b], link] for (a, b), link in pairs], len(inside))
    on.checks.append(
        lambda held: graph.apart({v: one for v, one in enumerate(inside) if held(one)}, held)
    )


def _degrees(
    on: CuttingTranslation, graph: Graph, starts: list[Literal], ends: list[Literal]
) -> None:
    """Two edges or none are taken at a vertex; at the start and the end it is one.

    None where they are the same.
    """
    for some, start, end in zip(graph.near, starts, ends, strict=True):
        marks = [graph.ways[number][0] for _, number in some]
        for place, mark in enumerate(marks):
            on.clause([-mark, *marks[:place], *marks[place + 1 :], start, end])
            on.clause([-mark, -start, -end])
        on.clause([-start, end, *marks])
        on.clause([start, -end, *marks])
        for one, other in combinations(marks, 2):
            on.clause([-one, -other, -start])
            on.clause([-one, -other, -end])
        on.require_at_most([on.number(mark) for mark in marks], 2)


def _loop(on: CuttingTranslation, chosen: Terms, edges: Sequence[Edge]) -> None:
    graph = _of_edges(chosen, edges)
    none = [FALSE] * len(graph.near)
    on.clause(_marks(chosen))
    _degrees(on, graph, none, none)
    on.checks.append(lambda held: graph.apart(graph.ends(held), held))


def _path(
    on: CuttingTranslation, chosen: Terms, edges: Sequence[Edge], start: Term, end: Term, size: int
) -> None:
    graph = _of_edges(chosen, edges, size)
    starts, ends = ([term.get(v, FALSE) for v in range(size)] for term in (start, end))
    on.clause(starts)
    on.clause(ends)
    _degrees(on, graph, starts, ends)

    def check(held: Held) -> Iterator[Clause]:
        first = {v: one for v, one in enumerate(starts) if held(one)}
        return graph.apart({**first, **graph.ends(held), **first}, held)

    on.checks.append(check)


def _tree(
    on: CuttingTranslation, chosen: Terms, edges: Sequence[Edge], size: int, spanning: bool
) -> None:
    graph = _of_edges(chosen, edges, size)
    every = dict.fromkeys(range(size), TRUE)
    on.checks.append(lambda held: graph.apart(every if spanning else graph.ends(held), held))
    on.checks.append(graph.cycles)


def _forest(on: CuttingTranslation, chosen: Terms, edges: Sequence[Edge]) -> None:
    on.checks.append(_of_edges(chosen, edges).cycles)


def _regions(
    on: CuttingTranslation,
    same: Terms,
    edges: Sequence[Edge],
    size: int,
    sizes: Terms,
    roots: Terms,
) -> None:
    """Neighbours of one region have one size, and are not both roots; the rest is cut."""
    graph, marks, held_by = _of_edges(same, edges, size), _marks(same), _marks(roots)
    for term in sizes:
        on.clause([one for value, one in term.items() if 1 <= value <= size])
    for mark, edge in zip(marks, edges, strict=True):
        on.clause([-mark, *(-held_by[v] for v in edge)] if roots else [TRUE])
        for one, other in (edge, edge[::-1]) if sizes else ():
            for value, literal in sizes[one].items():
                on.clause([-mark, -literal, sizes[other].get(value, FALSE)])

    def check(held: Held) -> Iterator[Clause]:
        taken = graph.taken(held)
        pieces = graph.pieces(range(size), taken)
        place = {v: number for number, piece in enumerate(pieces) for v in piece}
        for mark, (a, b) in zip(marks, edges, strict=True):
            if place[a] == place[b] and not held(mark):
                yield [mark, *graph.unlike(a, b, taken)]
        for piece in pieces:
            wider = [marks[number] for number in graph.leaving(piece)]
            centres = [v for v in piece if roots and held(held_by[v])]
            for other in centres[1:]:
                unlike = graph.unlike(centres[0], other, taken)
                yield [-held_by[centres[0]], -held_by[other], *unlike]
            if roots and not centres:
                yield [*wider, *(held_by[v] for v in piece)]
            if sizes:
                yield from sized((centres or list(piece))[0], len(piece), wider, held, taken)

    def sized(v: int, size: int, wider: Clause, held: Held, taken: set[int]) -> Iterator[Clause]:
        """A piece of some size with the vertex v is as large as the vertex says."""
        said = next(value for value, one in sizes[v].items() if held(one))
        if said > size:
            yield [*wider, *(one for value, one in sizes[v].items() if value <= size)]
        if said < size:
            grown = [n for _, n in graph.reached(v, taken).values()][1 : said + 1]
            more = [one for value, one in sizes[v].items() if value > said]
            yield [*(-marks[number] for number in grown), *more]

    on.checks.append(check)


CuttingTranslation.natives = of.Natives(
    *Translation.natives.values(),
    of.required(of.Connected, _connected),
    of.required(of.Forest, _forest),
    of.required(of.Loop, _loop),
    of.required(of.Path, _path),
    of.required(of.Regions, _regions),
    of.required(of.Tree, _tree),
)
