"""An assignment as text: boards as grids, lists and single variables as lines.

>>> from everyway.models import Board, Model
>>> model = Model("two rooks", Board(2).place("rook"))
>>> print(draw_values(model, model.assignment({"rook": ["r1c1", "r2c2"]})))
R .
. R
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from textwrap import fill
from typing import Any

from .families import Square
from .fillings import Filling
from .groups import Group, Single
from .model import Model, Rule, Solution
from .placements import OnBoard
from .sketches import Around, Columns, Rectangles, around_of, blocks
from .text_sketches import areas_at, draw_columns, framed, stacked
from .zones import Zones, zones_of

WIDTH = 78
"""Lines of values are broken after this many characters; a board never is."""

JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Line characters by their arms: 1 up, 2 down, 4 left, 8 right."""

PLAIN_JOINTS = " |||-+++-+++-+++"
"""The same in ASCII."""

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

Grid = Sequence[Sequence[Square]]


def draw(solution: Solution, *, ascii_only: bool = False) -> str:
    """`solution` as lines of text, group by group."""
    return draw_values(solution.model, solution.values, ascii_only=ascii_only)


def draw_values(model: Model, values: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """An assignment as lines of text; it may be partial and need not solve `model`."""
    several = sum(isinstance(group, OnBoard) for group in model.groups) > 1
    found: list[str] = []
    for sketch, groups in blocks(model):
        if isinstance(sketch, Columns):
            found.append(draw_columns(sketch, groups, values))
        elif isinstance(sketch, Rectangles):
            found.append(_areas(sketch, groups, values, ascii_only))
        elif all(isinstance(group, Single) for group in groups):
            found.append(_side_by_side(draw_group(group, values) for group in groups))
        else:
            found += [_titled(model, group, values, several, ascii_only) for group in groups]
    return "\n".join(found)


def _titled(
    model: Model, group: Group, values: Mapping[str, Any], several: bool, ascii_only: bool
) -> str:
    """A group, its name above where there are several boards."""
    labels = around_of(model, group)
    text = draw_group(group, values, model.rules, labels=labels, ascii_only=ascii_only)
    return f"{group.name}:\n{text}" if several and isinstance(group, OnBoard) else text


def draw_group(
    group: Group,
    values: Mapping[str, Any],
    rules: Iterable[Rule] = (),
    *,
    labels: Around | None = None,
    ascii_only: bool = False,
) -> str:
    """One group under `values`; `rules` tell whether its board has boxes, `labels` what stands
    around it.
    """
    if isinstance(group, OnBoard):
        squares = [square for row in group.board.grid for square in row]
        marks = {square: mark(group, square, values, ascii_only) for square in squares}
        joints = PLAIN_JOINTS if ascii_only else JOINTS
        ground = _Ground(group.board.grid, zones_of(group, rules), joints)
        lines = _around(ground, marks, labels or Around(group.name), ascii_only)
        return "\n".join(line.rstrip() for line in lines)
    return fill(line(group, values), WIDTH, subsequent_indent="    ")


def mark(group: OnBoard, square: Square, values: Mapping[str, Any], ascii_only: bool) -> str:
    """What stands on `square`: a hole, a wall, a value, a piece's letter, `.` for nothing.

    Where a placement has no value there is a question mark.
    """
    if not group.board.has(square):
        hole = square in group.board.holes
        return ("o" if hole else "#") if ascii_only else ("○" if hole else "█")
    value = values.get(group[square].name)
    if isinstance(group, Filling):
        return "." if value is None else str(value)
    if value is None:
        return "?"
    return "." if value == 0 else letter(group.name) if value == 1 else str(value)


def letter(name: str) -> str:
    """The letter of a piece: the first of its name, and N for a knight as chess players write.

    >>> letter("queen"), letter("knight")
    ('Q', 'N')
    """
    return "N" if name.lower() == "knight" else name.strip()[0].upper()


# ---------------------------------------------------------------------------- lists and singles


def line(group: Group, values: Mapping[str, Any]) -> str:
    """`q = 2 4 1 3`, or `day: tea 1, milk 2` by keys; a question mark where there is no value."""
    found = [str(values.get(variable.name, "?")) for variable in group.variables]
    keys = group.layout().get("keys", ())
    if any(isinstance(key, str) for key in keys):
        pairs = zip(keys, found, strict=True)
        return f"{group.name}: {', '.join(f'{key} {value}' for key, value in pairs)}"
    return f"{group.name} = {' '.join(found)}"


def _side_by_side(texts: Iterable[str]) -> str:
    """`x = 3  y = 4`, on as many lines as are needed."""
    lines = [""]
    for text in texts:
        joined = f"{lines[-1]}  {text}" if lines[-1] else text
        if len(joined) <= WIDTH:
            lines[-1] = joined
        else:
            lines.append(text)
    return "\n".join(lines)


# ---------------------------------------------------------------------------------- boards


@dataclass(frozen=True)
class _Ground:
    """The squares of a board, the zones that they lie in, and the characters for lines."""

    grid: Grid
    zones: Zones
    joints: str

    @cached_property
    def ruled(self) -> list[bool]:
        """Between which columns there is a line somewhere."""
        return [_differ(pair, self.zones) for pair in pairwise(zip(*self.grid, strict=True))]

    def spread(self, words: Iterable[str], width: int) -> str:
        """A word a column, as far apart as the squares of a row."""
        gaps = ["   " if wide else " " for wide in self.ruled]
        return _alternating([word.rjust(width) for word in words], gaps)


def _around(
    ground: _Ground, marks: Mapping[Square, str], labels: Around, ascii_only: bool
) -> Iterator[str]:
    """The lines of a board, framed where there are labels around it."""
    if not ground.grid or not ground.grid[0]:
        yield "(no squares)"
        return
    columns = len(ground.grid[0])
    above = stacked(labels.stacks("top"), columns, hang=False)
    below = stacked(labels.stacks("bottom"), columns, hang=True)
    words = [word for words in (*above, *below) for word in words]
    width = max(map(len, [*marks.values(), *words]))
    lines = list(_grid(ground, marks, width))
    if not words and not any((*labels.left, *labels.right)):
        yield from (line for _, line in lines)
        return
    tops, bottoms = ([ground.spread(row, width) for row in rows] for rows in (above, below))
    yield from framed(lines, tops, bottoms, labels, ascii_only)


def _grid(
    ground: _Ground, marks: Mapping[Square, str], width: int
) -> Iterator[tuple[int | None, str]]:
    """The lines of a board: one of marks a row, with its place, and one of rules where the zone
    changes.
    """
    grid, zones, joints = ground.grid, ground.zones, ground.joints
    for place, (row, below) in enumerate(zip_longest(grid, grid[1:])):
        sides = (_arm(UP | DOWN, pair, zones) for pair in pairwise(row))
        pairs = zip(sides, ground.ruled, strict=True)
        gaps = [f" {joints[side]} " if wide else " " for side, wide in pairs]
        yield place, _alternating([marks[square].rjust(width) for square in row], gaps)
        if below and _differ((row, below), zones):
            yield None, _rule(row, below, zones, ground.ruled, width, joints)


def _areas(
    sketch: Rectangles, groups: Sequence[Group], values: Mapping[str, Any], ascii_only: bool
) -> str:
    """Areas as a map of their numbers, or where that is too wide as the places of their corners."""
    rows = areas_at(sketch, groups, values)
    if rows is None:
        return "\n".join(draw_group(group, values) for group in groups)
    marks = {Square(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    grid = [[Square(r, c) for c in range(len(row))] for r, row in enumerate(rows)]
    ground = _Ground(grid, marks, PLAIN_JOINTS if ascii_only else JOINTS)
    lines = _around(ground, marks, Around(""), ascii_only)
    return "\n".join(line.rstrip() for line in lines)


def _rule(
    above: Sequence[Square],
    below: Sequence[Square],
    zones: Zones,
    ruled: Sequence[bool],
    width: int,
    joints: str,
) -> str:
    """The line between two rows: a stroke under each square whose zone ends there."""
    floors = [_arm(LEFT | RIGHT, pair, zones) for pair in zip(above, below, strict=True)]
    uppers = [_arm(UP, pair, zones) for pair in pairwise(above)]
    lowers = [_arm(DOWN, pair, zones) for pair in pairwise(below)]
    gaps = []
    for (left, right), upper, lower, wide in zip(
        pairwise(floors), uppers, lowers, ruled, strict=True
    ):
        joint = joints[upper | lower | left & LEFT | right & RIGHT]
        gaps.append(f"{joints[left]}{joint}{joints[right]}" if wide else joint)
    return _alternating([joints[floor] * width for floor in floors], gaps)


def _arm(arms: int, pair: tuple[Square, Square], zones: Zones) -> int:
    """`arms` where the two squares lie in different zones, else none."""
    return arms if zones[pair[0]] != zones[pair[1]] else 0


def _differ(lines: tuple[Sequence[Square], Sequence[Square]], zones: Zones) -> bool:
    """Whether somewhere between two rows, or two columns, the zone changes."""
    return any(zones[a] != zones[b] for a, b in zip(*lines, strict=True))


def _alternating(texts: Sequence[str], gaps: Sequence[str]) -> str:
    return "".join(text + gap for text, gap in zip_longest(texts, gaps, fillvalue=""))
