"""Listed rows as a reduced diagram."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ...models.language.expressions import size
from ..harness.rows.arrays import numpy
from .decision_diagram import Diagram, Domains, Level, Limits, no_rows

# ------------- The levels of a diagram as arrays of NumPy: equal nodes merged, and nodes numbered.


WIDEST_CODE = 30
"""Edges are numbered anew where the numbers of a value and a child take more bits."""


class Arrays(NamedTuple):
    """The edges of the nodes of a level: see `Level`, whose fields these are."""

    starts: Any
    places: Any
    children: Any


class Edges(NamedTuple):
    """The edges of a level, in the order of their nodes, then of the values."""

    nodes: Any
    values: Any
    children: Any


def kinds_of_nodes(
    places: Any, children: Any, begins: Any, check: Callable[[], None]
) -> tuple[Arrays, Any]:
    """The nodes whose edges begin at `begins`, one of each kind, and the kind of each.

    Nodes are of one kind where they have the same edges.
    """
    np = numpy()
    sizes = np.diff(begins, append=len(places))
    codes = places.astype(np.int64) * (int(children.max(initial=0)) + 1) + children
    if int(codes.max(initial=0)) >> WIDEST_CODE:
        codes = np.unique(codes, return_inverse=True)[1]
    codes += 1  # 0 is for no edge
    bits = int(codes.max(initial=0)).bit_length()
    kinds, offset = np.zeros(len(begins), dtype=np.int64), 1
    left, at = np.arange(len(begins)), 0
    while len(left):
        check()
        key, room = kinds[left], 63 - offset.bit_length()
        for _ in range(max(1, room // bits)):  # as many edges as fit in one key
            more = sizes[left] > at
            code = codes[np.minimum(begins[left] + at, len(codes) - 1)]
            key, at = (key << bits) | np.where(more, code, 0), at + 1
            if not more.any():
                break
        _, numbers = np.unique(key, return_inverse=True)
        kinds[left] = numbers + offset
        offset += int(numbers.max()) + 1
        left = left[sizes[left] > at]
    _, first, kinds = np.unique(kinds, return_index=True, return_inverse=True)
    starts, picked = _edges_of(begins[first], sizes[first])
    return Arrays(starts, places[picked], children[picked]), kinds


def in_order_of_nodes(levels: Sequence[Arrays]) -> tuple[Level, ...]:
    """The levels with their nodes numbered as a walk from the root, node 0, meets them."""
    np, found = numpy(), list[Level]()
    order = np.zeros(1, dtype=np.int64)
    for begins, places, children in levels:
        starts, picked = _edges_of(begins[order], np.diff(begins)[order])
        met, first, numbers = np.unique(children[picked], return_index=True, return_inverse=True)
        rank = np.argsort(first)
        again = np.empty(len(met), dtype=np.int32)
        again[rank] = np.arange(len(met), dtype=np.int32)
        kept = starts.astype(np.int64), places[picked].astype(np.int32), again[numbers]
        types = zip("qii", kept, strict=True)
        found.append(Level(*(array(kind, one.tobytes()) for kind, one in types)))
        order = met[rank]
    return tuple(found)


def _edges_of(begins: Any, sizes: Any) -> tuple[Any, Any]:
    """Of some nodes, the beginnings of their edges anew, and the end; the edges as they were."""
    np = numpy()
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes, dtype=np.int64)))
    return starts, np.repeat(begins - starts[:-1], sizes) + np.arange(starts[-1])


def reduced(layers: list[Edges], size: int, check: Callable[[], None]) -> tuple[Level, ...] | None:
    """The first `size` levels; None where there is no path to the end."""
    np = numpy()
    below = np.zeros(1, dtype=np.int32)
    found = list[Arrays]()
    for depth in reversed(range(len(layers))):
        check()
        nodes, values, children = layers.pop()
        above = int(layers[-1].children.max(initial=-1)) + 1 if layers else 1
        children = below[children]
        live = children >= 0
        if not live.all():
            nodes, values, children = nodes[live], values[live], children[live]
        below = np.full(above, -1, dtype=np.int32)
        if depth >= size:
            below[nodes] = 0
            continue
        begins = np.flatnonzero(np.diff(nodes, prepend=-1))
        merged, kinds = kinds_of_nodes(values, children, begins, check)
        below[nodes[begins]] = kinds
        found.append(merged)
    return None if below[0] < 0 else in_order_of_nodes(found[::-1])


Row = tuple[int, ...]


def folded(names: tuple[str, ...], domains: Domains, rows: Iterable[Row]) -> Diagram:
    """The diagram of `rows` of values, in the order of `names`. Raises: ValueError for a repeat."""
    found = sorted(
        tuple(domain.index(value) for domain, value in zip(domains, row, strict=True))
        for row in rows
    )
    if not found:
        return no_rows(names, domains)
    shared = [-1, *map(_first_difference, found, found[1:])]
    if len(names) in shared:
        raise ValueError("a row comes twice")
    begins, below, levels = [*range(len(found))], [0] * len(found), list[Level]()
    for depth in reversed(range(len(names))):
        cuts = [at for at, row in enumerate(begins) if shared[row] < depth]
        edges = [(found[row][depth], child) for row, child in zip(begins, below, strict=True)]
        nodes, ends = dict[tuple[tuple[int, int], ...], int](), [*cuts, len(edges)]
        below = [nodes.setdefault(tuple(edges[a:b]), len(nodes)) for a, b in pairwise(ends)]
        levels.append(level_of(nodes))
        begins = [begins[at] for at in cuts]
    return Diagram(names, domains, in_order_of_meeting(levels[::-1]))


def folded_arrays(names: tuple[str, ...], domains: Domains, rows: Any, limits: Limits) -> Diagram:
    """The same of `rows`, an array of NumPy of rows × names. Raises: ValueError for a repeat."""
    np = numpy()
    if not len(rows) or not names:
        return folded(names, domains, map(tuple, rows.tolist()))
    found = np.empty(rows.shape, dtype=np.min_scalar_type(max(map(size, domains))))
    for number, domain in enumerate(domains):
        limits.check()
        found[:, number] = _places(domain, rows[:, number])
    rows = found[np.lexsort(found.T[::-1])]
    differ = rows[1:] != rows[:-1]
    if not differ.any(axis=1).all():
        raise ValueError("a row comes twice")
    shared = np.concatenate(([-1], differ.argmax(axis=1)))
    begins, below = np.arange(len(rows)), np.zeros(len(rows), dtype=np.int32)
    levels = list[Arrays]()
    for depth in reversed(range(len(names))):
        is_above = shared[begins] < depth
        level, kinds = kinds_of_nodes(
            rows[begins, depth], below, np.flatnonzero(is_above), limits.check
        )
        levels.append(level)
        begins, below = begins[is_above], kinds.astype(np.int32)
    return Diagram(names, domains, in_order_of_nodes(levels[::-1]))


def _places(domain: range | tuple[int, ...], values: Any) -> Any:
    """The places of values in a domain."""
    if isinstance(domain, range):
        return (values.astype("int64") - domain.start) // domain.step
    return numpy().searchsorted(numpy().array(domain), values)


def level_of(nodes: Iterable[Sequence[tuple[int, int]]]) -> Level:
    """A level from the edges of each node, pairs of a place and a child."""
    starts, places, children = array("q", [0]), array("i"), array("i")
    for edges in nodes:
        for place, child in edges:
            places.append(place)
            children.append(child)
        starts.append(len(places))
    return Level(starts, places, children)


def in_order_of_meeting(given: Iterable[Level]) -> tuple[Level, ...]:
    """The same with the nodes of each level numbered as a walk from the root, node 0, meets them.

    Those that it does not meet are left out.
    """
    order, levels = [0], list[Level]()
    for level in given:
        numbers, nodes = dict[int, int](), list[list[tuple[int, int]]]()
        for node in order:
            span = range(level.starts[node], level.starts[node + 1])
            nodes.append(
                [
                    (level.places[e], numbers.setdefault(level.children[e], len(numbers)))
                    for e in span
                ]
            )
        levels.append(level_of(nodes))
        order = list(numbers)
    return tuple(levels)


def _first_difference(one: Row, other: Row) -> int:
    pairs = enumerate(zip(one, other, strict=True))
    return next((place for place, (a, b) in pairs if a != b), len(one))
