"""Boards: the families that their squares form, and what can be put on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, overload

from ..errors import ModelError
from ..expressions import whole_number
from ..habits import Shown
from ..keeping import cached_property, for_equal_boards
from ..nodes import by_key
from ..phrases import counted
from .grid import (
    Family,
    Grid,
    Square,
    SquareLike,
    Squares,
    SquaresLike,
    lines,
    moved_by,
    read_square,
    runs,
)
from .pieces import COLUMNS, FALLING, KING, RISING, ROWS, STEP, Piece
from .placements import Filling, Placement, filling, placement
from .sides import Borders, Fences, Links, sides_on


class Board(Shown, Grid):
    """A grid of squares with its named families; rows count from the top, columns from the left.

    No family contains a hole or a wall. Only `sightlines` are cut, and only at walls. A group
    that consists of holes stays, empty, so that "each row exactly 1" cannot be kept there.

    >>> [group.name for group in Board(2).lines][:5]
    ['row 1', 'row 2', 'column 1', 'column 2', 'falling diagonal from r2c1']
    """

    _bundle = "board_bundle"

    # ----------------------------------------------------------------------------- families

    @cached_property
    @for_equal_boards
    def rows(self) -> Family:
        """Each row, from the top. Walls do not cut it; see `sightlines`."""
        return self._along(ROWS, "each row", lambda place, line: f"row {place}")

    @cached_property
    @for_equal_boards
    def columns(self) -> Family:
        """Each column, from the left. Walls do not cut it; see `sightlines`."""
        return self._along(COLUMNS, "each column", lambda place, line: f"column {place}")

    @cached_property
    def falling(self) -> Family:
        """Each diagonal from the upper left to the lower right, single corners included.

        On a torus they wrap: a square one of n rows has n, of n squares each.
        """
        return self._along(FALLING, "each falling diagonal", _diagonal("falling"))

    @cached_property
    def rising(self) -> Family:
        """Each diagonal from the lower left to the upper right, single corners included.

        On a torus they wrap: a square one of n rows has n, of n squares each.
        """
        return self._along(RISING, "each rising diagonal", _diagonal("rising"))

    @cached_property
    def diagonals(self) -> Family:
        """The falling diagonals, then the rising ones; a corner is a diagonal of one square."""
        return (self.falling + self.rising).named("diagonals", "each diagonal")

    @cached_property
    def lines(self) -> Family:
        """The rows, the columns, then the diagonals."""
        both = self.rows + self.columns + self.diagonals
        return both.named("lines", "each row, column and diagonal")

    @cached_property
    def main_diagonals(self) -> Family:
        """The diagonal that falls from r1c1 and the one that rises to the upper right corner.

        Raises: ModelError unless the board is square.
        """
        if self.height != self.width:
            raise ModelError(
                f"main_diagonals need a square board, not one of {counted(self.height, 'row')} and"
                f" {counted(self.width, 'column')}; use diagonals"
            )
        falling = self._group("falling main diagonal", (r[i] for i, r in enumerate(self.grid)))
        upwards = enumerate(reversed(self.grid))
        rising = self._group("rising main diagonal", (row[place] for place, row in upwards))
        return Family("main_diagonals", "each main diagonal", (falling, rising))

    @for_equal_boards
    def boxes(self, height: int, width: int) -> Family:
        """The boxes of `height` rows by `width` columns that tile the board, row by row.

        Raises: ModelError unless they do.
        """
        height, width = self._shape("boxes", height, width)
        if self.height % height or self.width % width:
            raise ModelError(
                f"boxes({height}, {width}) do not divide a board of {counted(self.height, 'row')}"
                f" and {counted(self.width, 'column')}; give a height that divides {self.height}"
                f" and a width that divides {self.width}"
            )
        starts = [
            (row, column)
            for row in range(1, self.height + 1, height)
            for column in range(1, self.width + 1, width)
        ]
        return self._rectangles("box", "boxes", height, width, starts)

    def windows(self, height: int, width: int) -> Family:
        """Every rectangle of `height` rows by `width` columns, overlapping; on a torus around it.

        Raises: ModelError where it is larger than the board.
        """
        height, width = self._shape("windows", height, width)
        if height > self.height or width > self.width:
            raise ModelError(
                f"windows({height}, {width}) do not fit on a board of"
                f" {counted(self.height, 'row')} and {counted(self.width, 'column')}"
            )
        last_row = self.height if self.wrap else self.height - height + 1
        last_column = self.width if self.wrap else self.width - width + 1
        starts = [(r, c) for r in range(1, last_row + 1) for c in range(1, last_column + 1)]
        return self._rectangles("window", "windows", height, width, starts)

    @cached_property
    def regions(self) -> Family:
        """The regions of the map, in the order in which they begin.

        Raises: ModelError on a board without a map.
        """
        if not self.plan:
            raise ModelError("this board has no regions; draw them as a map of letters: AAB/ABB")
        members = by_key((self.region_of(square), square) for square in self.open)
        named = (Squares(f"region {name}", tuple(found)) for name, found in members.items())
        return Family("regions", "each region", tuple(named))

    def pairs(self, move: Piece) -> Family:
        """Every two squares one `move` apart, such as `KNIGHT`, each pair once, row by row.

        Raises: ModelError for a piece that slides.
        """
        _refuse_slides("pairs", move)
        words = f"each two squares a {move.name}'s move apart"
        return self._pairs(move, f"pairs({move.name})", words)

    @cached_property
    def adjacent(self) -> Family:
        """Every two squares that share a side, each pair once."""
        return self._pairs(STEP, "adjacent", "each two adjacent squares")

    @cached_property
    def touching(self) -> Family:
        """Every two squares that share a side or a corner, each pair once."""
        return self._pairs(KING, "touching", "each two touching squares")

    @cached_property
    def squares(self) -> Family:
        """One group: all squares, row by row."""
        return Family("squares", "the board", (Squares("the board", self.open),))

    @cached_property
    def border(self) -> Family:
        """One group: the squares in the first and last row and column, row by row."""
        edge = [s for s in self.open if s.row in (1, self.height) or s.column in (1, self.width)]
        return Family("border", "the border", (Squares("the border", tuple(edge)),))

    @cached_property
    def corners(self) -> Family:
        """One group: the corner squares, row by row."""
        ends = [s for s in self.open if s.row in (1, self.height) and s.column in (1, self.width)]
        return Family("corners", "the corners", (Squares("the corners", tuple(ends)),))

    @cached_property
    def sightlines(self) -> Family:
        """The rows, columns and diagonals, cut at walls and nowhere else; single squares too."""
        return self.sight((ROWS, COLUMNS, FALLING, RISING))

    def sight(self, directions: Iterable[str]) -> Family:
        """The lines of sight in some of the directions `rows`, `columns`, `falling`, `rising`."""
        found = tuple(
            self._group(f"line from {run[0]} to {run[-1]}", run)
            for direction in directions
            for line in lines(direction, self.height, self.width, self.wrap)
            for run in runs(line, self.walls, self.wrap)
        )
        return Family("sightlines", "each line of sight", tuple(group for group in found if group))

    def _group(self, name: str, squares: Iterable[Square]) -> Squares:
        return Squares(name, self._among(squares))

    def _along(
        self, direction: str, each: str, name: Callable[[int, Sequence[Square]], str]
    ) -> Family:
        found = lines(direction, self.height, self.width, self.wrap)
        groups = (self._group(name(place, line), line) for place, line in enumerate(found, 1))
        return Family(direction, each, tuple(groups))

    def _shape(self, what: str, height: object, width: object) -> tuple[int, int]:
        shape = whole_number(height, f"the height of {what}"), whole_number(width, "the width")
        if min(shape) < 1:
            raise ModelError(f"{what}({shape[0]}, {shape[1]}) hold no square; give sizes from 1")
        return shape

    def _rectangles(
        self, one: str, many: str, height: int, width: int, starts: Iterable[tuple[int, int]]
    ) -> Family:
        groups = (
            self._group(
                f"{one} at {Square(row, column)}",
                (
                    self.grid[(row - 1 + down) % self.height][(column - 1 + right) % self.width]
                    for down in range(height)
                    for right in range(width)
                ),
            )
            for row, column in starts
        )
        return Family(f"{many}({height},{width})", f"each {height}×{width} {one}", tuple(groups))

    def _pairs(self, move: Piece, name: str, each: str) -> Family:
        found = {
            (min(square, other), max(square, other))
            for square in self.open
            for step in move.offsets
            if (other := moved_by(square, step, self.height, self.width, self.wrap)) is not None
            and other != square
            and self.has(other)
        }
        return Family(name, each, tuple(Squares(f"{a} and {b}", (a, b)) for a, b in sorted(found)))

    # ---------------------------------------------------------------------------- neighbours

    def around(self, written: SquareLike, move: Piece = KING) -> tuple[Square, ...]:
        """The squares that one `move` leads to from a square, row by row; a king's: that touch it.

        The square itself may be a hole, a wall, or off the board.
        Raises: ModelError for a piece that slides.

        >>> [str(square) for square in Board(3).around("r1c1")]
        ['r1c2', 'r2c1', 'r2c2']
        """
        _refuse_slides("around", move)
        square = read_square(written)
        steps = move.offsets if self.open else ()
        found = {moved_by(square, step, self.height, self.width, self.wrap) for step in steps}
        return tuple(sorted(s for s in found if s is not None and s != square and self.has(s)))

    def beside(self, written: SquareLike) -> tuple[Square, ...]:
        """The squares that share a side with a square, row by row; it may be a hole or a wall."""
        return self.around(written, STEP)

    # -------------------------------------------------------------------------- what stands

    def place(self, name: str = "piece") -> Placement:
        """A placement: on every open square a 0/1 variable `queen[r1c5]`, 1 where one stands."""
        return placement(name, self)

    @overload
    def fill(self, values: Iterable[object], name: str = "cell") -> Filling: ...
    @overload
    def fill(self, values: str, name: Iterable[object]) -> Filling: ...
    def fill(self, values: Any, name: Any = "cell") -> Filling:
        """A filling: on every open square a variable `cell[r1c5]` over `values`.

        The name may stand first too, as elsewhere: `fill("cell", range(1, 5))`.
        """
        if isinstance(values, str) and not isinstance(name, str):
            values, name = name, values
        return filling(name, self, values)

    def links(self, name: str = "line") -> Links:
        """For every two squares that share a side a 0/1 variable `line[r1c1-r1c2]`: a line.

        On a torus there are those around its edges too.
        Raises: ModelError on a torus of fewer than 3 rows or columns.
        """
        found: Links = sides_on(Links, name, self)
        return found

    def fences(self, name: str = "fence") -> Fences:
        """For every side of a square a 0/1 variable: `fence[r1c1-r1c2]`, `fence[r1c1-top]`.

        Raises: ModelError on a torus of fewer than 3 rows or columns.
        """
        found: Fences = sides_on(Fences, name, self)
        return found

    def borders(self, name: str = "wall") -> Borders:
        """For every two squares that share a side a 0/1 variable `wall[r1c1-r1c2]`: 1 if apart."""
        found: Borders = sides_on(Borders, name, self)
        return found


def read_layout(layout: dict[str, Any]) -> Board:
    """The board that `Board.layout` wrote."""
    if layout["plan"]:
        return Board.from_map("\n".join(layout["plan"]), wrap=layout["wrap"])
    return Board(
        layout["rows"],
        layout["columns"],
        wrap=layout["wrap"],
        holes=layout["holes"],
        walls=layout["walls"],
    )


def _refuse_slides(what: str, move: object) -> None:
    if not isinstance(move, Piece) or move.slides or not move.leaps:
        raise ModelError(
            f"{what}({move!r}) needs a move of fixed length, such as KNIGHT, KING or"
            " leaper(1, 3); for a piece that slides use no_attacks or sightlines"
        )


def _diagonal(direction: str) -> Callable[[int, Sequence[Square]], str]:
    return lambda place, line: f"{direction} diagonal from {line[0]}"


# --------------------- Boards as people type them: `8`, `8x10`, or a map of a line (or `/`) a row.


_SIZE = re.compile(r"\s*(\d{1,6})\s*(?:[xX×*]\s*(\d{1,6})\s*)?", re.ASCII)
MOST_SQUARES = 250_000
"""The most squares of a board: more could not even be listed in reasonable time."""


def read_board(
    text: str | int,
    *,
    wrap: bool = False,
    holes: SquaresLike = (),
    walls: SquaresLike = (),
    files: bool = False,
) -> Board:
    """The board that `text` says: a size, rows by columns, a map, or with `files` a map's path.

    Raises: ModelError for anything else.
    """
    size = _SIZE.fullmatch(str(text))
    if size:
        rows, columns = int(size[1]), int(size[2] or size[1])
        if rows * columns > MOST_SQUARES:
            raise ModelError(f"a board of {rows}×{columns} squares is too large; write e.g. 8x10")
        return Board(rows, columns, wrap=wrap, holes=holes, walls=walls)
    drawn = str(text)
    if files:
        drawn = _map_in(drawn)
    elif not {"\n", "/"} & set(drawn.strip(" \t")):
        raise _no_board(text)
    if holes or walls:
        raise ModelError("a map draws its own holes (.) and walls (#); draw them there")
    return Board.from_map(drawn, wrap=wrap)


def _map_in(text: str) -> str:
    """The map in the file `text`, or else `text` as a map."""
    import os
    from pathlib import Path

    if os.path.isfile(text):
        try:
            return Path(text).read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise ModelError(f"{text} cannot be read as a map: {error}") from None
    if text.startswith(("./", "../", "~")) or text.endswith((".txt", ".map")):
        raise ModelError(f"there is no file {text}; write a map's path, or a map such as AAB/ABB")
    if "/" not in text and "\n" not in text:
        raise _no_board(text)
    return text


def _no_board(text: object) -> ModelError:
    return ModelError(
        f"{str(text)!r} is no board; write a size such as 8 or 8x10, or a map such as AAB/ABB"
    )
