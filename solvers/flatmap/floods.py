"""Constraints over graphs, by floods over what is chosen, and over what still may be.

This is flatmap's own reading of them; it shares nothing with `holds`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from ...models.language.global_constraints.connected import Connected, OverGraph
from ...models.language.global_constraints.loops_and_paths import Loop, Path
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Forest, Tree

Edges = Sequence[tuple[int, int]]
Bounds = Sequence[tuple[int, int]]
"""The least and the greatest value of each term."""


def fails(word: OverGraph, bounds: Bounds) -> bool:
    """True if `word` cannot hold where each of its parts lies in its bounds."""
    edges = word.edges
    if isinstance(word, Connected):
        ends, links = bounds[: word.size], bounds[word.size :]
        ways = [
            (a, b)
            for (a, b), link in zip(edges, links, strict=True)
            if link[1] and ends[a][1] and ends[b][1]
        ]
        return _are_apart((v for v, end in enumerate(ends) if end[0]), flood(word.size, ways))
    chosen = bounds[: len(edges)]
    sure = [edge for edge, (least, _) in zip(edges, chosen, strict=True) if least]
    may = [edge for edge, (_, most) in zip(edges, chosen, strict=True) if most]
    match word:
        case Loop():
            return _no_loop(word.size, sure, may)
        case Path():
            return _no_path(word.size, sure, may, *bounds[len(edges) :])
        case Forest():
            return _has_cycle(word.size, sure)
        case Tree():
            inside = range(word.size) if word.spanning else chain(*sure)
            return _has_cycle(word.size, sure) or _are_apart(inside, flood(word.size, may))
        case Regions():
            sizes = bounds[len(edges) : len(edges) + len(word.sizes)]
            roots = bounds[len(edges) + len(word.sizes) :]
            never = [edge for edge, (_, most) in zip(edges, chosen, strict=True) if not most]
            return _no_regions(flood(word.size, sure), flood(word.size, may), never, sizes, roots)
        case _:
            raise TypeError(f"{type(word).__name__} has no floods")


def flood(size: int, edges: Edges) -> list[int]:
    """The lowest vertex that can be reached from each of `size` vertices."""
    beside: list[list[int]] = [[] for _ in range(size)]
    for a, b in edges:
        beside[a].append(b)
        beside[b].append(a)
    lowest = [-1] * size
    for first in range(size):
        reached = [first] if lowest[first] < 0 else []
        while reached:
            vertex = reached.pop()
            if lowest[vertex] < 0:
                lowest[vertex] = first
                reached += beside[vertex]
    return lowest


def _are_apart(vertices: Iterable[int], lowest: Sequence[int]) -> bool:
    return len({lowest[vertex] for vertex in vertices}) > 1


def _has_cycle(size: int, edges: Edges) -> bool:
    return size - len(set(flood(size, edges))) < len(edges)


def _no_loop(size: int, sure: Edges, may: Edges) -> bool:
    near, far = Counter(chain(*sure)), Counter(chain(*may))
    if any(number > 2 or far[vertex] < 2 for vertex, number in near.items()):
        return True
    if _has_cycle(size, sure):
        # It must be the whole loop.
        return set(near.values()) != {2} or _are_apart(near, flood(size, sure))
    return not _has_cycle(size, may) or _are_apart(near, flood(size, may))


def _no_path(
    size: int, sure: Edges, may: Edges, start: tuple[int, int], end: tuple[int, int]
) -> bool:
    if any(high < 0 or low >= size for low, high in (start, end)):
        return True
    if start[0] < start[1] or end[0] < end[1]:
        return _has_cycle(size, sure) or max(Counter(chain(*sure)).values(), default=0) > 2
    if start == end:
        return bool(sure)
    # With one edge more, between its ends, it is a loop.
    closing = (start[0], end[0])
    return _no_loop(size, [*sure, closing], [*may, closing])


def _no_regions(
    low: Sequence[int], high: Sequence[int], never: Edges, sizes: Bounds, roots: Bounds
) -> bool:
    """True for regions that have grown together to `low` and can do so to `high`."""
    least, most = Counter(low), Counter(high)
    rooted = Counter(low[vertex] for vertex, (root, _) in enumerate(roots) if root)
    rootable = {high[vertex] for vertex, (_, root) in enumerate(roots) if root}
    return (
        any(low[a] == low[b] for a, b in never)
        or any(hi < least[low[v]] or lo > most[high[v]] for v, (lo, hi) in enumerate(sizes))
        or (bool(roots) and (max(rooted.values(), default=0) > 1 or bool(set(high) - rootable)))
    )
