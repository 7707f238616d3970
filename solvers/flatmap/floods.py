"""Words over graphs: a value goes under which something cannot be reached, or closes a cycle.

All that is known is which vertices, or edges, are chosen for sure, and which may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain

from ...models.language.global_constraints.connected import Connected, OverGraph, components
from ...models.language.global_constraints.loops_and_paths import Loop, Path
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Tree

Edges = list[tuple[int, int]]
Sets = list[set[int]]
"""The values that each term of a word may still have."""


def cannot_hold(word: OverGraph, sets: Sets) -> bool:
    """True if `word` certainly does not hold, and where each set is one value, if it does not."""
    number = len(word.edges)
    if isinstance(word, Connected):
        inside, links = sets[: word.size], sets[word.size :]
        may = [
            (a, b)
            for (a, b), link in zip(word.edges, links, strict=True)
            if 1 in link and 1 in inside[a] and 1 in inside[b]
        ]
        return _are_apart([v for v, one in enumerate(inside) if 0 not in one], may, word.size)
    sure = [edge for edge, one in zip(word.edges, sets, strict=False) if 0 not in one]
    may = [edge for edge, one in zip(word.edges, sets, strict=False) if 1 in one]
    match word:
        case Regions():
            return _not_divided(word, sets, sure, may)
        case Tree(_, _, size, spanning):
            touched = range(size) if spanning else set(chain(*sure))
            return _has_cycle(sure, size) or _are_apart(touched, may, size)
        case Path(_, _, _, _, size):
            starts, ends = ([v for v in some if 0 <= v < size] for some in sets[number:])
            if not starts or not ends:
                return True
            if len(sets[number]) > 1 or len(sets[number + 1]) > 1:
                return _has_cycle(sure, size)
            # An edge from end to end makes a loop of it.
            return _no_loop([*sure, (starts[0], ends[0])], [*may, (starts[0], ends[0])], size)
        case Loop():
            return _no_loop(sure, may, word.size)
        case _:
            return _has_cycle(sure, word.size)


def _are_apart(vertices: Iterable[int], edges: Edges, size: int) -> bool:
    lowest = components(size, edges)
    return len({lowest[vertex] for vertex in vertices}) > 1


def _has_cycle(edges: Edges, size: int) -> bool:
    return len(set(components(size, edges))) > size - len(edges)


def _no_loop(sure: Edges, may: Edges, size: int) -> bool:
    """True if no loop has all the edges that are sure, and others only of those that may be."""
    near, far = Counter(chain(*sure)), Counter(chain(*may))
    odd = any(degree > 2 for degree in near.values()) or any(far[vertex] < 2 for vertex in near)
    if odd or _are_apart(near, may, size):
        return True
    if _has_cycle(sure, size):  # it is the loop, and nothing else is chosen
        return set(near.values()) != {2} or _are_apart(near, sure, size)
    return not _has_cycle(may, size)


def _not_divided(word: Regions, sets: Sets, sure: Edges, may: Edges) -> bool:
    first = len(word.edges) + len(word.sizes)
    sizes, roots = sets[len(word.edges) : first], sets[first:]
    low, high = components(word.size, sure), components(word.size, may)
    least, most = Counter(low), Counter(high)
    rooted = Counter(low[vertex] for vertex, one in enumerate(roots) if 0 not in one)
    may_be_rooted = {high[vertex] for vertex, one in enumerate(roots) if 1 in one}
    apart = (edge for edge, one in zip(word.edges, sets, strict=False) if 1 not in one)
    return (
        any(low[a] == low[b] for a, b in apart)
        or any(max(s) < least[low[v]] or min(s) > most[high[v]] for v, s in enumerate(sizes))
        or bool(roots and (max(rooted.values(), default=0) > 1 or most.keys() - may_be_rooted))
    )
