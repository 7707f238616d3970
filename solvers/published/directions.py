"""A placement as rows in the order of the columns, looked at in three directions.

Instead of comparing pairs of queens, `safe` walks from the newest queen back through the columns
before it: straight along its row, one row up at each step, and one row down at each step. The
queen is safe when no walk meets another.
"""

from __future__ import annotations

from functools import partial

from .printed_lists import scheme_list
from .recognise import PUBLISHED, solve
from .skeleton import Representation, Squares

Rows = tuple[int, ...]
"""The rows of the queens, column by column."""

ALONG, UP, DOWN = 0, -1, 1
"""By how many rows a walk moves at each column; row 1 is the topmost."""


def empty_board(board_size: int) -> Rows:
    """No queens: the size of the board does not matter."""
    return ()


def adjoin_position(new_row: int, k: int, rest: Rows) -> Rows:
    """`rest` with `new_row` at its end, which is column k."""
    return (*rest, new_row)


def clear(direction: int, row: int, earlier: Rows) -> bool:
    """True if a walk back from `row` in the column after `earlier` meets no queen.

    >>> clear(UP, 3, (1, 4)), clear(UP, 3, (1, 2))
    (False, False)
    >>> clear(DOWN, 3, (1, 2))
    True
    """
    for queen in earlier[::-1]:
        row += direction
        if queen == row:
            return False
    return True


def safe(k: int, positions: Rows) -> bool:
    """True if all three walks back from the queen in column k are clear."""
    *earlier, newest = positions
    return all(clear(direction, newest, tuple(earlier)) for direction in (ALONG, UP, DOWN))


def squares(positions: Rows) -> Squares:
    """The squares of the queens: the first number is the row of column 1.

    >>> sorted(squares((1, 4)))
    [(1, 1), (4, 2)]
    """
    return frozenset((row, column) for column, row in enumerate(positions, start=1))


def written(positions: Rows) -> str:
    """The placement as Scheme prints it.

    >>> written((2, 4, 1, 3))
    '(2 4 1 3)'
    """
    return scheme_list(positions)


REPRESENTATION = Representation("directions", empty_board, adjoin_position, safe, squares, written)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
