"""A solution of the exercise quiet_rooks, of lesson 1.

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
        rook.per(board.columns) == 1,
        rook.per(board.main_diagonals) == 0,
    )
