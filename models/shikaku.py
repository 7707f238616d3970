"""Shikaku: a board divided into rectangles as large as their numbers."""

from everyway.models import Board, Model, known, puzzle, regions, rule
from everyway.models.boards import height, numbers, read_clues, rectangular, width
from everyway.models.pictures import notes

EXAMPLE = """
....3.
56..6.
......
......
.6..23
.5....
"""


@puzzle(
    known("has one solution", count=1),
    known("halves of 2×2, and the whole", plan={"2./.2": 2, "4./..": 1, "3./.1": 0, "?./.?": 2}),
)
def shikaku(plan: str = EXAMPLE) -> Model:
    """Shikaku: divide the board into rectangles, each with one number, its number of squares.

    `plan` is a text of one character a square, a line (or `/`) a row: a number, `?` for one that is
    not known, or `.`; with blanks between all, numbers may have more digits.

    Source: Nikoli, Puzzle Communication 28 (1990); the example is from the tests of pzprjs (MIT).
    """
    marks = read_clues(plan)
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks))
    wall = board.borders("wall")
    return Model(
        f"shikaku {board.height}×{board.width}",
        wall,
        notes(wall, clues),
        # Each region has one number,
        regions(wall, roots=[square in clues for square in board.open]),
        # is a rectangle,
        rectangular(wall),
        # and has as many squares as its number says.
        rule(
            "numbers",
            {s: width(wall, s) * height(wall, s) == number for s, number in numbers(clues).items()},
        ),
    )
