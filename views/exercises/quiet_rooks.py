"""Lesson 1: rooks that keep off the two long diagonals.

Place n rooks on a board of n rows and n columns: one in each row, one in each column, and none on
the two long diagonals, which run from corner to corner.
"""

from everyway.models import Board, Model


def quiet_rooks(n: int = 4) -> Model:  # marked with n=3..5
    board = Board(n)
    rook = board.place("rook")
    return Model(
        f"{n} quiet rooks",
        rook,
        rook.per(board.rows) == 1,
        #: # Two rules are missing. The long diagonals are board.main_diagonals.
        rook.per(board.columns) == 1,  #:
        rook.per(board.main_diagonals) == 0,  #:
    )
