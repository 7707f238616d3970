"""Lesson 2: kings that do not touch; one rule is wrong.

Place n kings on a board of n rows and n columns: one in each row, one in each column, and no two
on squares that touch, not even at a corner.

The rules below are a first try, and one of them says more than it should. Find it with
    everyway story ./shy_kings.py n=5
and mend it.
"""

from everyway.models import Board, Model


def shy_kings(n: int = 5) -> Model:  # marked with n=3..5
    board = Board(n)
    king = board.place("king")
    return Model(
        f"{n} shy kings",
        king,
        king.per(board.rows) == 1,
        king.per(board.columns) == 1,
        # A window is a small square of two rows and two columns.
        king.per(board.windows(2, 2)) <= 1,  #: king.per(board.windows(2, 2)) == 1,
    )
