"""Boards as grids of squares, some of them holes or walls, some gathered in regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from ..domains import whole_number
from ..errors import ModelError
from ..phrases import counted, grouped
from .families import Square, SquareLike, SquaresLike, read_square, read_squares

HOLE, WALL = ".", "#"
"""The signs in a map: a square that is left out, seen through; one that blocks the view."""

MOST_SQUARES = 1_000_000
"""A board of more is refused: each square is a variable."""


@dataclass(frozen=True, init=False, repr=False)
class Grid:
    """A grid of `height` rows and `width` columns; with `wrap`, a torus.

    Nothing stands on a hole or a wall; a hole is seen through, a wall blocks the view.
    """

    height: int
    width: int
    wrap: bool
    holes: frozenset[Square]
    walls: frozenset[Square]
    plan: tuple[str, ...]
    """The map that the board was read from, a text a row; nothing without regions."""

    def __init__(
        self,
        rows: int,
        columns: int | None = None,
        *,
        wrap: bool = False,
        holes: SquaresLike = (),
        walls: SquaresLike = (),
    ) -> None:
        """A board of `rows` by `columns`, square by default; holes and walls as `"r1c1 r2c3"`.

        Raises: ModelError for a negative size, or a hole or wall outside the board or twice.
        """
        self._set("height", _size(rows, "rows"))
        self._set("width", self.height if columns is None else _size(columns, "columns"))
        if self.height * self.width > MOST_SQUARES:
            raise ModelError(
                f"a board of {self.height} rows and {self.width} columns has more than"
                f" {grouped(MOST_SQUARES)} squares; make it smaller"
            )
        self._set("wrap", bool(wrap))
        self._set("plan", ())
        self._set("holes", frozenset(self.squares_at(holes)))
        self._set("walls", frozenset(self.squares_at(walls)))
        for square in sorted(self.holes & self.walls):
            raise ModelError(f"{square} is both a hole and a wall; make it one of them")

    @classmethod
    def from_map(cls, text: str, *, wrap: bool = False) -> Self:
        """The board that `text` draws, a line (or `/`) a row: letters are regions, `.` a hole,
        `#` a wall.

        Raises: ModelError for lines of unequal length, or another character, with its place.
        """
        write = "a letter for a region, . for a hole or # for a wall"
        rows = _map_rows(text, lambda mark: mark.isalpha() or mark in (HOLE, WALL), write)
        marks = _by_square(rows)
        holes, walls = ([s for s, mark in marks.items() if mark == kind] for kind in (HOLE, WALL))
        board = cls(len(rows), len(rows[0]), wrap=wrap, holes=holes, walls=walls)
        board._set("plan", rows)
        return board

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    # ------------------------------------------------------------------------------ squares

    @cached_property
    def grid(self) -> tuple[tuple[Square, ...], ...]:
        """Every square, holes and walls too: rows × columns."""
        return tuple(
            tuple(Square(row, column) for column in range(1, self.width + 1))
            for row in range(1, self.height + 1)
        )

    @cached_property
    def open(self) -> tuple[Square, ...]:
        """The squares that are neither hole nor wall, row by row."""
        return tuple(square for row in self.grid for square in row if self.has(square))

    def has(self, written: SquareLike) -> bool:
        """True if something can stand on the square that `"r3c5"` or `(3, 5)` names."""
        square = read_square(written)
        inside = 1 <= square.row <= self.height and 1 <= square.column <= self.width
        return inside and square not in self.holes and square not in self.walls

    def square(self, written: SquareLike) -> Square:
        """The square that `"r3c5"` or `(3, 5)` names.

        Raises: ModelError for one that is not on the board.
        """
        square = read_square(written)
        if 1 <= square.row <= self.height and 1 <= square.column <= self.width:
            return square
        raise ModelError(
            f"{square} is not on a board of {counted(self.height, 'row')} and"
            f" {counted(self.width, 'column')}; rows and columns count from 1"
        )

    def squares_at(self, written: SquaresLike) -> tuple[Square, ...]:
        """The squares that `written` names, each once.

        Raises: ModelError for one that is not on the board, or named twice.
        """
        found = tuple(map(self.square, read_squares(written)))
        for square, times in Counter(found).items():
            if times > 1:
                raise ModelError(f"{square} is named twice; name it once")
        return found

    def region_of(self, written: SquareLike) -> str:
        """The letter of the region of a square; nothing on a hole, a wall, or without regions."""
        square = read_square(written)
        if not self.plan or not self.has(square):
            return ""
        return self.plan[square.row - 1][square.column - 1]

    # ------------------------------------------------------------------------------- as data

    def layout(self) -> dict[str, Any]:
        """The board in JSON's terms; `read_layout` reads it."""
        return {
            "rows": self.height,
            "columns": self.width,
            "wrap": self.wrap,
            "holes": [str(square) for square in sorted(self.holes)],
            "walls": [str(square) for square in sorted(self.walls)],
            "plan": list(self.plan),
        }

    def describe(self) -> str:
        """The board in a few words, for a heading."""
        regions = {self.region_of(square) for square in self.open} - {""}
        found = [(len(self.holes), "hole"), (len(self.walls), "wall"), (len(regions), "region")]
        extras = ", ".join(counted(number, what) for number, what in found if number)
        shape = f"{self.height}×{self.width} {'torus' if self.wrap else 'board'}"
        return f"{shape} with {extras}" if extras else shape

    def __repr__(self) -> str:
        return f"<{self.describe()}>"


def _size(number: object, what: str) -> int:
    size = whole_number(number, f"the number of {what} of a board")
    if size < 0:
        raise ModelError(f"a board cannot have {size} {what}; give 0 or more")
    return size


def read_map(text: str, marks: str = "") -> dict[Square, str]:
    """The mark on each square of a map, a line (or `/`) a row: one of `marks`, if there are any.

    >>> read_map("1./.2", ".12")[Square(2, 2)]
    '2'

    Raises: ModelError for lines of unequal length, or another mark, with its place.
    """
    return _by_square(_map_rows(text, lambda mark: not marks or mark in marks, f"one of {marks}"))


def _by_square(rows: tuple[str, ...]) -> dict[Square, str]:
    return {Square(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}


def _map_rows(text: str, fits: Callable[[str], bool], write: str) -> tuple[str, ...]:
    """The lines of a map without blanks around and inside them, every mark one that fits."""
    if not isinstance(text, str):
        raise ModelError(f"a map is a text of one line a row, not {text!r}")
    rows = tuple("".join(line.split()) for line in text.strip().replace("/", "\n").splitlines())
    if not rows:
        raise ModelError("the map is empty; write a line a row, such as 'AAB\\nABB'")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ModelError(
                f"line {number} of the map has {counted(len(row), 'square')}, line 1 has"
                f" {len(rows[0])}; make all lines equally long"
            )
        for column, mark in enumerate(row, 1):
            if not fits(mark):
                raise ModelError(
                    f"line {number}, column {column} of the map is {mark!r}; write {write}"
                )
    return rows
