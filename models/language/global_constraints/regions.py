"""Vertices of a graph that are divided into connected regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..arithmetic_expressions import total
from ..choices import minimum
from ..constraints import Constraint, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, Indicator, listed, whole_number
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import numbers_of
from .connected import (
    Edge,
    HasEdges,
    OverGraph,
    bits_of,
    call,
    chosen_of_edges,
    components,
    same_length,
    some_edges,
    truths,
)


@dataclass(frozen=True, eq=False, repr=False)
class Regions(OverGraph):
    """An item of `same` is 1 exactly if both ends of its edge lie in one connected region.

    Regions are joined by edges that lie inside. If there are `sizes`, that of a vertex is the
    number of vertices of its region; if there are `roots`, 0/1 a vertex, each region has one.
    """

    same: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]
    vertices: int
    sizes: tuple[Expression, ...]
    roots: tuple[Expression, ...]

    of_edges = "same"
    of_vertices = ("sizes", "roots")

    def holds(self, values: Sequence[int]) -> bool:
        number = len(self.same)
        same, rest = values[:number], values[number:]
        inside = [edge for edge, value in zip(self.edges, same, strict=True) if value]
        lowest = components(self.vertices, inside)
        if any((lowest[a] == lowest[b]) != s for (a, b), s in zip(self.edges, same, strict=True)):
            return False
        sizes, roots = rest[: len(self.sizes)], rest[len(self.sizes) :]
        found = Counter(lowest)
        held = Counter(lowest[v] for v, root in enumerate(roots) if root)
        right = all(found[lowest[v]] == size for v, size in enumerate(sizes))
        return right and (not roots or all(held[vertex] == 1 for vertex in found))

    def decompose(self) -> Iterable[Constraint]:
        """The lowest vertex of each region is found round by round."""
        last = self.vertices
        self.refuse_large(last - 1)
        ways: list[list[tuple[Expression, int]]] = [[] for _ in range(last)]
        for one, (a, b) in zip(self.same, self.edges, strict=True):
            apart = last * (1 - one)
            ways[a].append((apart, b))
            ways[b].append((apart, a))
        lowest: list[Expression] = [Constant(vertex) for vertex in range(last)]
        for _ in range(last - 1):
            lowest = [
                minimum([known, *(lowest[other] + apart for apart, other in ways[vertex])])
                for vertex, known in enumerate(lowest)
            ]
        for one, (a, b) in zip(self.same, self.edges, strict=True):
            yield any_of((one == 1, lowest[a] != lowest[b]))
        if not (self.sizes or self.roots):
            return
        together = {
            (a, b): Indicator(lowest[a] == lowest[b]) for b in range(last) for a in range(b)
        }
        for vertex, size in enumerate(self.sizes):
            inside = (together[min(vertex, o), max(vertex, o)] for o in range(last) if o != vertex)
            yield total([1, *inside]) == size
        for vertex, root in enumerate(self.roots):
            others = (
                together[min(vertex, o), max(vertex, o)] * one
                for o, one in enumerate(self.roots)
                if o != vertex
            )
            yield total([root, *others]) == 1

    def describe(self, parts: Sequence[str]) -> str:
        number, several = len(self.same), len(self.sizes)
        more = {"sizes": parts[number : number + several], "roots": parts[number + several :]}
        named = {name: some for name, some in more.items() if some}
        return call("regions", parts[:number], self.edges, vertices=self.vertices, **named)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        pick = draw.random
        size = 0 if draw.shape == "empty" else pick.randint(1, 4)
        edges = some_edges(pick, size)
        same = draw.bits(len(edges))
        with_sizes, with_roots = pick.random() < 0.4, pick.random() < 0.3
        return regions(
            same,
            edges,
            vertices=size,
            sizes=[draw.number(0, 3) for _ in range(size)] if with_sizes and size else None,
            roots=draw.bits(size) if with_roots and size else None,
        )

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """Three trees of the edges that the row chooses, others between them; and their sizes."""
        same, wanted = bits_of(scene)
        pick, trees = scene.random, [[0], [1], [2]]
        edges: list[Edge] = []
        size = 3
        for one in wanted:
            if one:
                some = pick.choice(trees)
                edges.append((pick.choice(some), size))
                some.append(size)
                size += 1
            else:
                first, other = pick.sample(trees, 2)
                edges.append((pick.choice(first), pick.choice(other)))
        held = {vertex: len(some) for some in trees for vertex in some}
        sizes = [held[vertex] for vertex in range(size)] if pick.random() < 0.5 else None
        roots = [some[-1] for some in trees] if pick.random() < 0.3 else None
        return regions(same, edges, vertices=size, sizes=sizes, roots=roots)


def regions(
    same: Iterable[object],
    edges: HasEdges | Iterable[Edge],
    *,
    vertices: int | None = None,
    sizes: Iterable[object] | None = None,
    roots: Iterable[object] | None = None,
) -> Constraint:
    """The vertices are divided into connected regions, and `same` says which edges lie inside one.

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.
    """
    marks, pairs, size = chosen_of_edges(same, edges, "regions", vertices)
    numbers = numbers_of(sizes, "sizes of regions") if sizes is not None else ()
    of_roots = _roots(roots, size) if roots is not None else ()
    for given, read in ((sizes, numbers), (roots, of_roots)):
        if given is not None:
            same_length("regions", len(read), size, "vertices")
    return Regions(marks, pairs, size, numbers, of_roots)


def _roots(roots: Iterable[object], size: int) -> tuple[Expression, ...]:
    """A 0/1 expression for each vertex; plain numbers are those of vertices."""
    given = list(listed(roots, "roots of regions"))
    if not all(type(one) is int for one in given):
        return truths(given, "roots of regions")
    places = [whole_number(one, "a root of regions") for one in given]
    if len(set(places)) < len(places) or not all(0 <= place < size for place in places):
        raise ModelError(
            f"roots of regions are {places}; write different vertices, from 0 to {size - 1}, or a"
            " 0/1 expression for each vertex"
        )
    return tuple(Constant(int(vertex in places)) for vertex in range(size))
