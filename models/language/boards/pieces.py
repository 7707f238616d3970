"""The moves of pieces: leaps of fixed length, and slides along lines of sight."""

from __future__ import annotations

from ..errors import ModelError
from ..expressions import whole_number
from ..late_dataclasses import dataclass
from ..phrases import refuse_unprintable

ROWS, COLUMNS, FALLING, RISING = "rows", "columns", "falling", "rising"
"""The directions of a line, by the names of the families that run along them."""


@dataclass(frozen=True)
class Piece:
    """A way to move. `leaps` are pairs of distances, taken in every direction; `slides` are
    directions in which it goes as far as it sees.

    >>> ROOK | KNIGHT
    rook | knight
    """

    name: str
    leaps: tuple[tuple[int, int], ...] = ()
    slides: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_unprintable(self.name, "the piece")

    def __or__(self, other: Piece) -> Piece:
        """The piece that moves as either does."""
        if not isinstance(other, Piece):
            return NotImplemented
        return Piece(
            f"{self.name} | {other.name}",
            tuple(dict.fromkeys(self.leaps + other.leaps)),
            tuple(dict.fromkeys(self.slides + other.slides)),
        )

    @property
    def offsets(self) -> tuple[tuple[int, int], ...]:
        """Every leap as rows down and columns right."""
        found = {
            (down * row_sign, right * column_sign): None
            for a, b in self.leaps
            for down, right in ((a, b), (b, a))
            for row_sign in (1, -1)
            for column_sign in (1, -1)
        }
        return tuple(found)

    def __repr__(self) -> str:
        return self.name


def leaper(a: int, b: int) -> Piece:
    """The piece that leaps `a` squares one way and `b` across; a knight is `leaper(1, 2)`.

    Raises: ModelError for a negative distance, or for no move at all.
    """
    short, long = sorted((whole_number(a, "a leap"), whole_number(b, "a leap")))
    if short < 0 or long == 0:
        raise ModelError(
            f"leaper({a}, {b}) does not move; give two distances from 0, not both 0, such as"
            " leaper(1, 3)"
        )
    return Piece(f"leaper({short},{long})", ((short, long),))


QUEEN = Piece("queen", slides=(ROWS, COLUMNS, FALLING, RISING))
"""The queen: she slides along rows, columns and diagonals."""
ROOK = Piece("rook", slides=(ROWS, COLUMNS))
"""The rook: it slides along rows and columns."""
BISHOP = Piece("bishop", slides=(FALLING, RISING))
"""The bishop: it slides along diagonals."""
KNIGHT = Piece("knight", leaps=((1, 2),))
"""The knight: it leaps two squares one way and one across."""
KING = Piece("king", leaps=((0, 1), (1, 1)))
"""The king: he goes to any square that shares a side or a corner."""
STEP = Piece("step", leaps=((0, 1),))
"""A step to a square that shares a side."""

PIECES = {piece.name: piece for piece in (QUEEN, ROOK, BISHOP, KNIGHT, KING)}
"""The pieces of chess, by their names."""
