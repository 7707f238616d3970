"""A solution as one SVG file: boards, pieces, numbers, bars, graphs and tables.

Pieces are paths, so that the picture looks the same on every machine; nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil, sqrt
from typing import Any

from .drawing import line
from .families import Square
from .fillings import Filling
from .groups import Group, Single
from .model import Model, Solution
from .placements import OnBoard
from .sketches import Columns, Diagram, Rectangles, Row, Sketch, around_of, blocks
from .svg_areas import columns_picture, rectangles_picture, row_picture
from .svg_boards import board_picture
from .svg_clues import labelled
from .svg_graphs import graph_picture
from .svg_lists import list_picture, table
from .svg_pieces import PIECES
from .svg_style import Picture, document, flow, paint, text

__all__ = ["PIECES", "draw_svg", "draw_svg_several", "draw_svg_values", "picture_of"]

MARGIN = 10
WIDEST = 480
"""Groups stand side by side in rows not much wider than this."""

SMALL, GAP, CAPTION = 180, 18, 20
"""The side of each picture among several, the room between them, and that of its number."""


def draw_svg(solution: Solution) -> str:
    """`solution` as the text of an SVG file."""
    return draw_svg_values(solution.model, solution.assignment)


def draw_svg_values(model: Model, values: Mapping[str, Any]) -> str:
    """An assignment as the text of an SVG file; it may be partial and need not solve `model`."""
    return document(picture_of(model, values), _label(model, values), MARGIN)


def draw_svg_several(model: Model, solutions: Sequence[Solution], *, start: int = 1) -> str:
    """Several solutions of `model`, small and numbered from `start`, as one SVG file."""
    each = [_small(picture_of(model, s.assignment), n) for n, s in enumerate(solutions, start)]
    across = ceil(sqrt(len(each))) if each else 1
    widest = across * (SMALL + GAP)
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
    several = len(model.groups) > 1
    for sketch, groups in blocks(model):
        if sketch is not None:
            yield _sketched(sketch, groups, values)
        elif all(isinstance(group, Single) for group in groups):
            names = [group.name for group in groups]
            yield table(names, [values.get(n) for n in names], ["paper"] * len(names))
        else:
            for group in groups:
                titled = several or not isinstance(group, OnBoard)
                yield _titled(model, group, values) if titled else _picture(model, group, values)


def _sketched(sketch: Sketch, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
    """The groups as their model said."""
    match sketch:
        case Diagram():
            return graph_picture(sketch, groups, values)
        case Rectangles():
            return rectangles_picture(sketch, groups, values)
        case Row():
            return row_picture(sketch, groups, values)
        case Columns():
            return columns_picture(sketch, groups, values)
        case _:
            raise NotImplementedError(f"there is no picture of {sketch!r} yet")


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


def _small(picture: Picture, number: int) -> Picture:
    """`picture` in a square of its own, with its number below."""
    scale = min(SMALL / max(picture.width, 1), SMALL / max(picture.height, 1), 1.0)
    left = (SMALL - picture.width * scale) / 2
    top = (SMALL - picture.height * scale) / 2
    caption = text(SMALL / 2, SMALL + 16, str(number), "soft", 13)
    frame = f'<rect width="{SMALL}" height="{SMALL}" {paint("paper")}/>'
    parts = (frame, *picture.at(left, top, scale), caption)
    return Picture(SMALL, SMALL + CAPTION, parts)


# ----------------------------------------------------------------------------------- words


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


def _text(group: OnBoard, square: Square, values: Mapping[str, Any]) -> str:
    """The value on `square`; nothing for none, and off the board."""
    value = values.get(group[square].name) if group.board.has(square) else None
    return "" if value is None else str(value)
