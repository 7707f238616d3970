"""Sashigane: a board divided into L-shapes with two arms of one square's width."""

from everyway.models import (
    Board,
    Constraint,
    Model,
    all_of,
    any_of,
    known,
    puzzle,
    regions,
    rule,
    total,
)
from everyway.models.boards import Borders, Square, height, read_plan, width
from everyway.models.pictures import notes, symbols

EXAMPLE = """
>   . . .  o
.   . . .  .
o3  . v .  ^
.   . . .  .
>   . . .  o4
"""

WAYS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}


@puzzle(
    known("has one solution", count=1),
    known("ways to divide it into two of three squares", plan={".../...": 2, "o3 . . / . . .": 1}),
)
def sashigane(plan: str = EXAMPLE) -> Model:
    """Sashigane: divide the board into regions of the shape of an L, one square wide.

    Both arms have a square at least beside that in the corner. A circle is the corner of its L; a
    number in it says how many squares the L has. An arrow is an end of its L, and points along the
    arm to the corner. `plan` has a line (or `/`) a row, its squares apart by blanks: `o`, `o` with
    a number, an arrow `^`, `v`, `<` or `>`, or `.`.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    marks = read_plan(plan, r"[.^v<>]|o\d*", "o, o5, ^, v, <, > or .")
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks))
    wall = board.borders("wall")
    corner = {square: _corner(wall, square) for square in board.open}
    return Model(
        f"sashigane {board.height}×{board.width}",
        wall,
        notes(wall, symbols(clues)),
        # Each region has one corner,
        regions(wall, roots=corner.values()),
        # and is one square wide: over at most two sides it goes on.
        rule("one wide", {s: total(w == 0 for w in wall.at(s)) <= 2 for s in board.open}),
        # Circles are corners,
        rule("circles", {s: corner[s] for s, mark in clues.items() if mark[0] == "o"}),
        # of regions with as many squares as they say;
        rule(
            "numbers",
            {
                s: width(wall, s) + height(wall, s) - 1 == int(mark[1:])
                for s, mark in clues.items()
                if mark[1:]
            },
        ),
        # arrows are ends, and the region goes on as they point.
        rule("arrows", {s: _end(wall, s, mark) for s, mark in clues.items() if mark in WAYS}),
    )


def _corner(wall: Borders, square: Square) -> Constraint:
    """The region goes on along the row and along the column."""
    beside = wall.board.beside(square)
    return all_of(
        any_of(wall[square, near] == 0 for near in beside if (near.row == square.row) == level)
        for level in (True, False)
    )


def _end(wall: Borders, square: Square, arrow: str) -> Constraint:
    """The region goes on where the arrow points, and nowhere else."""
    row, column = WAYS[arrow]
    beyond = Square(square.row + row, square.column + column)
    beside = wall.board.beside(square)
    if beyond not in beside:
        return any_of([])  # which does not hold
    return all_of(wall[square, near] == int(near != beyond) for near in beside)
