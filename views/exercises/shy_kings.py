"""Lesson 2: kings that do not touch; one rule is wrong."""

from everyway.models import KING, Board, Model

CHECKED = ("n=3..5",)
START = '''\
"""Exercise shy_kings, of lesson 2.

Place n kings on a board of n rows and n columns: one in each row, one in each column, and no two
on squares that touch, not even at a corner.

The rules below are a first try, and one of them says more than it should. Find it with
    everyway story ./shy_kings.py n=5
and mend it.

Mark it:  everyway check shy_kings.py
"""

from everyway.models import Board, Model


def shy_kings(n: int = 5) -> Model:
    board = Board(n)
    king = board.place("king")
    return Model(
        f"{n} shy kings",
        king,
        king.per(board.rows) == 1,
        king.per(board.columns) == 1,
        # A window is a small square of two rows and two columns.
        king.per(board.windows(2, 2)) == 1,
    )
'''


def shy_kings(n: int = 5) -> Model:
    """The reference."""
    board = Board(n)
    king = board.place("king")
    apart = king.per(board.pairs(KING)) <= 1
    return Model(f"{n} shy kings", king, king.per(board.rows + board.columns) == 1, apart)
