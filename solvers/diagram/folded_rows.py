"""Listed rows as a reduced diagram."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from ...models.language.domains import size
from ..harness.rows.arrays import numpy
from .decision_diagram import Diagram, Level, no_rows
from .limits_of_diagrams import Limits
from .reduction_of_arrays import Arrays, in_order_of_nodes, kinds_of_nodes

Row = tuple[int, ...]


def folded(
    names: tuple[str, ...], domains: tuple[range | tuple[int, ...], ...], rows: Iterable[Row]
) -> Diagram:
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
    below, levels = [0] * len(found), list[Level]()
    begins = list(range(len(found)))
    for depth in reversed(range(len(names))):
        begins_above = [row for row in begins if shared[row] < depth]
        nodes, above = dict[tuple[tuple[int, int], ...], int](), list[int]()
        edges = list[tuple[int, int]]()
        ends = iter([*begins_above[1:], len(found)])
        end = next(ends)
        for row, child in zip(begins, below, strict=True):
            if row == end:
                above.append(nodes.setdefault(tuple(edges), len(nodes)))
                edges, end = [], next(ends)
            edges.append((found[row][depth], child))
        above.append(nodes.setdefault(tuple(edges), len(nodes)))
        levels.append(level_of(nodes))
        begins, below = begins_above, above
    return Diagram(names, domains, in_order_of_meeting(levels[::-1]))


def folded_arrays(
    names: tuple[str, ...], domains: tuple[range | tuple[int, ...], ...], rows: Any, limits: Limits
) -> Diagram:
    """The same of `rows`, an array of NumPy of rows × names. Raises: ValueError for a repeat."""
    np = numpy()
    if not len(rows) or not names:
        return folded(names, domains, map(tuple, rows.tolist()))
    bits = [max(1, (size(domain) - 1).bit_length()) for domain in domains]
    words, used = [np.zeros(len(rows), dtype=np.uint64)], 0
    found = np.empty(rows.shape, dtype=np.min_scalar_type(max(map(size, domains))))
    for number, domain in enumerate(domains):
        limits.check()
        if used + bits[number] > 64:
            words.append(np.zeros(len(rows), dtype=np.uint64))
            used = 0
        found[:, number] = places = _places(domain, rows[:, number])
        words[-1] = words[-1] << np.uint64(bits[number]) | places.astype(np.uint64)
        used += bits[number]
    rows = found[np.lexsort(words[::-1])]
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
