"""Boards in full: squares and their families, how pieces move, and shapes made of cells.

>>> from everyway.models.boards import Board, placements, shape
>>> [laid.name for laid in placements({"D": shape("XX")}, Board(2).open)]
['D1', 'D2', 'D3', 'D4']
"""

from .language.boards.board import Board
from .language.boards.clues_on_boards import (
    height,
    in_line,
    leading,
    line_clues,
    numbers,
    read_borders,
    read_clues,
    rectangular,
    seen_from,
    two_by_two,
    width,
)
from .language.boards.grid import Family, Square, Squares, SquaresLike, read_map, read_plan
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
    "height",
    "in_line",
    "leading",
    "leaper",
    "line_clues",
    "numbers",
    "placements",
    "read_borders",
    "read_clues",
    "read_map",
    "read_plan",
    "rectangular",
    "seen_from",
    "shape",
    "side_by_side",
    "two_by_two",
    "width",
]
