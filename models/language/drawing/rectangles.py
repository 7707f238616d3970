"""Rectangles within a rectangle, wherever the values of two groups put them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..boards.families import Square
from ..boards.sketches import Around
from ..groups import Group
from ..late_dataclasses import dataclass
from .as_text import draw_group
from .drawn_groups import Drawn
from .svg_style import TINTS, Picture, fitting, paint, text
from .text_boards import Ground, board_text

Area = tuple[int, tuple[int, int], tuple[int, int]]
"""The number of an area, its lower left and its upper right corner."""

WIDEST = 320.0
"""The most that the whole is drawn across."""

MOST_ACROSS = 39
"""A wider map of areas is left out."""


@dataclass(frozen=True)
class Rectangles(Drawn):
    """Areas of given `sizes`, (width, height), whose lower left corners the groups give."""

    across: str
    upwards: str
    sizes: tuple[tuple[int, int], ...]
    room: tuple[int, int]
    """The width and the height of the whole."""

    @property
    def groups(self) -> tuple[str, ...]:
        return (self.across, self.upwards)

    def areas(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Iterator[Area]:
        """Each area that has a place."""
        across, upwards = (
            [values.get(variable.name) for variable in group.variables]
            for name in self.groups
            for group in groups
            if group.name == name
        )
        found = zip(across, upwards, self.sizes, strict=True)
        for number, (x, y, (width, height)) in enumerate(found):
            if isinstance(x, int) and isinstance(y, int):
                yield number, (x, y), (x + width, y + height)

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """A map of the areas by their numbers; where it is too wide, their corners."""
        rows = _areas_at(self, groups, values)
        if rows is None:
            return "\n".join(draw_group(group, values) for group in groups)
        marks = {Square(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        grid = [[Square(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
        return board_text(Ground(grid, marks, plain), marks, Around(""))

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """Each area in a colour other than those beside it, with its width, or its size, inside."""
        wide, high = (max(side, 1) for side in self.room)
        unit = min(40.0, WIDEST / max(wide, high))
        found = list(self.areas(groups, values))
        tints = _tints(found)
        room = f'<rect width="{wide * unit:g}" height="{high * unit:g}"'
        parts = [f"{room} {paint('paper', 'ink', 2.5)}/>"]
        for number, (x, y), (right, top) in found:
            width, height = self.sizes[number]
            box = f'x="{x * unit:g}" y="{(high - top) * unit:g}"'
            size = f'width="{width * unit:g}" height="{height * unit:g}"'
            parts.append(f"<rect {box} {size} {paint(f'tint{tints[number]}', 'ink', 2)}/>")
            words = str(width) if width == height else f"{width}×{height}"
            letters = fitting(words, 0.8 * width * unit, min(20.0, 0.7 * height * unit))
            middle = (x + right) / 2 * unit, (high - (y + top) / 2) * unit + 0.35 * letters
            parts.append(text(*middle, words, "ink", letters))
        return Picture(wide * unit, high * unit, tuple(parts))


def rectangles(
    across: Group, upwards: Group, sizes: Iterable[tuple[int, int]], room: tuple[int, int]
) -> Rectangles:
    """Areas within `room` whose corners are `across` from the left and `upwards` from below."""
    return Rectangles(across.name, upwards.name, tuple(sizes), room)


def _areas_at(
    sketch: Rectangles, groups: Sequence[Group], values: Mapping[str, Any]
) -> list[list[str]] | None:
    """The number of the area that covers each square, row by row from above; `.` where none does.

    None where that is too wide.
    """
    across, upwards = sketch.room
    if max(across, upwards) > MOST_ACROSS:
        return None
    found = [["."] * across for _ in range(upwards)]
    for number, (left, low), (right, high) in sketch.areas(groups, values):
        for y in range(max(low, 0), min(high, upwards)):
            for x in range(max(left, 0), min(right, across)):
                found[upwards - 1 - y][x] = str(number)
    return found


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
