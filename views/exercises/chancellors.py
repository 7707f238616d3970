"""Lesson 7: rooks that move like knights, too, made from queens."""

from everyway.models import KNIGHT, Board, Model

CHECKED = ("n=3..6",)
START = '''\
"""Exercise chancellors, of lesson 7.

A chancellor moves like a rook and like a knight. Place n of them on a board of n rows and n
columns, one in each row and one in each column, so that none attacks another.

Make it from the queens: one of their rules goes, and one comes. Leave the name `queen` as it is.

Mark it:  everyway check chancellors.py
"""

from everyway.models import KNIGHT, Model
from everyway.models.queens import queens


def chancellors(n: int = 5) -> Model:
    model = queens(n)
    queen = model["queen"]
    return model  # less one rule, and one rule more
'''


def chancellors(n: int = 5) -> Model:
    """The reference."""
    board = Board(n)
    queen = board.place("queen")
    apart = queen.per(board.pairs(KNIGHT)) <= 1
    lines = (board.rows, board.columns)
    return Model(f"{n} chancellors", queen, [queen.per(family) == 1 for family in lines], apart)
