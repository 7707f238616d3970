"""The examples of pzprjs: addresses, and boards with their answers, right and wrong.

`tests/data/boards_by_pzpr.json` is test data of robx/pzprjs, under the MIT licence beside it. A
board is a text such as `pzprv3/hitori/2/2/1 1 /2 1 /# . /. . /`: version, genre, rows, columns, and
lines of tokens for clues and for the answer. `READERS` has an entry for each genre that is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from everyway.formats.addresses import Address, Clue, Edge, Square

DATA = Path(__file__).parent.parent / "data" / "boards_by_pzpr.json"
EXAMPLES: dict[str, dict[str, Any]] = json.loads(DATA.read_text("utf-8"))["genres"]
"""By genre: the `address` of an example behind the genre, and `boards` with what is `broken`."""


@dataclass(frozen=True)
class Board:
    """A puzzle, and an answer that somebody entered."""

    address: Address
    answer: dict[Square, int]
    """The number on a square, or 1 where something stands; squares without are left out."""
    complete: bool
    """The answer has a number on each square that needs one."""


Rows = list[list[str]]
Reader = Callable[[int, int, Rows], tuple[dict[str, Any], dict[Square, int]]]
"""The fields of the address and the answer, from the height, the width and the lines of tokens."""


def read_board(text: str) -> Board:
    """The puzzle and the answer of a board of a genre that `READERS` has."""
    _, genre, height, *rest = text.split("/")
    width = height if genre == "sudoku" else rest.pop(0)
    reader, filled = READERS[genre]
    fields, answer = reader(int(height), int(width), [line.split() for line in rest])
    address = Address(NAMES.get(genre, genre), int(width), int(height), **fields)
    needed = {
        square for square in address.squares if genre != "kakuro" or square not in address.clues
    }
    return Board(address, answer, not filled or needed <= answer.keys())


def boards(genre: str) -> Iterator[tuple[str | None, str]]:
    """Each board of a genre, and the code of the rule that it breaks; none where it is right."""
    for board in EXAMPLES[genre]["boards"]:
        yield board["broken"], board["board"]


# ------------------------------------------------------------------------- Parts of a board.


def grid(rows: Rows) -> dict[Square, str]:
    """The tokens but `.`, by square."""
    return {
        (r, c): mark
        for r, row in enumerate(rows, 1)
        for c, mark in enumerate(row, 1)
        if mark != "."
    }


def numbers(cells: dict[Square, str]) -> dict[Square, int]:
    return {square: int(mark) for square, mark in cells.items() if mark.isdigit()}


def shaded(cells: dict[Square, str], mark: str = "#") -> dict[Square, int]:
    return {square: 1 for square, one in cells.items() if one == mark}


def borders(rows: Rows) -> dict[Edge, Clue]:
    """Where regions, of a number a square, meet."""
    cells = grid(rows)
    edges = [(one, (one[0] + d, one[1] + 1 - d)) for one in cells for d in (0, 1)]
    return {(a, b): 1 for a, b in edges if cells.get(b, cells[a]) != cells[a]}


def around(rows: Rows, top: int, left: int, height: int, width: int) -> dict[Any, Clue]:
    """The numbers outside: on so many lines above and columns left, and below and right if any."""
    lines = {
        "top": [[rows[r][left + c] for r in reversed(range(top))] for c in range(width)],
        "left": [row[:left][::-1] for row in rows[top : top + height]],
        "bottom": [[row[left + c] for row in rows[top + height :]] for c in range(width)],
        "right": [row[left + width :] for row in rows[top : top + height]],
    }
    return {
        (side, number, away): int(mark)
        for side, some in lines.items()
        for number, line in enumerate(some, 1)
        for away, mark in enumerate(line, 1)
        if mark != "."
    }


# ----------------------------------------------------------------------------- Genres.


def _lamps(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid(rows[:height])
    walls = {square: "?" for square, mark in cells.items() if mark == "-"}
    return {"clues": walls | numbers(cells)}, shaded(cells)


def _shading(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    return {"clues": numbers(grid(rows[:height]))}, shaded(grid(rows[height:]))


def _filling(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    given = numbers(grid(rows[:height]))
    return {"clues": given}, numbers(grid(rows[height:])) | given


def _sums(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    inner = grid([row[1:] for row in rows[1 : height + 1]])
    pairs = {square: mark.split(",") for square, mark in inner.items()}
    clues = {square: f"{below}\\{right}" for square, (right, below) in pairs.items()}
    outside = around(rows[: height + 1], 1, 1, height, width)
    return {"clues": clues, "outside": outside}, numbers(grid(rows[height + 1 :]))


def _towers(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid([row[1 : width + 1] for row in rows[1 : height + 1]])
    given = {square: int(mark[1:]) for square, mark in cells.items() if mark.startswith("q")}
    outside = around(rows[: height + 2], 1, 1, height, width)
    return {"clues": given, "outside": outside}, numbers(cells) | given


def _stars(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    (stars,), _, *rest = rows
    fields = {"number": int(stars), "borders": borders(rest[:height])}
    return fields, shaded(grid(rest[height:]))


def _runs(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    top, left = (height + 1) // 2, (width + 1) // 2
    cells = grid([row[left:] for row in rows[top : top + height]])
    return {"outside": around(rows[: top + height], top, left, height, width)}, shaded(cells)


def _tents(height: int, width: int, rows: Rows) -> tuple[dict[str, Any], dict[Square, int]]:
    cells = grid([row[1:] for row in rows[1 : height + 1]])
    outside = around(rows[: height + 1], 1, 1, height, width)
    return {"clues": shaded(cells, "1"), "outside": outside}, shaded(cells, "A")


NAMES = {"lightup": "akari"}
READERS: dict[str, tuple[Reader, bool]] = {
    "hitori": (_shading, False),
    "kakuro": (_sums, True),
    "lightup": (_lamps, False),
    "nonogram": (_runs, False),
    "skyscrapers": (_towers, True),
    "starbattle": (_stars, False),
    "sudoku": (_filling, True),
    "tents": (_tents, False),
}
"""The reader of each genre, and True where its answer is a number on each square."""
