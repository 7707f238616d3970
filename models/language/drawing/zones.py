"""The squares of a board that belong together in a picture: its regions or its boxes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..boards.families import Square
from ..boards.placements import OnBoard
from ..rules import Rule

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
