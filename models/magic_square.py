"""Magic squares: every line adds up to the same."""

from __future__ import annotations

from .language.board import Board
from .language.catalogue import known, puzzle
from .language.model import Model


@puzzle(
    # OEIS counts squares that rotations and reflections turn into each other as one.
    known("8 times OEIS A006052", n={2: 0, 3: 8, 4: 7040}),
    known("OEIS A006052", n={0: 1, 1: 1}),
)
def magic_square(n: int = 3) -> Model:
    """A magic square: the numbers 1 to n² in n × n cells, all lines with the same total.

    Each row, each column and both main diagonals add up to n(n² + 1) / 2. Rotations and
    reflections of a square count as others.

    Source: the Lo Shu, known in China for over two thousand years; CSPLib 019; OEIS A006052.
    """
    board = Board(n)
    cell = board.fill(range(1, n * n + 1))
    magic = n * (n * n + 1) // 2
    return Model(
        f"magic square of order {n}",
        cell,
        # Every number stands in one cell.
        cell.along(board.squares).all_different(),
        # Each row has the magic total,
        cell.along(board.rows).total() == magic,
        # and each column,
        cell.along(board.columns).total() == magic,
        # and both diagonals.
        cell.along(board.main_diagonals).total() == magic,
    )
