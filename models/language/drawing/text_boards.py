"""Boards as text: what stands on the squares, lines between zones, signs, labels around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, zip_longest

from ..boards.families import Square
from ..boards.sketches import Around
from ..late_dataclasses import dataclass, field
from .zones import Zones

JOINTS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Line characters by their arms: 1 up, 2 down, 4 left, 8 right."""

PLAIN_JOINTS = " |||-+++-+++-+++"
"""The same in ASCII."""

FRAME, PLAIN_FRAME = "│─┌┐└┘", "|-++++"

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8

UPRIGHT, PLAIN_UPRIGHT = {"<": "∧", ">": "∨"}, {"<": "^", ">": "v"}
"""Signs between a square and the one below it."""

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
