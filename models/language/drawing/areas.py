"""Boards as honeycombs and as cubes, and rectangles within a rectangle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import Any

from ..boards.grid import Square
from ..boards.placements import OnBoard
from ..boards.sketches import Around
from ..expressions import Variable
from ..groups import Group
from ..late_dataclasses import dataclass, replace
from .as_text import Ground, board_text, draw_group, marks_of
from .clues import Box, Drawn, DrawnAlone
from .column_tables import places_of_values
from .svg_boards import tint_of
from .svg_style import CELL, TINTS, Picture, fitting, paint, text

# ------------------ A board as a honeycomb: each row half a cell further right than the one below.


SIDE = CELL / sqrt(3)


@dataclass(frozen=True)
class Honeycomb(DrawnAlone):
    """A board whose squares are the cells of a honeycomb: each row half a cell further right."""

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """The cells of a board, each row half a cell further right; a list as a list."""
        (group,) = groups
        if not isinstance(group, OnBoard):
            return draw_group(group, values)
        marks = marks_of(group, values, plain)
        open_squares = {square for square in marks if group.board.has(square)}
        rows = [[marks[s] if s in open_squares else "" for s in row] for row in group.board.grid]
        return _staggered(rows)

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """The squares of a slanted board as the hexagons of a honeycomb, their values inside."""
        cells = self._cells(groups)
        parts = [part for x, y, v in cells for part in _hexagon(x, y, values.get(v.name))]
        width = max((x for x, _, _ in cells), default=0.0)
        height = max((y for _, y, _ in cells), default=0.0)
        return Picture(width + CELL / 2, height + SIDE, tuple(parts))

    def boxes(self, groups: Sequence[Group]) -> Iterator[Box]:
        """The middle of each cell."""
        for x, y, v in self._cells(groups):
            facts = tuple((v.name, value) for value in v.domain)
            yield Box(x - 0.46 * CELL, y - 0.4 * CELL, 0.92 * CELL, 0.8 * CELL, facts, v.name)

    def _cells(self, groups: Sequence[Group]) -> list[tuple[float, float, Variable]]:
        """The centre of each cell, with its variable."""
        boards = [group for group in groups if isinstance(group, OnBoard)]
        found = [item for board in boards for item in board.by_square.items()]
        left = min((s.column + s.row / 2 for s, _ in found), default=0.0) - 0.5
        top = 1.5 * min((s.row for s, _ in found), default=0) - 1
        return [
            (CELL * (s.column + s.row / 2 - left), SIDE * (1.5 * s.row - top), variable)
            for s, variable in found
        ]


def honeycomb(board: Group) -> Honeycomb:
    """The squares of a slanted board as the cells of a honeycomb: its rows, its columns and its
    rising diagonals are the three directions of lines.
    """
    return Honeycomb(board.name)


def _staggered(rows: Sequence[Sequence[str]]) -> str:
    """Cells in rows, each half a cell further right than the one above; none where it is empty.

    >>> print(_staggered([["", "1", "2"], ["3", "4", "5"], ["6", "7", ""]]))
     1 2
    3 4 5
     6 7
    """
    wide = max((len(word) for row in rows for word in row), default=1)
    step = wide + 1 + (wide + 1) % 2  # even, so that there is a half
    cells = [
        (down, across * step + down * step // 2, word)
        for down, row in enumerate(rows)
        for across, word in enumerate(row)
        if word
    ]
    left = min((x for _, x, _ in cells), default=0)
    lines = [""] * len(rows)
    for down, x, word in cells:
        lines[down] = lines[down].ljust(x - left) + word.rjust(wide)
    return "\n".join(lines)


def _hexagon(x: float, y: float, value: object) -> Iterator[str]:
    half, side = CELL / 2, SIDE
    path = f"M{x:.1f} {y - side:.1f}l{half:g} {side / 2:.2f}v{side:.2f}l{-half:g} {side / 2:.2f}"
    path += f"l{-half:g} {-side / 2:.2f}v{-side:.2f}Z"
    yield f'<path d="{path}" {paint("paper", "ink", 1.5)}/>'
    if value is not None:
        size = fitting(str(value), 0.7 * CELL, 18)
        yield text(round(x, 1), round(y + 0.35 * size, 1), str(value), "ink", size)


# ----------------------------------------- Layers of a box, each of little cubes, seen from above.


CUBE, ACROSS, DOWN = 24.0, 30.0, 17.0
"""The height of a cube, and half the width and the depth of its upper side."""


@dataclass(frozen=True)
class Cubes(DrawnAlone):
    """A box of little cubes, its layers apart, of a filling on the board of `side_by_side`."""

    columns: int

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """Each layer below the one before, each cube in a tint with its value on top."""
        corners, order = self._corners(groups), places_of_values(groups[0])
        cubes = (_cube(x, y, values.get(v.name), order) for x, y, v in corners)
        wide = max((x for x, _, _ in corners), default=0.0) + ACROSS
        high = max((y for _, y, _ in corners), default=0.0) + 2 * DOWN + CUBE
        return Picture(wide, high, tuple(chain.from_iterable(cubes)))

    def boxes(self, groups: Sequence[Group]) -> Iterator[Box]:
        """The upper side of each cube."""
        for x, y, v in self._corners(groups):
            facts = tuple((v.name, value) for value in v.domain)
            yield Box(x - ACROSS / 2, y + DOWN - 9, ACROSS, 18, facts, v.name)

    def _corners(self, groups: Sequence[Group]) -> list[tuple[float, float, Variable]]:
        """The farthest upper corner of each cube, the farther cubes first, with its variable."""
        boards = [group for group in groups if isinstance(group, OnBoard)]
        rows = max((board.board.height for board in boards), default=0)
        tall = DOWN * (rows + self.columns) + CUBE + 10
        found = []
        for square, variable in (item for board in boards for item in board.by_square.items()):
            layer, column = divmod(square.column - 1, self.columns + 1)
            x = ACROSS * (rows + column - square.row + 1)
            found.append((x, DOWN * (column + square.row - 1) + tall * layer, variable))
        return sorted(found, key=lambda corner: corner[1])


def cubes(filling: Group, columns: int) -> Cubes:
    """Little cubes in layers that have so many columns, on a board made by `side_by_side`."""
    return Cubes(filling.name, columns)


def _cube(x: float, y: float, value: Any, order: Mapping[Any, int]) -> Iterator[str]:
    """A cube whose farthest upper corner is at x, y; its sides are darker."""
    tint = tint_of(value, order[value]) if value in order else "paper"
    top = f"M{x:g} {y:g}l{ACROSS:g} {DOWN:g}l{-ACROSS:g} {DOWN:g}l{-ACROSS:g} {-DOWN:g}Z"
    yield f'<path d="{top}" {paint(tint, "ink", 1)}/>'
    for side, dark in ((-1, 0.15), (1, 0.3)):
        face = f"M{x:g} {y + 2 * DOWN:g}v{CUBE:g}l{side * ACROSS:g} {-DOWN:g}v{-CUBE:g}Z"
        yield f'<path d="{face}" {paint(tint, "ink", 1)}/>'
        yield f'<path d="{face}" fill-opacity="{dark}" {paint("ink")}/>'
    words = "?" if value is None else str(value)
    yield text(x, round(y + DOWN + 6, 1), words, "ink", fitting(words, ACROSS, 17))


# ---------------------- Rectangles within a rectangle, wherever the values of two groups put them.


Area = tuple[int, tuple[int, int], tuple[int, int]]
"""The number of an area, its lower left and its upper right corner."""

WIDEST_OF_RECTANGLES = 320.0
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
    by_number: bool = False
    """True if each tint is by the number of its area alone."""

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
        unit = min(40.0, WIDEST_OF_RECTANGLES / max(wide, high))
        found = list(self.areas(groups, values))
        tints = {n: n % TINTS for n, *_ in found} if self.by_number else _tints(found)
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

    def apart(self) -> Rectangles:
        """The areas, whatever stands beside them."""
        return replace(self, by_number=True)

    def joint(self, groups: Sequence[Group]) -> Iterable[tuple[Variable, Variable]]:
        """The two ways to each corner."""
        return zip(*(group.variables for group in groups), strict=True)


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
