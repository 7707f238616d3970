"""A solution of the exercise chancellors, of lesson 7.

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
    return model.without("diagonals <= 1") + (queen.per(queen.board.pairs(KNIGHT)) <= 1)
