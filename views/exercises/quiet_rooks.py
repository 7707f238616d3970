"""Lesson 1: rooks that keep off the two long diagonals."""

from everyway.models import Board, Model

CHECKED = ("n=3..5",)
START = '''\
"""Exercise quiet_rooks, of lesson 1.

Place n rooks on a board of n rows and n columns: one in each row, one in each column, and none on
the two long diagonals, which run from corner to corner.

Mark it:  everyway check quiet_rooks.py
"""

from everyway.models import Board, Model


def quiet_rooks(n: int = 4) -> Model:
    board = Board(n)
    rook = board.place("rook")
    return Model(
        f"{n} quiet rooks",
        rook,
        rook.per(board.rows) == 1,
        # Two rules are missing. The long diagonals are board.main_diagonals.
    )
'''


def quiet_rooks(n: int = 4) -> Model:
    """The reference."""
    board = Board(n)
    rook = board.place("rook")
    lines = (board.rows, board.columns)
    quiet = rook.per(board.main_diagonals) == 0
    return Model(f"{n} quiet rooks", rook, [rook.per(family) == 1 for family in lines], quiet)
