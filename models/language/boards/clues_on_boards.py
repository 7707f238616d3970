"""Clues on the squares of a board and beside its lines, and what players count from there.

>>> from everyway.models import Board
>>> numbers(read_clues("1? / .2", Board(2)))
{Square(row=1, column=1): 1, Square(row=2, column=2): 2}
>>> line_clues("top", "12 .", Board(2).columns)
[(<column 1: r1c1 r2c1>, 12)]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from ..arithmetic_expressions import total
from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import Expression, as_constraint
from ..phrases import counted
from ..rules import Rule, rule
from .board import Board
from .grid import Family, Square, SquareLike, Squares, read_plan
from .placements import Placement
from .sides import Borders

CLUE, WRITE = r"[.?]|\d+", "a number, ? for one that is not known, or ."
"""The usual clues on squares."""


def read_clues(
    text: str, board: Board | None = None, marks: str = CLUE, write: str = WRITE
) -> dict[Square, str]:
    """The clues of a plan as `read_plan` reads it, by default numbers, `?` and `.`.

    If there is a `board`, the plan is as large as it; no text: no clues.

    Raises: ModelError for lines of unequal length, another size, or another clue.
    """
    if board is not None and not text.strip():
        return {}
    found = read_plan(text, marks, write)
    size = max(found)
    if board is not None and size != (board.height, board.width):
        raise ModelError(
            f"the plan of clues is {size.row}×{size.column} and the board"
            f" {board.height}×{board.width}; write a clue, or ., for each square"
        )
    return found


def numbers(clues: Mapping[Square, str]) -> dict[Square, int]:
    """Those of `clues` that are numbers, as such."""
    return {square: int(mark) for square, mark in clues.items() if mark.isdigit()}


def read_borders(text: str, board: Board) -> list[tuple[Square, Square]]:
    """The borders that `text` names, each by the two squares beside it, such as `r1c1-r1c2`.

    Raises: ModelError for two squares that do not share a side.
    """
    found = [tuple(sorted(board.squares_at(border.replace("-", " ")))) for border in text.split()]
    adjacent = {(a, b) for a, b in board.adjacent}
    for border, two in zip(text.split(), found, strict=True):
        if two not in adjacent:
            raise ModelError(f"the border {border!r} is not between two cells that share a side")
    return [(a, b) for a, b in found]


def in_line(text: str) -> list[str]:
    """The clues of one line, each a character, or what blanks or commas stand between."""
    apart = text.replace(",", " ")
    return apart.split() if len(apart.split()) > 1 or "," in text else list(text.strip())


def line_clues(side: str, text: str, lines: Family) -> list[tuple[Squares, int]]:
    """Each of `lines` that has a number in `text`, with it; no text: none has.

    Raises: ModelError naming `side` unless there is a number or `.` for each line.
    """
    marks = in_line(text)
    if marks and (
        len(marks) != len(lines)
        or not all(mark == "." or (mark.isascii() and mark.isdigit()) for mark in marks)
    ):
        raise ModelError(
            f"{side} is {text!r}; write a number or . for each of {counted(len(lines), 'line')},"
            " with blanks between all where one has several digits"
        )
    return [(line, int(mark)) for line, mark in zip(lines, marks, strict=False) if mark != "."]


def leading(marks: Iterable[object]) -> Expression:
    """The number of `marks`, 0/1 or constraints, before the first that is 0 or does not hold."""
    found: list[Constraint] = []
    for mark in marks:
        one = as_constraint(mark, "a mark")
        found.append(all_of((found[-1], one)) if found else one)
    return total(found)


def seen_from(shaded: Placement, square: SquareLike) -> Expression:
    """The number of squares without a piece that one sees along the row and the column.

    `square`, which has none, is counted too; one sees up to the next piece.
    """
    rays = shaded.board.rays(square).values()
    return 1 + total(leading(shaded[other] == 0 for other in ray) for ray in rays)


def width(wall: Borders, square: SquareLike) -> Expression:
    """The number of squares from one border to the next along the row, through `square`."""
    return _span(wall, square, "left", "right")


def height(wall: Borders, square: SquareLike) -> Expression:
    """The number of squares from one border to the next along the column, through `square`."""
    return _span(wall, square, "top", "bottom")


def _span(wall: Borders, square: SquareLike, *sides: str) -> Expression:
    start, rays = wall.board.square(square), wall.board.rays(square)
    ways = [pairwise((start, *rays[side])) for side in sides]
    return 1 + total(leading(wall[two] == 0 for two in way) for way in ways)


def two_by_two(board: Board) -> Family:
    """Each block of 2×2 squares; none on a board of one row or column."""
    if min(board.height, board.width) < 2:
        return Family("windows(2,2)", "each 2×2 window", ())
    return board.windows(2, 2)


def rectangular(wall: Borders) -> Rule:
    """No two borders make a corner alone where four squares meet: regions are rectangles."""
    return rule(
        "rectangles",
        (
            any_of([wall[a, b] == wall[c, d], wall[a, c] == wall[b, d]])
            for a, b, c, d in two_by_two(wall.board)
        ),
    )
