"""Yajilin: one loop through all squares but those that are shaded, which arrows count."""

from everyway.models import Model, known, loop, puzzle, rule, total
from everyway.models.boards import Board, read_plan
from everyway.models.pictures import notes, symbols

EXAMPLE = """
. . 1v .
. . .  .
. . .  .
. . .  .
"""
SIDES = {"^": "top", ">": "right", "v": "bottom", "<": "left"}


@puzzle(
    known("made to have one solution", count=1),
    known("one of nine squares is shaded, or none", plan=".../.../...", count=5),
    known("no two shaded squares side by side", plan="2> . .", count=0),
)
def yajilin(plan: str = EXAMPLE) -> Model:
    """Yajilin: shade some squares, and draw one loop over all others.

    No two shaded squares share a side. Clues are neither shaded nor on the loop. `plan` has a line
    (or `/`) a row, its squares apart by blanks: `2<` says that two squares are shaded to the left
    of it, so do `2^`, `2>` and `2v` for the other sides; `?` is a clue that says nothing, `.` a
    square without a clue.

    Source: Nikoli, Puzzle Communication 86 (1999); the example is our own.
    """
    marks = read_plan(plan, r"[.]|\d+[<>^v]|[?][<>^v]?", "a clue such as 2<, ? or .")
    board = Board(*max(marks), walls=[s for s, mark in marks.items() if mark != "."])
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    shaded, line = board.place("shaded"), board.links("line")
    return Model(
        f"yajilin {board.height}×{board.width}",
        shaded,
        line,
        notes(shaded, symbols(clues)),
        # The line is one loop.
        loop(line),
        # Each square without a clue is either on it or shaded.
        rule("loop or shaded", {s: line.passes(s) + shaded[s] == 1 for s in board.open}),
        # No two shaded squares share a side.
        shaded.per(board.adjacent) <= 1,
        # As many squares are shaded in the direction of an arrow as it says.
        rule(
            "arrows",
            {
                clue: total(shaded.get(s, 0) for s in board.rays(clue)[SIDES[mark[-1]]])
                == int(mark[:-1])
                for clue, mark in clues.items()
                if mark[0] != "?"
            },
        ),
    )
