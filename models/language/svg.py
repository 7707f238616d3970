"""An assignment as one SVG file: boards with drawn pieces or numbers, the rest as lines of text.

Pieces are paths, so that the picture looks the same on every machine; nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import chain
from typing import Any

from .drawing import draw_group, letter, line
from .families import Square
from .fillings import Filling
from .groups import Group
from .model import Model, Solution
from .placements import OnBoard
from .zones import Zones, zones_of

CELL = 40
"""The side of a square, and of the square in which the pieces below are drawn."""

MARGIN = 10
TEXT_LINE = 24

INK, LIGHT, DARK, WALL, PAPER = "#1f2933", "#f4ecdd", "#d3bd97", "#4a5560", "#ffffff"

TINTS = (
    *("#f6d5d0", "#d5e8d4", "#dae3f5", "#fff0c9", "#e6d9ee", "#cfeaea"),
    *("#fbdcbd", "#e3e3dc", "#d9efc2", "#f5d3e5", "#cbd9cf", "#eadfc8"),
)
"""The colours of regions, used in turn; lines between them tell the same."""

_CROWN = "M6 29 4 12 12 20 20 7 28 20 36 12 34 29Z M7 32H33V36H7Z"

PIECES = {
    "queen": _CROWN,
    "crown": _CROWN,
    "king": "M18 4H22V7H25V11H22V14H18V11H15V7H18Z M20 16C31 10 39 19 31 29H9C1 19 9 10 20 16Z"
    " M8 32H32V36H8Z",
    "rook": "M10 7H15V11H18V7H22V11H25V7H30V15H27V29H31V36H9V29H13V15H10Z",
    "bishop": "M20 6C28 12 29 20 24 26L28 31H12L16 26C11 20 12 12 20 6Z M9 33H31V36H9Z",
    "knight": "M11 36C11 27 18 25 19 19L12 22 8 18 14 10 15 5 19 9C29 10 33 21 31 36Z",
}
"""The outline of each piece in a square of 40 by 40; other pieces are a disc with a letter."""


def draw_svg(solution: Solution) -> str:
    """`solution` as the text of an SVG file."""
    return draw_svg_values(solution.model, solution.values)


def draw_svg_values(model: Model, values: Mapping[str, Any]) -> str:
    """An assignment as the text of an SVG file; it may be partial and need not solve `model`."""
    top, widest, parts = MARGIN, 0, []
    for group in model.groups:
        width, height = _size(group, values)
        parts.append(f'<g transform="translate({MARGIN} {top})">')
        parts += [*_drawn(model, group, values), "</g>"]
        top, widest = top + height + MARGIN, max(widest, width)
    label = escape(_label(model, values))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{label}"'
        f' viewBox="0 0 {widest + 2 * MARGIN} {top}" width="{widest + 2 * MARGIN}" height="{top}"'
        f' font-family="system-ui, sans-serif" font-size="18" fill="{INK}">'
    )
    background = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{label}</title>", background, *parts, "</svg>", ""])


def _label(model: Model, values: Mapping[str, Any]) -> str:
    """The picture in words: the model's name, and where pieces stand or what the values are."""
    words = [_said(group, values) for group in model.groups]
    return ": ".join([model.name, "; ".join(words)]) if words else model.name


def _said(group: Group, values: Mapping[str, Any]) -> str:
    if not isinstance(group, OnBoard):
        return line(group, values)
    if isinstance(group, Filling):
        rows = (
            " ".join(_text(group, square, values) or "empty" for square in row)
            for row in group.board.grid
        )
        return f"{group.name} {' / '.join(rows)}"
    taken = (str(s) for s, variable in group.by_square.items() if values.get(variable.name))
    return f"{group.name} on {', '.join(taken) or 'no square'}"


def _size(group: Group, values: Mapping[str, Any]) -> tuple[int, int]:
    """The width and height of a group's picture."""
    if isinstance(group, OnBoard):
        return CELL * group.board.width, CELL * group.board.height
    lines = draw_group(group, values).splitlines()
    return 10 * max(map(len, lines)), TEXT_LINE * len(lines)


def _drawn(model: Model, group: Group, values: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(group, OnBoard):
        for number, text in enumerate(draw_group(group, values).splitlines(), 1):
            yield f'<text y="{TEXT_LINE * number - 6}">{escape(text)}</text>'
        return
    zones = zones_of(group, model.rules)
    squares = list(chain.from_iterable(group.board.grid))
    order = list(dict.fromkeys(zones[square] for square in group.board.open))
    tints = {zone: TINTS[place % len(TINTS)] for place, zone in enumerate(order)}
    for square in squares:
        yield _field(group, square, tints.get(zones[square], PAPER))
    for square in squares:
        yield from _standing(group, square, values)
    yield from _borders(group, zones)


def _field(group: OnBoard, square: Square, tint: str) -> str:
    """The square itself: a region's tint, else a chessboard; a wall is solid, a hole crossed."""
    x, y = _corner(square)
    if square in group.board.holes:
        cross = f"M{x + 13} {y + 13}l14 14m0 -14l-14 14"
        return f'<path d="{cross}" stroke="{DARK}" stroke-width="2" fill="none"/>'
    if square in group.board.walls:
        colour = WALL
    elif group.board.plan:
        colour = tint
    elif isinstance(group, Filling):
        colour = PAPER
    else:
        colour = (LIGHT, DARK)[(square.row + square.column) % 2]
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _standing(group: OnBoard, square: Square, values: Mapping[str, Any]) -> Iterator[str]:
    """A number, or a piece; nothing where there is none."""
    x, y = _corner(square)
    text = _text(group, square, values)
    if isinstance(group, Filling) or text not in ("", "1"):
        if text:
            yield _centred(x, y, text, INK)
    elif text and group.name.lower() in PIECES:
        yield f'<path transform="translate({x} {y})" d="{PIECES[group.name.lower()]}"/>'
    elif text:
        yield f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="14"/>'
        yield _centred(x, y, letter(group.name), PAPER)


def _text(group: OnBoard, square: Square, values: Mapping[str, Any]) -> str:
    """The value on `square`; nothing for none, for an empty square, and off the board."""
    if not group.board.has(square):
        return ""
    value = values.get(group[square].name)
    nothing = value is None or (value == 0 and not isinstance(group, Filling))
    return "" if nothing else str(value)


def _centred(x: int, y: int, text: str, colour: str) -> str:
    return (
        f'<text x="{x + CELL // 2}" y="{y + 26}" text-anchor="middle" fill="{colour}">'
        f"{escape(text)}</text>"
    )


def _borders(group: OnBoard, zones: Zones) -> Iterator[str]:
    """Thin lines around the squares of a filling, thick ones between zones and at the edge."""
    height, width = group.board.height, group.board.width
    thin: list[str] = []
    thick = [f"M0 0H{width * CELL}V{height * CELL}H0Z"]
    for square in chain.from_iterable(group.board.grid):
        x, y = _corner(square)
        for other, path in (
            (Square(square.row, square.column + 1), f"M{x + CELL} {y}v{CELL}"),
            (Square(square.row + 1, square.column), f"M{x} {y + CELL}h{CELL}"),
        ):
            if other in zones:
                (thin if zones[other] == zones[square] else thick).append(path)
    if isinstance(group, Filling) or group.board.plan:
        yield f'<path d="{"".join(thin)}" stroke="{WALL}" stroke-width="0.7" fill="none"/>'
    yield f'<path d="{"".join(thick)}" stroke="{INK}" stroke-width="2.5" fill="none"/>'


def _corner(square: Square) -> tuple[int, int]:
    return (square.column - 1) * CELL, (square.row - 1) * CELL
