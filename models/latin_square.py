"""Latin squares: every number once in each row and column."""

from __future__ import annotations

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.model import Model


@puzzle(known("OEIS A002860", n={0: 1, 1: 1, 2: 2, 3: 12, 4: 576, 5: 161280}))
def latin_square(n: int = 4) -> Model:
    """A Latin square: n × n cells, each number from 1 to n once in each row and column.

    Source: Euler, Recherches sur une nouvelle espèce de quarrés magiques (1782); OEIS A002860.
    """
    board = Board(n)
    cell = board.fill(range(1, n + 1))
    return Model(
        f"Latin square of order {n}",
        cell,
        # No number stands twice in a row,
        cell.along(board.rows).all_different(),
        # or twice in a column.
        cell.along(board.columns).all_different(),
    )
