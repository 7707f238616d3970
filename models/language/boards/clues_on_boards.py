"""Clues on the squares of a board and beside its lines: as texts, and what is counted from them.

>>> read_clues("1? / .2")[Square(1, 2)]
'?'
>>> read_clues("12 ? / . 2")[Square(1, 1)]
'12'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise, takewhile

from ..arithmetic_expressions import total
from ..constraints import Constraint, all_of, any_of
from ..errors import ModelError
from ..expressions import Expression, as_constraint
from ..phrases import counted
from ..rules import Rule, rule
from .board import Board
from .grid import Family, Square, Squares, moved_by
from .sides import Borders

APART = re.compile(r"[\s,]+")
"""Between the clues of a text that has any."""

RAYS = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""One step up, down, to the left and to the right: rows down, columns right."""


def read_clues(
    text: str, clue: str = r"\d+|[.?]", write: str = "", board: Board | None = None
) -> dict[Square, str]:
    """The clue on each square of a map, a line (or `/`) a row; each matches the pattern `clue`.

    Each character is a clue; or, where there are blanks or commas within the lines, they stand
    between the clues, so that a number may have several digits. `write` says what can be written.
    If there is a `board`, the map is as large as it; no text: no clues.

    Raises: ModelError for lines of unequal length, another size, or another clue, with its place.
    """
    if board is not None and not text.strip():
        return {}
    lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
    if not lines:
        raise ModelError("the map is empty; write a line a row, such as '1.2\\n.?.'")
    apart = any(APART.search(line) for line in lines)
    rows = [[mark for mark in APART.split(line) if mark] if apart else line for line in lines]
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]) or not row:
            raise ModelError(
                f"line {number} of the map has {counted(len(row), 'clue')}, line 1 has"
                f" {len(rows[0])}; make all lines equally long, with . for no clue"
            )
        for column, mark in enumerate(row, 1):
            if not re.fullmatch(clue, mark, re.ASCII):
                raise ModelError(
                    f"line {number}, column {column} of the map is {mark!r}; write"
                    f" {write or 'a number, ? for a clue without one, or . for none'}"
                )
    if board is not None and (len(rows), len(rows[0])) != (board.height, board.width):
        raise ModelError(
            f"the map of clues is {len(rows)}×{len(rows[0])} and the board"
            f" {board.height}×{board.width}; write a clue, or ., for each square"
        )
    return {Square(r, c): mark for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1)}


def numbers(clues: Mapping[Square, str]) -> dict[Square, int]:
    """Those of `clues` that are numbers, as such."""
    return {square: int(mark) for square, mark in clues.items() if mark.isdigit()}


def line_clues(side: str, text: str, lines: Family) -> list[tuple[Squares, int]]:
    """Each of `lines` that has a number in `text`, with it; no text: none has.

    Raises: ModelError naming `side` unless there is a number or `.` for each line.
    """
    marks = in_line(text)
    if marks and (
        len(marks) != len(lines) or not all(m == "." or re.fullmatch("[0-9]+", m) for m in marks)
    ):
        raise ModelError(
            f"{side} is {text!r}; write a number or . for each of {counted(len(lines), 'line')},"
            " with blanks between them where one has several digits"
        )
    return [(line, int(mark)) for line, mark in zip(lines, marks, strict=False) if mark != "."]


def in_line(text: str) -> list[str]:
    """The clues of one line, each a character, or what blanks or commas stand between."""
    marks = text.strip()
    return [mark for mark in APART.split(marks) if mark] if APART.search(marks) else list(marks)


def ray(board: Board, square: Square, step: tuple[int, int]) -> list[Square]:
    """The squares that one meets from `square` on, without it, up to a hole, a wall or the edge."""
    far = max(board.height, board.width)
    met = (
        moved_by(square, (step[0] * k, step[1] * k), board.height, board.width, wrap=False)
        for k in range(1, far)
    )
    return [found for found in takewhile(lambda s: s is not None and board.has(s), met) if found]


def leading(marks: Iterable[object]) -> Expression:
    """The number of `marks`, 0/1 or constraints, before the first that is 0 or does not hold."""
    found: list[Constraint] = []
    for mark in marks:
        one = as_constraint(mark, "a mark")
        found.append(all_of((found[-1], one)) if found else one)
    return total(found)


def span(wall: Borders, square: Square, step: tuple[int, int]) -> Expression:
    """The number of squares in line with `square`, itself included, from one border to the next.

    They lie along `step`, both ways.
    """
    ways = (step, (-step[0], -step[1]))
    lines = ([square, *ray(wall.board, square, way)] for way in ways)
    return 1 + sum(leading(wall[two] == 0 for two in pairwise(line)) for line in lines)


def two_by_two(board: Board) -> Family:
    """Each block of 2×2 squares; none on a board of one row or column."""
    if min(board.height, board.width) < 2:
        return Family("windows(2,2)", "each 2×2 window", ())
    return board.windows(2, 2)


def rectangles(wall: Borders) -> Rule:
    """Where four squares meet, no two borders make a corner alone: regions are rectangles."""
    return rule(
        "rectangles",
        (
            any_of([wall[a, b] == wall[c, d], wall[a, c] == wall[b, d]])
            for a, b, c, d in two_by_two(wall.board)
        ),
    )
