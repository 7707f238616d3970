"""Boards in full: squares and their families, how pieces move, and shapes made of cells.

>>> from everyway.models.boards import Board, placements, shape
>>> [laid.name for laid in placements({"D": shape("XX")}, Board(2).open)]
['D1', 'D2', 'D3', 'D4']
"""

from .language.boards.board import Board
from .language.boards.clues_on_boards import (
    RAYS,
    in_line,
    leading,
    line_clues,
    numbers,
    ray,
    read_clues,
    rectangles,
    span,
    two_by_two,
)
from .language.boards.grid import Family, Square, Squares, SquaresLike, read_map
from .language.boards.pieces import (
    BISHOP,
    COLUMNS,
    FALLING,
    KING,
    KNIGHT,
    PIECES,
    QUEEN,
    RISING,
    ROOK,
    ROWS,
    STEP,
    Piece,
    leaper,
)
from .language.boards.placements import Filling, Placement
from .language.boards.polyominoes import (
    Placed,
    Shape,
    by_pieces,
    by_placements,
    by_squares,
    placements,
    shape,
    side_by_side,
)
from .language.boards.sides import Borders, Fences, Links

__all__ = [
    "BISHOP",
    "Board",
    "Borders",
    "COLUMNS",
    "FALLING",
    "Family",
    "Fences",
    "Filling",
    "KING",
    "KNIGHT",
    "Links",
    "PIECES",
    "Piece",
    "Placed",
    "Placement",
    "QUEEN",
    "RAYS",
    "RISING",
    "ROOK",
    "ROWS",
    "STEP",
    "Shape",
    "Square",
    "Squares",
    "SquaresLike",
    "by_pieces",
    "by_placements",
    "by_squares",
    "in_line",
    "leading",
    "leaper",
    "line_clues",
    "numbers",
    "placements",
    "ray",
    "read_clues",
    "read_map",
    "rectangles",
    "shape",
    "side_by_side",
    "span",
    "two_by_two",
]
