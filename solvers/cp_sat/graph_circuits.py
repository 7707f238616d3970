"""Constraints over graphs, as CP-SAT has them.

Loops and paths are circuits, the others have distances from a vertex of each part. Directions and
distances are determined by what is chosen, so that nothing is found twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...models.language.boards.graphs_by_name import Edge
from .native import FALSE, TRUE, Linear, Literal, Native, combination, number, single, truth

if TYPE_CHECKING:
    from .translation import Translation

Lists = Sequence[Linear]


def _marks(native: Native, terms: Lists) -> list[Literal]:
    return [native.compare(term.plus(-1), "==") for term in terms]


def _sum(literals: Iterable[Literal]) -> Linear:
    return combination((1, truth(literal)) for literal in literals)


def _touched(
    native: Native, marks: Sequence[Literal], edges: Sequence[Edge], size: int
) -> list[Literal]:
    """For each of `size` vertices, that a marked edge is at it."""
    return [native.any_of(several) for several in _around(marks, edges, size)]


def _around(marks: Sequence[Literal], edges: Sequence[Edge], size: int) -> list[list[Literal]]:
    """By vertex, the marks of its edges."""
    found: list[list[Literal]] = [[] for _ in range(size)]
    for mark, edge in zip(marks, edges, strict=True):
        for end in edge:
            found[end].append(mark)
    return found


def _circuit(
    native: Native,
    marks: Sequence[Literal],
    edges: Sequence[Edge],
    further: Iterable[tuple[int, int, Literal]] = (),
) -> list[Literal]:
    """A circuit of the marked edges and of arcs `further`: for each edge, that it goes back.

    A vertex may be left out. Between two vertices at most one edge goes either way.
    """
    ways: dict[Edge, list[Literal]] = {}
    returns = [native.boolean() for _ in marks]
    for mark, back, (a, b) in zip(marks, returns, edges, strict=True):
        there = native.boolean()
        native.require(_sum([there, back]).minus(truth(mark)), "==")
        ways.setdefault((a, b), []).append(there)
        ways.setdefault((b, a), []).append(back)
    for several in ways.values():
        native.require(_sum(several).plus(-1), "<=")
    arcs = [(a, b, native.any_of(several)) for (a, b), several in ways.items()]
    alone = [(vertex, vertex, native.boolean()) for vertex in sorted({a for a, _ in ways})]
    native.circuit([*arcs, *alone, *further])
    return returns


def loop(on: Translation, chosen: Lists, edges: Sequence[Edge]) -> None:
    """At least one edge, the first of which does not go back."""
    native, marks = on.native, _marks(on.native, chosen)
    native.clause(marks)
    if edges:
        before = FALSE
        for mark, back in zip(marks, _circuit(native, marks, edges), strict=True):
            native.clause([~back, before])
            before = native.any_of([before, mark])


def path(
    on: Translation, chosen: Lists, edges: Sequence[Edge], start: Linear, end: Linear, size: int
) -> None:
    """A circuit through one vertex more, from which it goes to the start, and to it from the end.

    A vertex without edges may be alone, or be both.
    """
    native, without = on.native, set(range(size)).difference(*edges)
    arcs = [(size, vertex, native.compare(start.plus(-vertex), "==")) for vertex in range(size)]
    arcs += [(vertex, size, native.compare(end.plus(-vertex), "==")) for vertex in range(size)]
    arcs += [(vertex, vertex, native.boolean()) for vertex in sorted(without)]
    if not size:
        return native.clause([])
    _circuit(native, _marks(native, chosen), edges, arcs)
    return None


def _reached(
    native: Native,
    roots: Sequence[Literal],
    inside: Sequence[Literal],
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    *,
    once: bool = False,
    most: int | None = None,
) -> None:
    """Every vertex `inside` is reached from a root, over `ways` between two that are inside.

    Its distance to the next root is known: 0 at a root, and outside; else one more than the
    least of those that it is joined with, from which no way leads further than one. Where each
    is reached only `once`, there is no other way. No piece has more than `most` vertices.
    """
    most = max(len(inside), 1) if most is None else most
    far = [single(native.interval(0, most - 1)) for _ in inside]
    nearer: list[list[Literal]] = [[root, ~one] for root, one in zip(roots, inside, strict=True)]
    for distance, here in zip(far, nearer, strict=True):
        native.require(distance, "==", native.any_of(here))
    for way, (a, b) in zip(ways, edges, strict=True):
        step = far[a].minus(far[b])
        native.require(step.plus(-1), "<=", way)
        native.require(step.plus(1), ">=", way)
        ends = [native.all_of([way, native.compare(step.plus(by), "==")]) for by in (-1, 1)]
        nearer[a].append(ends[0])
        nearer[b].append(ends[1])
        if once:
            native.clause([~way, *ends])
    for here in nearer:
        native.clause(here)
        if once:
            native.require(_sum(here).plus(-1), "<=")


def _joined(
    native: Native,
    inside: Sequence[Literal],
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    *,
    once: bool = False,
) -> None:
    """All vertices `inside` are reached from the first of them."""
    roots, none = [], TRUE
    for one in inside:
        roots.append(native.all_of([none, one]))
        none = native.all_of([none, ~one])
    _reached(native, roots, inside, ways, edges, once=once)


def connected(on: Translation, chosen: Lists, edges: Sequence[Edge], links: Lists) -> None:
    """The chosen vertices are reached from the first of them."""
    native, inside = on.native, _marks(on.native, chosen)
    ways = [
        native.all_of([link, inside[a], inside[b]])
        for link, (a, b) in zip(_marks(native, links), edges, strict=True)
    ]
    _joined(native, inside, ways, edges)


def tree(on: Translation, chosen: Lists, edges: Sequence[Edge], size: int, spanning: bool) -> None:
    """The touched vertices are reached from the first of them, each in one way."""
    native, marks = on.native, _marks(on.native, chosen)
    inside = [TRUE] * size if spanning else _touched(native, marks, edges, size)
    _joined(native, inside, marks, edges, once=True)


def _parts(
    native: Native,
    ways: Sequence[Literal],
    edges: Sequence[Edge],
    size: int,
    *,
    once: bool = False,
) -> list[Linear]:
    """For each vertex the lowest that `ways` join it with."""
    lowest = [number(0) if not v else single(native.interval(0, v)) for v in range(size)]
    roots = [native.compare(low.plus(-v), "==") for v, low in enumerate(lowest)]
    for way, (a, b) in zip(ways, edges, strict=True):
        native.require(lowest[a].minus(lowest[b]), "==", way)
    _reached(native, roots, [TRUE] * size, ways, edges, once=once)
    return lowest


def forest(on: Translation, chosen: Lists, edges: Sequence[Edge]) -> None:
    """Each vertex is reached in one way from the lowest of its tree."""
    size = 1 + max(map(max, edges), default=-1)
    _parts(on.native, _marks(on.native, chosen), edges, size, once=True)


def regions(
    on: Translation, same: Lists, edges: Sequence[Edge], size: int, sizes: Lists, roots: Lists
) -> None:
    """The lowest vertex of each region is known, or its root."""
    native, marks = on.native, _marks(on.native, same)
    if roots:
        return _rooted(native, marks, edges, sizes, _marks(native, roots))
    lowest = _parts(native, marks, edges, size)
    for mark, (a, b) in zip(marks, edges, strict=True):
        native.require(lowest[a].minus(lowest[b]), "!=", ~mark)
    for first in range(len(sizes)):
        within = [native.compare(low.plus(-first), "==") for low in lowest]
        for inside, wanted in zip(within, sizes, strict=True):
            native.require(_sum(within).minus(wanted), "==", inside)
    return None


def _rooted(
    native: Native,
    marks: Sequence[Literal],
    edges: Sequence[Edge],
    sizes: Lists,
    held: Sequence[Literal],
) -> None:
    """Every vertex is in the region of one root, which it is reached from.

    A root that excludes all its edges is alone, and needs no region.
    """
    alone = [
        root if all(native.excludes(mark, root) for mark in some) else FALSE
        for root, some in zip(held, _around(marks, edges, len(held)), strict=True)
    ]
    centres = [v for v, root in enumerate(held) if root not in (FALSE, alone[v])]
    within = {
        centre: [root if v == centre else native.boolean() for v, root in enumerate(held)]
        for centre in centres
    }
    for vertex, lonely in enumerate(alone):
        native.require(_sum([lonely, *(some[vertex] for some in within.values())]).plus(-1), "==")
    for centre, some in within.items():
        for one in some:
            native.clause([~one, held[centre]])
        for mark, (a, b) in zip(marks, edges, strict=True):
            native.clause([~mark, ~some[a], some[b]])
            native.clause([~mark, some[a], ~some[b]])
            native.clause([mark, ~some[a], ~some[b]])
        if sizes:
            native.require(_sum(some).minus(sizes[centre]), "==", held[centre])
    if sizes:
        for mark, (a, b) in zip(marks, edges, strict=True):
            native.require(sizes[a].minus(sizes[b]), "==", mark)
        for lonely, wanted in zip(alone, sizes, strict=True):
            native.require(wanted.plus(-1), "==", lonely)
    largest = max((native.ends(wanted)[1] for wanted in sizes), default=len(held))
    most = max(1, min(largest, len(held)))
    _reached(native, held, [TRUE] * len(held), marks, edges, most=most)
