"""The levels of a diagram by the declared variables, and the canonical order of its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from .decision_diagram import Diagram
from .model_diagrams import ModelDiagram
from .paths import Orders


class Places:
    """For each declared variable the level that has its value, or that marks it."""

    def __init__(self, held: ModelDiagram) -> None:
        self.held = held
        self.diagram: Diagram = held.diagram
        self._level = {name: level for level, name in enumerate(self.diagram.names)}
        self._marks = held.view.marks
        self.names = [variable.name for variable in held.model.variables]
        self.domains: dict[str, list[Any]] = {v.name: list(v.domain) for v in held.model.variables}
        """The values of each declared variable, in the order of its domain."""

    @property
    def is_declared(self) -> bool:
        """True if each level is a declared variable."""
        return all(name in self.domains for name in self.diagram.names)

    @cached_property
    def levels(self) -> list[tuple[str, list[Any]]]:
        """The name of each level, and its values as they are declared."""
        return [(name, self._values(level)) for name, level in self._level.items()]

    def _values(self, level: int) -> list[Any]:
        name, domain = self.diagram.names[level], self.diagram.domains[level]
        if name not in self.domains:
            return list(domain)
        return [self.held.decode({name: value})[name] for value in domain]

    def level_of(self, name: str) -> int:
        """The level of a declared variable."""
        return self._level[name if name in self._level else self._marks[name][0]]

    def allowed(self, name: str, value: Any) -> set[int]:
        """The places of the values of its level at which a variable has a value."""
        level = self.level_of(name)
        if name in self._level:
            return {p for p, found in enumerate(self.levels[level][1]) if found == value}
        marking = self._marks[name][1]
        domain = self.diagram.domains[level]
        return {p for p, found in enumerate(domain) if (found == marking) == (value == 1)}

    def row(self, assignment: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The row of an assignment; None where there is none."""
        if assignment.keys() != set(self.names):
            return None
        left = [set(range(len(domain))) for domain in self.diagram.domains]
        for name in self.names:
            value = assignment[name]
            domain = self.domains[name]
            if value not in domain or type(value) is not type(domain[0]):
                return None
            left[self.level_of(name)] &= self.allowed(name, value)
        if not all(left):
            return None
        return tuple(d[min(p)] for d, p in zip(self.diagram.domains, left, strict=True))

    def marginals(self, tally: Sequence[Sequence[int]], total: int) -> dict[str, dict[Any, int]]:
        """By name of a declared variable: how many rows have each of its values."""
        return {
            name: {
                value: sum(tally[self.level_of(name)][p] for p in self.allowed(name, value))
                for value in domain
            }
            for name, domain in self.domains.items()
        }

    def costs(self, weights: Mapping[str, int]) -> list[list[int]]:
        """For each level the cost of each value, where variables have weights."""
        found = [[0] * len(domain) for domain in self.diagram.domains]
        for name, weight in weights.items():
            level = self.level_of(name)
            for value in self.domains[name]:
                for place in self.allowed(name, value):
                    found[level][place] += weight * value
        return found


def orders_of(places: Places) -> Orders | None:
    """The order of the values of each level by which rows stand in canonical order.

    None where the levels themselves stand in another order than the variables.
    """
    position = {name: number for number, name in enumerate(places.names)}
    held: list[list[str]] = [[] for _ in places.diagram.names]
    for name in places.names:
        held[places.level_of(name)].append(name)
    spans = [[position[name] for name in names] for names in held]
    if not all(spans) or any(max(a) > min(b) for a, b in pairwise(spans)):
        return None

    def vector(level: int, place: int) -> list[int]:
        """The places in their domains of the values of the level's declared variables."""
        return [
            next(
                number
                for number, value in enumerate(places.domains[name])
                if place in places.allowed(name, value)
            )
            for name in held[level]
        ]

    return [
        sorted(range(len(domain)), key=lambda place, level=level: vector(level, place))  # type: ignore[misc]
        for level, domain in enumerate(places.diagram.domains)
    ]


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
        kept[level] = left[level] & self._places.allowed(name, value)
        return kept

    def _all(self) -> list[set[int]]:
        return [set(range(len(domain))) for domain in self._places.diagram.domains]

    def at(self, k: int) -> tuple[int, ...]:
        """The row at place `k`, from 0."""
        places, left = self._places, self._all()
        for name in places.names:
            for value in places.domains[name]:
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
        places, left, before = self._places, self._all(), 0
        assignment = places.held.assignment(row)
        for name in places.names:
            for value in places.domains[name]:
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
