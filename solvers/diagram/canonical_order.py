"""The levels of a diagram by the declared variables, and the canonical order of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from .decision_diagram import Diagram
from .held_diagrams import ModelDiagram
from .paths import Orders


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
        if not self._is_labelled(name):
            return domain
        return tuple(self.held.decode({name: code})[name] for code in domain)

    def _is_labelled(self, name: str) -> bool:
        return name in self._variables and self._variables[name].labelled

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
