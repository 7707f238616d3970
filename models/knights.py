"""Knights that leave each other in peace."""

from everyway.models import KNIGHT, Board, Model, counted, known, puzzle


@puzzle(
    known("OEIS A201540", n=2, k=2, count=6),
    known("OEIS A201540", n=3, k=3, count=36),
    known("OEIS A201540", n=4, k=4, count=412),
    known("OEIS A201540", n=5, k=5, count=9386),
    known("OEIS A172132", k=2, n={3: 28, 6: 550, 7: 1056}),
    known("OEIS A172134", k=3, n={4: 276, 5: 1360, 7: 13340}),
    least={"k": 0},
)
def knights(n: int = 5, k: int = 5, columns: int | None = None) -> Model:
    """Peaceful knights: k of them on an n × n board, none a knight's move from another.

    A knight moves two squares along a row or a column and one across, over other pieces. The
    board has n rows and as many columns, unless `columns` says otherwise. Most that fit on a
    square board: 1, 4, 5, 8, 13 for n from 1 to 5; ask for one more to see none.

    Source: OEIS A201540 (as many knights as rows), A030978 (the most that fit).
    """
    board = Board(n, columns)
    knight = board.place("knight")
    return Model(
        f"{counted(k, 'knight')} on {n}×{board.width}",
        knight,
        # There are k knights in all,
        knight.total == k,
        # and of two squares a knight's move apart at most one is taken.
        knight.per(board.pairs(KNIGHT)) <= 1,
    )
