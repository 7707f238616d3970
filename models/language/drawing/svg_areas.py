"""Rectangles within a rectangle, and tables by columns, as pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..boards.sketches import Area, Columns, Rectangles, Row, Ruler
from ..groups import Group
from .svg_style import TINTS, Picture, fitting, named_tint, paint, text

WIDEST = 320.0
ROW, LETTER, CELL = 44, 8.0, 32


def rectangles_picture(
    sketch: Rectangles, groups: Sequence[Group], values: Mapping[str, Any]
) -> Picture:
    """Each area in a colour other than those beside it, with its width, or its size, inside."""
    wide, high = (max(side, 1) for side in sketch.room)
    unit = min(40.0, WIDEST / max(wide, high))
    found = list(sketch.areas(groups, values))
    tints = _tints(found)
    room = f'<rect width="{wide * unit:g}" height="{high * unit:g}"'
    parts = [f"{room} {paint('paper', 'ink', 2.5)}/>"]
    for number, (x, y), (right, top) in found:
        width, height = sketch.sizes[number]
        box = f'x="{x * unit:g}" y="{(high - top) * unit:g}"'
        size = f'width="{width * unit:g}" height="{height * unit:g}"'
        parts.append(f"<rect {box} {size} {paint(f'tint{tints[number]}', 'ink', 2)}/>")
        words = str(width) if width == height else f"{width}×{height}"
        letters = fitting(words, 0.8 * width * unit, min(20.0, 0.7 * height * unit))
        middle = (x + right) / 2 * unit, (high - (y + top) / 2) * unit + 0.35 * letters
        parts.append(text(*middle, words, "ink", letters))
    return Picture(wide * unit, high * unit, tuple(parts))


def _tints(found: Sequence[Area]) -> dict[int, int]:
    """A tint for each area, other than those of the areas that touch it as far as there are."""
    tints: dict[int, int] = {}
    for place, (number, low, high) in enumerate(found):
        taken = {
            tints[other]
            for other, its_low, its_high in found[:place]
            if all(low[way] <= its_high[way] and its_low[way] <= high[way] for way in (0, 1))
        }
        free = ((number + turn) % TINTS for turn in range(TINTS))
        tints[number] = next((tint for tint in free if tint not in taken), number % TINTS)
    return tints


# -------------------------------------------------------------------------------------- rows


def row_picture(sketch: Row, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
    """A row of cells, and an arc from each to the next with the same key; tall ones go far."""
    pairs = sketch.pairs(groups, values)
    tall = max((b - a for a, b in _arcs(pairs)), default=0) * CELL / 3 + 6
    size = f'width="{CELL}" height="{CELL}"'
    look = f"{size} {paint('paper', 'grid', 1)}"
    parts = [f'<rect x="{cell * CELL}" y="{tall:g}" {look}/>' for cell in range(sketch.cells)]
    for a, b in _arcs(pairs):
        start, wide = (a + 0.5) * CELL, (b - a) * CELL
        arc = f"M{start:g} {tall:g}a{wide / 2:g} {wide / 3:g} 0 0 1 {wide:g} 0"
        parts.append(f'<path d="{arc}" {paint("", "found", 1.8)}/>')
    for place, (key, cells) in enumerate(pairs.items()):
        for cell in cells:
            box = f'x="{cell * CELL}" y="{tall:g}" {size}'
            parts.append(f"<rect {box} {paint(f'tint{place % TINTS}', 'grid', 1)}/>")
            letters = fitting(key, CELL - 4, 19)
            parts.append(text((cell + 0.5) * CELL, tall + 22, key, "ink", letters))
    return Picture(CELL * sketch.cells, tall + CELL, tuple(parts))


def _arcs(pairs: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
    """Each cell of a key with the next one, the left one first."""
    return [two for cells in pairs.values() for two in pairwise(sorted(cells))]


# ------------------------------------------------------------------------------------ rulers


def ruler_picture(sketch: Ruler, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
    """A ruler, a short line at each unit, a long one with its number at each mark."""
    marks = sketch.marks(groups, values)
    unit = min(30.0, 1.5 * WIDEST / max(sketch.length, 1))
    edge, tall = 14.0, 46.0
    width = sketch.length * unit + 2 * edge
    parts = [f'<rect width="{width:g}" height="{tall:g}" rx="4" {paint("tint1", "ink", 1.5)}/>']
    units = "".join(f"M{edge + x * unit:g} 0v7" for x in range(sketch.length + 1))
    parts.append(f'<path d="{units}" {paint("", "grid", 1)}/>')
    long = "".join(f"M{edge + x * unit:g} 0v21" for x in marks)
    parts.append(f'<path d="{long}" {paint("", "ink", 2.5)}/>')
    letters = fitting("0" * max((len(str(x)) for x in marks), default=1), unit + 6, 15)
    parts += [text(edge + x * unit, 38, str(x), "ink", letters) for x in marks]
    return Picture(width, tall, tuple(parts))


# ---------------------------------------------------------------------------------- columns


def columns_picture(sketch: Columns, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
    """A table: a column for each number, a line for each group; a colour's name is tinted."""
    rows = list(sketch.rows(groups, values))
    names = [len(name) for name, _ in rows] + [len(sketch.title)]
    margin = LETTER * max(names) + 14
    longest = max(
        (len(word) for _, words in rows for cell in words for word in cell.split()), default=1
    )
    wide = max(44.0, LETTER * longest + 8)
    parts = [text(margin - 10, 20, sketch.title, "soft", 14, anchor="end")]
    for column, number in enumerate(sketch.numbers):
        parts.append(text(margin + (column + 0.5) * wide, 20, str(number), "ink", 16, bold=True))
    for line, (name, words) in enumerate(rows):
        y = 30 + ROW * line
        parts.append(text(margin - 10, y + 27, name, "soft", 14, anchor="end"))
        for column, word in enumerate(words):
            x = margin + column * wide
            fill = named_tint(word) or "paper"
            box = f'x="{x:g}" y="{y}" width="{wide:g}" height="{ROW}"'
            parts.append(f"<rect {box} {paint(fill, 'grid', 1)}/>")
            parts += _broken(word or "?", x + wide / 2, y + ROW / 2, wide)
    return Picture(margin + wide * len(sketch.numbers), 30 + ROW * len(rows), tuple(parts))


def _broken(words: str, x: float, middle: float, room: float) -> Iterator[str]:
    """`words` in two lines where one is too short for them."""
    lines = [words] if LETTER * len(words) < room else words.split(None, 1)
    for place, line in enumerate(lines):
        y = middle + 5 + 18 * (place - (len(lines) - 1) / 2)
        yield text(x, y, line, "ink", fitting(line, room - 6, 15))
