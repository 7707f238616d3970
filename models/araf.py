"""Araf: a board divided into regions between two numbers in size."""

from everyway.models import Board, Model, implies, known, puzzle, regions, rule
from everyway.models.boards import numbers, read_clues
from everyway.models.pictures import helpers, notes

EXAMPLE = """
4 5  7 . .
. .  . . .
3 .  . . 8
. .  . . .
. . 10 5 7
"""


@puzzle(
    known("has one solution", count=1),
    known("two regions of 2×2, or one", plan={"13/..": 0, "15/..": 1, "13/13": 1, "1./..": 0}),
    known("with a number that is not known", plan={"1?/..": 1, "?5/..": 1, "4?/..": 0, "??/??": 2}),
)
def araf(plan: str = EXAMPLE) -> Model:
    """Araf: divide the board into regions with two numbers each, and with a size between them.

    A region hangs together over sides; it has more squares than the less of its numbers says and
    fewer than the greater. `plan` is a text of one character a square, a line (or `/`) a row: a
    number, `?` for one that is not known, which may be less or greater, or `.`; with blanks between
    all, numbers may have more digits.

    Source: the example is from the tests of pzprjs (MIT).
    """
    marks = read_clues(plan)
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks))
    wall = board.borders("wall")
    unknown = [square for square, mark in clues.items() if mark == "?"]
    most = len(marks) if unknown else max(numbers(clues).values(), default=2) - 1
    # The number of squares of the region of each square, less than the greatest clue.
    size = board.fill(range(1, max(most, 1) + 1), "size")
    # Of the two numbers of the region of each square, the lesser: which unknown one, or 0.
    lesser = board.fill(range(len(unknown) + 1), "lesser")
    low = {s: size[s] > number for s, number in numbers(clues).items()}
    high = {s: size[s] < number for s, number in numbers(clues).items()}
    low |= {s: lesser[s] == k for k, s in enumerate(unknown, 1)}
    high |= {s: lesser[s] < k for k, s in enumerate(unknown, 1)}
    other = {s: size[s] != number for s, number in numbers(clues).items()}
    other |= {s: lesser[s] <= k for k, s in enumerate(unknown, 1)}
    # All squares of a region have the same lesser number.
    of_region = rule(
        "unknown numbers",
        (implies(wall[a, b] == 0, lesser[a] == lesser[b]) for a, b in wall.pairs),
        (implies(low[s], lesser[s] == 0) for s in numbers(clues)),
    )
    return Model(
        f"araf {board.height}×{board.width}",
        wall,
        size,
        helpers(size),
        notes(wall, clues),
        # Each region has one number that is less than its size,
        regions(wall, sizes=size, roots=[low.get(square, False) for square in board.open]),
        # one that is greater,
        regions(wall, roots=[high.get(square, False) for square in board.open]),
        # and no other.
        rule("other numbers", other),
        *((lesser, helpers(lesser), of_region) if unknown else ()),
    )
