"""Young tableaux: numbers that grow along the rows and down the columns of a staircase shape."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from everyway.models import Board, Model, ModelError, count, exactly, known, puzzle, rule, variables


@puzzle(
    known("hook length formula", count=35),
    known("hook length formula, OEIS A000108", shape=(4, 4), count=14),
    known("hook length formula, OEIS A005789", shape=(3, 3, 3), count=42),
    known("hook length formula", form="rows", shape={(4, 2, 1): 35, (4, 4): 14}),
)
def young_tableau(
    shape: Sequence[int] = (4, 2, 1), form: Literal["cells", "rows"] = "cells"
) -> Model:
    """A standard Young tableau: the numbers from 1 in a shape of rows, growing right and down.

    `shape` has the lengths of the rows from the top, none longer than the one above. Each number
    from 1 to the number of cells is used once, and in every row and every column the numbers
    increase.

    `form` says what is looked for: the number in each of the `cells`, or, the other way round,
    in which of the `rows` each number stands, counted from 0. Both have as many solutions: that
    of the hook length formula. Votes counted so that no candidate overtakes the one before him
    are the same in other words.

    Source: A. Young (1900); J. Frame, G. Robinson and R. Thrall (1954) for the formula.
    """
    if any(length < 0 for length in shape) or any(a < b for a, b in pairwise(shape)):
        raise ModelError(f"the shape {tuple(shape)} is none: no row is longer than the one above")
    return _cells(shape) if form == "cells" else _rows(shape)


def _cells(shape: Sequence[int]) -> Model:
    width = max(shape, default=0)
    beyond = [(r, c) for r, size in enumerate(shape, 1) for c in range(size + 1, width + 1)]
    board = Board(len(shape), width, holes=beyond)
    cell = board.fill(range(1, sum(shape) + 1))
    return Model(
        f"Young tableau of shape {tuple(shape)}",
        cell,
        # Every number stands in one cell.
        cell.along(board.squares).all_different(),
        # Along each row the numbers increase,
        cell.along(board.rows).increasing(strict=True),
        # and down each column.
        cell.along(board.columns).increasing(strict=True),
    )


def _rows(shape: Sequence[int]) -> Model:
    rows = range(len(shape))
    row = variables("row", range(1, sum(shape) + 1), rows)
    return Model(
        f"Young tableau of shape {tuple(shape)} by rows",
        row,
        # Each row has as many numbers as it has cells.
        rule("lengths", (exactly(row, r, size) for r, size in enumerate(shape))),
        # When the numbers come in one by one, no row ever gets ahead of the one above.
        rule(
            "no row ahead",
            (
                count(row[:so_far], above) >= count(row[:so_far], below)
                for so_far in range(1, len(row))
                for above, below in pairwise(rows)
            ),
        ),
    )
