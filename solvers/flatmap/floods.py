"""Words over graphs: a value goes under which something cannot be reached, or closes a cycle.

All that is known is which vertices, or edges, are chosen for sure, and which may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from ...models.language.global_constraints.connected import Connected, OverGraph, components
from ...models.language.global_constraints.loops_and_paths import Loop, Path
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Tree

Edges = list[tuple[int, int]]
Sets = list[set[int]]
"""The values that each term of a word may still have."""


Hindrance = tuple[str, Sequence[int]]
"""Words with a place for each of the vertices that they name, and these."""


def hindrance(word: OverGraph, sets: Sets) -> Hindrance | None:
    """The reason for which `word` certainly does not hold; with a value in each set, if it fails.

    None where it may hold. `{it}` in the words stands for all that is chosen.
    """
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
                return "{it} would have no end", ()
            if len(sets[number]) > 1 or len(sets[number + 1]) > 1:
                return _has_cycle(sure, size)
            # An edge from end to end makes a loop of it.
            return _no_loop([*sure, (starts[0], ends[0])], [*may, (starts[0], ends[0])], size)
        case Loop():
            return _no_loop(sure, may, word.size)
        case _:
            return _has_cycle(sure, word.size)


def _are_apart(vertices: Iterable[int], edges: Edges, size: int) -> Hindrance | None:
    lowest = components(size, edges)
    found = {lowest[vertex]: vertex for vertex in vertices}
    if len(found) < 2:
        return None
    return "{} and {} would be cut off from each other", [*found.values()][:2]


def _has_cycle(edges: Edges, size: int) -> Hindrance | None:
    has_cycle = len(set(components(size, edges))) > size - len(edges)
    return ("{it} would close a loop", ()) if has_cycle else None


def _no_loop(sure: Edges, may: Edges, size: int) -> Hindrance | None:
    """A hindrance where no loop has all edges that are sure, and others only that may be."""
    near, far = Counter(chain(*sure)), Counter(chain(*may))
    for vertex, degree in near.items():
        if degree > 2:
            return "{it} would branch at {}", (vertex,)
        if far[vertex] < 2:
            return "{it} could not go on at {}", (vertex,)
    apart = _are_apart(near, may, size)
    if apart or not _has_cycle(sure, size):
        return apart or (None if _has_cycle(may, size) else ("{it} could not close", ()))
    # A cycle is the loop, and nothing else is chosen.
    lowest = components(size, sure)
    ends = Counter(lowest[vertex] for edge in sure for vertex in edge)
    closed = next(v for v in near if ends[lowest[v]] == 2 * lowest.count(lowest[v]))
    left = [vertex for vertex in near if lowest[vertex] != lowest[closed]]
    return ("{it} would close before it comes to {}", left[:1]) if left else None


def _not_divided(word: Regions, sets: Sets, sure: Edges, may: Edges) -> Hindrance | None:
    first = len(word.edges) + len(word.sizes)
    sizes, roots = sets[len(word.edges) : first], sets[first:]
    low, high = components(word.size, sure), components(word.size, may)
    least, most = Counter(low), Counter(high)
    for (a, b), one in zip(word.edges, sets, strict=False):
        if 1 not in one and low[a] == low[b]:
            return "{} and {} would be of one region", (a, b)
    for vertex, size in enumerate(sizes):
        if max(size) < least[low[vertex]]:
            return f"the region of {{}} would have more than {max(size)} squares", (vertex,)
        if min(size) > most[high[vertex]]:
            return f"the region of {{}} would have fewer than {min(size)} squares", (vertex,)
    rooted: dict[int, int] = {}
    for vertex, one in enumerate(roots):
        if 0 not in one and rooted.setdefault(low[vertex], vertex) != vertex:
            return "{} and {} would be of one region", (rooted[low[vertex]], vertex)
    may_be_rooted = {high[vertex] for vertex, one in enumerate(roots) if 1 in one}
    bare = [vertex for vertex in most if roots and vertex not in may_be_rooted]
    return ("the region of {} would have no marked square", bare[:1]) if bare else None
