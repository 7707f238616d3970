"""Reduced decision diagrams: sets of rows of values, of any size, each row a path."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from ...models.language.late_dataclasses import dataclass
from ...models.language.phrases import grouped
from ..harness.contract import Incomplete, Unsupported

Domains = tuple[range | tuple[int, ...], ...]
"""The values of several variables, those of each ascending."""


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
    domains: Domains
    """The values of each, ascending, those that no solution has too; as declared."""
    levels: tuple[Level, ...]
    is_empty: bool = False
    """True if there is no row at all."""

    def __hash__(self) -> int:
        return hash((self.names, self.count()))

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
        return Paths(self).starting_at(0, depth)


def no_rows(names: tuple[str, ...], domains: Domains) -> Diagram:
    """The diagram of no row at all."""
    none = Level(array("q", [0]), array("i"), array("i"))
    return Diagram(names, domains, (none,) * len(names), is_empty=True)


# -------------------------- Rows of a diagram by their places, and what all of them have together.
#
# Where an order of the values is asked for, it is for each level the rank of each place in its
# domain that some row has.


Orders = Sequence[Mapping[int, int]]


Seed = int | random.Random | None


def drawn_places(number: int, k: int, seed: Seed = None) -> Iterator[int]:
    """`k` places, each drawn from all below `number` alike: all that draws solutions draws these.

    Raises: ValueError.
    """
    if k < 0:
        raise ValueError(f"{k} is no number of solutions to draw")
    draw = seed if isinstance(seed, random.Random) else random.Random(seed)
    return (draw.randrange(number) for _ in range(k))


class Paths:
    """The rows of a diagram in an order of its values, that of the domains if none is given."""

    def __init__(self, diagram: Diagram, orders: Orders | None = None) -> None:
        self._diagram, self._ranks = diagram, orders

    def at(self, k: int) -> tuple[int, ...]:
        """The row at place `k`, from 0."""
        return next(self.starting_at(k))

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
            rank = self._rank(level, wanted)
            for edge in range(edges.starts[node], edges.starts[node + 1]):
                child, place = edges.children[edge], edges.places[edge]
                if place == wanted:
                    reached = child
                elif self._rank(level, place) < rank:
                    before += counts[child]
            if reached is None:
                return None
            node = reached
        return before

    def starting_at(self, k: int, depth: int | None = None) -> Iterator[tuple[int, ...]]:
        """Every row from place `k` on; with `depth`, the first of each beginning of that length."""
        diagram, levels = self._diagram, self._diagram.levels
        if diagram.is_empty or not levels:
            yield from () if diagram.is_empty or k else [()]
            return
        row, last = [0] * len(levels), len(levels) if depth is None else depth
        paths = [iter(self._sorted(0, 0))]
        while paths:
            level, edge = len(paths), next(paths[-1], None)
            if edge is None:
                paths.pop()
                continue
            edges = levels[level - 1]
            child = edges.children[edge]
            if k and k >= (number := diagram.counts[level][child]):
                k -= number
                continue
            row[level - 1] = diagram.domains[level - 1][edges.places[edge]]
            if level == len(levels):
                yield tuple(row)
            else:
                following = self._sorted(level, child)
                paths.append(iter(following if level < last else following[:1]))

    def _rank(self, level: int, place: int) -> int:
        return place if self._ranks is None else self._ranks[level].get(place, -1)

    def _sorted(self, level: int, node: int) -> Sequence[int]:
        """The edges of a node in the order of their values."""
        edges = self._diagram.levels[level]
        span = range(edges.starts[node], edges.starts[node + 1])
        if self._ranks is None:
            return span
        ranks = self._ranks[level]
        return sorted(span, key=lambda edge: ranks[edges.places[edge]])


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


def bests(diagram: Diagram, costs: Sequence[Mapping[int, int]]) -> list[list[int]]:
    """By level, and for the end: the least sum of costs from each node to the end."""
    below, found = [0], [[0]]
    for cost, edges in zip(reversed(costs), reversed(diagram.levels), strict=True):
        sums = [cost[p] + below[c] for p, c in zip(edges.places, edges.children, strict=True)]
        below = [min(sums[start:end]) for start, end in pairwise(edges.starts)]
        found.append(below)
    return found[::-1]


# ------------------ The limits within which a diagram is built, and the error where it passes them.


MOST_NODES = 2_000_000
"""The most nodes before any are merged from below, and the most solutions that are listed."""
MOST_NODES_COUNTED = 100_000_000
"""The most nodes where only two levels are held."""
PAGES = "/proc/self/statm"
"""In this file Linux says how many pages of memory this process has."""
PAGE = 4096


class TooLarge(Unsupported):
    """The diagram passed a limit at `level` of `levels`, its variables in the order `order`.

    `limit` is the limit in words, with the name of what raises it.
    """

    exit_code = Incomplete.exit_code
    is_final = False
    """True if more nodes would not help."""

    def __init__(self, level: int, levels: int, order: str, limit: str) -> None:
        super().__init__(
            f"the diagram has {limit} at level {level} of {levels} in the order {order!r}"
        )
        self.level, self.levels, self.order, self.limit = level, levels, order, limit

    def with_more(self, words: str) -> TooLarge:
        """The same with `words` at the end of its message."""
        found = TooLarge(self.level, self.levels, self.order, self.limit)
        found.args, found.is_final = (f"{self}{words}",), self.is_final
        return found


@dataclass(frozen=True)
class Limits:
    """The limits of one build."""

    check: Callable[[], None]
    """Raises where the search must end; called every few milliseconds."""
    nodes: int
    """The most nodes, before any of them are merged from below."""
    memory: int | None = None
    """The most bytes of this process."""
    width: int = 6_000_000
    """The most nodes of a level, where only two levels are held."""

    def look(self, nodes: int, level: int, levels: int, order: str, needed: int = 0) -> None:
        """Raises: TooLarge where there are too many `nodes`, or `needed` bytes more are too many;
        as `check` does.
        """
        self.check()
        if nodes > self.nodes:
            raise TooLarge(
                level, levels, order, f"more than {grouped(self.nodes)} nodes (the limit `nodes`)"
            )
        if self.memory is not None and resident() + needed > self.memory:
            limit = f"more than {grouped(self.memory)} bytes (the limit `memory`)"
            error = TooLarge(level, levels, order, limit)
            error.is_final = True
            raise error


def resident() -> int:
    """The bytes of memory that this process has; 0 where that is not known."""
    try:
        with open(PAGES, encoding="ascii") as pages:
            return int(pages.read().split()[1]) * PAGE
    except OSError:
        return 0
