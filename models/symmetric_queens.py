"""Symmetric queens: N queens that look the same after a turn of the board."""

from typing import Literal

from everyway.models import Model, all_different, counted, element, known, puzzle, rule, variables
from everyway.models.boards import Board


@puzzle(
    known("OEIS A032522", n={0: 1, 1: 1, 2: 0, 3: 0, 4: 2, 5: 2, 6: 4, 7: 8, 8: 4, 9: 16, 10: 12}),
    known("OEIS A033148", turn="quarter", n={1: 1, 2: 0, 3: 0, 4: 2, 5: 2, 6: 0, 8: 0, 12: 8}),
    least={"n": 0},
)
def symmetric_queens(
    n: int = 8,
    turn: Literal["half", "quarter"] = "half",
    form: Literal["squares", "columns"] = "squares",
) -> Model:
    """N queens that a half turn, or a quarter turn, of the board leaves where they are.

    No two queens share a row, a column or a diagonal, and where one stands, there stands one
    after the turn too. In `form` "squares" each square holds a queen or not; in form "columns"
    `column[i]` says where the queen of row i stands, both counted from 0, and the turn becomes
    an equation: a quarter turn looks up the row that a column names.

    Source: M. Kraitchik, Mathematical Recreations (1942); OEIS A032522, A033148.
    """
    name = f"{counted(n, 'queen')} that a {turn} turn leaves alone"
    return _by_squares(name, n, turn) if form == "squares" else _by_columns(name, n, turn)


def _by_squares(name: str, n: int, turn: str) -> Model:
    board = Board(n)
    queen = board.place("queen")
    # Where the turn brings each square.
    turned = {
        (row, column): (n + 1 - row, n + 1 - column) if turn == "half" else (column, n + 1 - row)
        for row, column in board.open
    }
    return Model(
        name,
        queen,
        # One queen stands in each row,
        queen.per(board.rows) == 1,
        # one in each column,
        queen.per(board.columns) == 1,
        # no two share a diagonal,
        queen.per(board.diagonals) <= 1,
        # and a square holds a queen where the turned board holds one.
        rule(f"{turn} turn", (queen[s] == queen[t] for s, t in turned.items() if s != t)),
    )


def _by_columns(name: str, n: int, turn: str) -> Model:
    rows = range(n)
    column = variables("column", rows, rows)
    # A half turn brings row i to row n - 1 - i, and so with columns. A quarter turn brings the
    # queen of row i to the row that its column names, and there to column n - 1 - i.
    turned = [column[n - 1 - i] if turn == "half" else element(column, column[i]) for i in rows]
    mirrored = [n - 1 - (column[i] if turn == "half" else i) for i in rows]
    return Model(
        name,
        column,
        # One queen stands in each column,
        rule("columns differ", all_different(column)),
        # and no two share a diagonal that falls
        rule("falling diagonals differ", all_different(column[i] - i for i in rows)),
        # or one that rises.
        rule("rising diagonals differ", all_different(column[i] + i for i in rows)),
        # The turn leaves every queen where one is.
        rule(f"{turn} turn", (a == b for a, b in zip(turned, mirrored, strict=True))),
    )
