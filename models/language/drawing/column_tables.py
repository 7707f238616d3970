"""A table with a line for each group, its keys in the columns that are their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ..groups import Group, key_texts
from ..late_dataclasses import dataclass, replace
from .clues import Box, Drawn, DrawnAlone
from .svg import table
from .svg_boards import tint_of
from .svg_style import TINTS, Picture, fitting, named_tint, paint, text

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
        order = places_of_values(group)
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


def places_of_values(group: Group) -> dict[Any, int]:
    """The place of each value among those of all variables, for its tint."""
    return {v: n for n, v in enumerate(dict.fromkeys(v for x in group.variables for v in x.domain))}


Room = tuple[float, float]
"""The beginning of a column or a line, and its size."""

HEAD, ROW, LETTER = 30.0, 44.0, 8.0
CANDIDATE = 15.0
"""The height of one of several words that may stand in a cell."""


@dataclass(frozen=True)
class Columns(Drawn):
    """A table with a line for each group: its keys stand in the columns that are their values."""

    title: str
    numbers: tuple[int, ...]
    members: tuple[str, ...]
    turned: bool = False
    """True if the groups are the columns."""

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
        above, beside = [group.name for group in groups], [*map(str, self.numbers)]
        left, widths, heights = self._rooms(groups)
        if not self.turned:
            above, beside = beside, above
        corner = left - (5 if self.turned else 10), 20
        letters = fitting(self.title, left + 9, 14)
        parts = [text(*corner, self.title, "soft", letters, anchor="end")]
        for name, (x, wide) in zip(above, widths, strict=True):
            look = ("soft", 14) if self.turned else ("ink", 16)
            parts.append(text(x + wide / 2, 20, name, *look, bold=not self.turned))
        for name, (y, high) in zip(beside, heights, strict=True):
            look = ("ink", 16) if self.turned else ("soft", 14)
            at = left - 10, y + high / 2 + 5
            parts.append(text(*at, name, *look, bold=self.turned, anchor="end"))
        words = [word for _, row in self.rows(groups, values) for word in row]
        for word, (x, y, wide, high) in zip(words, self._cells(groups), strict=True):
            box = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
            parts.append(f"<rect {box} {paint(named_tint(word) or 'paper', 'grid', 1)}/>")
            room = wide - 10 if self.turned else wide  # what is given is bold on a page
            parts += _broken(word or "?", x + wide / 2, y + high / 2, room)
        width, height = (sum(rooms[-1]) if rooms else 0.0 for rooms in (widths, heights))
        return Picture(max(width, left), max(height, HEAD), tuple(parts))

    def apart(self) -> Columns:
        """The table turned, so that slim columns have room for all that may stand in a cell."""
        return replace(self, turned=True)

    def boxes(self, groups: Sequence[Group]) -> Iterator[Box]:
        """The cells of the table, for every key that may stand there."""
        facts = (
            tuple((v.name, number) for v in group.variables if number in v.domain)
            for group in groups
            for number in self.numbers
        )
        yield from (Box(*cell, some) for cell, some in zip(self._cells(groups), facts, strict=True))

    def _cells(self, groups: Sequence[Group]) -> Iterator[tuple[float, float, float, float]]:
        """The place and the size of each cell, group by group."""
        _, widths, heights = self._rooms(groups)
        if self.turned:
            return ((x, y, wide, high) for x, wide in widths for y, high in heights)
        return ((x, y, wide, high) for y, high in heights for x, wide in widths)

    def _rooms(self, groups: Sequence[Group]) -> tuple[float, list[Room], list[Room]]:
        """The room on the left, and where each column and each line begins, and its size."""
        longest = [max((len(key) for key in key_texts(group)), default=1) for group in groups]
        if self.turned:
            names = map(str, self.numbers)
            widths = [
                LETTER * max(n, len(g.name)) + 2 for n, g in zip(longest, groups, strict=True)
            ]
            high = CANDIDATE * max((len(group.variables) for group in groups), default=1)
            left = LETTER * max(map(len, names), default=1) + 18
            return left, _rooms(left, widths), _rooms(HEAD, [high] * len(self.numbers))
        words = (word for group in groups for key in key_texts(group) for word in key.split())
        wide = max(44.0, LETTER * max(map(len, words), default=1) + 8)
        left = LETTER * max(map(len, [self.title, *(group.name for group in groups)])) + 14
        return left, _rooms(left, [wide] * len(self.numbers)), _rooms(HEAD, [ROW] * len(groups))


def _rooms(start: float, sizes: Sequence[float]) -> list[Room]:
    return [*zip(accumulate(sizes[:-1], initial=start), sizes, strict=True)] if sizes else []


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
        pairs, order = self.pairs(groups, values), key_texts(groups[0])
        tall = max(map(abs, self.further), default=0) * PAIRED_CELL / 3 + 6
        size = f'width="{PAIRED_CELL}" height="{PAIRED_CELL}"'
        look = f"{size} {paint('paper', 'grid', 1)}"
        parts = [
            f'<rect x="{cell * PAIRED_CELL}" y="{tall:g}" {look}/>' for cell in range(self.cells)
        ]
        for a, b in (two for cells in pairs.values() for two in pairwise(sorted(cells))):
            start, wide = (a + 0.5) * PAIRED_CELL, (b - a) * PAIRED_CELL
            arc = f"M{start:g} {tall:g}a{wide / 2:g} {wide / 3:g} 0 0 1 {wide:g} 0"
            parts.append(f'<path d="{arc}" {paint("", "found", 1.8)}/>')
        for key, cells in pairs.items():
            for cell in cells:
                box = f'x="{cell * PAIRED_CELL}" y="{tall:g}" {size}'
                tint = f"tint{order.index(key) % TINTS}"
                parts.append(f"<rect {box} {paint(tint, 'grid', 1)}/>")
                letters = fitting(key, PAIRED_CELL - 4, 19)
                parts.append(text((cell + 0.5) * PAIRED_CELL, tall + 22, key, "ink", letters))
        return Picture(PAIRED_CELL * self.cells, tall + PAIRED_CELL, tuple(parts))


def row(group: Group, cells: int, further: Iterable[int], times: int = 2) -> Row:
    """A row of `cells`: each key of `group` in the cell that is its value, from 0, and again
    its number in `further` to the right, `times` in all.
    """
    return Row(group.name, cells, tuple(further), times)


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
        look = paint("", "ink", 2.5)
        parts += [f'<path d="M{edge + x * unit:g} 0v21" {look}/>' for x in marks]
        letters = fitting("0" * len(str(self.length)), unit + 6, 15)
        parts += [text(edge + x * unit, 38, str(x), "ink", letters) for x in marks]
        return Picture(width, tall, tuple(parts))


def ruler(group: Group, length: int, *, notched: bool = False) -> Ruler:
    """A ruler whose marks are the values of `group`, or, if `notched`, its places with a 1."""
    return Ruler(group.name, length, notched)
