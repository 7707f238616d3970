"""Diagrams made of others: what both have, either has, one alone has, what is best, projections."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from ...models.language.errors import ModelError
from ...models.language.expressions import Expression, Variable
from ...models.language.nodes import Program, topological
from ..harness.adapting.sums_of_literals import parts_of
from .canonical_order import Places
from .decision_diagram import Diagram, Level, no_rows
from .folded_rows import folded, in_order_of_meeting, level_of
from .paths import bests

Domains = tuple[range | tuple[int, ...], ...]
State = TypeVar("State", bound=Hashable)
Pair = tuple[int | None, int | None]
"""A node of each of two diagrams; None where a path has left it."""


def unfolded(
    names: tuple[str, ...],
    domains: Domains,
    start: State,
    children: Callable[[int, State], Iterable[tuple[int, State]]],
    holds: Callable[[State], bool],
) -> Diagram:
    """The reduced diagram of the paths from `start` to states that hold at the end.

    `children` of a level and a state are the places of values, and the states they lead to.
    """
    layers: list[dict[State, int]] = [{start: 0}]
    edges: list[list[list[tuple[int, int]]]] = []
    for level in range(len(names)):
        following: dict[State, int] = {}
        edges.append(
            [
                sorted(
                    (place, following.setdefault(to, len(following)))
                    for place, to in children(level, state)
                )
                for state in layers[-1]
            ]
        )
        layers.append(following)
    below: list[int | None] = [0 if holds(state) else None for state in layers[-1]]
    levels: list[Level] = []
    for nodes in reversed(edges):
        kinds: dict[tuple[tuple[int, int], ...], int] = {}
        above: list[int | None] = []
        for node in nodes:
            kept = tuple((place, to) for place, child in node if (to := below[child]) is not None)
            above.append(kinds.setdefault(kept, len(kinds)) if kept else None)
        levels.append(level_of(kinds))
        below = above
    if below[0] is None:
        return no_rows(names, domains)
    return Diagram(names, domains, in_order_of_meeting(levels[::-1]))


def edges_of(diagram: Diagram, level: int, node: int | None) -> dict[int, int]:
    """The children of a node by the places of values; none of a node that is not there."""
    if node is None or diagram.is_empty:
        return {}
    edges = diagram.levels[level]
    span = slice(edges.starts[node], edges.starts[node + 1])
    return dict(zip(edges.places[span], edges.children[span], strict=True))


def combined(one: Diagram, other: Diagram, holds: Callable[[bool, bool], bool]) -> Diagram:
    """The rows of which it `holds` that the one, and the other, has them; not of rows of neither.

    Both have the same names and domains.
    """

    def children(level: int, state: Pair) -> Iterable[tuple[int, Pair]]:
        first, second = state
        left, right = edges_of(one, level, first), edges_of(other, level, second)
        for place in left.keys() | right.keys():
            reached = left.get(place), right.get(place)
            if any(holds(a, b) for a in _may(reached[0]) for b in _may(reached[1])):
                yield place, reached

    def at_end(state: Pair) -> bool:
        first, second = state
        return holds(first is not None, second is not None)

    roots: Pair = (None if one.is_empty else 0, None if other.is_empty else 0)
    return unfolded(one.names, one.domains, roots, children, at_end)


def _may(node: int | None) -> tuple[bool, ...]:
    """The answers that rows below a node may give: it is in the set, or it is not."""
    return (False,) if node is None else (True, False)


def best_of(
    diagram: Diagram, costs: Sequence[Mapping[int, int]], best: Callable[..., int]
) -> tuple[int, Diagram]:
    """The `best` sum of the costs of values by level, and the rows that have it; not of no rows."""
    below = bests(diagram, costs, best)

    def children(level: int, node: int) -> Iterable[tuple[int, int]]:
        for place, child in edges_of(diagram, level, node).items():
            if costs[level][place] + below[level + 1][child] == below[level][node]:
                yield place, child

    return below[0][0], unfolded(diagram.names, diagram.domains, 0, children, lambda state: True)


def projected(diagram: Diagram, names: Sequence[str]) -> Diagram:
    """The beginnings of rows, each once, that are left of `names` alone, in the diagram's order."""
    kept = [level for level, name in enumerate(diagram.names) if name in set(names)]
    kept_names = tuple(diagram.names[level] for level in kept)
    domains = tuple(diagram.domains[level] for level in kept)
    if diagram.is_empty:
        return no_rows(kept_names, domains)

    def passed(level: int, nodes: frozenset[int]) -> frozenset[int]:
        while level < len(diagram.levels) and level not in kept:
            nodes = frozenset(c for node in nodes for c in edges_of(diagram, level, node).values())
            level += 1
        return nodes

    def children(place: int, nodes: frozenset[int]) -> Iterable[tuple[int, frozenset[int]]]:
        reached: dict[int, set[int]] = {}
        for node in nodes:
            for value, child in edges_of(diagram, kept[place], node).items():
                reached.setdefault(value, set()).add(child)
        for value, found in reached.items():
            yield value, passed(kept[place] + 1, frozenset(found))

    return unfolded(kept_names, domains, passed(0, frozenset([0])), children, lambda state: True)


def best_of_term(places: Places, term: Expression, sign: int) -> tuple[int, Diagram]:
    """The least value of `sign` times a term, and the rows that have it; of at least one row.

    Rows for which it is undefined count for nothing. Raises: ValueError where no other is left;
    ModelError, one of them, for a variable that is not among them, or takes labels.
    """
    declared = places.held.model.by_name
    for node in topological([term]):
        if isinstance(node, Variable) and (node.name not in declared or node.labelled):
            why = "takes labels" if node.name in declared else "is no variable of these solutions"
            raise ModelError(f"no best value of {term}: {node.name} {why}")
    factors, constant = parts_of((term, sign))
    if all(isinstance(part, Variable) for part in factors):
        weights = {str(part): factor for part, factor in factors.items()}
        value, found = best_of(places.diagram, places.costs(weights), min)
        return value + constant, found
    return _best_by_listing(places, term, sign)


def _best_by_listing(places: Places, term: Expression, sign: int) -> tuple[int, Diagram]:
    """The same by going through all solutions."""
    program, kept, best = Program([term]), list[tuple[int, ...]](), None
    for row in places.diagram.rows():
        (value,) = program.run(places.held.assignment(row))
        if value is None:
            continue
        cost = sign * int(value)
        if best is None or cost < best:
            best, kept = cost, []
        if cost == best:
            kept.append(row)
    if best is None:
        raise ValueError(f"{term} is undefined for every solution")
    return best, folded(places.diagram.names, places.diagram.domains, kept)
