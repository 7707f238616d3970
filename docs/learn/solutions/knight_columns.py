"""A solution of the exercise knight_columns, of lesson 5.

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
        [abs(column[i] - column[i + 1]) != 2 for i in range(n - 1)],
        [abs(column[i] - column[i + 2]) != 1 for i in range(n - 2)],
    )
