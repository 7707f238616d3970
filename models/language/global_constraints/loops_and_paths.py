"""Edges of a graph that form one loop, or one path between two vertices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from ..arithmetic_expressions import total
from ..constraints import Constraint, any_of, iff
from ..expressions import Expression, as_number
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from .connected import (
    Edge,
    HasEdges,
    OverGraph,
    at_vertices,
    bits,
    bits_of,
    call,
    chosen_of_edges,
    components,
    degrees,
    first_of,
    reached,
)


@dataclass(frozen=True, eq=False, repr=False)
class Loop(OverGraph):
    """The `chosen` edges form exactly one simple cycle."""

    chosen: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]

    def holds(self, values: Sequence[int]) -> bool:
        found = degrees(values, self.edges)
        lowest = components(self.size, _chosen(self.edges, values))
        return set(found.values()) == {2} and len({lowest[vertex] for vertex in found}) == 1

    def decompose(self) -> Iterable[Constraint]:
        self.refuse_large(self.size // 2)
        around = at_vertices(self.chosen, self.edges, self.size)
        touched = [total(some) > 0 for some in around]
        yield any_of(touched)
        yield from ((total(some) == 0) | (total(some) == 2) for some in around)
        # From one vertex of a loop no other is further off than half of it.
        open_ = [one == 1 for one in self.chosen]
        found = reached(first_of(touched), open_, self.edges, self.size // 2)
        yield from (any_of((~one, there)) for one, there in zip(touched, found, strict=True))

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        chosen = bits(draw, 5)
        return loop(chosen, ends_for(draw.random, len(chosen), 4))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """A cycle of the edges that the row chooses, where it chooses two at least."""
        chosen, wanted = bits_of(scene)
        size = sum(wanted)
        around = iter([(k, (k + 1) % size) for k in range(size)] if size > 1 else [(0, 1)])
        return loop(chosen, edges_where(scene.random, wanted, around, max(size, 3)))


@dataclass(frozen=True, eq=False, repr=False)
class Path(OverGraph):
    """The `chosen` edges form one simple path from `start` to `end`; none where these are equal."""

    chosen: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]
    start: Expression
    end: Expression
    vertices: int

    def holds(self, values: Sequence[int]) -> bool:
        *chosen, start, end = values
        if not (0 <= start < self.vertices and 0 <= end < self.vertices):
            return False
        found = degrees(chosen, self.edges)
        if start == end:
            return not found
        lowest = components(self.vertices, _chosen(self.edges, chosen))
        wanted = {vertex: 1 if vertex in (start, end) else 2 for vertex in found}
        one_piece = len({lowest[vertex] for vertex in found}) == 1
        return found == wanted and {start, end} <= found.keys() and one_piece

    def decompose(self) -> Iterable[Constraint]:
        self.refuse_large(self.vertices - 1)
        yield from ((0 <= one) & (one < self.vertices) for one in (self.start, self.end))
        around = at_vertices(self.chosen, self.edges, self.vertices)
        starts = [self.start == vertex for vertex in range(self.vertices)]
        for vertex, some in enumerate(around):
            is_end = self.end == vertex
            degree, first = total(some), starts[vertex]
            yield (degree == 0) | (degree == 1) | (degree == 2)
            # Where one end is, there is one edge; where both are, there is none.
            yield iff(degree == 1, first ^ is_end)
            yield any_of((~first, ~is_end, degree == 0))
        open_ = [one == 1 for one in self.chosen]
        found = reached(starts, open_, self.edges, self.vertices - 1)
        yield from (any_of((total(some) == 0, f)) for some, f in zip(around, found, strict=True))

    def describe(self, parts: Sequence[str]) -> str:
        return call("path", parts[:-2], self.edges, *parts[-2:], vertices=self.vertices)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        chosen = bits(draw, 4)
        edges = ends_for(draw.random, len(chosen), 4)
        ends = [as_number(draw.number(-1, 3), "an end") for _ in range(2)]
        return path(chosen, edges, *ends, vertices=draw.random.randint(4, 5))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """A path of the edges that the row chooses, with ends that are known."""
        chosen, wanted = bits_of(scene)
        size = sum(wanted)
        along = iter([(k, k + 1) for k in range(size)])
        edges = edges_where(scene.random, wanted, along, size + 2)
        return path(chosen, edges, 0, size, vertices=size + 2)


def loop(chosen: Iterable[object], edges: HasEdges | Iterable[Edge]) -> Constraint:
    """The chosen edges form exactly one simple cycle.

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.
    """
    marks, pairs, _ = chosen_of_edges(chosen, edges, "loop")
    return Loop(marks, pairs)


def path(
    chosen: Iterable[object],
    edges: HasEdges | Iterable[Edge],
    start: object,
    end: object,
    *,
    vertices: int | None = None,
) -> Constraint:
    """The chosen edges form one simple path from `start` to `end`, in either direction.

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.
    """
    marks, pairs, size = chosen_of_edges(chosen, edges, "path", vertices)
    first = as_number(start, "the start of path")
    return Path(marks, pairs, first, as_number(end, "the end of path"), size)


def _chosen(edges: Sequence[Edge], values: Sequence[int]) -> Iterable[Edge]:
    return (edge for edge, value in zip(edges, values, strict=True) if value)


def ends_for(random: Random, number: int, size: int) -> list[Edge]:
    """`number` edges between `size` vertices, at random; some are parallel."""
    return [(a, b) for a, b in (random.sample(range(size), 2) for _ in range(number))]


def edges_where(
    random: Random, wanted: Sequence[int], along: Iterable[Edge], size: int
) -> list[Edge]:
    """The edges of `along` where one is wanted, elsewhere any."""
    ways = iter(along)
    return [next(ways) if one else ends_for(random, 1, size)[0] for one in wanted]
