"""A row of cells in which each key stands several times, so far apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ..groups import Group
from ..late_dataclasses import dataclass
from .drawn_groups import DrawnAlone
from .svg_style import TINTS, Picture, fitting, paint, text

CELL = 32


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
        keys = map(str, group.layout().get("keys", range(len(group.variables))))
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
        tall = max((b - a for a, b in _arcs(pairs)), default=0) * CELL / 3 + 6
        size = f'width="{CELL}" height="{CELL}"'
        look = f"{size} {paint('paper', 'grid', 1)}"
        parts = [f'<rect x="{cell * CELL}" y="{tall:g}" {look}/>' for cell in range(self.cells)]
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
        return Picture(CELL * self.cells, tall + CELL, tuple(parts))


def row(group: Group, cells: int, further: Iterable[int], times: int = 2) -> Row:
    """A row of `cells`: each key of `group` in the cell that is its value, from 0, and so much
    `further`, `times` in all.
    """
    return Row(group.name, cells, tuple(further), times)


def _arcs(pairs: Mapping[str, Sequence[int]]) -> list[tuple[int, int]]:
    """Each cell of a key with the next one, the left one first."""
    return [two for cells in pairs.values() for two in pairwise(sorted(cells))]
