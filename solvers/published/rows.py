"""A placement as rows in the order of the columns: the k-th number is the row of column k.

The columns are nowhere stored: a queen's place in the list is its column. The last queen is
compared with each earlier one; on one diagonal, row + column or row - column is constant, so that
two queens share one exactly when their rows are as far apart as their columns.
"""

from __future__ import annotations

from functools import partial

from .skeleton import PUBLISHED, Representation, Squares, scheme_list, solve

Rows = tuple[int, ...]
"""The rows of the queens, column by column."""


def empty_board(board_size: int) -> Rows:
    """No queens: the size of the board does not matter."""
    return ()


def adjoin_position(new_row: int, k: int, rest: Rows) -> Rows:
    """`rest` with `new_row` at its end, which is column k.

    >>> adjoin_position(2, 3, (1, 4))
    (1, 4, 2)
    """
    return (*rest, new_row)


def attacks(row: int, other: int, distance: int) -> bool:
    """True if queens in these rows, `distance` columns apart, share a row or a diagonal."""
    return row == other or abs(row - other) == distance


def safe(k: int, positions: Rows) -> bool:
    """True if the queen in column k, the last one, is attacked by none before it."""
    *earlier, newest = positions
    return not any(attacks(newest, row, k - column) for column, row in enumerate(earlier, start=1))


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


REPRESENTATION = Representation("rows", empty_board, adjoin_position, safe, squares, written)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
