"""Edges of a graph that form one tree, or no cycle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..arithmetic_expressions import total
from ..constraints import Constraint, all_of, any_of, none_of
from ..errors import ModelError
from ..expressions import Expression, Indicator
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
    first_of,
    reached,
)
from .loops_and_paths import edges_where, ends_for


@dataclass(frozen=True, eq=False, repr=False)
class Tree(OverGraph):
    """The `chosen` edges form one tree; where it is `spanning`, it touches each of the vertices."""

    chosen: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]
    vertices: int
    spanning: bool

    def holds(self, values: Sequence[int]) -> bool:
        chosen = [edge for edge, value in zip(self.edges, values, strict=True) if value]
        touched = {end for edge in chosen for end in edge}
        inside = set(range(self.vertices)) if self.spanning else touched
        lowest = components(self.vertices, chosen)
        one_piece = len({lowest[vertex] for vertex in inside}) <= 1
        return one_piece and len(chosen) == max(0, len(inside) - 1)

    def decompose(self) -> Iterable[Constraint]:
        self.refuse_large(self.vertices - 1)
        around = at_vertices(self.chosen, self.edges, self.vertices)
        touched = [total(some) > 0 for some in around]
        open_ = [one == 1 for one in self.chosen]
        rounds = self.vertices - 1
        if self.spanning:
            start: list[Constraint] = [all_of([]), *[any_of([])] * rounds]
            yield total(self.chosen) == rounds
            yield from reached(start, open_, self.edges, rounds)
            return
        inside = total(touched) - Indicator(any_of(touched))
        yield total(self.chosen) == inside
        found = reached(first_of(touched), open_, self.edges, rounds)
        yield from (any_of((~one, there)) for one, there in zip(touched, found, strict=True))

    def describe(self, parts: Sequence[str]) -> str:
        more = {"spanning": True} if self.spanning else {}
        return call("tree", parts, self.edges, vertices=self.vertices, **more)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        chosen, random = bits(draw, 5), draw.random
        edges, spanning = ends_for(random, len(chosen), 4), random.random() < 0.4
        return tree(chosen, edges, vertices=random.randint(4, 5), spanning=spanning)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """A tree of the edges that the row chooses."""
        chosen, wanted = bits_of(scene)
        size = sum(wanted)
        grown = [(scene.random.randrange(k), k) for k in range(1, size + 1)]
        edges = edges_where(scene.random, wanted, grown, max(size + 1, 2))
        spanning = scene.random.random() < 0.4
        return tree(chosen, edges, vertices=max(size + 1, 2), spanning=spanning)


@dataclass(frozen=True, eq=False, repr=False)
class Forest(OverGraph):
    """There is no cycle among the `chosen` edges."""

    chosen: tuple[Expression, ...]
    edges: tuple[tuple[int, int], ...]

    def holds(self, values: Sequence[int]) -> bool:
        chosen = [edge for edge, value in zip(self.edges, values, strict=True) if value]
        return len(set(components(self.size, chosen))) == self.size - len(chosen)

    def decompose(self) -> Iterable[Constraint]:
        """Edges whose end no other has are taken away, time after time, until none is left."""
        self.refuse_large(self.size // 2)
        left: list[Constraint] = [one == 1 for one in self.chosen]
        for _ in range(self.size // 2):
            around = at_vertices([Indicator(one) for one in left], self.edges, self.size)
            several = [total(some) >= 2 for some in around]
            left = [
                all_of((one, several[a], several[b]))
                for one, (a, b) in zip(left, self.edges, strict=True)
            ]
        return (none_of(left),)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        chosen = bits(draw, 5)
        return forest(chosen, ends_for(draw.random, len(chosen), 4))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """Trees of the edges that the row chooses."""
        chosen, wanted = bits_of(scene)
        size = sum(wanted) + 2
        grown = [(scene.random.randrange(k), k) for k in range(1, size)]
        return forest(chosen, edges_where(scene.random, wanted, grown, size))


def tree(
    chosen: Iterable[object],
    edges: HasEdges | Iterable[Edge],
    *,
    vertices: int | None = None,
    spanning: bool = False,
) -> Constraint:
    """The chosen edges form one tree.

    Raises: ModelError for an edge of one vertex with itself, lists that do not fit, and a spanning
    tree of no vertices.
    """
    marks, pairs, size = chosen_of_edges(chosen, edges, "tree", vertices)
    if not isinstance(spanning, bool):
        raise ModelError(f"spanning of tree is {spanning!r}; write True or False")
    if spanning and not size:
        raise ModelError("a spanning tree of no vertices is none; give at least one vertex")
    return Tree(marks, pairs, size, spanning)


def forest(chosen: Iterable[object], edges: HasEdges | Iterable[Edge]) -> Constraint:
    """There is no cycle among the chosen edges.

    Raises: ModelError for an edge of one vertex with itself, and lists that do not fit.
    """
    marks, pairs, _ = chosen_of_edges(chosen, edges, "forest")
    return Forest(marks, pairs)
