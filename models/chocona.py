"""Chocona: shaded rectangles, so many shaded squares in every region."""

from everyway.models import Board, Model, known, puzzle, rule, total
from everyway.models.boards import numbers, read_clues, two_by_two
from everyway.models.pictures import notes

REGIONS = """
AABBBB
ACCCCC
DEFGHH
DEFGHH
DFFIJJ
DKKIIJ
"""

PLAN = """
3.3...
.1....
22.21.
......
....3.
.2....
"""


@puzzle(
    known("has one solution", count=1),
    known(
        "all but the 4 pictures of 2×2 with three shaded squares",
        regions="AA/AA",
        plan="",
        count=12,
    ),
)
def chocona(regions: str = REGIONS, plan: str = PLAN) -> Model:
    """Chocona: shade squares so that the shaded areas are rectangles.

    Shaded squares that share a side are one area; areas may touch at corners. A number says how
    many squares of its region are shaded. `regions` draws the board, a line (or `/`) a row: squares
    with one letter are a region. `plan` has the numbers, a character a square, `.` for none; with
    blanks between all, numbers may have more digits.

    Source: Nikoli, Puzzle Communication; the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    number = numbers(read_clues(plan, board))
    shaded = board.place("shaded")
    return Model(
        f"chocona {board.height}×{board.width}",
        shaded,
        notes(shaded, number),
        # An area that is no rectangle has an inner corner: three squares of four.
        shaded.per(two_by_two(board)) != 3,
        # A region has as many shaded squares as its number says.
        rule(
            "numbers",
            {
                square: total(shaded[s] for s in region) == n
                for region in board.regions
                for square, n in number.items()
                if square in region
            },
        ),
    )
