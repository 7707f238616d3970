"""Lesson 5: a knight a row, as a list of columns."""

from everyway.models import KNIGHT, Board, Model

CHECKED = ("n=3..5",)
START = '''\
"""Exercise knight_columns, of lesson 5.

One knight stands in each row of a board of n rows and n columns, and no two attack each other.
Columns may hold several. Say it by a list: column[i] is the column of the knight in row i.

A knight attacks squares 2 columns away in the next row, and 1 column away in the row after that.

Mark it:  everyway check knight_columns.py
"""

from everyway.models import Model, variables


def knight_columns(n: int = 4) -> Model:
    column = variables("column", n, range(n))
    return Model(
        f"{n} knights, one a row",
        column,
        # Rules are missing: use a list comprehension over the rows.
    )
'''


def knight_columns(n: int = 4) -> Model:
    """The reference."""
    board = Board(n)
    knight = board.place("knight")
    peace = knight.per(board.pairs(KNIGHT)) <= 1
    return Model(f"{n} knights, one a row", knight, knight.per(board.rows) == 1, peace)
