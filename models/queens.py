"""N queens: a queen in every row, none attacking another."""

from everyway.models import Model, counted, known, puzzle
from everyway.models.boards import Board, SquaresLike


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
    known("OEIS A061989", n=3, columns={3: 0, 4: 4, 5: 14, 6: 36}),
    known("OEIS A036464", k=2, n={3: 8, 4: 44, 5: 140, 6: 340}),
    known("OEIS A047659", k=3, n={3: 0, 4: 24, 5: 204, 6: 1024}),
    least={"k": 0},
)
def queens(
    n: int = 8,
    wrap: bool = False,
    holes: SquaresLike = "",
    preplaced: SquaresLike = "",
    columns: int | None = None,
    k: int | None = None,
) -> Model:
    """N queens: no two share a row, a column or a diagonal.

    Place n queens on a board of n rows and n columns so that none attacks another. With `wrap`
    the board is a torus, and diagonals go on around its edges. No queen stands on `holes`, which
    do not block the view, and one stands on each of the `preplaced` squares: `"r1c1 r5c8"`.

    With `columns` the board has that many of them, and there are as many queens as rows or
    columns, whichever are fewer. With `k` there are k queens.

    Source: CSPLib 054; OEIS A000170, on the torus A007705.
    """
    board = Board(n, columns, wrap=wrap, holes=holes)
    queen = board.place("queen")
    number = min(board.height, board.width) if k is None else k
    one_a_row, one_a_column = number == board.height, number == board.width
    where = "" if one_a_row and one_a_column else f" on {n}×{board.width}"
    model = Model(
        f"{counted(number, 'queen')}{where}",
        queen,
        # One queen stands in each row, or at most one where there are fewer queens than rows,
        queen.per(board.rows) == 1 if one_a_row else queen.per(board.rows) <= 1,
        # one in each column, likewise,
        queen.per(board.columns) == 1 if one_a_column else queen.per(board.columns) <= 1,
        # and no two share a diagonal.
        queen.per(board.diagonals) <= 1,
        # Where the lines leave it open how many queens there are, it is said.
        [] if one_a_row or one_a_column else queen.total == number,
    )
    # The queens that are there already stay.
    started = queen.at(preplaced)
    return model + started if started.constraints else model
