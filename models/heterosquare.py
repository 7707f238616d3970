"""Heterosquares: every line adds up to something else."""

from itertools import combinations
from typing import Literal

from everyway.models import Model, Rule, all_different, known, maximum, minimum, puzzle, rule, total
from everyway.models.boards import Board, Filling


@puzzle(
    known("MathWorld, Heterosquare", n={2: 0, 3: 3120}),
    known("8 for each of 3120; MathWorld, Heterosquare", once=False, n={3: 24960}),
    known("counted by two programs", form="all different", n={3: 3120}),
    known("MathWorld, Antimagic Square: none of order 3", consecutive=True, n={2: 0, 3: 0}),
    known("one line in every direction, all alike", n={1: 0}),
)
def heterosquare(
    n: int = 3,
    consecutive: bool = False,
    once: bool = True,
    form: Literal["all different", "pairs differ"] = "pairs differ",
) -> Model:
    """A heterosquare: the numbers 1 to n² in n × n cells, no two lines with the same total.

    The lines are the n rows, the n columns and both main diagonals: the opposite of a magic
    square. If the 2n + 2 totals are `consecutive` numbers, the square is called antimagic.
    Of the eight rotations and reflections of a square, `once` keeps one: it has its least corner
    at the upper left, and the lesser of the two next to that at the upper right.

    `form` says in one constraint that the totals are `all different`, or of each two of them
    that the `pairs differ`; a solver may do better with the one or the other.

    Source: J. A. Lindon, Anti-magic squares (1962); MathWorld, Heterosquare.
    """
    board = Board(n)
    cell = board.fill(range(1, n * n + 1))
    lines = cell.over(board.rows + board.columns + board.main_diagonals)
    sums = [total(line) for _, line in lines]
    return Model(
        f"{'antimagic' if consecutive else 'hetero'}square of order {n}",
        cell,
        # Every number stands in one cell.
        cell.along(board.squares).all_different(),
        # No two lines have the same total.
        rule(
            "totals differ",
            all_different(sums)
            if form == "all different"
            else (one != other for one, other in combinations(sums, 2)),
        ),
        # The totals have no gap: different as they are, the span says so.
        [rule("no gap", maximum(sums) - minimum(sums) == 2 * n + 1)] if consecutive else [],
        # One of the eight positions of a square is enough.
        [_once(cell)] if once and n > 1 else [],
    )


def _once(cell: Filling) -> Rule:
    first, right, below, last = (cell[square] for square in cell.board.corners[0])
    return rule("once", first < right, first < below, first < last, right < below)
