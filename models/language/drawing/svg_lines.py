"""Lines between vertices: strokes that differ, arrows, and a legend of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

from ..boards.sketches import Place
from .svg_style import DASHES, TINTS, Picture, paint, text

_EDGE_BY_NAME = {"blue": "hue5", "green": "hue2", "red": "huered", "orange": "hue1"}


class Spot(NamedTuple):
    """The place of a variable in the picture of a graph, and what is written there."""

    variable: str
    x: float
    y: float
    radius: float
    name: str = ""


def span(places: Sequence[Place], way: int) -> float:
    """The distance of the outermost places, across (0) or down (1)."""
    along = [place[way] for place in places]
    return max(along) - min(along) if along else 0.0


def lies_on(spot: Place, start: Place, end: Place, radius: float) -> bool:
    """True if the line from `start` to `end` passes `spot` nearer than its circle reaches."""
    (x, y), (x1, y1), (x2, y2) = spot, start, end
    dx, dy = x2 - x1, y2 - y1
    along = dx * dx + dy * dy
    share = ((x - x1) * dx + (y - y1) * dy) / along if along else 0.0
    return 0 < share < 1 and hypot(x - x1 - share * dx, y - y1 - share * dy) < 0.8 * radius


def stroke(value: object, kinds: Sequence[object]) -> str:
    """The look of an edge by its value: a colour, and dashes where values differ."""
    place = kinds.index(value)
    dash = DASHES[place % len(DASHES)] if len(kinds) > 1 else ""
    hue = _EDGE_BY_NAME.get(str(value), f"hue{(5, 6, 2, 3, 1, 0, 4, 7)[place % TINTS]}")
    return f'stroke-dasharray="{dash or "none"}" {paint("", hue, 3)}'


def with_legend(
    parts: tuple[str, ...], side: float, height: float, kinds: Sequence[object]
) -> Picture:
    """A graph, `side` wide, and beside it what its lines mean."""
    rows = []
    for row, value in enumerate(kinds):
        y = 30 + 24 * row
        rows.append(f'<path d="M{side + 6:g} {y - 5}h34" {stroke(value, kinds)}/>')
        rows.append(text(side + 48, y, str(value), "ink", 14, anchor="start"))
    wide = side + 56 + max(9 * len(str(value)) for value in kinds)
    return Picture(wide, max(height, 30 + 24 * len(kinds)), (*parts, *rows))


def arrow(start: Place, end: Place, radius: float) -> Iterator[str]:
    """A line with its head where the circle of the vertex at `end` begins."""
    (a, b), (c, d) = start, end
    length = max(hypot(c - a, d - b), 1.0)
    ux, uy = (c - a) / length, (d - b) / length
    x, y = c - (radius + 1) * ux, d - (radius + 1) * uy
    left = (x - 11 * ux - 5 * uy, y - 11 * uy + 5 * ux)
    right = (x - 11 * ux + 5 * uy, y - 11 * uy - 5 * ux)
    shaft = f"M{a:.1f} {b:.1f}L{x - 6 * ux:.1f} {y - 6 * uy:.1f}"
    yield f'<path d="{shaft}" {paint("", "found", 2.5)}/>'
    corners = "L".join(f"{p:.1f} {q:.1f}" for p, q in ((x, y), left, right))
    yield f'<path d="M{corners}Z" {paint("found")}/>'
