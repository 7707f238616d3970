"""Rooks and numbers on one board with a hole: a placement, a filling, every rule of squares."""

from everyway.models import Model
from everyway.models.boards import Board


def corners(n: int = 3) -> Model:
    """A rook a row and column, off the hole; numbers that grow along each row."""
    board = Board(n, holes="r1c1")
    rook = board.place("rook")
    digit = board.fill(range(1, 2 * n + 1), "digit")
    return Model(
        "corners",
        rook,
        digit,
        rook.per(board.rows) == 1,
        rook.per(board.columns) == 1,
        digit.along(board.rows).increasing(strict=True),
        digit.along(board.main_diagonals).all_different(),
        [(rook[square] == 0) | (digit[square] >= n - 1) for square in board.open],
    )
