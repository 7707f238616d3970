"""Five Cells: a board divided into pieces of five squares."""

from everyway.models import Board, Model, known, puzzle, regions, rule, total
from everyway.models.boards import numbers, read_plan
from everyway.models.pictures import notes

EXAMPLE = """
#2..1.
......
..0...
...2..
1.....
....3.
"""


@puzzle(
    known("has one solution", count=1),
    known(
        "OEIS A172477 for 5×5", plan={"...../...../...../...../.....": 4006, ".....": 1, "....": 0}
    ),
)
def five_cells(plan: str = EXAMPLE) -> Model:
    """Five Cells: divide the board into regions of five squares each.

    A number says how many of the four sides of its square are borders, the edge of the board
    included. `plan` is a text of one character a square, a line (or `/`) a row: a number, `.`, or
    `#` for a square that is left out.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    marks = read_plan(plan, "[.?#0-4]", "one of .?#01234")
    board = Board(*max(marks), holes=[s for s, mark in marks.items() if mark == "#"])
    wall = board.borders("wall")
    number = numbers(marks)
    return Model(
        f"five cells {board.height}×{board.width}",
        wall,
        notes(wall, number),
        # Each region has five squares.
        regions(wall, sizes=[5] * len(board.open)),
        # Around a number there are as many borders.
        rule(
            "numbers",
            {s: total(wall.at(s)) + 4 - len(wall.at(s)) == n for s, n in number.items()},
        ),
    )
