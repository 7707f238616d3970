"""Ripple Effect: 1 to n in every region, and equal numbers far enough apart."""

from itertools import combinations

from everyway.models import Board, Model, any_of, known, puzzle, rule
from everyway.models.boards import numbers, read_clues

REGIONS = """
AABB
CCBD
EEBD
FEED
"""

GRID = """
....
.14.
.32.
....
"""


@puzzle(
    known("has one solution", count=1),
)
def ripple_effect(regions: str = REGIONS, grid: str = GRID) -> Model:
    """Ripple Effect: write numbers so that each region of n cells holds 1 to n.

    Between two equal numbers in a row or a column there are at least as many cells as the number
    says. `regions` draws the board, a line (or `/`) a row: cells with one letter are a region.
    `grid` has the numbers that are given, a character a cell, `.` for none; with blanks between
    all, numbers may have more digits.

    Source: Nikoli, Puzzle Communication (1998); the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    given = numbers(read_clues(grid, board))
    cell = board.fill(range(1, max(map(len, board.regions)) + 1))
    pairs = (
        (a, b, abs(a.row - b.row) + abs(a.column - b.column))
        for line in board.rows + board.columns
        for a, b in combinations(line, 2)
    )
    return Model(
        f"ripple effect {board.height}×{board.width}",
        cell,
        # A region of n cells holds the numbers from 1 to n,
        rule("1 to n", (cell[s] <= len(region) for region in board.regions for s in region)),
        # each once.
        cell.along(board.regions).all_different(),
        # Equal numbers in a line are further apart than the number says.
        rule(
            "far apart",
            (any_of([cell[a] != cell[b], cell[a] < apart]) for a, b, apart in pairs),
        ),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )
