"""A placement as rows in the order of the columns, looked at in three directions.

Instead of comparing pairs of queens, `safe` walks from the newest queen back through the columns
before it: straight along its row, one row up at each step, and one row down at each step. The
queen is safe when no walk meets another.
"""

from __future__ import annotations

from functools import partial

from .rows import Rows, adjoin_position, empty_board, squares, written
from .skeleton import PUBLISHED, Representation, solve

ALONG, UP, DOWN = 0, -1, 1
"""By how many rows a walk moves at each column; row 1 is the topmost."""


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


REPRESENTATION = Representation("directions", empty_board, adjoin_position, safe, squares, written)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
