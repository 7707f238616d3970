"""A solution as one SVG file: boards, pieces, numbers, bars, graphs and tables.

Pieces are paths, so that the picture looks the same on every machine; nothing is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import ceil, sqrt
from typing import Any

from ..boards.grid import Square
from ..boards.placements import Filling, OnBoard
from ..boards.sides import Sides
from ..boards.sketches import around_of
from ..expressions import Variable, size
from ..groups import Group, Single, VariableGrid, key_texts
from ..model import Model
from ..solution import Solution
from .as_text import line
from .clues import blocks, grounds, shown, tour_of
from .svg_boards import board_picture, labelled, tint_of
from .svg_graphs import Diagram, graph_picture
from .svg_style import Picture, document, fitting, flow, paint, text

# --------------------------- Lists of variables as pictures: bars, graphs on a circle, and tables.


ROOM, WORDY_ROOM = 250, 440
"""Tables are no wider than this; those with words in them may be wider."""

MOST_BARS = 24
MOST_CHOICES = 24
"""The most variables of 0 and 1 that are all shown; of more, only the ones at 1."""

FEW_NUMBERS, FEW_LABELS = 3, 5
"""The most values of a domain that are shown by tints too."""

ROW = 26
NOTHING = Picture(90, 24, (text(0, 16, "(no variables)", "soft", 13, anchor="start"),))


def list_picture(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    """`group` under `values`: a graph where its keys are edges or its values a tour, bars where
    they are numbers in a row, and else a table of keys and values; a grid in its rows.
    """
    if isinstance(group, VariableGrid):
        return _rows(group, values)
    keys = key_texts(group)
    found = [values.get(variable.name) for variable in group.variables]
    words = [key for key in group.layout().get("keys", ()) if isinstance(key, str)]
    edges = [tuple(key.split("-")) for key in words]
    if len(edges) == len(keys) > 2 and all(len(edge) == 2 and all(edge) for edge in edges):
        return graph_picture(_by_edges([(a, b) for a, b in edges], group), [group], values)
    if tour_of(model, group):
        return graph_picture(_by_steps(keys, found, group), [group], values)
    numbers = [value for value in found if isinstance(value, int)]
    by_place = all(key.isdecimal() for key in keys)
    if by_place and len(numbers) == len(found) and 1 < len(found) <= MOST_BARS:
        domain = group.variables[0].domain
        if size(domain) > FEW_NUMBERS:
            return _bars(keys, numbers)
    return _table(group, keys, found)


def _by_edges(edges: Sequence[tuple[str, str]], group: Group) -> Diagram:
    """A graph on a circle, from the names of its edges."""
    names = list(dict.fromkeys(name for edge in edges for name in edge))
    if all(name.isdecimal() for name in names):
        names.sort(key=int)
    ends = tuple((names.index(a), names.index(b)) for a, b in edges)
    return Diagram(tuple(names), ends, lines=group.name)


def _by_steps(keys: Sequence[str], found: Sequence[Any], group: Group) -> Diagram:
    """A tour around a circle: an edge from each place to the one that its value names."""
    steps = ((a, b) for a, b in enumerate(found) if isinstance(b, int) and 0 <= b < len(keys))
    return Diagram(tuple(keys), tuple(steps), steps=group.name)


def table(
    names: Sequence[str], values: Sequence[Any], tints: Sequence[str], *, whole: bool = False
) -> Picture:
    """Names above values, in the rows that they need, or `whole` in one."""
    if not names:
        return NOTHING
    words = ["?" if value is None else str(value) for value in values]
    width = max(34.0, *(7.5 * len(n) + 8 for n in names), *(11.0 * len(w) + 8 for w in words))
    tall = 2 * ROW + 8
    room = max(ROOM if width < 45 else WORDY_ROOM, sqrt(len(names) * width * tall))
    rows = 1 if whole else ceil(len(names) * width / room)
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


def _choice(keys: Sequence[str]) -> Picture:
    """The keys that are chosen, side by side."""
    width = max((9.0 * len(key) + 16 for key in keys), default=60.0)
    each = max(1, round(sqrt(len(keys) * (ROW + 12) / width)))
    parts = []
    for place, key in enumerate(keys):
        x, y = place % each * (width + 6), place // each * (ROW + 12)
        box = f'x="{x:g}" y="{y}" width="{width:g}" height="{ROW + 6}" rx="5"'
        parts.append(f"<rect {box} {paint('tint1', 'grid', 1)}/>")
        parts.append(text(x + width / 2, y + 22, key, "ink", 16))
    if not keys:
        parts.append(text(0, 16, "(none)", "soft", 13, anchor="start"))
    return Picture(each * (width + 6), -(-len(keys) // each) * (ROW + 12) or 24, tuple(parts))


def _table(group: Group, keys: Sequence[str], found: Sequence[Any]) -> Picture:
    binary = all(size(m.domain) == 2 and list(m.domain) == [0, 1] for m in group.variables)
    if len(keys) > MOST_CHOICES and binary and set(found) <= {0, 1}:
        return _choice([key for key, value in zip(keys, found, strict=True) if value])
    return table(keys, found, list(map(_tint, group.variables, found)))


def _tint(variable: Variable, value: Any) -> str:
    """A tint for each value where there are few, and paper where there are many."""
    most = FEW_LABELS if variable.labelled else FEW_NUMBERS
    few = size(variable.domain) <= most and value in variable.domain and value != 0
    return tint_of(value, list(variable.domain).index(value)) if few else "paper"


def _rows(group: VariableGrid, values: Mapping[str, Any]) -> Picture:
    """A square for each value, in rows and columns, the slabs below each other."""
    if not group.members:
        return NOTHING
    found = [values.get(member.name) for member in group.members]
    words = ["?" if value is None else str(value) for value in found]
    side = ROW + 6
    width, y, parts = max(side, *(10.0 * len(word) + 10 for word in words)), 0, []
    high, across = group.shape[-2:]
    for place, (member, value, word) in enumerate(zip(group.members, found, words, strict=True)):
        x, y = place % across * width, side * (place // across) + 12 * (place // (across * high))
        box = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{side}"'
        parts.append(f"<rect {box} {paint(_tint(member, value), 'grid', 1)}/>")
        parts.append(text(x + width / 2, y + 22, word, "ink", fitting(word, width - 6)))
    return Picture(across * width, y + side, tuple(parts))


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


MARGIN = 10
WIDEST = 480
"""Groups stand side by side in rows not much wider than this."""

SMALL, WIDE, GAP, CAPTION, LETTER = 180, 440, 18, 20, 7.5
"""The height and width of each picture among several, the room between them, that of the words
below it, and that of a letter of these.
"""


def draw_svg(solution: Solution) -> str:
    """`solution` as the text of an SVG file."""
    return draw_svg_values(solution.model, solution.assignment)


def draw_svg_values(model: Model, values: Mapping[str, Any]) -> str:
    """An assignment as the text of an SVG file; it may be partial and need not solve `model`."""
    return document(picture_of(model, values), _label(model, values), MARGIN)


def draw_svg_several(model: Model, solutions: Sequence[Solution], *, start: int = 1) -> str:
    """Several solutions of `model`, small and numbered from `start`, as one SVG file."""
    captioned = [(str(n), solution.assignment) for n, solution in enumerate(solutions, start)]
    last = start + len(captioned) - 1
    said = f"solutions {start} to {last}" if captioned else "no solution"
    return draw_svg_captioned(model, captioned, f"{model.name}: {said}")


def draw_svg_captioned(
    model: Model, captioned: Sequence[tuple[str, Mapping[str, Any]]], said: str
) -> str:
    """Several assignments, small and each with a text below, as one SVG file that is so `said`.

    A text has as many lines as it says.
    """
    pictures = [picture_of(model, values) for _, values in captioned]
    width, height = _room(pictures)
    lines = [line for caption, _ in captioned for line in caption.split("\n")]
    longest = max(map(len, lines), default=0)
    width = max(width, min(LETTER * longest, WIDE))
    each = [
        _small(picture, caption, width, height)
        for picture, (caption, _) in zip(pictures, captioned, strict=True)
    ]
    tall = max((picture.height for picture in each), default=0.0)
    widest = _across(len(each), width + GAP, tall + GAP) * (width + GAP)
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
    under = grounds(model)
    several = len({*shown(model)} - {*under.values()}) > 1
    for sketch, every in blocks(model):
        groups = every if sketch else [one for one in every if one not in under.values()]
        if sketch is not None:
            yield sketch.as_svg(groups, values)
        elif groups and all(isinstance(group, Single) for group in groups):
            names = [group.name for group in groups]
            yield table(names, [values.get(n) for n in names], ["paper"] * len(names))
        else:
            for group in groups:
                titled = several or not isinstance(group, OnBoard | Sides)
                yield _titled(model, group, values) if titled else _picture(model, group, values)


def _picture(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    if isinstance(group, OnBoard):
        return labelled(board_picture(model, group, values), around_of(model, group))
    if isinstance(group, Sides):
        below = grounds(model)[group.name]
        return labelled(board_picture(model, below, values, group), around_of(model, below, group))
    return list_picture(model, group, values)


def _titled(model: Model, group: Group, values: Mapping[str, Any]) -> Picture:
    """The picture of a group, its name above."""
    inner = _picture(model, group, values)
    below = grounds(model).get(group.name, group)
    name = " and ".join(dict.fromkeys((below.name, group.name)))
    title = text(0, 15, name, "ink", 15, anchor="start")
    width = max(inner.width, 9.0 * len(name))
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


def _small(picture: Picture, words: str, width: float, height: float) -> Picture:
    """`picture` in a room of that size, with words below."""
    scale = min(width / max(picture.width, 1), height / max(picture.height, 1), 1.0)
    left = (width - picture.width * scale) / 2
    top = (height - picture.height * scale) / 2
    lines = words.split("\n")
    captions = [text(width / 2, height + 16 * n, w, "soft", 13) for n, w in enumerate(lines, 1)]
    frame = f'<rect width="{width:g}" height="{height:g}" {paint("paper")}/>'
    parts = (frame, *picture.at(left, top, scale), *captions)
    return Picture(width, height + CAPTION + 16 * (len(lines) - 1), parts)


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
    found = ((s, values.get(variable.name)) for s, variable in group.by_square.items())
    taken = (str(s) if value == 1 else f"{s} ({value})" for s, value in found if value)
    return f"{group.name} on {', '.join(taken) or 'no square'}"


def _text(group: OnBoard, square: Square, values: Mapping[str, Any]) -> str:
    """The value on `square`; nothing for none, and off the board."""
    value = values.get(group[square].name) if group.board.has(square) else None
    return "" if value is None else str(value)
