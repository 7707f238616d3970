"""Drawn pieces, as outlines rather than letters of a font: the same on every machine."""

from __future__ import annotations

from .as_text import letter
from .svg_style import paint, text

CELL = 40
"""The side of a square, and of the square in which the pieces below are drawn."""

_CROWN = "M6 29 4 12 12 20 20 7 28 20 36 12 34 29Z M7 32H33V36H7Z"
_ROOK = "M10 7H15V11H18V7H22V11H25V7H30V15H27V29H31V36H9V29H13V15H10Z"
_DOT = "M20 9a11 11 0 1 0 .01 0Z"

PIECES = {
    "queen": _CROWN,
    "crown": _CROWN,
    "king": "M18 4H22V7H25V11H22V14H18V11H15V7H18Z M20 16C31 10 39 19 31 29H9C1 19 9 10 20 16Z"
    " M8 32H32V36H8Z",
    "rook": _ROOK,
    "bishop": "M20 6C28 12 29 20 24 26L28 31H12L16 26C11 20 12 12 20 6Z M9 33H31V36H9Z",
    "knight": "M11 36C11 27 18 25 19 19L12 22 8 18 14 10 15 5 19 9C29 10 33 21 31 36Z",
    "star": "M20 4 24.7 15.5 37.1 16.4 27.6 24.5 30.6 36.6 20 30 9.4 36.6 12.4 24.5 2.9 16.4"
    " 15.3 15.5Z",
    "mine": "M18.5 4h3v5.1a11 11 0 0 1 5.2 2.1l3.6-3.6 2.1 2.1-3.6 3.6a11 11 0 0 1 2.1 5.2H36v3"
    "h-5.1a11 11 0 0 1-2.1 5.2l3.6 3.6-2.1 2.1-3.6-3.6a11 11 0 0 1-5.2 2.1V36h-3v-5.1a11 11 0 0 1"
    "-5.2-2.1l-3.6 3.6-2.1-2.1 3.6-3.6a11 11 0 0 1-2.1-5.2H4v-3h5.1a11 11 0 0 1 2.1-5.2L7.6 9.7"
    "l2.1-2.1 3.6 3.6a11 11 0 0 1 5.2-2.1Z",
    "black": "M2 2H38V38H2Z",
    "shaded": "M2 2H38V38H2Z",
    "life": "M5 5H35V35H5Z",
    "tent": "M20 6 37 34H25L20 24 15 34H3Z",
    "tree": "M20 4a8 8 0 0 1 7.6 10.5A8 8 0 0 1 27 30H22.5V37H17.5V30H13A8 8 0 0 1 12.4 14.5"
    "A8 8 0 0 1 20 4Z",
    "lamp": "M20 5a11 11 0 0 1 6.5 19.9V28h-13v-3.1A11 11 0 0 1 20 5Z M14 30H26V33H14Z M17 34.5H23"
    "V37H17Z",
    "point": _DOT,
    "dot": _DOT,
    "press": "M20 4a16 16 0 1 0 .01 0Z M20 8a12 12 0 1 1 -.01 0Z M20 12a8 8 0 1 0 .01 0Z",
    "plus": "M16 7H24V16H33V24H24V33H16V24H7V16H16Z",
}
"""The outline of each piece in a square of 40 by 40; other pieces are a disc with a letter."""

FILLED = {"black", "shaded"}
"""The marks that fill their square, so that something may be written upon them."""

CHESS = {"queen", "king", "rook", "bishop", "knight", "amazon", "semiqueen", "pawn"}
"""The pieces that stand on a chequered board."""


def piece_of(name: str) -> str:
    """The piece that a placement is named after.

    >>> piece_of("queen2"), piece_of("White Knight")
    ('queen', 'knight')
    """
    return name.lower().split()[-1].rstrip("0123456789_") or name.lower()


def outline(name: str) -> str:
    """The path of the piece called `name`; empty for one without."""
    return PIECES.get(piece_of(name), "")


def piece(name: str, x: float, y: float, side: str = "") -> list[str]:
    """The piece called `name` on the square at x, y; `side` is white or black, if it has one."""
    other = "black" if side == "white" else "white"
    look = paint(side, other, 1.6) if side else paint("ink")
    path = outline(name)
    if path:
        return [f'<path transform="translate({x:g} {y:g})" d="{path}" {look}/>']
    centre = f'cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}"'
    colour = other if side else "paper"
    return [
        f'<circle {centre} r="14" {look}/>',
        text(x + CELL / 2, y + 26, letter(name), colour),
    ]
