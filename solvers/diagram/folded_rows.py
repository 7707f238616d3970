"""Listed rows as a reduced diagram."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from .decision_diagram import Diagram, Level, no_rows

Row = tuple[int, ...]


def folded(
    names: tuple[str, ...], domains: tuple[tuple[int, ...], ...], rows: Iterable[Row]
) -> Diagram:
    """The diagram of `rows` of values, in the order of `names`. Raises: ValueError for a repeat."""
    places = [{value: place for place, value in enumerate(domain)} for domain in domains]
    found = sorted(
        tuple(known[value] for known, value in zip(places, row, strict=True)) for row in rows
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
    return in_order_of_meeting(Diagram(names, domains, tuple(reversed(levels))))


def level_of(nodes: Iterable[Sequence[tuple[int, int]]]) -> Level:
    """A level from the edges of each node, pairs of a place and a child."""
    starts, places, children = array("q", [0]), array("i"), array("i")
    for edges in nodes:
        for place, child in edges:
            places.append(place)
            children.append(child)
        starts.append(len(places))
    return Level(starts, places, children)


def in_order_of_meeting(diagram: Diagram) -> Diagram:
    """The same with the nodes of each level numbered as a walk from the root meets them."""
    order, levels = [0], list[Level]()
    for level in diagram.levels:
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
    return Diagram(diagram.names, diagram.domains, tuple(levels))


def _first_difference(one: Row, other: Row) -> int:
    pairs = enumerate(zip(one, other, strict=True))
    return next((place for place, (a, b) in pairs if a != b), len(one))
