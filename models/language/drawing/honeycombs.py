"""A board as a honeycomb: each row half a cell further right than the one below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from ..boards.placements import OnBoard
from ..groups import Group
from ..late_dataclasses import dataclass
from .as_text import draw_group, marks_of
from .drawn_groups import DrawnAlone
from .svg_pieces import CELL
from .svg_style import Picture, fitting, paint, text


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
