"""Sudoku: every number once in each row, column and box."""

from __future__ import annotations

from collections.abc import Sequence

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.errors import ModelError
from .language.model import Model

EXAMPLE = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""

SEVENTEEN_GIVENS = (
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
)


@puzzle(
    known("published with one solution", count=1),
    known("Royle's collection of unique sudokus with 17 givens", givens=SEVENTEEN_GIVENS, count=1),
    known("OEIS A107739", givens="", box_rows=2, box_columns=2, count=288),
    known("published number of 2×3 grids", givens="", box_rows=2, box_columns=3, count=28200960),
)
def sudoku(
    givens: str | Sequence[Sequence[int | None]] = EXAMPLE, box_rows: int = 3, box_columns: int = 3
) -> Model:
    """Sudoku: fill the cells so that no row, column or box holds a number twice.

    A box has `box_rows` rows and `box_columns` columns, a row as many cells as a box: 4×4 to
    16×16, and 6×6 with boxes of 2×3. `givens` is a text of one character a cell, row by row:
    `.` or `0` is empty, `A` is 10 and so on; line breaks do not matter. No text: nothing is given.

    Source: H. Garns, Number Place (1979); the example is that of Wikipedia's article Sudoku.
    """
    size = box_rows * box_columns
    if min(box_rows, box_columns) < 1 or size > 35:
        raise ModelError(
            f"sudoku has boxes of {box_rows}×{box_columns}; write box_rows and box_columns from 1,"
            " their product at most 35"
        )
    board = Board(size)
    cell = board.fill(range(1, size + 1))
    return Model(
        f"sudoku {size}×{size}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # twice in a column,
        cell.along(board.columns).all_different(),
        # or twice in a box.
        cell.along(board.boxes(box_rows, box_columns)).all_different(),
        # The given numbers stay.
        [cell.given(givens)] if givens else [],
    )
