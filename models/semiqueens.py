"""Semiqueens: queens that see along one of the two diagonals only."""

from everyway.models import Board, Model, counted, known, puzzle


@puzzle(
    known("OEIS A099152", n={0: 1, 1: 1, 2: 1, 3: 3, 4: 7, 5: 23, 6: 83, 7: 405}),
    known(
        "OEIS A006717; Euler: none where n is even",
        wrap=True,
        n={1: 1, 2: 0, 3: 3, 4: 0, 5: 15, 6: 0, 7: 133, 8: 0},
    ),
)
def semiqueens(n: int = 6, wrap: bool = False) -> Model:
    """N semiqueens: no two share a row, a column or a falling diagonal.

    Place n semiqueens on a board of n rows and n columns so that none attacks another. A
    semiqueen moves along rows, columns, and the diagonals that fall from the upper left; on those
    that rise it sees nobody. With `wrap` the board is a torus, and diagonals go on around its
    edges: the places are then the transversals of the cyclic Latin square, where row i and
    column j hold j - i modulo n.

    Source: I. Rivin, I. Vardi and P. Zimmermann, American Mathematical Monthly 101 (1994).
    """
    board = Board(n, wrap=wrap)
    semiqueen = board.place("semiqueen")
    return Model(
        counted(n, "semiqueen"),
        semiqueen,
        # One semiqueen stands in each row,
        semiqueen.per(board.rows) == 1,
        # one in each column,
        semiqueen.per(board.columns) == 1,
        # and no two share a falling diagonal.
        semiqueen.per(board.falling) <= 1,
    )
