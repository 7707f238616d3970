"""Reduced decision diagrams: sets of rows of values, of any size, each row a path."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cached_property

from ...models.language.late_dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Level:
    """The nodes of a level and their edges, which lead to nodes of the next level.

    Nodes are numbered from 0. Those of node `n` are the edges `starts[n]` to below
    `starts[n + 1]`, at least one: edge `e` is for the value `domain[places[e]]` of the level's
    variable, and leads to the node `children[e]`. The edges of a node stand in the order of the
    domain. A value without an edge leads nowhere: that is the terminal of failure.
    """

    starts: array[int]
    """Of type `q`, one more than there are nodes; the last is the number of edges."""
    places: array[int]
    """Of type `i`, one an edge: the place of its value in the domain."""
    children: array[int]
    """Of type `i`, one an edge: the node of the next level."""

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return len(self.starts) - 1


@dataclass(frozen=True, eq=False)
class Diagram:
    """A set of rows: the values of `names`, in their order, along the paths from the root.

    The root is the only node of the first level. The edges of the last level lead to node 0, the
    terminal of success: there is no level for it. Where there are no variables, the only row is
    the empty one, and there are no levels; where there is no row at all, `is_empty`, each level is
    without nodes. No level is passed over.

    It is reduced: no two nodes of a level have the same edges, and each leads to the end. Nodes
    are numbered as a walk through the level above, node by node and value by value, meets them.
    So two diagrams over the same names and domains, in one order, are the same set exactly where
    their levels are the same.
    """

    names: tuple[str, ...]
    """The variables in the order of the levels."""
    domains: tuple[range | tuple[int, ...], ...]
    """The values of each, ascending, those that no solution has too; as declared."""
    levels: tuple[Level, ...]
    is_empty: bool = False
    """True if there is no row at all."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Diagram):
            return NotImplemented
        same = self.names == other.names and self.domains == other.domains
        return same and self.is_empty == other.is_empty and self._edges() == other._edges()

    def __hash__(self) -> int:
        return hash((self.names, self.count()))

    def _edges(self) -> list[tuple[array[int], ...]]:
        return [(level.starts, level.places, level.children) for level in self.levels]

    @property
    def nodes(self) -> int:
        """The number of nodes, without terminals."""
        return sum(level.nodes for level in self.levels)

    @cached_property
    def counts(self) -> tuple[list[int], ...]:
        """By level, and for the end: the number of paths from each node to the end."""
        below = [0 if self.is_empty else 1]
        found = [below]
        for level in reversed(self.levels):
            ways = [below[child] for child in level.children]
            starts = level.starts
            below = [sum(ways[starts[n] : starts[n + 1]]) for n in range(level.nodes)]
            found.append(below)
        return tuple(reversed(found))

    def count(self) -> int:
        """The number of rows."""
        return sum(self.counts[0])

    def rows(self, depth: int | None = None) -> Iterator[tuple[int, ...]]:
        """Every row, in the order of `names`, then of the domains.

        With `depth`, the first of each beginning of so many values, at least one.
        """
        if self.is_empty or not self.levels:
            yield from () if self.is_empty else [()]
            return
        row, last = [0] * len(self.levels), len(self.levels) if depth is None else depth
        paths = [self._edges_of(0, 0)]
        while paths:
            edge = next(paths[-1], None)
            if edge is None:
                paths.pop()
                continue
            node, reached = self._follow(edge, len(paths) - 1, row)
            if reached < last:
                paths.append(self._edges_of(reached, node))
                continue
            while reached < len(row):
                node, reached = self._follow(self.levels[reached].starts[node], reached, row)
            yield tuple(row)

    def _follow(self, edge: int, level: int, row: list[int]) -> tuple[int, int]:
        """The node that an edge of a level leads to, and its level; its value is put in `row`."""
        edges = self.levels[level]
        row[level] = self.domains[level][edges.places[edge]]
        return edges.children[edge], level + 1

    def _edges_of(self, depth: int, node: int) -> Iterator[int]:
        starts = self.levels[depth].starts
        return iter(range(starts[node], starts[node + 1]))


def no_rows(names: tuple[str, ...], domains: tuple[range | tuple[int, ...], ...]) -> Diagram:
    """The diagram of no row at all."""
    none = Level(array("q", [0]), array("i"), array("i"))
    return Diagram(names, domains, (none,) * len(names), is_empty=True)
