"""Fillomino: regions as large as the numbers in them say."""

from everyway.models import Board, Model, known, puzzle, regions, rule
from everyway.models.boards import numbers, read_borders, read_clues

EXAMPLE = """
..4...
.53.2.
....52
33....
.2.14.
...3..
"""


@puzzle(
    known("has one solution", count=1),
    known("found by looking at every grid", grid={"..": 1, "../..": 5}),
    known("a 1 at one side of the border", grid="../..", borders="r1c1-r1c2", count=2),
)
def fillomino(grid: str = EXAMPLE, borders: str = "") -> Model:
    """Fillomino: write a number in each cell, so that equal ones form regions of that size.

    A region hangs together over sides, and holds as many cells as each of its numbers says; two
    regions of one size do not share a side. `grid` has the numbers that are given, a character a
    cell, a line (or `/`) a row, `.` for none; with blanks between all, numbers may have more
    digits. `borders` are sides between two regions that are given: `"r1c1-r1c2 r2c1-r3c1"`.

    Source: Nikoli, Puzzle Communication 47 (1994); the example is from the tests of pzprjs (MIT).
    """
    clues = read_clues(grid)
    board = Board(*max(clues))
    cell = board.fill(range(1, len(clues) + 1))
    return Model(
        f"fillomino {board.height}×{board.width}",
        cell,
        # Equal numbers beside each other form a region, as large as they say.
        rule("the size of regions", regions(cell, sizes=cell)),
        # Across a border there is another region.
        rule("borders", (cell[a] != cell[b] for a, b in read_borders(borders, board))),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in numbers(clues).items())),
    )
