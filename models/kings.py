"""Kings that leave each other in peace."""

from typing import Literal

from everyway.models import Board, Family, Model, counted, known, puzzle


@puzzle(
    known("OEIS A201513", n=3, k=3, count=8),
    known("OEIS A201513", n=4, k=4, count=79),
    known("OEIS A201513", n=5, k=5, count=1974),
    known("OEIS A018807", n=2, k=1, count=4),
    known("nine boxes of four squares hold nine kings", n=6, k=10, count=0),
    known("OEIS A061995", k=2, n={2: 0, 3: 16, 4: 78, 5: 228, 6: 520}),
    known("OEIS A061996", k=3, n={3: 8, 4: 140, 5: 964}),
    known("Hertzsprung's problem, OEIS A002464", n=5, k=5, lines=True, count=14),
    known("Hertzsprung's problem, OEIS A002464", n=6, k=6, lines=True, count=90),
    least={"k": 0},
)
def kings(
    n: int = 4,
    columns: int | None = None,
    k: int = 4,
    lines: bool = False,
    form: Literal["pairs", "windows"] = "pairs",
) -> Model:
    """Peaceful kings: k of them on an n × n board, no two touching, not even at a corner.

    The board has n rows and as many columns, unless `columns` says otherwise. With `lines`, no
    two kings share a row or a column either. In `form` "windows" the same is said otherwise: not
    that of two touching squares at most one is taken, but of the four in a square; fewer rules,
    of which each says more to a solver.

    Source: OEIS A201513; with `lines`, S. Hertzsprung (1887), OEIS A002464.
    """
    board = Board(n, columns)
    king = board.place("king")
    model = Model(
        f"{counted(k, 'king')} on {n}×{board.width}",
        king,
        # There are k kings in all,
        king.total == k,
        # and of squares that touch each other, also at a corner, at most one is taken.
        king.per(board.touching if form == "pairs" else _windows(board)) <= 1,
    )
    if not lines:
        return model
    # No row holds two kings; as many kings as rows are one in each.
    model += king.per(board.rows) == 1 if k == board.height else king.per(board.rows) <= 1
    # No column holds two, likewise.
    model += king.per(board.columns) == 1 if k == board.width else king.per(board.columns) <= 1
    return model


def _windows(board: Board) -> Family:
    """Every square of 2 × 2, or what there is of it on a board of a single row or column."""
    if not board.open:
        return board.squares
    return board.windows(min(2, board.height), min(2, board.width))
