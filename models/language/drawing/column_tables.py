"""A table with a line for each group, its keys in the columns that are their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..groups import Group
from ..late_dataclasses import dataclass
from .drawn_groups import Drawn
from .svg_style import Picture, fitting, named_tint, paint, text

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
            keys = group.layout().get("keys", range(len(group.variables)))
            found = [
                (str(k), values.get(v.name)) for k, v in zip(keys, group.variables, strict=True)
            ]
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
