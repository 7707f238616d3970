"""An assignment as text: boards as grids, lists and single variables as lines.

>>> from everyway.models import Board, Model
>>> model = Model("two rooks", Board(2).place("rook"))
>>> print(draw_values(model, model.assignment({"rook": ["r1c1", "r2c2"]})))
R .
. R
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import Any

from ..boards.families import Square
from ..boards.fillings import Filling
from ..boards.placements import OnBoard
from ..boards.sketches import Around, around_of, notes_of
from ..groups import Group, Single
from ..model import Model
from ..solution import Solution
from ..variable_grids import VariableGrid
from .clues import fixed_values, numbers_of, signs_of, sums_of
from .drawn_groups import blocks, shown
from .text_boards import Ground, board_text
from .zones import zones_of

WIDTH = 78
"""Lines of values are broken after this many characters; a board never is."""


def draw(solution: Solution, *, ascii_only: bool = False) -> str:
    """`solution` as lines of text, group by group."""
    return draw_values(solution.model, solution.assignment, ascii_only=ascii_only)


def draw_values(model: Model, values: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """An assignment as lines of text; it may be partial and need not solve `model`."""
    several = sum(isinstance(group, OnBoard) for group in shown(model)) > 1
    found: list[str] = []
    for sketch, groups in blocks(model):
        drawn = sketch.as_text(groups, values, ascii_only) if sketch else None
        if drawn is not None:
            found.append(drawn)
        elif all(isinstance(group, Single) for group in groups):
            found.append(_side_by_side(draw_group(group, values) for group in groups))
        else:
            found += [_titled(model, group, values, several, ascii_only) for group in groups]
    return "\n".join(found)


def _titled(
    model: Model, group: Group, values: Mapping[str, Any], several: bool, plain: bool
) -> str:
    """A group, a board with the clues of the model, and its name above where there are several."""
    if isinstance(group, VariableGrid) and len(model.groups) == 1:
        return _rows(group, values)
    if not isinstance(group, OnBoard):
        return draw_group(group, values)
    numbers = numbers_of(model, group, fixed_values(model))
    notes = {**_sums(model), **numbers, **notes_of(model, group)}
    marks = marks_of(group, values, plain)
    marks |= {s: note for s, note in notes.items() if marks.get(s) in (".", "#", "█")}
    signs = {_in_order(one, other, sign) for one, other, sign in signs_of(model)}
    zones = zones_of(group, model.rules)
    ground = Ground(group.board.grid, zones, plain, dict(signs))
    text = board_text(ground, marks, around_of(model, group))
    return f"{group.name}:\n{text}" if several else text


def draw_group(group: Group, values: Mapping[str, Any]) -> str:
    """One group under `values`."""
    if isinstance(group, OnBoard):
        ground = Ground(group.board.grid, zones_of(group, ()), plain=False)
        return board_text(ground, marks_of(group, values, plain=False), Around(group.name))
    if isinstance(group, VariableGrid):
        return f"{group.name}:\n{_rows(group, values)}"
    return fill(line(group, values), WIDTH, subsequent_indent="    ")


def marks_of(group: OnBoard, values: Mapping[str, Any], plain: bool) -> dict[Square, str]:
    """The mark on each square."""
    squares = (square for row in group.board.grid for square in row)
    return {square: mark(group, square, values, plain) for square in squares}


def _sums(model: Model) -> dict[Square, str]:
    r"""The clues of a kakuro, as `16\7`."""
    found = sums_of(model)
    return {s: f"{sums.get('below', '')}\\{sums.get('right of', '')}" for s, sums in found.items()}


def _in_order(one: Square, other: Square, sign: str) -> tuple[tuple[Square, Square], str]:
    """Two squares, the left or upper one first, and the sign between them."""
    if one < other:
        return (one, other), sign
    return (other, one), {"<": ">", ">": "<"}.get(sign, sign)


def mark(group: OnBoard, square: Square, values: Mapping[str, Any], ascii_only: bool) -> str:
    """The mark on `square`: a hole, a wall, a value, a piece's letter, `.` for nothing.

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


def _rows(group: VariableGrid, values: Mapping[str, Any]) -> str:
    """The values in rows and columns, an empty line between slabs; a question mark for none."""
    words = [
        [["?" if value is None else str(value) for value in row] for row in slab]
        for slab in group.slabs(values)
    ]
    width = max((len(word) for slab in words for row in slab for word in row), default=0)
    slabs = ("\n".join(" ".join(w.rjust(width) for w in row) for row in slab) for slab in words)
    return "\n\n".join(slabs) or "(no variables)"


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
