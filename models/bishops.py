"""Bishops that leave each other in peace."""

from everyway.models import Board, Model, counted, known, puzzle


@puzzle(
    known("OEIS A002465", n=2, k=2, count=4),
    known("OEIS A002465", n=3, k=3, count=26),
    known("OEIS A002465", n=4, k=4, count=260),
    known("2^n for n from 2: OEIS A002465", n=3, k=4, count=8),
    known("2^n for n from 2: OEIS A002465", n=4, k=6, count=16),
    known("2^n for n from 2: OEIS A002465", n=5, k=8, count=32),
    known("2n - 2 is the most", n=4, k=7, count=0),
    known("OEIS A172123", k=2, n={2: 4, 3: 26, 4: 92, 5: 240}),
    known("OEIS A172124", k=3, n={4: 232, 5: 1124}),
    least={"k": 0},
)
def bishops(n: int = 4, columns: int | None = None, k: int = 4) -> Model:
    """Peaceful bishops: k of them on an n × n board, no two on one diagonal.

    The board has n rows and as many columns, unless `columns` says otherwise. At most 2n - 2
    bishops fit on a square board from n = 2: there are 2n - 1 falling diagonals, and the two of a
    single square lie on one rising diagonal. Ask for one more to see none.

    Source: A. M. and I. M. Yaglom, Challenging Mathematical Problems (1964); OEIS A002465.
    """
    board = Board(n, columns)
    bishop = board.place("bishop")
    return Model(
        f"{counted(k, 'bishop')} on {n}×{board.width}",
        bishop,
        # There are k bishops in all,
        bishop.total == k,
        # and at most one on each diagonal.
        bishop.per(board.diagonals) <= 1,
    )
