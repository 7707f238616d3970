"""Latin rectangles: rows of the same numbers that differ in every column."""

from everyway.models import Board, Model, ModelError, known, puzzle


@puzzle(
    known("n! times the number of derangements, OEIS A000166", k=2, n={2: 2, 3: 12, 4: 216}),
    known("OEIS A002860, a square has k = n", k=4, n={4: 576}),
    known("OEIS A002860, the last row follows from the others", k=3, n={3: 12, 4: 576}),
    known("n!(n-1)!/(n-k)! times OEIS A001009", k=3, n={5: 66240}),
)
def latin_rectangle(k: int = 2, n: int = 4) -> Model:
    """A Latin rectangle: k rows of the numbers 1 to n, none twice in a row or a column.

    A rectangle of k rows can always be completed to a Latin square of n rows (M. Hall).

    Source: OEIS A001009; M. Hall, An existence theorem for Latin squares (1945).
    """
    if min(k, n) < 0 or k > n:
        raise ModelError(f"latin_rectangle has k = {k} rows of n = {n}; write k from 0 to n")
    board = Board(k, n)
    cell = board.fill(range(1, n + 1))
    return Model(
        f"{k}×{n} Latin rectangle",
        cell,
        # Each row holds every number once,
        cell.along(board.rows).all_different(),
        # and no number stands twice in a column.
        cell.along(board.columns).all_different(),
    )
