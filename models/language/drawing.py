"""An assignment as text: boards as grids, lists and single variables as lines.

>>> from everyway.models import Board, Model
>>> model = Model("two rooks", Board(2).place("rook"))
>>> print(draw_values(model, model.assignment({"rook": ["r1c1", "r2c2"]})))
R .
. R
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest
from textwrap import fill
from typing import Any

from .families import Square
from .fillings import Filling
from .groups import Group, Single
from .model import Model, Rule, Solution
from .placements import OnBoard
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
    boards = sum(isinstance(group, OnBoard) for group in model.groups)
    blocks: list[str] = []
    for single, found in groupby(model.groups, lambda group: isinstance(group, Single)):
        if single:
            blocks.append(_side_by_side(draw_group(group, values) for group in found))
            continue
        for group in found:
            title = f"{group.name}:\n" if boards > 1 and isinstance(group, OnBoard) else ""
            blocks.append(title + draw_group(group, values, model.rules, ascii_only=ascii_only))
    return "\n".join(blocks)


def draw_group(
    group: Group,
    values: Mapping[str, Any],
    rules: Iterable[Rule] = (),
    *,
    ascii_only: bool = False,
) -> str:
    """One group under `values`; `rules` tell whether its board has boxes."""
    if isinstance(group, OnBoard):
        squares = [square for row in group.board.grid for square in row]
        marks = {square: mark(group, square, values, ascii_only) for square in squares}
        joints = PLAIN_JOINTS if ascii_only else JOINTS
        lines = _grid(group.board.grid, marks, zones_of(group, rules), joints)
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


def _grid(grid: Grid, marks: Mapping[Square, str], zones: Zones, joints: str) -> Iterator[str]:
    """The lines of a board: one of marks a row, and one of rules where the zone changes."""
    if not grid or not grid[0]:
        yield "(no squares)"
        return
    ruled = [_differ(pair, zones) for pair in pairwise(zip(*grid, strict=True))]
    width = max(map(len, marks.values()))
    for row, below in zip_longest(grid, grid[1:]):
        sides = (_arm(UP | DOWN, pair, zones) for pair in pairwise(row))
        gaps = [f" {joints[s]} " if wide else " " for s, wide in zip(sides, ruled, strict=True)]
        yield _alternating([marks[square].rjust(width) for square in row], gaps)
        if below and _differ((row, below), zones):
            yield _rule(row, below, zones, ruled, width, joints)


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
