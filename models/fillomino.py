"""Fillomino: regions as large as the numbers in them say."""

from collections.abc import Iterable

from everyway.models import Board, Model, known, puzzle, regions, rule
from everyway.models.boards import Square, numbers, read_borders, read_clues

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
    given = numbers(clues)
    # A region without a given number lies among squares without one.
    most = _largest([square for square in clues if square not in given], board)
    cell = board.fill(sorted({*given.values(), *range(1, most + 1)}))
    return Model(
        f"fillomino {board.height}×{board.width}",
        cell,
        # Equal numbers beside each other form a region, as large as they say.
        rule("the size of regions", regions(cell, sizes=cell)),
        # Across a border there is another region.
        rule("borders", (cell[a] != cell[b] for a, b in read_borders(borders, board))),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )


def _largest(squares: Iterable[Square], board: Board) -> int:
    """The number of squares of the largest part that hangs together."""
    part = {square: [square] for square in squares}
    for a, b in board.adjacent:
        if a in part and b in part and part[a] is not part[b]:
            part[a] += part[b]
            part |= dict.fromkeys(part[b], part[a])
    return max(map(len, part.values()), default=0)
