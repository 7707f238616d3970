"""Orthogonal Latin squares: two squares in which every pair of numbers meets once."""

from itertools import combinations
from typing import Literal

from everyway.models import Board, Filling, Model, Rule, all_different, any_of, known, puzzle, rule


@puzzle(
    known("counted by two programs", n={1: 1, 2: 0, 3: 2, 4: 12}),
    known("6² times that with fixed first rows", first_rows=False, n={3: 72}),
    known("counted by two programs", form="pairs differ", n={3: 2, 4: 12}),
)
def orthogonal_latin_squares(
    n: int = 4,
    first_rows: bool = True,
    form: Literal["one number", "pairs differ"] = "one number",
) -> Model:
    """Two Latin squares laid on each other, so that no pair of numbers appears twice.

    Each square has the numbers 1 to n once in each row and column. Euler asked for 36 officers
    of six regiments and six ranks: n = 6, which cannot be done. With `first_rows` both first
    rows read 1 2 … n, else each solution comes in n!² renamings.

    `form` says how the pairs are made different: as `one number` a pair that all differ, or as
    `pairs differ`, of two cells one square or the other has different numbers.

    Source: Euler (1782); G. Tarry (1900) for n = 6; OEIS A002860 for the squares.
    """
    board = Board(n)
    latin, greek = (board.fill(range(1, n + 1), name) for name in ("latin", "greek"))
    return Model(
        f"orthogonal Latin squares of order {n}",
        latin,
        greek,
        # Both squares are Latin: no number stands twice in a row,
        [square.along(board.rows).all_different() for square in (latin, greek)],
        # or twice in a column.
        [square.along(board.columns).all_different() for square in (latin, greek)],
        # No pair of numbers meets twice.
        _one_number(latin, greek, n) if form == "one number" else _pairs_differ(latin, greek),
        # Both first rows are in order.
        [_first_row(square) for square in (latin, greek) if first_rows],
    )


def _one_number(latin: Filling, greek: Filling, n: int) -> Rule:
    """Pairs as numbers with two digits to the base n, which are all different."""
    numbers = (a * n + b for a, b in zip(latin, greek, strict=True))
    return rule("orthogonal", all_different(numbers))


def _pairs_differ(latin: Filling, greek: Filling) -> Rule:
    """The pairs of any two cells differ in the first number or in the second."""
    cells = combinations(zip(latin, greek, strict=True), 2)
    return rule("orthogonal", (any_of([a != c, b != d]) for (a, b), (c, d) in cells))


def _first_row(square: Filling) -> Rule:
    top = [square[s] for row in square.board.rows[:1] for s in row]
    label = f"first row of {square.name}"
    return rule(label, (cell == number for number, cell in enumerate(top, 1)))
