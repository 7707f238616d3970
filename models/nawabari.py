"""Nawabari: a board divided into rectangles, and numbers that count borders."""

from everyway.models import Board, Model, known, puzzle, regions, rule, total
from everyway.models.boards import numbers, read_plan, rectangular
from everyway.models.pictures import notes

EXAMPLE = """
.....
.0..1
.....
.2.1.
.....
"""


@puzzle(
    known("has one solution", count=1),
    known("halves of 2×2, and the whole", plan={"3./.3": 2, "2./..": 1, "4./..": 0, "??": 1}),
)
def nawabari(plan: str = EXAMPLE) -> Model:
    """Nawabari, or Territory: divide the board into rectangles, each with one number.

    It says how many of the four sides of its square are borders, the edge of the board included.
    `plan` is a text of one character a square, a line (or `/`) a row: a number, `?` for one that is
    not known, or `.`.

    Source: Nikoli, Puzzle Communication; the example is from the tests of pzprjs (MIT).
    """
    marks = read_plan(plan, "[.?0-4]", "one of .?01234")
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks))
    wall = board.borders("wall")
    return Model(
        f"nawabari {board.height}×{board.width}",
        wall,
        notes(wall, clues),
        # Each region has one number,
        regions(wall, roots=[square in clues for square in board.open]),
        # and is a rectangle.
        rectangular(wall),
        # Around a number there are as many borders.
        rule(
            "numbers",
            {s: total(wall.at(s)) + 4 - len(wall.at(s)) == n for s, n in numbers(clues).items()},
        ),
    )
