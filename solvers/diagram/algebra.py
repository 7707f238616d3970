"""Diagrams made of others: what both have, either has, one alone has, what is best, projections."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from ...models.language.errors import ModelError
from ...models.language.expressions import Expression, Variable
from ...models.language.late_dataclasses import replace
from ...models.language.nodes import Program, topological
from ...models.language.viewpoints.labels import codes_of
from ...models.language.viewpoints.viewpoint import View
from ..harness.adapting.literals import parts_of
from .decision_diagram import Diagram, Domains, Level, Orders, bests, no_rows
from .folded_rows import folded, in_order_of_meeting, level_of
from .held_diagrams import ModelDiagram, coded, domains_of

# --------- The levels of a diagram by the declared variables, and the canonical order of its rows.


class Places:
    """For each declared variable the level that has its value, or that marks it."""

    def __init__(self, held: ModelDiagram) -> None:
        self.held = held
        self.diagram: Diagram = held.diagram
        self._level = {name: level for level, name in enumerate(self.diagram.names)}
        self._marks = held.view.marks
        self._variables = {variable.name: variable for variable in held.model.variables}
        self.names = list(self._variables)
        self._known: dict[str, dict[Any, set[int]]] = {}

    @property
    def is_declared(self) -> bool:
        """True if each level is a declared variable."""
        return all(name in self._variables for name in self.diagram.names)

    @cached_property
    def levels(self) -> list[tuple[str, Any]]:
        """The name of each level, and its values as they are declared."""
        return [(name, self._values(level)) for name, level in self._level.items()]

    def _values(self, level: int) -> Any:
        name, domain = self.diagram.names[level], self.diagram.domains[level]
        if name not in self._variables or not self._variables[name].labelled:
            return domain
        return tuple(self.held.decode({name: code})[name] for code in domain)

    @cached_property
    def taken(self) -> list[set[int]]:
        """By level: the places of the values that some row has."""
        return [set(edges.places) for edges in self.diagram.levels]

    def level_of(self, name: str) -> int:
        """The level of a declared variable."""
        return self._level[name if name in self._level else self._marks[name][0]]

    def value_at(self, name: str, place: int) -> Any:
        """The value of a declared variable where its level has the value at `place`."""
        level = self.level_of(name)
        if name in self._level:
            return self.levels[level][1][place]
        code = int(self.diagram.domains[level][place] == self._marks[name][1])
        return self.held.decode({name: code})[name]

    def values(self, name: str) -> dict[Any, set[int]]:
        """The values of a declared variable that some row has, in the order of its domain.

        With each, the places of its level's values at which it is had.
        """
        if name in self._known:
            return self._known[name]
        found: dict[Any, set[int]] = {}
        for place in self.taken[self.level_of(name)]:
            found.setdefault(self.value_at(name, place), set()).add(place)
        domain = self._variables[name].domain
        known = {value: found[value] for value in sorted(found, key=domain.index)}
        self._known[name] = known
        return known

    def row(self, assignment: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The row of an assignment; None where there is none."""
        if assignment.keys() != self._variables.keys():
            return None
        left = list(self.taken)
        for name, variable in self._variables.items():
            value = assignment[name]
            if type(value) is not (str if variable.labelled else int):
                return None
            level = self.level_of(name)
            left[level] = left[level] & self.values(name).get(value, set())
        if not all(left):
            return None
        return tuple(d[min(p)] for d, p in zip(self.diagram.domains, left, strict=True))

    def marginals(self, tally: Sequence[Mapping[int, int]]) -> dict[str, dict[Any, int]]:
        """By name of a declared variable: how many rows have each value that some row has."""
        return {
            name: {
                value: sum(tally[self.level_of(name)][place] for place in places)
                for value, places in self.values(name).items()
            }
            for name in self.names
        }

    def costs(self, weights: Mapping[str, int]) -> list[dict[int, int]]:
        """For each level the cost of each value that some row has, where variables have weights."""
        found = [dict.fromkeys(places, 0) for places in self.taken]
        for name, weight in weights.items():
            level = self.level_of(name)
            for place in self.taken[level]:
                found[level][place] += weight * self.value_at(name, place)
        return found


def names_by_level(places: Places) -> list[list[str]] | None:
    """The declared variables of each level.

    None where the levels themselves stand in another order than the variables.
    """
    held: list[list[str]] = [[] for _ in places.diagram.names]
    for name in places.names:
        held[places.level_of(name)].append(name)
    position = {name: number for number, name in enumerate(places.names)}
    spans = [[position[name] for name in names] for names in held]
    if not all(spans) or any(max(a) > min(b) for a, b in pairwise(spans)):
        return None
    return held


def orders_of(places: Places) -> Orders | None:
    """The ranks of the values of each level by which rows stand in canonical order.

    None where the levels themselves stand in another order than the variables.
    """
    held = names_by_level(places)
    if held is None:
        return None
    return [_ranks(places, level, names) for level, names in enumerate(held)]


def _ranks(places: Places, level: int, names: Sequence[str]) -> dict[int, int]:
    """The rank of each place of a level by the values of the variables that it has."""
    orders = [
        {place: number for number, several in enumerate(these) for place in several}
        for these in (places.values(name).values() for name in names)
    ]
    taken = sorted(places.taken[level], key=lambda place: [order[place] for order in orders])
    return {place: rank for rank, place in enumerate(taken)}


class Conditioned:
    """The rows of a diagram in canonical order, by counts under the first values: slower."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def _count(self, left: Sequence[set[int]]) -> int:
        """The number of rows of which each value is at one of the places that are left."""
        diagram, below = self._places.diagram, [1]
        if diagram.is_empty:
            return 0
        for level, edges in zip(reversed(left), reversed(diagram.levels), strict=True):
            ways = [
                below[child] if place in level else 0
                for place, child in zip(edges.places, edges.children, strict=True)
            ]
            below = [sum(ways[start:end]) for start, end in pairwise(edges.starts)]
        return below[0]

    def _where(self, left: Sequence[set[int]], name: str, value: Any) -> list[set[int]]:
        """The places that are left where a variable has a value."""
        level = self._places.level_of(name)
        kept = list(left)
        kept[level] = left[level] & self._places.values(name)[value]
        return kept

    def at(self, k: int) -> tuple[int, ...]:
        """The row at place `k`, from 0."""
        places, left = self._places, list(self._places.taken)
        for name in places.names:
            for value in places.values(name):
                tried = self._where(left, name, value)
                number = self._count(tried)
                if k < number:
                    left = tried
                    break
                k -= number
        domains = places.diagram.domains
        return tuple(domain[min(kept)] for domain, kept in zip(domains, left, strict=True))

    def place(self, row: Sequence[int]) -> int | None:
        """The place of a row; None where it is none of the diagram's."""
        places, left, before = self._places, list(self._places.taken), 0
        assignment = places.held.assignment(row)
        for name in places.names:
            for value in places.values(name):
                tried = self._where(left, name, value)
                if value == assignment[name]:
                    left = tried
                    break
                before += self._count(tried)
        return before if self._count(left) else None

    def starting_at(self, k: int) -> Iterator[tuple[int, ...]]:
        """Every row from place `k` on."""
        for place in range(k, self._places.diagram.count()):
            yield self.at(place)


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


def best_of(diagram: Diagram, costs: Sequence[Mapping[int, int]]) -> tuple[int, Diagram]:
    """The least sum of the costs of values by level, and the rows that have it; not of no rows."""
    below = bests(diagram, costs)

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
        value, found = best_of(places.diagram, places.costs(weights))
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


# ---------------- Diagrams over the levels of a viewpoint as diagrams over the declared variables.


FormState = tuple[int, frozenset[int] | None]
"""A node, and the places of its values that are left; None before any variable of its level."""


def in_declared_form(places: Places) -> ModelDiagram | None:
    """The same rows, a level a declared variable; None where the levels are in another order."""
    held, by_level = places.held, names_by_level(places)
    if by_level is None:
        return None
    shape, decode = coded(held.model)
    codes = codes_of(held.model.rewritten(held.model.groups, []))
    domains = domains_of(shape)
    steps = [(level, name) for level, names in enumerate(by_level) for name in names]

    def children(step: int, state: FormState) -> Iterable[tuple[int, FormState]]:
        (level, name), (node, left) = steps[step], state
        edges = edges_of(places.diagram, level, node)
        left = frozenset(edges) if left is None else left
        is_last = name == by_level[level][-1]
        for value, having in places.values(name).items():
            kept = left & having
            if kept:
                code = codes[value] if isinstance(value, str) else value
                place = domains[step].index(code)
                yield place, (edges[_only(kept)], None) if is_last else (node, kept)

    names = tuple(name for _, name in steps)
    start: FormState = (0, None)
    found = unfolded(names, domains, start, children, lambda state: not places.diagram.is_empty)
    view = View(shape, dict, "declared")
    return replace(held, view=view, decode=decode, diagram=found, order="declared")


def _only(places: frozenset[int]) -> int:
    """The place of a level's value, which its variables determine."""
    (place,) = places
    return place
