"""Heat maps: how often each square of a placement is taken, or each variable has each value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..boards.placements import Placement
from ..boards.sides import Sides
from ..errors import UnknownName
from ..groups import Group, Single
from ..late_dataclasses import dataclass
from ..model import Model
from ..phrases import did_you_mean, escaped, grouped
from .clues import blank
from .notebook import PLAIN, SVG, Bundle
from .svg_boards import board_picture, strokes_of
from .svg_style import Picture, document, fitting, paint, text

CELL, ROW = 58, 30
"""The side of a square of a board, and the height of a row of values."""
MOST_CELLS = 2500
"""A map of more cells is not drawn."""
LONGEST = 7
"""A number of more letters is drawn as a share."""

Cell = tuple[str, int] | None
"""Its name, and the number of solutions; None for a hole in a board."""


@dataclass(frozen=True)
class HeatMap:
    """In how many of `number` solutions a group has which values, by name of its variables."""

    group: Group
    counts: Mapping[str, Mapping[Any, int]]
    number: int

    def rows(self) -> list[list[str]]:
        """The cells as texts: a board's rows, or a head and a row for each variable."""
        if isinstance(self.group, Placement):
            return [list(map(_said, row)) for row in self._cells]
        lines = zip(self.counts, self._cells, strict=True)
        return [["", *map(str, self._values)], *([name, *map(_said, row)] for name, row in lines)]

    def to_svg(self) -> str:
        """The map as the text of an SVG file. Raises: ValueError for too large a map."""
        cells = sum(map(len, self._cells))
        if cells > MOST_CELLS:
            raise ValueError(
                f"the map of {self.group.name} has {grouped(cells)} cells; it is drawn with at most"
                f" {grouped(MOST_CELLS)}, and printed with any number"
            )
        label = f"{self.group.name}: in how many of {grouped(self.number)} solutions"
        return document(self._picture(), label, 10)

    @property
    def _values(self) -> list[Any]:
        """All values that some variable has, in the order of the domains."""
        labelled = [one for one in self.group.variables if one.labelled]
        order: dict[Any, int] = {v: n for one in labelled for n, v in enumerate(one.domain)}
        taken = dict.fromkeys(value for each in self.counts.values() for value in each)
        return sorted(taken, key=lambda value: order.get(value, value))

    @property
    def _cells(self) -> list[list[Cell]]:
        group = self.group
        if isinstance(group, Placement):
            wide, high = group.board.width, group.board.height
            found: list[list[Cell]] = [[None] * wide for _ in range(high)]
            for square, variable in group.by_square.items():
                number = self.counts[variable.name].get(1, 0)
                found[square.row - 1][square.column - 1] = str(square), number
            return found
        return [
            [(f"{name} = {value}", each.get(value, 0)) for value in self._values]
            for name, each in self.counts.items()
        ]

    def _lines(self, sides: Sides) -> Picture:
        """The lines of a board, bolder the more solutions have them, with the number of these."""
        ground = board_picture(Model(sides.name, sides), blank(sides), {})
        parts = [*ground.parts]
        found = [self.counts[variable.name].get(1, 0) for variable in sides.variables]
        most = max([1, *found])
        for name, number, (path, (x, y)) in zip(self.counts, found, strokes_of(sides), strict=True):
            title = escaped(f"{name}: {grouped(number)} of {grouped(self.number)}")
            bold = f'stroke-opacity="{number * 1000 // most / 1000:g}" stroke-linecap="round"'
            words = _short(number, self.number)
            parts += [
                f'<g><title>{title}</title><path d="{path}" {bold} {paint("", "hue0", 7)}/>',
                text(x, y + 4, words, "ink", fitting(words, 40, 12), halo=True) + "</g>",
            ]
        return Picture(ground.width, ground.height, tuple(parts))

    def _picture(self) -> Picture:
        if isinstance(self.group, Sides):
            return self._lines(self.group)
        cells, on_board = self._cells, isinstance(self.group, Placement)
        names = [] if on_board else list(self.counts)
        heads = [] if on_board else [str(value) for value in self._values]
        left = max((8.0 * len(name) + 10 for name in names), default=0.0)
        top, high = (0, CELL) if on_board else (24, ROW)
        wide = max([CELL, *(8 * len(head) + 12 for head in heads)])
        parts = [
            text(left + wide * (n + 0.5), 15, head, "soft", 13) for n, head in enumerate(heads)
        ]
        for n, name in enumerate(names):
            parts.append(text(left - 8, top + high * n + 20, name, "soft", 13, anchor="end"))
        most = max((cell[1] for row in cells for cell in row if cell), default=0)
        for y, row in enumerate(cells):
            for x, cell in enumerate(row):
                box = (left + x * wide, top + y * high, wide, high)
                parts += _drawn(*cell, box, most, self.number) if cell else ()
        width = left + wide * max(map(len, cells), default=0)
        return Picture(max(width, 60), max(top + high * len(cells), 20), tuple(parts))

    def __str__(self) -> str:
        rows = self.rows()
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.rjust(w) for cell, w in zip(row, wide, strict=True)) for row in rows
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Bundle:
        """The map as text, and as a picture where it is not too large."""
        if sum(map(len, self._cells)) > MOST_CELLS:
            return {PLAIN: str(self)}
        return {PLAIN: str(self), SVG: self.to_svg()}


def heat_map(
    model: Model, name: str, marginals: Mapping[str, Mapping[Any, int]], number: int
) -> HeatMap:
    """The map of the group or the variable of that name.

    Raises: UnknownName, a KeyError, where there is none.
    """
    group = model.groups_by_name.get(name)
    if group is None:
        if name not in model.by_name:
            advice = did_you_mean(name, [*model.groups_by_name, *model.places], "it has")
            raise UnknownName(f"{model.name} has no group or variable {name!r}; {advice}")
        group = Single(model.by_name[name])
    names = [variable.name for variable in group.variables]
    return HeatMap(group, {name: marginals[name] for name in names}, number)


def _said(cell: Cell) -> str:
    return grouped(cell[1]) if cell else ""


def _short(found: int, number: int) -> str:
    words = grouped(found)
    return words if len(words) <= LONGEST else f"{found * 1000 // number / 10:g} %"


def _drawn(
    what: str, found: int, box: tuple[float, float, float, float], most: int, number: int
) -> tuple[str, ...]:
    """A cell, darker the more solutions it has; its title has their number."""
    x, y, wide, high = box
    place = f'x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"'
    words = _short(found, number)
    title = escaped(f"{what}: {grouped(found)} of {grouped(number)}")
    size = fitting(words, wide - 8, 15)
    return (
        f"<g><title>{title}</title><rect {place} {paint('paper', 'grid', 1)}/>",
        f'<rect {place} fill-opacity="{found * 1000 // max(most, 1) / 1000:g}" {paint("hue0")}/>',
        text(x + wide / 2, y + high / 2 + 5, words, "ink", size, halo=True),
        "</g>",
    )
