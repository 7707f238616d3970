"""N queens: a queen in every row, none attacking another."""

from __future__ import annotations

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.families import SquaresLike
from .language.model import Model


@puzzle(
    known(
        "OEIS A000170",
        n={
            0: 1,
            1: 1,
            2: 0,
            3: 0,
            4: 2,
            5: 10,
            6: 4,
            7: 40,
            8: 92,
            9: 352,
            10: 724,
            11: 2680,
            12: 14200,
            13: 73712,
            14: 365596,
        },
    ),
    known(
        "OEIS A007705; Pólya: none where n is divisible by 2 or 3",
        wrap=True,
        n={1: 1, 2: 0, 3: 0, 4: 0, 5: 10, 6: 0, 7: 28, 8: 0, 9: 0, 10: 0, 11: 88, 12: 0, 13: 4524},
    ),
)
def queens(
    n: int = 8, wrap: bool = False, holes: SquaresLike = "", preplaced: SquaresLike = ""
) -> Model:
    """N queens: no two share a row, a column or a diagonal.

    Place n queens on a board of n rows and n columns so that none attacks another. With `wrap`
    the board is a torus, and diagonals go on around its edges. No queen stands on `holes`, which
    do not block the view, and one stands on each of the `preplaced` squares: `"r1c1 r5c8"`.

    Source: CSPLib 054; OEIS A000170, on the torus A007705.
    """
    board = Board(n, wrap=wrap, holes=holes)
    queen = board.place("queen")
    model = Model(
        f"{n} queens",
        queen,
        # One queen stands in each row,
        queen.per(board.rows) == 1,
        # one in each column,
        queen.per(board.columns) == 1,
        # and no two share a diagonal.
        queen.per(board.diagonals) <= 1,
    )
    # The queens that are there already stay.
    started = queen.at(preplaced)
    return model + started if started.constraints else model
