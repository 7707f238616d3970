"""A task as plain data for the peers: variables, terms that differ, and sums.

No part of everyway is used, so that a peer is measured alone, and by its own interface.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

Parts = tuple[tuple[int, int], ...]
"""Coefficients, each with the place of its variable."""


@dataclass(frozen=True)
class Term:
    """The sum of the parts and a constant, or its absolute value."""

    parts: Parts
    constant: int = 0
    absolute: bool = False


@dataclass(frozen=True)
class Image:
    """The entry of `values` for the value of the variable at `place`."""

    place: int
    values: Mapping[int, int]


@dataclass(frozen=True)
class Sum:
    """The sum of the parts is, or is not, a number."""

    parts: Parts
    relation: str
    """`==` or `!=`."""
    number: int


@dataclass(frozen=True)
class Plain:
    """A task: the values of each variable, terms that all differ, and sums."""

    domains: Sequence[Sequence[int]]
    distinct: Sequence[Sequence[Term | Image]]
    sums: Sequence[Sum] = field(default=())

    def bounds(self, term: Term) -> tuple[int, int]:
        """The least and the greatest value that a term can have; not below 0 if absolute."""
        ends = [sorted((c * min(self.domains[p]), c * max(self.domains[p]))) for c, p in term.parts]
        low = term.constant + sum(end[0] for end in ends)
        high = term.constant + sum(end[1] for end in ends)
        return (0, max(-low, high)) if term.absolute else (low, high)


def places(*of: int) -> list[Term]:
    """The variables at these places, as terms."""
    return [Term(((1, place),)) for place in of]


def shifted(place: int, constant: int) -> Term:
    """A variable plus a constant."""
    return Term(((1, place),), constant)


def difference(one: int, other: int, *, absolute: bool = False) -> Term:
    """A variable less another."""
    return Term(((1, one), (-1, other)), absolute=absolute)


def image(place: int, values: Iterable[int], of: Callable[[int], int]) -> Image:
    """The values of `of` over a variable's values."""
    return Image(place, {value: of(value) for value in values})


def adds_up(terms: Iterable[int], number: int) -> Sum:
    """The variables at these places add up to a number."""
    return Sum(tuple((1, place) for place in terms), "==", number)
