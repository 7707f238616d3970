"""Rooks that leave each other in peace."""

from everyway.models import Model, counted, known, puzzle
from everyway.models.boards import Board, SquaresLike


@puzzle(
    known("OEIS A144084", n=4, k={0: 1, 1: 16, 2: 72, 3: 96, 4: 24, 5: 0}),
    known("5 · 4 · 3 ways to choose their columns", n=3, columns=5, k=3, count=60),
    known("derangements, OEIS A000166", n=4, k=4, holes="r1c1 r2c2 r3c3 r4c4", count=9),
    known(
        "ménage numbers, OEIS A000179",
        n=5,
        k=5,
        holes="r1c1 r2c2 r3c3 r4c4 r5c5 r1c2 r2c3 r3c4 r4c5 r5c1",
        count=13,
    ),
    least={"k": 0},
)
def rooks(n: int = 4, columns: int | None = None, k: int = 4, holes: SquaresLike = "") -> Model:
    """Peaceful rooks: k of them, no two in one row or column.

    The board has n rows and as many columns, unless `columns` says otherwise. No rook stands on
    `holes`, which do not block the view. As many rooks as rows are a permutation: with the main
    diagonal left out, one that moves everything.

    Source: I. Kaplansky and J. Riordan, The problem of the rooks (1946); OEIS A144084.
    """
    board = Board(n, columns, holes=holes)
    rook = board.place("rook")
    return Model(
        f"{counted(k, 'rook')} on {n}×{board.width}",
        rook,
        # There are k rooks in all,
        rook.total == k,
        # one in each row, or at most one where there are not as many rooks as rows,
        rook.per(board.rows) == 1 if k == board.height else rook.per(board.rows) <= 1,
        # and one in each column, likewise.
        rook.per(board.columns) == 1 if k == board.width else rook.per(board.columns) <= 1,
    )
