"""An assignment as text: boards as grids, lists and single variables as lines.

>>> from everyway.models import Board, Model
>>> model = Model("two rooks", Board(2).place("rook"))
>>> print(draw_values(model, model.assignment({"rook": ["r1c1", "r2c2"]})))
R .
. R
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest
from textwrap import fill
from typing import Any

from ..boards.grid import Square
from ..boards.placements import Filling, OnBoard
from ..boards.sides import Borders, Links, Sides
from ..boards.sketches import Around, Point, around_of, looks_of, notes_of, points_of
from ..constraints import MIRRORED, fixed_values
from ..groups import Group, Single, VariableGrid, key_texts
from ..late_dataclasses import dataclass, field
from ..model import Model
from ..rules import Rule
from ..set_variables import Subset
from ..solution import Solution
from .clues import blocks, grounds, numbers_of, shown, signs_of, sums_of

# ------------- The squares of a board that belong together in a picture: its regions or its boxes.


_BOXES = re.compile(r"boxes\((\d+),(\d+)\)")

Zones = dict[Square, str]
"""The zone of each square of a board; lines are drawn where it changes."""


def zones_of(group: OnBoard, rules: Iterable[Rule]) -> Zones:
    """The region of each square, else its box where a rule about `group` names boxes."""
    board = group.board
    squares = [square for row in board.grid for square in row]
    if board.plan:
        return {square: board.region_of(square) for square in squares}
    for rule in rules:
        found = _BOXES.search(rule.label) if rule.subject == group.name else None
        if found:
            height, width = int(found[1]), int(found[2])
            return {s: f"{(s.row - 1) // height},{(s.column - 1) // width}" for s in squares}
    return dict.fromkeys(squares, "")


# ---------- Boards as text: what stands on the squares, lines between zones, signs, labels around.


JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Line characters by their arms: 1 up, 2 down, 4 left, 8 right."""

PLAIN_JOINTS = " |||-+++-+++-+++"
"""The same in ASCII."""

FRAME, PLAIN_FRAME = "│─┌┐└┘", "|-++++"

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

UPRIGHT, PLAIN_UPRIGHT = {"<": "∧", ">": "∨"}, {"<": "^", ">": "v"}
"""Signs between a square and the one below it."""

IN_ASCII = str.maketrans("○●□■←→↑↓◤◥◣◢☾☀", "o*_#<>^vF7LJms")
"""The marks of puzzles, as they are written where there is only ASCII."""

Grid = Sequence[Sequence[Square]]
Signs = Mapping[tuple[Square, Square], str]
"""Signs between two squares, the left or upper one first."""


@dataclass(frozen=True)
class Ground:
    """The squares of a board, the zones that they lie in, and signs between them."""

    grid: Grid
    zones: Zones
    plain: bool
    """True if only ASCII may be written."""
    signs: Signs = field(default_factory=dict)

    @cached_property
    def joints(self) -> str:
        """Characters for lines, by their arms."""
        return PLAIN_JOINTS if self.plain else JOINTS

    @cached_property
    def ruled(self) -> list[bool]:
        """Between which columns there is a line somewhere."""
        return [_differ(pair, self.zones) for pair in pairwise(zip(*self.grid, strict=True))]

    def spread(self, words: Iterable[str], width: int) -> str:
        """A word a column, as far apart as the squares of a row."""
        gaps = ["   " if wide else " " for wide in self.ruled]
        return _alternating([word.rjust(width) for word in words], gaps)


def board_text(ground: Ground, marks: Mapping[Square, str], labels: Around) -> str:
    """A board with `marks` on its squares and `labels` around it."""
    return "\n".join(line.rstrip() for line in _lines(ground, marks, labels))


def _lines(ground: Ground, marks: Mapping[Square, str], labels: Around) -> Iterator[str]:
    """The lines of a board, framed where there are labels around it."""
    if not ground.grid or not ground.grid[0]:
        yield "(no squares)"
        return
    columns = len(ground.grid[0])
    above = _stacked(labels.stacks("top"), columns, hang=False)
    below = _stacked(labels.stacks("bottom"), columns, hang=True)
    words = [word for words in (*above, *below) for word in words]
    width = max(map(len, [*marks.values(), *words]))
    lines = list(_grid(ground, marks, width))
    if not words and not any((*labels.left, *labels.right)):
        yield from (line for _, line in lines)
        return
    tops, bottoms = ([ground.spread(row, width) for row in rows] for rows in (above, below))
    yield from _framed(lines, tops, bottoms, labels, ground.plain)


def _grid(
    ground: Ground, marks: Mapping[Square, str], width: int
) -> Iterator[tuple[int | None, str]]:
    """The lines of a board: one of marks a row, with its place, one of rules where the zone
    changes, and one of signs where there are any.
    """
    grid, zones = ground.grid, ground.zones
    for place, (row, below) in enumerate(zip_longest(grid, grid[1:])):
        gaps = [
            _gap(ground, pair, wide) for pair, wide in zip(pairwise(row), ground.ruled, strict=True)
        ]
        yield place, _alternating([marks[square].rjust(width) for square in row], gaps)
        pairs = list(zip(row, below or (), strict=False))
        if any(pair in ground.signs for pair in pairs):
            signs = PLAIN_UPRIGHT if ground.plain else UPRIGHT
            found = [ground.signs.get(pair, "") for pair in pairs]
            yield None, ground.spread((signs.get(sign, " ") for sign in found), width)
        if below and _differ((row, below), zones):
            yield None, _rule(ground, row, below, width)


def _gap(ground: Ground, pair: tuple[Square, Square], wide: bool) -> str:
    """The sign between two squares of a row: a line, a comparison or nothing."""
    line = ground.joints[_arm(UP | DOWN, pair, ground.zones)]
    sign = ground.signs.get(pair, line)
    return f" {sign} " if wide else sign if pair in ground.signs else " "


def _rule(ground: Ground, above: Sequence[Square], below: Sequence[Square], width: int) -> str:
    """The line between two rows: a stroke under each square whose zone ends there."""
    joints, zones = ground.joints, ground.zones
    floors = [_arm(LEFT | RIGHT, pair, zones) for pair in zip(above, below, strict=True)]
    uppers = [_arm(UP, pair, zones) for pair in pairwise(above)]
    lowers = [_arm(DOWN, pair, zones) for pair in pairwise(below)]
    gaps = []
    for (left, right), upper, lower, wide in zip(
        pairwise(floors), uppers, lowers, ground.ruled, strict=True
    ):
        joint = joints[upper | lower | left & LEFT | right & RIGHT]
        gaps.append(f"{joints[left]}{joint}{joints[right]}" if wide else joint)
    return _alternating([joints[floor] * width for floor in floors], gaps)


def _arm(arms: int, pair: tuple[Square, Square], zones: Zones) -> int:
    """`arms` where the two squares lie in different zones, else none."""
    return arms if zones[pair[0]] != zones[pair[1]] else 0


def _differ(lines: tuple[Sequence[Square], Sequence[Square]], zones: Zones) -> bool:
    """True if somewhere between two rows, or two columns, the zone changes."""
    return any(zones[a] != zones[b] for a, b in zip(*lines, strict=True))


def _alternating(texts: Sequence[str], gaps: Sequence[str]) -> str:
    return "".join(text + gap for text, gap in zip_longest(texts, gaps, fillvalue=""))


def _framed(
    lines: Sequence[tuple[int | None, str]],
    above: Sequence[str],
    below: Sequence[str],
    labels: Around,
    ascii_only: bool,
) -> Iterator[str]:
    """A board's `lines`, each with the place of its row, in a frame with labels around it."""
    beam, bar, *corners = list(PLAIN_FRAME if ascii_only else FRAME)
    width = max((len(line) for _, line in lines), default=0)
    margin = max(map(len, labels.left), default=0)
    indent = " " * (margin + 1 if margin else 0)
    for line in above:
        yield f"{indent}  {line}"
    yield f"{indent}{corners[0]}{bar * (width + 2)}{corners[1]}"
    for row, line in lines:
        left = _at(labels.left, row).rjust(margin) + " " if margin else ""
        yield f"{left}{beam} {line.ljust(width)} {beam} {_at(labels.right, row)}"
    yield f"{indent}{corners[2]}{bar * (width + 2)}{corners[3]}"
    for line in below:
        yield f"{indent}  {line}"


def _stacked(labels: Sequence[Sequence[str]], columns: int, *, hang: bool) -> list[list[str]]:
    """Lines of a word a column, the words of each label one below the other.

    Those that are shorter `hang` from the top, or else stand on the ground.
    """
    tall = max(map(len, labels), default=0)
    filled = []
    for column in range(columns if tall else 0):
        words = list(labels[column]) if column < len(labels) else []
        blank = [""] * (tall - len(words))
        filled.append(words + blank if hang else blank + words)
    return [list(line) for line in zip(*filled, strict=True)]


def _at(labels: Sequence[str], row: int | None) -> str:
    return labels[row] if row is not None and row < len(labels) else ""


SHAPES = "○●□■"
"""Marks that are drawn as circles and squares, in which there may be a text."""

WIDTH = 78
"""Lines of values are broken after this many characters; a board never is."""


def draw(solution: Solution, *, ascii_only: bool = False) -> str:
    """`solution` as lines of text, group by group."""
    return draw_values(solution.model, solution.assignment, ascii_only=ascii_only)


def draw_values(model: Model, values: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """An assignment as lines of text; it may be partial and need not solve `model`."""
    under = grounds(model)
    boards = sum(isinstance(group, OnBoard | Sides) for group in shown(model))
    several = boards - len({*under.values()} & {*model.groups}) > 1
    found: list[str] = []
    for sketch, every in blocks(model):
        groups = every if sketch else [one for one in every if one not in under.values()]
        if not groups:
            continue
        drawn = sketch.as_text(groups, values, ascii_only) if sketch else None
        if drawn is not None:
            found.append(drawn)
        elif all(isinstance(group, Single) for group in groups):
            found.append(_side_by_side(draw_group(group, values) for group in groups))
        else:
            found += [_titled(model, group, values, several, ascii_only) for group in groups]
    text = "\n".join(found)
    return text.translate(IN_ASCII) if ascii_only else text


def _titled(
    model: Model, group: Group, values: Mapping[str, Any], several: bool, plain: bool
) -> str:
    """A group, a board with the clues of the model, and its name above where there are several."""
    if isinstance(group, VariableGrid) and len(model.groups) == 1:
        return _rows(group, values)
    if not isinstance(group, OnBoard | Sides):
        return draw_group(group, values)
    below = grounds(model)[group.name] if isinstance(group, Sides) else group
    numbers = numbers_of(model, below, fixed_values(model.constraints))
    notes = {**_sums(model), **numbers, **notes_of(model, below), **notes_of(model, group)}
    looks = {value: _bare(look) for value, look in looks_of(model, below).items() if look}
    marks = {s: looks.get(one, one) for s, one in marks_of(below, values, plain).items()}
    if isinstance(group, Borders):
        marks |= dict.fromkeys(group.board.holes, " ")  # outside of the outline
    if below not in (*model.groups, group) and not isinstance(group, Links):
        marks = {square: mark.replace(".", " ") for square, mark in marks.items()}
    marks |= {s: note for s, note in notes.items() if marks.get(s) in (".", " ", "#", "█")}
    if not isinstance(below, Filling):
        here = letter(below.name)
        marks |= {s: here + note for s, note in notes.items() if marks.get(s) == here != note}
    signs = {_in_order(one, other, sign) for one, other, sign in signs_of(model)}
    zones = zones_of(below, model.rules)
    ground = Ground(group.board.grid, zones, plain, dict(signs))
    labels = around_of(model, below, group)
    points = {at: _bare(text) for at, text in points_of(model, below, group).items()}
    if isinstance(group, Sides):
        text = sides_text(group, ground, marks, values, labels, points)
    elif points:
        links = below.board.links()
        none = dict.fromkeys((link.name for link in links), 0)
        text = sides_text(links, ground, marks, none, labels, points)
    else:
        text = board_text(ground, marks, labels)
    title = " and ".join(dict.fromkeys((below.name, group.name)))
    return f"{title}:\n{text}" if several else text


def _bare(look: str) -> str:
    """A mark in little room: what stands in its circle or square, or that alone."""
    return look[1:] if look[:1] in SHAPES and look[1:] else look


def sides_text(
    group: Sides,
    ground: Ground,
    marks: Mapping[Square, str],
    values: Mapping[str, Any],
    labels: Around,
    points: Mapping[Point, str],
) -> str:
    """Links, fences or borders, with `marks` on the squares, texts at the `points` between them
    and `labels` around the board.
    """
    from .sides_as_text import Lattice

    if not group.board.grid or not group.board.width:
        return "(no squares)"
    above = _stacked(labels.stacks("top"), group.board.width, hang=False)
    below = _stacked(labels.stacks("bottom"), group.board.width, hang=True)
    words = [word for words in (*above, *below) for word in words]
    width = max(map(len, [*marks.values(), *words, *points.values()]))
    lattice = Lattice(group, ground, marks, values, width, points)
    lines: Iterable[str] = (line for _, line in lattice.lines)
    if words or any((*labels.left, *labels.right)):
        tops, bottoms = ([lattice.spread(row) for row in rows] for rows in (above, below))
        lines = _framed(lattice.lines, tops, bottoms, labels, ground.plain)
    return "\n".join(line.rstrip() for line in lines)


def draw_group(group: Group, values: Mapping[str, Any]) -> str:
    """One group under `values`."""
    if isinstance(group, OnBoard):
        ground = Ground(group.board.grid, zones_of(group, ()), plain=False)
        return board_text(ground, marks_of(group, values, plain=False), Around(group.name))
    if isinstance(group, Sides):
        return _titled(Model(group.name, group), group, values, several=False, plain=False)
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
    return (other, one), MIRRORED[sign]


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
    """`q = 2 4 1 3`, or `day: tea 1, milk 2` by keys, a pair in brackets: `edge: (0,1) 1`.

    A set is `s = {2, 3}`, and so are links. A question mark stands where there is no value.
    """
    if isinstance(group, Subset | Sides):
        return f"{group.name} = {_members(group, values)}"
    found = [str(values.get(variable.name, "?")) for variable in group.variables]
    if not all(isinstance(key, int) for key in group.layout().get("keys", ())):
        keys = [f"({key})" if "," in key else key for key in key_texts(group)]
        pairs = zip(keys, found, strict=True)
        return f"{group.name}: {', '.join(f'{key} {value}' for key, value in pairs)}"
    return f"{group.name} = {' '.join(found)}"


def _members(group: Subset | Sides, values: Mapping[str, Any]) -> str:
    """`{2, 3?, 5 9}`: the members, those that may be one with ?, and any value but 0 and 1."""
    keys = key_texts(group)
    found = [(key, values.get(v.name)) for key, v in zip(keys, group.members, strict=True)]
    ends = {1: "", None: "?", "?": "?"}
    words = (f"{key}{ends.get(value, f' {value}')}" for key, value in found if value != 0)
    return f"{{{', '.join(words)}}}"


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
    """`x = 3  y = 4`, on the lines that they need."""
    lines = [""]
    for text in texts:
        joined = f"{lines[-1]}  {text}" if lines[-1] else text
        if len(joined) <= WIDTH:
            lines[-1] = joined
        else:
            lines.append(text)
    return "\n".join(lines)


# ------------------------------------------- Several solutions as text, side by side and numbered.
#
# >>> from everyway.models import Board, Model
# >>> model = Model("rook", Board(1, 2).place("rook"))
# >>> two = [model.solution(model.assignment({"rook": [square]})) for square in ("r1c1", "r1c2")]
# >>> print(draw_several(two))
# 1     2
# R .   . R


GAP = "   "


def draw_several(solutions: Iterable[Solution], *, start: int = 1, ascii_only: bool = False) -> str:
    """`solutions` in lines of text, side by side while they fit, numbered from `start`."""
    texts = (draw(solution, ascii_only=ascii_only) for solution in solutions)
    blocks = [[str(n), *text.splitlines()] for n, text in enumerate(texts, start)]
    width = max((len(line) for block in blocks for line in block), default=0)
    each = max(1, (WIDTH + len(GAP)) // (width + len(GAP)))
    rows = (blocks[place : place + each] for place in range(0, len(blocks), each))
    return "\n\n".join("\n".join(_beside(row, width)) for row in rows)


def _beside(blocks: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    for lines in zip_longest(*blocks, fillvalue=""):
        yield GAP.join(line.ljust(width) for line in lines).rstrip()
