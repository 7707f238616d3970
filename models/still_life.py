"""Still lifes: patterns that the Game of Life leaves as they are."""

from itertools import product
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    Variable,
    allowed,
    implies,
    known,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import Board, Square


@puzzle(
    known("counted by two programs", n={0: 1, 1: 1, 2: 2, 3: 12, 4: 83}),
    known("counted by two programs", form="tables", n={3: 12, 4: 83}),
    known("counted by two programs", densest=True, n={2: 1, 3: 2, 4: 3}),
)
def still_life(
    n: int = 4,
    live: int | None = None,
    form: Literal["sums", "tables"] = "sums",
    densest: bool = False,
) -> Model:
    """A still life in a box: living cells on n × n squares that Conway's Game of Life keeps.

    A living cell lives on if two or three of its eight neighbours live, and a dead cell comes
    to life if exactly three do. In a still life nothing changes, neither in the box nor around
    it, where all is dead. Where `live` is given, so many cells live.

    The most that can live are 0, 4, 6, 8, 16, 18 for n from 1 to 6: ask for one more to see none,
    or for the `densest`, in which as many live as can.
    `form` states the two rules with `sums`, or with `tables` of all neighbourhoods that stay.

    Source: J. H. Conway (1970); CSPLib 032; OEIS A055397 (the most).
    """
    board = Board(n)
    life = board.place("life")
    stays = _by_sums if form == "sums" else _by_table
    # The squares just outside the box must stay dead too.
    inside_and_around = (Square(*place) for place in product(range(n + 2), repeat=2))
    model = Model(
        f"still life in {n}×{n}",
        life,
        # Every cell stays what it is.
        rule(
            "still",
            {
                square: stays(
                    life[square] if board.has(square) else None,
                    [life[near] for near in board.around(square)],
                )
                for square in inside_and_around
            },
        ),
        # So many cells live.
        [life.total == live] if live is not None else [],
    )
    # As many cells live as can.
    return model.maximising(total(life)) if densest else model


def _by_sums(cell: Variable | None, neighbours: list[Variable]) -> list[Constraint]:
    """`cell` is None outside the box, where all is dead."""
    living = total(neighbours)
    if cell is None:
        # A dead cell with three living neighbours would come to life.
        return [living != 3]
    return [
        implies(cell == 0, living != 3),
        # A living cell with fewer than two would be lonely, with more than three crowded.
        implies(cell == 1, living >= 2),
        implies(cell == 1, living <= 3),
    ]


def _by_table(cell: Variable | None, neighbours: list[Variable]) -> list[Constraint]:
    """All rows of the cell and its number of living neighbours that stay."""
    living: Expression = total(neighbours)
    rows = [(0, k) for k in range(9) if k != 3] + [(1, 2), (1, 3)]
    if cell is None:
        return [allowed([living], [row[1:] for row in rows if row[0] == 0])]
    return [allowed([cell, living], rows)]
