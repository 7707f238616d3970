"""Compass: a board divided into regions, and needles that count their squares on each side."""

import re

from everyway.models import Board, Constraint, Model, iff, known, puzzle, regions, rule, total
from everyway.models.boards import Filling, Square, read_plan
from everyway.models.pictures import helpers, notes, symbols

EXAMPLE = """
.    .     .   .   .
.  ^2<2>1  .  v2>4 .
.    .     .   .   .
.   v4>3   .   v1  .
.    .     .   .   .
"""


@puzzle(
    known("has one solution", count=1),
    known(
        "a compass that says nothing, and some that do",
        plan={"? ./. .": 1, "? ?/. .": 3, "? #/? .": 1, ">1 ?/v0 .": 0},
    ),
)
def compass(plan: str = EXAMPLE) -> Model:
    """Compass: divide the board into regions that hang together, each with one compass.

    A number at a needle says how many squares of the region lie further in that direction than the
    compass: above its row, below it, left of its column, or right of it. `plan` has a line (or `/`)
    a row, its squares apart by blanks: a compass has an arrow and a number for each direction that
    is known, as `^1v0<2>3`, `v1`, or `?` if none is; `.` is a square without one; one with
    `#` is left out.

    Source: the example is from the tests of pzprjs (MIT).
    """
    marks = read_plan(
        plan, r"[.?#]|(\^\d+)?(v\d+)?(<\d+)?(>\d+)?", "a compass such as ^1v0<2>3, ?, # or ."
    )
    compasses = {square: mark for square, mark in marks.items() if mark not in ".#"}
    board = Board(*max(marks), holes=[square for square, mark in marks.items() if mark == "#"])
    wall = board.borders("wall")
    # The square of the compass of the region of each square.
    region = board.fill([*map(str, compasses)] or ["none"], "region")
    return Model(
        f"compass {board.height}×{board.width}",
        wall,
        region,
        helpers(region),
        notes(wall, symbols(compasses)),
        # Each region has one compass.
        regions(wall, roots=[square in compasses for square in board.open]),
        rule("compasses", {square: region[square] == str(square) for square in compasses}),
        # Between regions there is a border.
        rule("borders", (iff(wall[a, b] == 1, region[a] != region[b]) for a, b in wall.pairs)),
        # Further in a direction than the compass lie as many squares of its region.
        [
            rule(f"{square}: {symbols({square: mark})[square]}", _counted(region, square, mark))
            for square, mark in compasses.items()
            if mark != "?"
        ],
    )


def _counted(region: Filling, at: Square, mark: str) -> dict[str, Constraint]:
    beyond = {
        "^": [s for s in region.squares if s.row < at.row],
        "v": [s for s in region.squares if s.row > at.row],
        "<": [s for s in region.squares if s.column < at.column],
        ">": [s for s in region.squares if s.column > at.column],
    }
    return {
        f"{symbols({at: way + text})[at]} at {at}": total(region[s] == str(at) for s in beyond[way])
        == int(text)
        for way, text in re.findall(r"([\^v<>])(\d+)", mark)
    }
