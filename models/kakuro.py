"""Kakuro: crossword sums of different digits."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    Variable,
    all_different,
    allowed,
    known,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import COLUMNS, ROWS, Board, Square

EXAMPLE = r"""
#  12\   8\    #    #
\8   .    .  15\    #
\17  .    .    .  16\
#  \11    .    .    .
#    #  \15    .    .
"""


@puzzle(
    known("made to have one solution", count=1),
    known("made to have one solution", form="tables", count=1),
    known("5 + 6 = 11 either way, and 7 + 4, 8 + 3, 9 + 2", grid=r"\11 . .", count=8),
)
def kakuro(grid: str = EXAMPLE, form: Literal["sums", "tables"] = "sums") -> Model:
    r"""Kakuro: a digit from 1 to 9 in each white cell, each run with its total and none twice.

    `grid` is a text of a line a row, its cells apart by blanks: `.` is a white cell, `#` a
    black one, `\16` a black one whose run to the right adds up to 16, `16\` one for the run
    below, `16\7` one for both, the run below first. Within a run no digit stands twice.

    `form` says how a run is declared: by its `sums` and that the digits differ, or by `tables` of
    all the rows of digits that can stand there.

    Source: J. E. Funk, Cross Sums (1950); the example is our own.
    """
    rows = [line.split() for line in grid.strip().splitlines()]
    width = len(rows[0]) if rows else 0
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise ModelError(f"line {number} of kakuro has {len(row)} cells, line 1 has {width}")
    black = [
        (r, c) for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "."
    ]
    board = Board(len(rows), width, walls=black)
    cell = board.fill(range(1, 10))
    add_up = _by_sums if form == "sums" else _by_tables
    runs = (
        (name, [cell[square] for square in squares], number)
        for name, squares, number in _runs(board, rows)
    )
    return Model(
        f"kakuro of {len(board.open)} cells",
        cell,
        # Each run adds up to its number, without a digit twice.
        [rule(name, add_up(run, number)) for name, run, number in runs],
    )


def _by_sums(run: Sequence[Variable], number: int | None) -> list[Constraint]:
    return [*([] if number is None else [total(run) == number]), all_different(run)]


def _by_tables(run: Sequence[Variable], number: int | None) -> list[Constraint]:
    if number is None:
        return [all_different(run)]
    return [allowed(run, (d for d in permutations(range(1, 10), len(run)) if sum(d) == number))]


def _runs(
    board: Board, rows: Sequence[Sequence[str]]
) -> Iterator[tuple[str, Sequence[Square], int | None]]:
    """Each run: what it is called, its cells, and its total, None where it has none."""
    ways = (ROWS, COLUMNS)
    runs = {(*line[0], way): line.members for way in ways for line in board.sight([way])}
    for r, row in enumerate(rows, 1):
        for c, mark in enumerate(row, 1):
            found = re.fullmatch(r"(\d*)\\(\d*)|[.#]", mark)
            if not found:
                raise ModelError(rf"r{r}c{c} of kakuro is {mark!r}; write . or # or 16\7")
            below, right = found.groups()
            if below:
                yield f"{below} below r{r}c{c}", runs.pop((r + 1, c, COLUMNS), ()), int(below)
            if right:
                yield f"{right} right of r{r}c{c}", runs.pop((r, c + 1, ROWS), ()), int(right)
    for (r, c, _), squares in runs.items():
        if len(squares) > 1:
            yield f"run from r{r}c{c}, {len(squares)} long", squares, None
