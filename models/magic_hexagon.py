"""The magic hexagon: cells of a honeycomb, all lines with the same total."""

from everyway.models import Model, Rule, known, puzzle, rule, total
from everyway.models.boards import Board, Filling
from everyway.models.pictures import honeycomb


@puzzle(
    known("the only one; C. W. Trigg (1964)", n={1: 1, 2: 0, 3: 1}),
    known("one number, or none can be dealt out", once=False, n={1: 1, 2: 0}),
    least={"n": 1},
)
def magic_hexagon(n: int = 3, once: bool = True) -> Model:
    """A magic hexagon: the numbers from 1 in a honeycomb with n cells a side, lines all alike.

    The honeycomb of side 3 has 19 cells in lines of 3, 4, 5, 4 and 3, in three directions. All
    of these 15 lines have the same total, 38. Only side 1 and side 3 can be done, and side 3 in
    one way. Of the twelve rotations and reflections of a hexagon, `once` keeps the one with its
    least corner first and the lesser neighbour of that corner next.

    The board is slanted: its rows are one direction of lines, the columns another, and the rising
    diagonals the third.

    Source: E. von Haselberg (1887); C. W. Trigg, A unique magic hexagon (1964).
    """
    board = _honeycomb(n)
    cells = len(board.open)
    cell = board.fill(range(1, cells + 1))
    lines = cell.over(board.rows + board.columns + board.rising.where(len))
    return Model(
        f"magic hexagon of side {n}",
        cell,
        honeycomb(cell),
        # Every number stands in one cell.
        cell.along(board.squares).all_different(),
        # Each of the 2n - 1 lines of a direction has an equal share of all numbers.
        rule(
            "lines",
            (total(line) * (2 * n - 1) == cells * (cells + 1) // 2 for _, line in lines),
        ),
        # One of the twelve positions of a hexagon is enough.
        [_once(cell, n)] if once and n > 1 else [],
    )


def _once(cell: Filling, n: int) -> Rule:
    end = 2 * n - 1
    # The corners, from the upper left one around.
    around = [(1, n), (1, end), (n, end), (end, n), (end, 1), (n, 1)]
    first, *others = (cell[corner] for corner in around)
    return rule("once", (first < other for other in others), others[0] < others[-1])


def _honeycomb(n: int) -> Board:
    """A square board without two opposite corners."""
    size = 2 * n - 1
    return Board(size, holes=[s for s in Board(size).open if not n < s.row + s.column < 3 * n])
