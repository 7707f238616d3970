"""The clues of a model's rules, drawn on the squares of its board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ..boards.families import Square
from ..boards.placements import OnBoard
from ..boards.sketches import Around
from ..model import Model
from .clues import Cage, signs_of, sums_of
from .svg_pieces import CELL
from .svg_style import Picture, paint, text
from .zones import Zones

INSET = 3
LINE, LETTERS = 20.0, 17.0
"""The height of a line of the labels above a board, and of the letters of all labels around it."""


def corner(square: Square) -> tuple[int, int]:
    """The upper left corner of a square."""
    return (square.column - 1) * CELL, (square.row - 1) * CELL


def cage_parts(cage: Cage, zones: Zones) -> Iterator[str]:
    """A dashed line inside the squares, unless a zone ends there, and the text in a corner."""
    x, y = corner(min(cage.squares))
    inside = {zones[square] for square in cage.squares}
    outside = {zone for square, zone in zones.items() if square not in cage.squares}
    if len(inside) > 1 or inside & outside:
        edge = "".join(_inner_edges(cage.squares))
        yield f'<path d="{edge}" stroke-dasharray="4 3" {paint("", "soft", 1.3)}/>'
    yield text(x + 5, y + 14, cage.text, "ink", 11, anchor="start")


def sum_parts(model: Model, group: OnBoard) -> Iterator[str]:
    """The sums of runs, each in the wall above or to the left of its run."""
    for square, sums in sums_of(model).items():
        if square not in group.board.walls:
            continue
        x, y = corner(square)
        yield f'<path d="M{x} {y}l{CELL} {CELL}" {paint("", "wallink", 1)}/>'
        if "below" in sums:
            yield text(x + 13, y + 34, sums["below"], "wallink", 13)
        if "right of" in sums:
            yield text(x + 27, y + 17, sums["right of"], "wallink", 13)


def number_parts(numbers: Mapping[Square, str]) -> Iterator[str]:
    """The numbers of pieces that touch a square."""
    for square, number in numbers.items():
        x, y = corner(square)
        yield text(x + CELL / 2, y + 26, number, "soft")


def sign_parts(model: Model, group: OnBoard) -> Iterator[str]:
    """The sign between two squares that a rule compares."""
    for one, other, sign in signs_of(model):
        if one in group.by_square and other in group.by_square:
            (a, b), (c, d) = corner(one), corner(other)
            x, y = (a + c + CELL) / 2, (b + d + CELL) / 2
            turn = f' transform="rotate(90 {x:g} {y:g})"' if one.column == other.column else ""
            way = "m-4 -5l8 5l-8 5" if sign == ">" else "m4 -5l-8 5l8 5"
            yield f'<circle cx="{x:g}" cy="{y:g}" r="6" {paint("paper")}/>'
            yield f'<path d="M{x:g} {y:g}{way}"{turn} {paint("", "ink", 2)}/>'


def labelled(board: Picture, labels: Around) -> Picture:
    """The picture of a board with labels around it."""
    left, above = inset(labels)
    right = _room(labels.right)
    top, bottom = (labels.stacks(side) for side in ("top", "bottom"))
    below = LINE * max(map(len, bottom), default=0)
    parts = board.at(left, above)
    for column, words in enumerate(top):
        x, y = left + (column + 0.5) * CELL, above - LINE * len(words) - 6
        parts += [text(x, y + LINE * n, word, size=LETTERS) for n, word in enumerate(words, 1)]
    for column, words in enumerate(bottom):
        x, y = left + (column + 0.5) * CELL, above + board.height
        parts += [text(x, y + LINE * n, word, size=LETTERS) for n, word in enumerate(words, 1)]
    edges = (("left", "end", left - 8), ("right", "start", left + board.width + 8))
    for side, anchor, edge in edges:
        for row, label in enumerate(getattr(labels, side)):
            y = above + (row + 0.5) * CELL + 0.35 * LETTERS
            parts += [text(edge, y, label, size=LETTERS, anchor=anchor)] * bool(label)
    return Picture(left + board.width + right, above + board.height + below, tuple(parts))


def inset(labels: Around) -> tuple[float, float]:
    """The room that labels take to the left of a board and above it."""
    return _room(labels.left), LINE * max(map(len, labels.stacks("top")), default=0)


def _room(labels: Sequence[str]) -> float:
    """The width of the labels beside a board."""
    longest = max(map(len, labels), default=0)
    return 0.6 * LETTERS * longest + 10 if longest else 0.0


def _inner_edges(squares: frozenset[Square]) -> Iterator[str]:
    """The edge of `squares`, a little inside of it."""
    for square in sorted(squares):
        x, y = corner(square)
        right, left, below, above = (
            Square(square.row + down, square.column + side) in squares
            for down, side in ((0, 1), (0, -1), (1, 0), (-1, 0))
        )
        x1, x2 = x + INSET * (not left), x + CELL - INSET * (not right)
        y1, y2 = y + INSET * (not above), y + CELL - INSET * (not below)
        for is_inside, path in (
            (above, f"M{x1} {y1}H{x2}"),
            (below, f"M{x1} {y2}H{x2}"),
            (left, f"M{x1} {y1}V{y2}"),
            (right, f"M{x2} {y1}V{y2}"),
        ):
            if not is_inside:
                yield path
        yield from _inner_corners(square, squares)


def _inner_corners(square: Square, squares: frozenset[Square]) -> Iterator[str]:
    """The short lines that join the edges of a zone where it turns around a corner."""
    x, y = corner(square)
    for down, side in product((-1, 1), repeat=2):
        beside = Square(square.row, square.column + side)
        above = Square(square.row + down, square.column)
        across = Square(square.row + down, square.column + side)
        if beside in squares and above in squares and across not in squares:
            edge, end = x + CELL * (side > 0), y + CELL * (down > 0)
            yield f"M{edge - INSET * side} {end}v{-INSET * down}h{INSET * side}"
