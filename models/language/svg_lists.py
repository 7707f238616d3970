"""Lists of variables as pictures: bars, cells, graphs on a circle, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt
from typing import Any

from .clues import tour_of
from .domains import size
from .groups import Group
from .model import Model
from .svg_boards import tint_of
from .svg_style import DASHES, TINTS, Picture, fitting, paint, text

ROOM, WORDY_ROOM = 250, 440
"""Tables are no wider than this; those with words in them may be wider."""

MOST_BARS = 24
FEW_NUMBERS, FEW_LABELS = 3, 5
"""Up to so many values of a domain are told by tints too."""

ROW = 26
_EDGE_BY_NAME = {"blue": 5, "green": 2, "red": 6, "orange": 1}


def list_picture(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    """`group` under `values`: a graph where its keys are edges or its values a tour, bars where
    they are numbers in a row, and else a table of keys and values.
    """
    keys = [str(key) for key in group.layout().get("keys", range(len(group.variables)))]
    found = [values.get(variable.name) for variable in group.variables]
    edges = [tuple(key.split("-")) for key in keys]
    if len(keys) > 2 and all(len(edge) == 2 and all(edge) for edge in edges):
        return _graph([(a, b) for a, b in edges], found)
    if tour_of(model, group):
        return _tour(keys, found)
    numbers = [value for value in found if isinstance(value, int)]
    by_place = all(key.isdecimal() for key in keys)
    if by_place and len(numbers) == len(found) and 1 < len(found) <= MOST_BARS:
        domain = group.variables[0].domain
        if size(domain) > FEW_NUMBERS:
            return _bars(keys, numbers)
    return _table(group, keys, found)


def table(names: Sequence[str], values: Sequence[Any], tints: Sequence[str]) -> Picture:
    """Names above values, in as many rows as are needed."""
    words = ["?" if value is None else str(value) for value in values]
    width = max(34.0, *(7.5 * len(n) + 8 for n in names), *(11.0 * len(w) + 8 for w in words))
    tall = 2 * ROW + 8
    room = max(ROOM if width < 45 else WORDY_ROOM, sqrt(len(names) * width * tall))
    rows = ceil(len(names) * width / room)
    each = ceil(len(names) / rows)
    parts = []
    for place, (name, word, tint) in enumerate(zip(names, words, tints, strict=True)):
        x, y = place % each * width, place // each * tall
        box = f'x="{x:g}" y="{y + 20:g}" width="{width:g}" height="{ROW + 6}"'
        parts += [
            text(x + width / 2, y + 14, name, "soft", fitting(name, width - 4, 13)),
            f"<rect {box} {paint(tint, 'grid', 1)}/>",
            text(x + width / 2, y + 42, word, "ink", fitting(word, width - 6)),
        ]
    return Picture(each * width, rows * tall, tuple(parts))


def _table(group: Group, keys: Sequence[str], found: Sequence[Any]) -> Picture:
    if not keys:
        return Picture(90, 24, (text(0, 16, "(no variables)", "soft", 13, anchor="start"),))
    tints = []
    for variable, value in zip(group.variables, found, strict=True):
        most = FEW_LABELS if variable.labelled else FEW_NUMBERS
        few = size(variable.domain) <= most and value in variable.domain and value != 0
        tints.append(tint_of(value, list(variable.domain).index(value)) if few else "paper")
    return table(keys, found, tints)


# ------------------------------------------------------------------------------------ bars


def _bars(keys: Sequence[str], numbers: Sequence[int]) -> Picture:
    """A bar for each number, upwards or downwards from zero, with the number at its end."""
    high, low = max(0, *numbers), min(0, *numbers)
    width = min(40.0, 1.2 * ROOM / len(numbers))
    unit = 120 / max(high - low, 1)
    zero = 18 + high * unit
    parts = []
    for place, (key, number) in enumerate(zip(keys, numbers, strict=True)):
        x, top = place * width, zero - max(number, 0) * unit
        tall = abs(number) * unit
        box = f'x="{x + width * 0.12:g}" y="{top:.2f}" width="{width * 0.76:g}" height="{tall:.2f}"'
        end = top - 4 if number >= 0 else top + tall + 13
        letters = fitting(str(number), width, 14)
        parts += [
            f"<rect {box} {paint('bar')}/>",
            text(x + width / 2, end, str(number), "ink", letters),
            text(x + width / 2, zero - low * unit + 30, key, "soft", fitting(key, width, 11)),
        ]
    line = f'<path d="M0 {zero:.2f}H{width * len(numbers):g}" {paint("", "grid", 1)}/>'
    return Picture(width * len(numbers), zero - low * unit + 34, (*parts, line))


# ---------------------------------------------------------------------------------- graphs


def _circle(names: Sequence[str]) -> tuple[dict[str, tuple[float, float]], float]:
    """A place for each name on a circle, the first on top, clockwise; and the side around it."""
    radius = max(60.0, min(150.0, 13.0 * len(names)))
    middle = radius + 20
    angles = {name: 2 * pi * place / len(names) - pi / 2 for place, name in enumerate(names)}
    places = {n: (middle + radius * cos(a), middle + radius * sin(a)) for n, a in angles.items()}
    return places, 2 * middle


def _graph(edges: Sequence[tuple[str, str]], found: Sequence[Any]) -> Picture:
    """A line for each edge, by its value: none for 0, else a colour and dashes of its own."""
    names = list(dict.fromkeys(name for edge in edges for name in edge))
    if all(name.isdecimal() for name in names):
        names.sort(key=int)
    places, side = _circle(names)
    values = sorted({v for v in found if v not in (None, 0)}, key=str)
    parts = []
    for (a, b), value in zip(edges, found, strict=True):
        (x1, y1), (x2, y2) = places[a], places[b]
        path = f'd="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"'
        if value in (None, 0):
            parts.append(f'<path {path} stroke-dasharray="1 5" {paint("", "grid", 1)}/>')
        elif value in ("forward", "backward"):
            ends = (places[a], places[b])
            parts += _arrow(*(ends if value == "forward" else ends[::-1]))
        else:
            parts.append(f"<path {path} {_line(value, values)}/>")
    parts += _nodes(places)
    if len(values) > 1 and "forward" not in values and "backward" not in values:
        return _with_legend(parts, side, values)
    return Picture(side, side, tuple(parts))


def _line(value: object, values: Sequence[object]) -> str:
    place = values.index(value)
    dash = DASHES[place % len(DASHES)] if len(values) > 1 else ""
    hue = _EDGE_BY_NAME.get(str(value), (5, 6, 2, 3, 1, 0, 4, 7)[place % TINTS])
    return f'stroke-dasharray="{dash or "none"}" {paint("", f"hue{hue}", 3)}'


def _with_legend(parts: list[str], side: float, values: Sequence[object]) -> Picture:
    rows = []
    for row, value in enumerate(values):
        y = 30 + 24 * row
        rows.append(f'<path d="M{side:g} {y - 5}h34" {_line(value, values)}/>')
        rows.append(text(side + 42, y, str(value), "ink", 14, anchor="start"))
    wide = side + 50 + max(9 * len(str(value)) for value in values)
    return Picture(wide, max(side, 30 + 24 * len(values)), (*parts, *rows))


def _tour(keys: Sequence[str], found: Sequence[Any]) -> Picture:
    """An arrow from each place to the one that its value names."""
    places, side = _circle(keys)
    ends = list(places.values())
    parts: list[str] = []
    for here, goal in enumerate(found):
        if isinstance(goal, int) and 0 <= goal < len(ends) and goal != here:
            parts += _arrow(ends[here], ends[goal])
    return Picture(side, side, (*parts, *_nodes(places)))


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> Iterator[str]:
    """A line with its head where the circle of the node at `end` begins."""
    (a, b), (c, d) = start, end
    length = max(((c - a) ** 2 + (d - b) ** 2) ** 0.5, 1.0)
    ux, uy = (c - a) / length, (d - b) / length
    x, y = c - 15 * ux, d - 15 * uy
    left = (x - 11 * ux - 5 * uy, y - 11 * uy + 5 * ux)
    right = (x - 11 * ux + 5 * uy, y - 11 * uy - 5 * ux)
    shaft = f"M{a:.1f} {b:.1f}L{x - 6 * ux:.1f} {y - 6 * uy:.1f}"
    yield f'<path d="{shaft}" {paint("", "found", 2.5)}/>'
    corners = "L".join(f"{p:.1f} {q:.1f}" for p, q in ((x, y), left, right))
    yield f'<path d="M{corners}Z" {paint("found")}/>'


def _nodes(places: Mapping[str, tuple[float, float]]) -> Iterator[str]:
    for name, (x, y) in places.items():
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14" {paint("paper", "ink", 2)}/>'
        letters = fitting(name, 24, 14)
        yield text(round(x, 1), round(y + 0.35 * letters, 1), name, "ink", letters)
