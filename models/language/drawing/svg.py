"""A solution as one SVG file: boards, pieces, numbers, bars, graphs and tables.

Pieces are paths, so that the picture looks the same on every machine; nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from ..boards.families import Square
from ..boards.fillings import Filling
from ..boards.placements import OnBoard
from ..boards.sketches import around_of
from ..groups import Group, Single
from ..model import Model
from ..solution import Solution
from .as_text import line
from .drawn_groups import blocks, shown
from .svg_boards import board_picture
from .svg_clues import labelled
from .svg_lists import list_picture, table
from .svg_style import Picture, document, flow, paint, text

MARGIN = 10
WIDEST = 480
"""Groups stand side by side in rows not much wider than this."""

SMALL, WIDE, GAP, CAPTION = 180, 440, 18, 20
"""The height and width of each picture among several, the room between them, and that of its
number.
"""


def draw_svg(solution: Solution) -> str:
    """`solution` as the text of an SVG file."""
    return draw_svg_values(solution.model, solution.assignment)


def draw_svg_values(model: Model, values: Mapping[str, Any]) -> str:
    """An assignment as the text of an SVG file; it may be partial and need not solve `model`."""
    return document(picture_of(model, values), _label(model, values), MARGIN)


def draw_svg_several(model: Model, solutions: Sequence[Solution], *, start: int = 1) -> str:
    """Several solutions of `model`, small and numbered from `start`, as one SVG file."""
    pictures = [picture_of(model, solution.assignment) for solution in solutions]
    width, height = _room(pictures)
    each = [_small(picture, n, width, height) for n, picture in enumerate(pictures, start)]
    widest = _across(len(each), width + GAP, height + CAPTION + GAP) * (width + GAP)
    last = start + len(each) - 1
    said = f"{model.name}: solutions {start} to {last}" if each else f"{model.name}: no solution"
    return document(flow(each, widest, GAP), said, MARGIN)


def picture_of(model: Model, values: Mapping[str, Any]) -> Picture:
    """An assignment as a picture, its groups beside and below each other."""
    readable = {name: _readable(value) for name, value in values.items()}
    pictures = list(_pictures(model, readable))
    widths = accumulate(picture.width + 2 * MARGIN for picture in pictures)
    tries = [flow(pictures, width, 2 * MARGIN) for width in widths if width < 2 * WIDEST]
    # Nearest to a square is easiest to see in a small picture.
    return min(tries, key=lambda p: max(p.width, p.height), default=flow(pictures, WIDEST, MARGIN))


def _readable(value: Any) -> Any:
    """`value`, or what is neither a number nor a text in words."""
    return value if value is None or isinstance(value, int | str) else str(value)


def _pictures(model: Model, values: Mapping[str, Any]) -> Iterator[Picture]:
    several = len(shown(model)) > 1
    for sketch, groups in blocks(model):
        if sketch is not None:
            yield sketch.as_svg(groups, values)
        elif all(isinstance(group, Single) for group in groups):
            names = [group.name for group in groups]
            yield table(names, [values.get(n) for n in names], ["paper"] * len(names))
        else:
            for group in groups:
                titled = several or not isinstance(group, OnBoard)
                yield _titled(model, group, values) if titled else _picture(model, group, values)


def _picture(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    if isinstance(group, OnBoard):
        return labelled(board_picture(model, group, values), around_of(model, group))
    return list_picture(model, group, values)


def _titled(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    """The picture of a group, its name above."""
    inner = _picture(model, group, values)
    title = text(0, 15, group.name, "ink", 15, anchor="start")
    width = max(inner.width, 9.0 * len(group.name))
    return Picture(width, inner.height + 24, (title, *inner.at(0, 24)))


def _room(pictures: Sequence[Picture]) -> tuple[float, float]:
    """The width and height of each of several pictures: all like the largest, made small."""
    width = max((picture.width for picture in pictures), default=1.0)
    height = max((picture.height for picture in pictures), default=1.0)
    scale = min(SMALL / max(height, 1), WIDE / max(width, 1), 1.0)
    return width * scale, height * scale


def _across(number: int, width: float, height: float) -> int:
    """The number of pictures side by side that makes the sheet nearest to a square."""
    tries = range(1, number + 1)
    return min(tries, key=lambda n: (max(n * width, -(-number // n) * height), n), default=1)


def _small(picture: Picture, number: int, width: float, height: float) -> Picture:
    """`picture` in a room of that size, with its number below."""
    scale = min(width / max(picture.width, 1), height / max(picture.height, 1), 1.0)
    left = (width - picture.width * scale) / 2
    top = (height - picture.height * scale) / 2
    caption = text(width / 2, height + 16, str(number), "soft", 13)
    frame = f'<rect width="{width:g}" height="{height:g}" {paint("paper")}/>'
    parts = (frame, *picture.at(left, top, scale), caption)
    return Picture(width, height + CAPTION, parts)


# ----------------------------------------------------------------------------------- words


def _label(model: Model, values: Mapping[str, Any]) -> str:
    """The picture in words: the model's name, and where pieces stand or what the values are."""
    words = [_said(group, values) for group in shown(model)]
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


def _text(group: OnBoard, square: Square, values: Mapping[str, Any]) -> str:
    """The value on `square`; nothing for none, and off the board."""
    value = values.get(group[square].name) if group.board.has(square) else None
    return "" if value is None else str(value)
