"""Lesson 5: a knight a row, as a list of columns.

One knight stands in each row of a board of n rows and n columns, and no two attack each other.
Columns may hold several. Say it by a list: column[i] is the column of the knight in row i.

A knight attacks squares 2 columns away in the next row, and 1 column away in the row after that.
"""

#: from everyway.models import Model, variables
from everyway.models import KNIGHT, Board, Model, variables  #:


def knight_columns(n: int = 4) -> Model:  # marked with n=3..5
    column = variables("column", n, range(n))
    return Model(
        f"{n} knights, one a row",
        column,
        #: # Rules are missing: use a list comprehension over the rows.
        [abs(column[i] - column[i + 1]) != 2 for i in range(n - 1)],  #:
        [abs(column[i] - column[i + 2]) != 1 for i in range(n - 2)],  #:
    )


def reference(n: int) -> Model:
    """The same on a board."""
    knight = Board(n).place("knight")
    peace = knight.per(knight.board.pairs(KNIGHT)) <= 1
    return Model(f"{n} knights, one a row", knight, knight.per(knight.board.rows) == 1, peace)
