"""The puzzles of the benchmarks as plain data for the peers: variables, terms that differ, sums.

No part of everyway is used, so that a peer is measured alone, and by its own interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Parts = tuple[tuple[int, int], ...]
"""Coefficients, each with the place of its variable."""


@dataclass(frozen=True)
class Term:
    """The sum of the parts and a constant, or its absolute value."""

    parts: Parts
    constant: int = 0
    absolute: bool = False

    @property
    def places(self) -> tuple[int, ...]:
        """The places of its variables."""
        return tuple(place for _, place in self.parts)

    @property
    def is_single(self) -> bool:
        """True of a variable, with a coefficient or without, plus a constant."""
        return len(self.parts) == 1 and not self.absolute


@dataclass(frozen=True)
class Image:
    """The entry of `values` for the value of the variable at `place`."""

    place: int
    values: Mapping[int, int]

    @property
    def places(self) -> tuple[int, ...]:
        """The place of its variable."""
        return (self.place,)


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
    sums: Sequence[Sum] = ()

    def bounds(self, term: Term) -> tuple[int, int]:
        """The least and the greatest value that a term can have; not below 0 if absolute."""
        ends = [sorted((c * min(self.domains[p]), c * max(self.domains[p]))) for c, p in term.parts]
        low = term.constant + sum(end[0] for end in ends)
        high = term.constant + sum(end[1] for end in ends)
        return (0, max(-low, high)) if term.absolute else (low, high)

    def entries(self, image: Image) -> tuple[list[int], int]:
        """The entries of an image for each value of its variable, and the least such value."""
        domain = self.domains[image.place]
        return [image.values[value] for value in domain], min(domain)


def _shifted(place: int, constant: int = 0) -> Term:
    return Term(((1, place),), constant)


def _places(of: Iterable[int]) -> list[Term]:
    return list(map(_shifted, of))


def _square(size: int, values: Sequence[int], *more: list[int], magic: int = 0) -> Plain:
    """The cells, row by row: rows, columns and `more` hold each value once, or have a sum."""
    rows = [[size * row + column for column in range(size)] for row in range(size)]
    lines = [*rows, *map(list, zip(*rows, strict=True)), *more]
    if not magic:
        return Plain([values] * size**2, [_places(line) for line in lines])
    sums = [Sum(tuple((1, place) for place in line), "==", magic) for line in lines]
    return Plain([values] * size**2, [_places(range(size**2))], sums)


def queens(size: int) -> Plain:
    """The column of the queen in each row."""
    rows = range(size)
    diagonals = [[_shifted(row, sign * row) for row in rows] for sign in (1, -1)]
    return Plain([rows] * size, [_places(rows), *diagonals])


def toroidal_queens(size: int) -> Plain:
    """The same, with diagonals that go on around the edges."""
    rows = range(size)
    diagonals = [
        [Image(row, {column: (column + sign * row) % size for column in rows}) for row in rows]
        for sign in (1, -1)
    ]
    return Plain([rows] * size, [_places(rows), *diagonals])


def magic_square(size: int) -> Plain:
    """The cells, row by row."""
    falling = [(size + 1) * i for i in range(size)]
    rising = [(size - 1) * (i + 1) for i in range(size)]
    values, magic = range(1, size * size + 1), size * (size * size + 1) // 2
    return _square(size, values, falling, rising, magic=magic)


def langford(size: int) -> Plain:
    """The cell of the left one of each number."""
    domains = [range(2 * size - number - 1) for number in range(1, size + 1)]
    cells = [_shifted(k - 1, far) for k in range(1, size + 1) for far in (0, k + 1)]
    return Plain(domains, [cells])


def latin_square(size: int) -> Plain:
    """The cells, row by row."""
    return _square(size, range(1, size + 1))


def sudoku(givens: str) -> Plain:
    """The cells, row by row; what is given has one value."""
    corners = [27 * row + 3 * column for row in range(3) for column in range(3)]
    boxes = [[corner + 9 * i + j for i in range(3) for j in range(3)] for corner in corners]
    domains = [[int(sign)] if sign in "123456789" else range(1, 10) for sign in givens]
    return Plain(domains, _square(9, range(1, 10), *boxes).distinct)


def _difference(one: int, other: int, *, absolute: bool = False) -> Term:
    return Term(((1, one), (-1, other)), absolute=absolute)


def all_interval(size: int) -> Plain:
    """The notes in order."""
    intervals = [_difference(i + 1, i, absolute=True) for i in range(size - 1)]
    return Plain([range(size)] * size, [_places(range(size)), intervals])


def costas_array(size: int) -> Plain:
    """The row of the dot in each column."""
    arrows = [[_difference(i + over, i) for i in range(size - over)] for over in range(1, size - 1)]
    return Plain([range(size)] * size, [_places(range(size)), *arrows])


def crowns(regions: str) -> Plain:
    """The column of the crown in each row."""
    lines = regions.split()
    rows = range(len(lines))
    near = [(row, distance) for row in rows[:-1] for distance in (-1, 1)]
    apart = [Sum(((1, row + 1), (-1, row)), "!=", distance) for row, distance in near]
    colours = [Image(row, dict(enumerate(map(ord, line)))) for row, line in enumerate(lines)]
    return Plain([rows] * len(lines), [_places(rows), colours], apart)
