"""A placement as the board itself: rows of 0 and 1, with a 1 where a queen stands.

Nothing is inferred from a place in a list; `safe` adds up what stands in each row, and on each
diagonal that ends in column k, coming from the upper left or from the lower left. The columns
after k are still empty, and column k was given a single queen.
"""

from __future__ import annotations

from functools import partial

from .skeleton import PUBLISHED, Representation, Squares, enumerate_interval, scheme_list, solve

Board = tuple[tuple[int, ...], ...]
"""0 or 1 for each square: rows by columns."""


def make_empty_board(board_size: int) -> Board:
    """A board of `board_size` rows and columns without a queen.

    >>> make_empty_board(2)
    ((0, 0), (0, 0))
    """
    return ((0,) * board_size,) * board_size


empty_board = make_empty_board


def get_element(board: Board, row: int, column: int) -> int:
    """The number on the square (row, column), 1-based: 1 for a queen, or 0."""
    return board[row - 1][column - 1]


def adjoin_position(new_row: int, k: int, board: Board) -> Board:
    """A copy of `board` with a further queen at (`new_row`, k)."""
    above, changed, below = board[: new_row - 1], board[new_row - 1], board[new_row:]
    return (*above, (*changed[: k - 1], 1, *changed[k:]), *below)


def row_safe(board: Board) -> bool:
    """True if no row has more than one queen."""
    return all(sum(row) <= 1 for row in board)


def diagonal(board: Board, row: int, column: int, direction: int) -> list[int]:
    """The numbers from (row, column) to the left, moving `direction` rows at each column.

    >>> diagonal(((1, 0), (0, 0)), 2, 2, -1)
    [0, 1]
    """
    places = ((row + direction * step, column - step) for step in range(column))
    return [get_element(board, r, c) for r, c in places if 1 <= r <= len(board)]


def diagonals_safe(column: int, board: Board, direction: int) -> bool:
    """True if no diagonal that ends in `column` from that direction has two queens."""
    rows = enumerate_interval(1, len(board))
    return all(sum(diagonal(board, row, column, direction)) <= 1 for row in rows)


def upper_left_safe(column: int, board: Board) -> bool:
    """True if no diagonal that comes down to `column` has more than one queen."""
    return diagonals_safe(column, board, -1)


def lower_left_safe(column: int, board: Board) -> bool:
    """True if no diagonal that comes up to `column` has more than one queen."""
    return diagonals_safe(column, board, 1)


def safe(k: int, board: Board) -> bool:
    """True if rows and diagonals up to column k hold at most one queen each."""
    return row_safe(board) and upper_left_safe(k, board) and lower_left_safe(k, board)


def squares(board: Board) -> Squares:
    """The squares of the queens: those that hold a 1."""
    return frozenset(
        (row, column)
        for row, line in enumerate(board, start=1)
        for column, value in enumerate(line, start=1)
        if value
    )


def written(board: Board) -> str:
    """The board as Scheme prints it, row by row.

    >>> written(((0, 1), (0, 0)))
    '((0 1) (0 0))'
    """
    return scheme_list(map(scheme_list, board))


REPRESENTATION = Representation("matrix", empty_board, adjoin_position, safe, squares, written)
TRAITS = PUBLISHED
solutions = partial(solve, representation=REPRESENTATION)
