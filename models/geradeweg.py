"""Geradeweg: one loop through all numbers, each as long as the straight line through it."""

from itertools import pairwise

from everyway.models import Expression, Model, all_of, implies, known, loop, puzzle, rule, total
from everyway.models.boards import Board, Square, read_plan
from everyway.models.pictures import notes

EXAMPLE = """
.....
.211.
..2..
3...4
.....
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A140517: loops of a grid of points", plan={"../..": 1, ".../.../...": 13}),
    known("a whole side of the board", plan=".../..2/...", count=4),
    known("as long either way", plan="?../.../...", count=3),
)
def geradeweg(plan: str = EXAMPLE) -> Model:
    """Geradeweg: draw one loop from square to square over their sides, through all numbers.

    A number says how many steps, from square to square, the straight part of the loop through it
    has; where the loop turns at the number, both parts that meet there. At a `?` they are of one
    length where it turns. `plan` has a line (or `/`) a row, a character a square, `.` where there
    is no clue; where blanks stand between them, numbers may have more digits.

    Source: the example is that of pzpr (MIT).
    """
    marks = read_plan(plan, r"[.?]|[1-9]\d*", "a number from 1, ? or .")
    board = Board(*max(marks))
    line = board.links("line")
    clues = {square: mark for square, mark in marks.items() if mark != "."}

    def part(square: Square, *sides: str) -> Expression:
        """The steps of the loop that run straight from `square` to these sides."""
        ways = [list(pairwise((square, *board.rays(square)[side]))) for side in sides]
        return total(
            all_of(line[pair] == 1 for pair in way[: far + 1])
            for way in ways
            for far in range(len(way))
        )

    return Model(
        f"geradeweg {board.height}×{board.width}",
        line,
        notes(line, clues),
        # The line is one loop,
        loop(line),
        # and comes through every clue.
        rule("through all", {square: line.passes(square) == 1 for square in clues}),
        # Each straight part through a number, along the row or the column, is so long.
        rule(
            "lengths",
            (
                implies(part(square, *sides) > 0, part(square, *sides) == int(mark))
                for square, mark in clues.items()
                if mark != "?"
                for sides in (("left", "right"), ("top", "bottom"))
            ),
        ),
        # Where the loop turns at a ? both parts are of one length.
        rule(
            "equal lengths",
            {
                square: implies(
                    line.turns(square) == 1,
                    part(square, "left", "right") == part(square, "top", "bottom"),
                )
                for square, mark in clues.items()
                if mark == "?"
            },
        ),
    )
