"""Links, fences and borders as text: lines through squares, and thick ones between them.

>>> from everyway.models import Board
>>> from everyway.models.language.drawing.as_text import draw_group
>>> line = Board(2).links("line")
>>> print(draw_group(line, {link.name: 1 for link in line}))
┌─┐
│ │
└─┘
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ..boards.grid import Square
from ..boards.sides import STEPS, Borders, Fences, Links, Sides, beyond
from ..boards.sketches import Point
from ..late_dataclasses import dataclass, field
from .as_text import DOWN, JOINTS, LEFT, PLAIN_JOINTS, RIGHT, UP, Ground

THICK_JOINTS = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋"
"""Characters for thick lines by their arms, as for thin ones."""

ARMS = {UP: (-1, 0), DOWN: (1, 0), LEFT: (0, -1), RIGHT: (0, 1)}

Place = tuple[int, int]
"""A row and a column of the lattice: squares at odd ones, sides and corners between them."""


@dataclass(frozen=True)
class Lattice:
    """A board's squares, sides and corners in rows of text; marks are at most `width` wide."""

    group: Sides
    ground: Ground
    marks: Mapping[Square, str]
    values: Mapping[str, Any]
    width: int
    points: Mapping[Point, str] = field(default_factory=dict)

    @cached_property
    def lines(self) -> list[tuple[int | None, str]]:
        """The lines, those of squares with the place of their row."""
        found = [[self._text(y, x).ljust(self._room) for x in self._columns] for y in self._rows]
        texts = zip(self._rows, map("".join, found), strict=True)
        return [(y // 2 if y % 2 else None, text) for y, text in texts]

    def spread(self, words: Iterable[str]) -> str:
        """A word a column, as far apart as the squares of a row."""
        left = iter(words)
        gap = " " * self._room
        return "".join(self._wide(next(left)) if x % 2 else gap for x in self._columns)

    # ----------------------------------------------------------------------------- strokes

    @cached_property
    def _values(self) -> dict[Place, Any]:
        """The value of the variable at each side that has one."""
        every = zip(self.group.variables, self.group.seen, strict=True)
        return {
            _side(*at): self.values.get(variable.name) for variable, seen in every for at in seen
        }

    @cached_property
    def _points(self) -> dict[Place, str]:
        """The text of each side and corner that has one."""
        return {(round(2 * r) - 1, round(2 * c) - 1): word for (r, c), word in self.points.items()}

    @cached_property
    def _room(self) -> int:
        """The width of a column between squares."""
        return max(map(len, self.points.values()), default=1)

    @cached_property
    def _chosen(self) -> set[Place]:
        return {place for place, value in self._values.items() if value == 1}

    @cached_property
    def _links(self) -> set[Place]:
        return self._chosen if isinstance(self.group, Links) else set()

    @cached_property
    def _thick(self) -> set[Place]:
        """The sides with a fence or border; borders have the outline of the board around them."""
        outline = self._edges if isinstance(self.group, Borders) else set()
        return outline | (self._chosen - self._links)

    @cached_property
    def _edges(self) -> set[Place]:
        """The sides of open squares without an open square beyond."""
        return {_side(square, side) for square, side, open_ in self._around() if not open_}

    @cached_property
    def _thin(self) -> set[Place]:
        """The sides between two zones, and around zones."""
        zones, board = self.ground.zones, self.group.board
        if len(set(zones.values())) < 2 or not any(zones[square] for square in board.open):
            return set()
        return self._edges | {
            _side(square, side)
            for square, side, open_ in self._around()
            if open_ and zones[open_] != zones[square]
        }

    def _around(self) -> Iterator[tuple[Square, str, Square | None]]:
        """Each open square, each of its sides, and the open square beyond."""
        board = self.group.board
        for square in board.open:
            for side in STEPS:
                other = beyond(board, square, side)
                yield square, side, other if other is not None and board.has(other) else None

    # ------------------------------------------------------------------------------- texts

    @cached_property
    def _rows(self) -> range:
        """The rows of the lattice, without those at the edge where nothing is drawn there."""
        return self._drawn(0, self.group.board.height)

    @cached_property
    def _columns(self) -> range:
        return self._drawn(1, self.group.board.width)

    def _drawn(self, way: int, size: int) -> range:
        ends = {place[way] for place in [*self._values, *self._thin, *self._points]}
        edge = isinstance(self.group, Fences | Borders) or bool(ends & {0, 2 * size})
        return range(2 * size + 1) if edge else range(1, 2 * size)

    @property
    def _joints(self) -> tuple[str, str]:
        return (PLAIN_JOINTS, PLAIN_JOINTS) if self.ground.plain else (JOINTS, THICK_JOINTS)

    def _text(self, y: int, x: int) -> str:
        if y % 2 and x % 2:
            return self._square(y, x)
        thin, thick = self._joints
        if not y % 2 and not x % 2:
            arms = _arms(self._thick, y, x)
            joint = thick[arms] if arms else thin[_arms(self._thin, y, x)].replace(" ", self._dot)
            return self._points.get((y, x), joint)
        value, along = self._values.get((y, x), 0), UP | DOWN if y % 2 else LEFT | RIGHT
        stroke = thick if (y, x) in self._thick else thin if (y, x) in self._thin else " " * 16
        word, fill = stroke[along], stroke[along]
        if (y, x) in self._links:
            word = thin[
                UP | DOWN | LEFT | RIGHT if fill != " " else (UP | DOWN) ^ (LEFT | RIGHT) ^ along
            ]
        elif value not in (0, 1):
            word = "?" if value is None else str(value)
        word = self._points.get((y, x), word)
        return word if y % 2 else self._wide(word, fill, fill)

    def _square(self, y: int, x: int) -> str:
        mark, arms = self.marks[Square((y + 1) // 2, (x + 1) // 2)], _arms(self._links, y, x)
        if mark == "." and arms:
            mark = self._joints[0][arms]
        bar = self._joints[0][LEFT | RIGHT]
        return self._wide(mark, bar if arms & LEFT else " ", bar if arms & RIGHT else " ")

    def _wide(self, word: str, left: str = " ", right: str = " ") -> str:
        """A word in the column of a square, with room beside it where lines are between columns."""
        room = 0 if isinstance(self.group, Links) and not self._thin else 1
        return word.rjust(self.width, left).rjust(self.width + room, left) + right * room

    @property
    def _dot(self) -> str:
        """A corner where nothing ends."""
        return " " if not isinstance(self.group, Fences) else "+" if self.ground.plain else "·"


def _side(square: Square, side: str) -> Place:
    down, right = STEPS[side]
    return 2 * square.row - 1 + down, 2 * square.column - 1 + right


def _arms(strokes: set[Place], y: int, x: int) -> int:
    """The arms of the joint at a place from which strokes go out."""
    return sum(arm for arm, (down, right) in ARMS.items() if (y + down, x + right) in strokes)
