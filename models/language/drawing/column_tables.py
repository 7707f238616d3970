"""A table with a line for each group, its keys in the columns that are their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

from ..boards.grid import Square
from ..boards.placements import OnBoard
from ..boards.sketches import Around
from ..groups import Group, key_texts
from ..late_dataclasses import dataclass
from .as_text import Ground, board_text, draw_group, marks_of
from .clues import Drawn, DrawnAlone
from .svg import table
from .svg_boards import tint_of
from .svg_style import CELL, TINTS, Picture, fitting, named_tint, paint, text

# ----------------------------------------------------------- A row of cells with a key above each.


@dataclass(frozen=True)
class Cells(DrawnAlone):
    """A row of cells with a key above each: the values of a group are names, not amounts."""

    dotted: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    """Rows below, each with its title and the values that have a dot there."""

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A row of cells, the key above each, and a tint for each value of the domain; below, in
        one row, whether each value has what is said at its side.
        """
        (group,) = groups
        keys = key_texts(group)
        found = [values.get(variable.name) for variable in group.variables]
        order = _places(group)
        tints = [tint_of(value, order[value]) if value in order else "paper" for value in found]
        above = table(keys, found, tints, whole=bool(self.dotted))
        margin = LETTER * max((len(title) for title, _ in self.dotted), default=-1) + LETTER
        parts = above.at(margin, 0)
        wide, high = above.width / max(len(keys), 1), above.height
        for place, (title, having) in enumerate(self.dotted):
            y = high + 24 * place
            parts.append(text(margin - 8, y + 17, title, "soft", 13, anchor="end"))
            for column, value in enumerate(found):
                x = margin + column * wide
                box = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="24"'
                parts.append(f"<rect {box} {paint('paper', 'grid', 1)}/>")
                dot = f'<circle cx="{x + wide / 2:g}" cy="{y + 12:g}" r="6" {paint("ink")}/>'
                parts += [dot] * (value in having)
        return Picture(margin + above.width, high + 24 * len(self.dotted), tuple(parts))


def cells(group: Group, dotted: Mapping[str, Iterable[Any]] | None = None) -> Cells:
    """A row of cells with the values of `group`, which are names and not amounts; below, a row
    for each title of `dotted`, with a dot where the value is one of those that it names.
    """
    rows = (dotted or {}).items()
    return Cells(group.name, tuple((title, tuple(having)) for title, having in rows))


def _places(group: Group) -> dict[Any, int]:
    """The place of each value among those of all variables, for its tint."""
    return {v: n for n, v in enumerate(dict.fromkeys(v for x in group.variables for v in x.domain))}


ROW, LETTER = 44, 8.0


@dataclass(frozen=True)
class Columns(Drawn):
    """A table with a line for each group: its keys stand in the columns that are their values."""

    title: str
    numbers: tuple[int, ...]
    members: tuple[str, ...]

    @property
    def groups(self) -> tuple[str, ...]:
        return self.members

    def rows(
        self, groups: Sequence[Group], values: Mapping[str, Any]
    ) -> Iterator[tuple[str, list[str]]]:
        """The name of each group, and the keys that stand in each of the columns."""
        for group in groups:
            given = [values.get(variable.name) for variable in group.variables]
            found = list(zip(key_texts(group), given, strict=True))
            columns = ([k for k, value in found if value == number] for number in self.numbers)
            yield group.name, [", ".join(keys) for keys in columns]

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """A line for each group, a column for each number."""
        head = [self.title, *map(str, self.numbers)]
        rows = [head, *([name, *words] for name, words in self.rows(groups, values))]
        cells = [[word or "?" for word in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = (
            "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True))
            for row in cells
        )
        return "\n".join(line.rstrip() for line in lines)

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A table: a column for each number, a line for each group; a colour's name is tinted."""
        rows = list(self.rows(groups, values))
        names = [len(name) for name, _ in rows] + [len(self.title)]
        margin = LETTER * max(names) + 14
        longest = max(
            (len(word) for _, words in rows for cell in words for word in cell.split()), default=1
        )
        wide = max(44.0, LETTER * longest + 8)
        parts = [text(margin - 10, 20, self.title, "soft", 14, anchor="end")]
        for column, number in enumerate(self.numbers):
            middle = margin + (column + 0.5) * wide
            parts.append(text(middle, 20, str(number), "ink", 16, bold=True))
        for line, (name, words) in enumerate(rows):
            y = 30 + ROW * line
            parts.append(text(margin - 10, y + 27, name, "soft", 14, anchor="end"))
            for column, word in enumerate(words):
                x = margin + column * wide
                fill = named_tint(word) or "paper"
                box = f'x="{x:g}" y="{y}" width="{wide:g}" height="{ROW}"'
                parts.append(f"<rect {box} {paint(fill, 'grid', 1)}/>")
                parts += _broken(word or "?", x + wide / 2, y + ROW / 2, wide)
        return Picture(margin + wide * len(self.numbers), 30 + ROW * len(rows), tuple(parts))


def columns(title: str, numbers: Iterable[int], *groups: Group) -> Columns:
    """A table whose columns are `numbers`, each a `title`, and whose lines are `groups`."""
    return Columns(title, tuple(numbers), tuple(group.name for group in groups))


def _broken(words: str, x: float, middle: float, room: float) -> Iterator[str]:
    """`words` in two lines where one is too short for them."""
    lines = [words] if LETTER * len(words) < room else words.split(None, 1)
    for place, line in enumerate(lines):
        y = middle + 5 + 18 * (place - (len(lines) - 1) / 2)
        yield text(x, y, line, "ink", fitting(line, room - 6, 15))


# ---------------------------- A row of cells in which each key stands several times, so far apart.


PAIRED_CELL = 32


@dataclass(frozen=True)
class Row(DrawnAlone):
    """A row of cells: a key stands in the cell that is its value, and so far to the right of it."""

    cells: int
    further: tuple[int, ...]
    """For each key how far on it stands once more."""
    times: int = 2
    """The number of times that each key stands in the row."""

    def pairs(self, groups: Sequence[Group], values: Mapping[str, Any]) -> dict[str, list[int]]:
        """The cells in which each key stands, as far as there are such cells."""
        (group,) = groups
        keys = key_texts(group)
        found = (values.get(variable.name) for variable in group.variables)
        return {
            key: [c for n in range(self.times) if 0 <= (c := value + n * step) < self.cells]
            for key, value, step in zip(keys, found, self.further, strict=True)
            if isinstance(value, int)
        }

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """The row in one line, `.` where a cell is empty."""
        cells = ["."] * self.cells
        for key, pair in self.pairs(groups, values).items():
            for cell in pair:
                cells[cell] = key
        return " ".join(cells)

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A row of cells, and an arc from each to the next with the same key; tall ones go far."""
        pairs = self.pairs(groups, values)
        tall = max((b - a for a, b in _arcs(pairs)), default=0) * PAIRED_CELL / 3 + 6
        size = f'width="{PAIRED_CELL}" height="{PAIRED_CELL}"'
        look = f"{size} {paint('paper', 'grid', 1)}"
        parts = [
            f'<rect x="{cell * PAIRED_CELL}" y="{tall:g}" {look}/>' for cell in range(self.cells)
        ]
        for a, b in _arcs(pairs):
            start, wide = (a + 0.5) * PAIRED_CELL, (b - a) * PAIRED_CELL
            arc = f"M{start:g} {tall:g}a{wide / 2:g} {wide / 3:g} 0 0 1 {wide:g} 0"
            parts.append(f'<path d="{arc}" {paint("", "found", 1.8)}/>')
        for place, (key, cells) in enumerate(pairs.items()):
            for cell in cells:
                box = f'x="{cell * PAIRED_CELL}" y="{tall:g}" {size}'
                parts.append(f"<rect {box} {paint(f'tint{place % TINTS}', 'grid', 1)}/>")
                letters = fitting(key, PAIRED_CELL - 4, 19)
                parts.append(text((cell + 0.5) * PAIRED_CELL, tall + 22, key, "ink", letters))
        return Picture(PAIRED_CELL * self.cells, tall + PAIRED_CELL, tuple(parts))


def row(group: Group, cells: int, further: Iterable[int], times: int = 2) -> Row:
    """A row of `cells`: each key of `group` in the cell that is its value, from 0, and again
    its number in `further` to the right, `times` in all.
    """
    return Row(group.name, cells, tuple(further), times)


def _arcs(pairs: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
    """Each cell of a key with the next one, the left one first."""
    return [two for cells in pairs.values() for two in pairwise(sorted(cells))]


# ------------------------------------------------------------------------- A ruler with its marks.


WIDEST = 480.0
"""The most that a ruler is drawn across."""


@dataclass(frozen=True)
class Ruler(DrawnAlone):
    """A ruler of `length` units: the values of a group are its marks, or the places with a 1."""

    length: int
    notched: bool = False

    def marks(self, groups: Sequence[Group], values: Mapping[str, Any]) -> list[int]:
        """The places of the marks, from the left."""
        (group,) = groups
        found = [values.get(variable.name) for variable in group.variables]
        marks = [place for place, value in enumerate(found) if value == 1]
        return marks if self.notched else sorted(v for v in found if isinstance(v, int))

    def as_text(self, groups: Sequence[Group], values: Mapping[str, Any], plain: bool) -> str:
        """The ruler in one line: the marks by their numbers, `.` where there is none."""
        marks = set(self.marks(groups, values))
        return " ".join(str(x) if x in marks else "." for x in range(self.length + 1))

    def as_svg(self, groups: Sequence[Group], values: Mapping[str, Any]) -> Picture:
        """A ruler, a short line at each unit, a long one with its number at each mark."""
        marks = self.marks(groups, values)
        unit = min(30.0, WIDEST / max(self.length, 1))
        edge, tall = 14.0, 46.0
        width = self.length * unit + 2 * edge
        parts = [f'<rect width="{width:g}" height="{tall:g}" rx="4" {paint("tint1", "ink", 1.5)}/>']
        units = "".join(f"M{edge + x * unit:g} 0v7" for x in range(self.length + 1))
        parts.append(f'<path d="{units}" {paint("", "grid", 1)}/>')
        long = "".join(f"M{edge + x * unit:g} 0v21" for x in marks)
        parts.append(f'<path d="{long}" {paint("", "ink", 2.5)}/>')
        letters = fitting("0" * max((len(str(x)) for x in marks), default=1), unit + 6, 15)
        parts += [text(edge + x * unit, 38, str(x), "ink", letters) for x in marks]
        return Picture(width, tall, tuple(parts))


def ruler(group: Group, length: int, *, notched: bool = False) -> Ruler:
    """A ruler whose marks are the values of `group`, or, if `notched`, its places with a 1."""
    return Ruler(group.name, length, notched)


# ------------------ A board as a honeycomb: each row half a cell further right than the one below.


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
        side = CELL / sqrt(3)
        cells = [
            (CELL * (s.column + s.row / 2), 1.5 * side * s.row, values.get(variable.name))
            for group in groups
            if isinstance(group, OnBoard)
            for s, variable in group.by_square.items()
        ]
        left = min((x for x, _, _ in cells), default=0.0) - CELL / 2
        top = min((y for _, y, _ in cells), default=0.0) - side
        parts = [part for x, y, v in cells for part in _hexagon(x - left, y - top, side, v)]
        width = max((x for x, _, _ in cells), default=0.0) + CELL / 2 - left
        return Picture(width, max((y for _, y, _ in cells), default=0.0) + side - top, tuple(parts))


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


def _hexagon(x: float, y: float, side: float, value: object) -> Iterator[str]:
    half = CELL / 2
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
        (group,) = groups
        board = group.board if isinstance(group, OnBoard) else None
        rows = board.height if board else 0
        order = _places(group)
        tall = DOWN * (rows + self.columns) + CUBE
        parts, layers = [], 0
        for square in sorted(board.open if board else (), key=lambda s: (s.row + s.column, s)):
            layer, column = divmod(square.column - 1, self.columns + 1)
            x = ACROSS * (rows + column - square.row + 1)
            y = DOWN * (column + square.row - 1) + (tall + 10) * layer
            parts += _cube(x, y, values.get(group[square].name), order)
            layers = max(layers, layer + 1)
        return Picture(ACROSS * (rows + self.columns), (tall + 10) * layers, tuple(parts))


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
