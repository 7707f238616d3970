"""Amazons, or superqueens: queens that also move as knights do."""

from everyway.models import KNIGHT, Board, Model, counted, known, puzzle


@puzzle(known("OEIS A051223", n={0: 1, 1: 1, 2: 0, 3: 0, 4: 0, 6: 0, 8: 0, 9: 0, 10: 4, 11: 44}))
def amazons(n: int = 10) -> Model:
    """N amazons: no two share a row, a column or a diagonal, or are a knight's move apart.

    Place n amazons on a board of n rows and n columns so that none attacks another. An amazon,
    or superqueen, moves as a queen and as a knight. From 2 to 9 rows there is no way.

    The puzzle is N queens and one rule more.

    Source: M. Gardner, Scientific American, June 1979; OEIS A051223.
    """
    board = Board(n)
    amazon = board.place("amazon")
    return Model(
        counted(n, "amazon"),
        amazon,
        # One amazon stands in each row,
        amazon.per(board.rows) == 1,
        # one in each column,
        amazon.per(board.columns) == 1,
        # no two share a diagonal,
        amazon.per(board.diagonals) <= 1,
        # and of two squares a knight's move apart at most one is taken.
        amazon.per(board.pairs(KNIGHT)) <= 1,
    )
