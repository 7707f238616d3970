"""Cojun: 1 to n in every region, the greater above the smaller."""

from everyway.models import Board, Model, known, puzzle, rule
from everyway.models.boards import numbers, read_clues

REGIONS = """
ABCC
BBCC
DEFF
DEEE
"""


@puzzle(
    known("has one solution", count=1),
)
def cojun(regions: str = REGIONS, grid: str = "..3./..../..../.3..") -> Model:
    """Cojun: write numbers so that each region of n cells holds 1 to n.

    Numbers that share a side differ. Of two cells of a region, one above the other, the upper one
    has the greater number. `regions` draws the board, a line (or `/`) a row: cells with one letter
    are a region. `grid` has the numbers that are given, a character a cell, `.` for none; with
    blanks between all, numbers may have more digits.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    given = numbers(read_clues(grid, board))
    cell = board.fill(range(1, max(map(len, board.regions)) + 1))
    falls = [
        (upper, lower)
        for upper, lower in board.adjacent
        if upper.column == lower.column and board.region_of(upper) == board.region_of(lower)
    ]
    return Model(
        f"cojun {board.height}×{board.width}",
        cell,
        # A region of n cells holds the numbers from 1 to n,
        rule("1 to n", (cell[s] <= len(region) for region in board.regions for s in region)),
        # each once.
        cell.along(board.regions).all_different(),
        # Cells that share a side differ.
        cell.along(board.adjacent).all_different(),
        # Within a region, the upper number is the greater.
        rule("greater above", (cell[upper] > cell[lower] for upper, lower in falls)),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )
