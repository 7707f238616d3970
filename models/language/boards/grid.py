"""Boards as grids of squares, some of them holes or walls, some gathered in regions."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Self, cast, overload

from ..errors import ModelError
from ..expressions import whole_number
from ..groups import Square as Square
from ..keeping import MOST_KEPT, cached_property, for_equal_boards
from ..late_dataclasses import dataclass, replace
from ..phrases import counted, grouped, shown
from .pieces import COLUMNS, FALLING, RISING, ROWS

# ---------------------------------- Squares, named groups of squares, and families of such groups.


_NUMBER = "(?:0|[1-9][0-9]{0,8})"
SQUARE = f"r{_NUMBER}c{_NUMBER}"
"""The one spelling of a square, as a pattern: no capitals, no leading zeros, digits of ASCII."""
_NAME_OF_A_SQUARE = re.compile(f"r({_NUMBER})c({_NUMBER})")


SquareLike = str | Sequence[int]
"""A square as people write it: `"r3c5"`, `(3, 5)` or a `Square`."""

SquaresLike = str | Iterable[SquareLike]
"""Several squares: `"r1c1 r2c3"`, with spaces or commas, or an iterable of single ones."""


def read_square(written: object) -> Square:
    """The square that `"r3c5"` or `(3, 5)` names; whether a board has it is not asked here.

    Raises: ModelError for anything else.
    """
    match written:
        case Square():
            return written
        case str():
            found = _NAME_OF_A_SQUARE.fullmatch(written)
            if found:
                return Square(int(found[1]), int(found[2]))
        case (int() as row, int() as column) if not isinstance(written, bytes):
            if not isinstance(row, bool) and not isinstance(column, bool):
                return Square(row, column)
    raise ModelError(
        f"{shown(written)} is not a square; write 'r3c5' or (3, 5) for the third row from the top"
        " and the fifth column from the left"
    )


def read_squares(written: object) -> tuple[Square, ...]:
    """The squares that `written` names, in its order: a text such as `"r1c1, r2c3"`, or several.

    Raises: ModelError for anything that is not a square.
    """
    if isinstance(written, str):
        return tuple(map(read_square, re.findall(r"[^\s,;]+", written)))
    if isinstance(written, Square) or not isinstance(written, Iterable):
        return (read_square(written),)
    several = tuple(written)
    if len(several) == 2 and all(type(item) is int for item in several):
        return (read_square(several),)
    return tuple(map(read_square, several))


@dataclass(frozen=True)
class Squares(Sequence[Square]):
    """Squares under one name, in order: a row, a diagonal, a window."""

    name: str
    members: tuple[Square, ...]

    @overload
    def __getitem__(self, place: int) -> Square: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Square, ...]: ...
    def __getitem__(self, place: int | slice) -> Square | tuple[Square, ...]:
        return self.members[place]

    def __len__(self) -> int:
        return len(self.members)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.members)

    def __repr__(self) -> str:
        return f"<{self.name}: {' '.join(map(str, self.members)) or 'no squares'}>"


@dataclass(frozen=True)
class Family(Sequence[Squares]):
    """Groups of squares under one name, in order: all rows, all diagonals.

    `name` is what rules are labelled with (`rows`), `each` what players call one group
    (`each row`). A group may be empty, as a row of holes is.
    """

    name: str
    each: str
    groups: tuple[Squares, ...]

    @overload
    def __getitem__(self, place: int) -> Squares: ...
    @overload
    def __getitem__(self, place: slice) -> Family: ...
    def __getitem__(self, place: int | slice) -> Squares | Family:
        """The group at a 0-based place, or the family of those in a slice."""
        if not isinstance(place, slice):
            return self.groups[place]
        ends = [place.start, place.stop] + ([place.step] if place.step is not None else [])
        bounds = ":".join("" if end is None else str(end) for end in ends)
        name = f"{self.name}[{bounds}]"
        return Family(name, f"each of {name}", self.groups[place])

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[Squares]:
        return iter(self.groups)

    def __add__(self, other: Family) -> Family:
        """The groups of both, these first."""
        if not isinstance(other, Family):
            return NotImplemented
        name, each = f"{self.name} + {other.name}", f"{self.each}, {other.each}"
        return Family(name, each, self.groups + other.groups)

    def where(self, test: Callable[[Squares], object], name: str = "") -> Family:
        """The groups that pass `test`; called `some rows` unless `name` says better."""
        title = name or f"some {self.name}"
        kept = tuple(group for group in self.groups if test(group))
        return Family(title, f"each of {title}", kept)

    def named(self, name: str, each: str = "") -> Family:
        """The same groups under another name."""
        return replace(self, name=name, each=each or f"each of {name}")

    def __repr__(self) -> str:
        return f"<{self.name}: {counted(len(self.groups), 'group')} of squares>"


def as_family(groups: Family | Squares) -> Family:
    """`groups` as a family; a single group is a family of one.

    Raises: ModelError for anything else.
    """
    if isinstance(groups, Squares):
        return Family(groups.name, groups.name, (groups,))
    if isinstance(cast(object, groups), Family):
        return groups
    raise ModelError(
        f"{groups!r} is not a family of squares; give one such as board.rows or board.windows(2, 2)"
    )


# ---------------------------- Lines on a grid, on a plane or on a torus, and where walls cut them.


STEPS = {ROWS: (0, 1), COLUMNS: (1, 0), FALLING: (1, 1), RISING: (-1, 1)}
"""One step along a line of each direction: rows down, columns right."""


def lines(direction: str, height: int, width: int, wrap: bool) -> list[list[Square]]:
    """Every line in `direction`, in order, whatever stands on its squares.

    On a torus a diagonal is an orbit: one of the greatest common divisor of height and width
    lines, each as long as their least common multiple.
    """
    if not height or not width:
        empty = {ROWS: height, COLUMNS: width}.get(direction, 0)
        return [[] for _ in range(empty)]
    if direction in (ROWS, COLUMNS):
        rows = squares_of(height, width)
        return [*map(list, rows if direction == ROWS else zip(*rows, strict=True))]
    found: list[list[Square]] = []
    seen: set[Square] = set()
    for start in _starts(direction, height, width, wrap):
        if start not in seen:
            found.append(list(_walk(start, STEPS[direction], height, width, wrap)))
            seen.update(found[-1])
    return found


@lru_cache(64)
def _squares(height: int, width: int) -> tuple[tuple[Square, ...], ...]:
    columns = range(1, width + 1)
    return tuple([tuple([Square(row, c) for c in columns]) for row in range(1, height + 1)])


def squares_of(height: int, width: int) -> tuple[tuple[Square, ...], ...]:
    """The squares by rows; those of a small grid are made once."""
    made = _squares if height * width <= MOST_KEPT else _squares.__wrapped__
    return made(height, width)


def _starts(direction: str, height: int, width: int, wrap: bool) -> list[Square]:
    """A square of every line; of a line with ends, the one on the left, or at the top."""
    left = [Square(row, 1) for row in range(1, height + 1)]
    edge = height if direction == RISING else 1
    across = [Square(edge, column) for column in range(1, width + 1)]
    if wrap:
        return across
    return left[:-1] + across if direction == RISING else left[:0:-1] + across


def _walk(
    start: Square, step: tuple[int, int], height: int, width: int, wrap: bool
) -> Iterator[Square]:
    """The squares from `start` on, to the edge or, on a torus, once around."""
    square = start
    while True:
        yield square
        moved = moved_by(square, step, height, width, wrap)
        if moved is None or moved == start:
            return
        square = moved


def moved_by(
    square: Square, step: tuple[int, int], height: int, width: int, wrap: bool
) -> Square | None:
    """The square `step` away, around the edges of a torus; None off the board."""
    row, column = square.row + step[0], square.column + step[1]
    if wrap:
        return Square((row - 1) % height + 1, (column - 1) % width + 1)
    return Square(row, column) if 1 <= row <= height and 1 <= column <= width else None


def runs(
    line: Sequence[Square], walls: Collection[Square], circular: bool
) -> Iterator[list[Square]]:
    """The parts of `line` between `walls`; of a circular one, around its end as well."""
    if circular:
        wall = next((place for place, square in enumerate(line) if square in walls), None)
        if wall is not None:
            line = [*line[wall + 1 :], *line[: wall + 1]]
    for is_wall, part in groupby(line, walls.__contains__):
        if not is_wall:
            yield list(part)


HOLE, WALL = ".", "#"
"""The signs in a map: a square that is left out, seen through; one that blocks the view."""

MOST_SQUARES = 1_000_000
"""A board of more is refused: each square is a variable."""


@dataclasses.dataclass(frozen=True, init=False, repr=False)
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
        return squares_of(self.height, self.width)

    @cached_property
    @for_equal_boards
    def open(self) -> tuple[Square, ...]:
        """The squares that are neither hole nor wall, row by row."""
        return self._among(square for row in self.grid for square in row)

    def _among(self, squares: Iterable[Square]) -> tuple[Square, ...]:
        """Those of squares of the board that are neither hole nor wall."""
        shut = {*self.holes, *self.walls}
        return tuple([square for square in squares if square not in shut] if shut else squares)

    def has(self, written: SquareLike) -> bool:
        """True if something can stand on the square that `"r3c5"` or `(3, 5)` names."""
        square = read_square(written)
        inside = 1 <= square.row <= self.height and 1 <= square.column <= self.width
        return inside and square not in self.holes and square not in self.walls

    @overload
    def square(self, written: SquareLike, /) -> Square: ...
    @overload
    def square(self, row: int, column: int, /) -> Square: ...
    def square(self, *written: Any) -> Square:
        """The square that `"r3c5"`, `(3, 5)`, or the two numbers 3 and 5 name, 1-based.

        Raises: ModelError for one that is not on the board.
        """
        square = read_square(written[0] if len(written) == 1 else written)
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

    def rays(self, written: SquareLike) -> dict[str, tuple[Square, ...]]:
        """The squares to the `top`, `right`, `bottom` and `left` of a square, the nearest first.

        Holes and walls are among them; on a torus each ray goes once around.
        """
        start = self.square(written)
        steps = {"top": (-1, 0), "right": (0, 1), "bottom": (1, 0), "left": (0, -1)}
        return {
            side: tuple(_walk(start, step, self.height, self.width, self.wrap))[1:]
            for side, step in steps.items()
        }

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


def read_plan(text: str, marks: str, write: str) -> dict[Square, str]:
    r"""The clue on each square of a plan, a line (or `/`) a row, each a full match of `marks`.

    A clue is one character; where a line has blanks inside, or a comma anywhere, clues of any
    length stand between them. `marks` is a regular expression, `write` says in words which clues
    there are.

    >>> read_plan("12 ./. 3", r"[.]|\d+", "a number, or .")[Square(1, 1)]
    '12'

    Raises: ModelError for lines of unequal length, or another clue, with its place.
    """
    if isinstance(text, str) and re.search(r"\S[ \t]+\S|,", text.replace("/", "\n")):
        lines = text.strip().replace("/", "\n").replace(",", " ").splitlines()
        rows = [line.split() for line in lines]
    else:
        rows = [list(row) for row in _map_rows(text, lambda mark: True, write)]
    found: dict[Square, str] = {}
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise ModelError(
                f"line {number} of the plan has {counted(len(row), 'square')}, line 1 has"
                f" {len(rows[0])}; write a clue a square"
            )
        for column, mark in enumerate(row, 1):
            if not re.fullmatch(marks, mark, re.ASCII):
                raise ModelError(
                    f"line {number}, column {column} of the plan is {mark!r}; write {write}"
                )
            found[Square(number, column)] = mark
    return found


def _by_square(rows: Iterable[Iterable[str]]) -> dict[Square, str]:
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
