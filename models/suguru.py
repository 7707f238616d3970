"""Suguru: 1 to n in every region, and no two equal numbers touching."""

from everyway.models import Board, Model, known, puzzle, rule
from everyway.models.boards import numbers, read_clues

REGIONS = """
AABCC
AADDD
ADDEE
FFFEE
FFGGG
"""


@puzzle(
    known("has one solution", count=1),
)
def suguru(regions: str = REGIONS, grid: str = "3..../...3./5..../...../.1.2.") -> Model:
    """Suguru: write numbers so that each region of n cells holds 1 to n.

    No two equal numbers touch, not even at a corner. `regions` draws the board, a line (or `/`) a
    row: cells with one letter are a region. `grid` has the numbers that are given, a character a
    cell, `.` for none; with blanks between all, numbers may have more digits.

    Source: Naoki Inaba, Number Blocks (2001); the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    given = numbers(read_clues(grid, board))
    cell = board.fill(range(1, max(map(len, board.regions)) + 1))
    return Model(
        f"suguru {board.height}×{board.width}",
        cell,
        # A region of n cells holds the numbers from 1 to n,
        rule("1 to n", (cell[s] <= len(region) for region in board.regions for s in region)),
        # each once.
        cell.along(board.regions).all_different(),
        # Cells that touch, also at a corner, differ.
        cell.along(board.touching).all_different(),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )
