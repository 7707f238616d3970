"""Hadamard matrices: any two rows agree in half of their places."""

from itertools import combinations
from typing import Literal

from everyway.models import Board, Model, known, puzzle, rule, total


@puzzle(
    known("Sylvester's matrix, rows and signs exchanged", n={0: 1, 1: 2, 2: 8, 3: 0, 4: 768}),
    known("7! · 30 from the Fano planes", normalized=True, n={1: 1, 2: 1, 3: 0, 4: 6, 8: 151200}),
)
def hadamard(
    n: int = 4, normalized: bool = False, form: Literal["marks", "signs"] = "marks"
) -> Model:
    """A Hadamard matrix: n × n cells of two kinds, any two rows alike in exactly half of them.

    There are none of odd order from 3 on, nor of order 6, 10 …; whether there is one of each
    order that 4 divides is not known. A `normalized` one has nothing but + in its first row and
    column.

    As `marks`, a piece stands where + is. As `signs`, each cell holds 1 or -1, and the products
    along two rows add up to 0, which says the same.

    Source: J. Hadamard, Résolution d'une question relative aux déterminants (1893).
    """
    board = Board(n)
    cell = board.place("plus") if form == "marks" else board.fill([-1, 1])
    rows = [members for _, members in cell.over(board.rows)]
    two_rows = list(combinations(rows, 2))
    # The cells of row 1 and of column 1.
    edge = [cell[square] for square in board.open if 1 in square]
    return Model(
        f"Hadamard matrix of order {n}",
        cell,
        # Any two rows agree in half of their places.
        rule(
            "two rows agree in half",
            (2 * total(a == b for a, b in zip(one, two, strict=True)) == n for one, two in two_rows)
            if form == "marks"
            else (
                total(a * b for a, b in zip(one, two, strict=True)) == 0 for one, two in two_rows
            ),
        ),
        # The first row and the first column hold + alone.
        [rule("normalized", (sign == 1 for sign in edge))] if normalized else [],
    )
