"""Rows of a diagram by their places, and what all of them have together.

Where an order of the values is asked for, it is for each level the rank of each place in its domain
that some row has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from .decision_diagram import Diagram

Orders = Sequence[Mapping[int, int]]


def natural(diagram: Diagram) -> Orders:
    """The orders of the domains themselves."""
    return [{place: place for place in edges.places} for edges in diagram.levels]


class Paths:
    """The rows of a diagram in an order of its values."""

    def __init__(self, diagram: Diagram, orders: Orders) -> None:
        self._diagram = diagram
        self._ranks = orders

    def at(self, k: int) -> tuple[int, ...]:
        """The row at place `k`, from 0."""
        return self._row(self._edges_to(k))

    def place(self, row: Sequence[int]) -> int | None:
        """The place of a row; None where it is none of the diagram's."""
        diagram, node, before = self._diagram, 0, 0
        if diagram.is_empty:
            return None
        for level, edges in enumerate(diagram.levels):
            domain, counts = diagram.domains[level], diagram.counts[level + 1]
            if row[level] not in domain:
                return None
            wanted, reached = domain.index(row[level]), None
            rank = self._ranks[level].get(wanted, -1)
            for edge in range(edges.starts[node], edges.starts[node + 1]):
                child, place = edges.children[edge], edges.places[edge]
                if place == wanted:
                    reached = child
                elif self._ranks[level][place] < rank:
                    before += counts[child]
            if reached is None:
                return None
            node = reached
        return before

    def starting_at(self, k: int) -> Iterator[tuple[int, ...]]:
        """Every row from place `k` on."""
        if k >= self._diagram.count():
            return
        path = self._edges_to(k)
        while True:
            yield self._row(path)
            while path:
                node, edge = path.pop()
                following = self._sorted(len(path), node)
                later = following[following.index(edge) + 1 :]
                if later:
                    self._descend(path, node, later[0])
                    break
            else:
                return

    def _edges_to(self, k: int) -> list[tuple[int, int]]:
        """The nodes and edges of the path of row `k`."""
        path, node = list[tuple[int, int]](), 0
        for level, edges in enumerate(self._diagram.levels):
            counts = self._diagram.counts[level + 1]
            for edge in self._sorted(level, node):
                number = counts[edges.children[edge]]
                if k < number:
                    break
                k -= number
            path.append((node, edge))
            node = edges.children[edge]
        return path

    def _descend(self, path: list[tuple[int, int]], node: int, edge: int) -> None:
        """Lengthen a path by an edge, then by the first edges to the end."""
        levels = self._diagram.levels
        path.append((node, edge))
        while len(path) < len(levels):
            node = levels[len(path) - 1].children[path[-1][1]]
            path.append((node, self._sorted(len(path), node)[0]))

    def _sorted(self, level: int, node: int) -> list[int]:
        """The edges of a node in the order of their values."""
        edges, ranks = self._diagram.levels[level], self._ranks[level]
        span = range(edges.starts[node], edges.starts[node + 1])
        return sorted(span, key=lambda edge: ranks[edges.places[edge]])

    def _row(self, path: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        levels, domains = self._diagram.levels, self._diagram.domains
        return tuple(
            domains[depth][levels[depth].places[edge]] for depth, (_, edge) in enumerate(path)
        )


def tallies(diagram: Diagram) -> list[Counter[int]]:
    """For each level, by the place of a value: the number of rows that have it."""
    found, above = [], [1]
    for level, edges in enumerate(diagram.levels):
        counts = diagram.counts[level + 1]
        tally, following = Counter[int](), [0] * len(counts)
        for node, (start, end) in enumerate(pairwise(edges.starts)):
            for edge in range(start, end):
                child = edges.children[edge]
                tally[edges.places[edge]] += above[node] * counts[child]
                following[child] += above[node]
        found.append(tally)
        above = following
    return found


def bests(
    diagram: Diagram, costs: Sequence[Mapping[int, int]], best: Callable[..., int]
) -> list[list[int]]:
    """By level, and for the end: the `best` sum of costs from each node to the end."""
    below, found = [0], [[0]]
    for cost, edges in zip(reversed(costs), reversed(diagram.levels), strict=True):
        sums = [cost[p] + below[c] for p, c in zip(edges.places, edges.children, strict=True)]
        below = [best(sums[start:end]) for start, end in pairwise(edges.starts)]
        found.append(below)
    return found[::-1]
