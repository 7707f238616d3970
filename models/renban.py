"""Renban: consecutive numbers in every region, differences as long as the borders between."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from everyway.models import Board, Model, Square, known, maximum, minimum, puzzle, rule
from everyway.models.boards import numbers, read_borders, read_clues

REGIONS = """
ABCD
BBED
BBED
FFGD
"""

HIGHEST = 999
"""The highest number, as in the programs that make such puzzles, unless more is given."""


@puzzle(
    known("has one solution", count=1),
)
def renban(
    regions: str = REGIONS, grid: str = "1.../..../...5/.2..", borders: str = "r2c1-r2c2"
) -> Model:
    """Renban: write numbers from 1 so that each region holds consecutive ones, in any order.

    Two numbers on either side of a border between regions differ by the length of that border, the
    whole straight line. `regions` draws the board, a line (or `/`) a row: cells with one letter are
    a region. `borders` are further borders, inside of regions, each between two cells:
    `"r2c1-r2c2"`. `grid` has the numbers that are given, a character a cell, `.` for none; with
    blanks between all, numbers may have more digits.

    Source: Nikoli, Renban-Madoguchi; the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    apart = _apart(board, borders)
    given = numbers(read_clues(grid, board))
    # From one number to another one goes through cells, each time by a difference less than this.
    reach = len(board.open) * max(board.height, board.width, *map(len, board.regions))
    highest = min(HIGHEST, max(given.values()) + reach) if given else HIGHEST
    cell = board.fill(range(1, highest + 1))
    return Model(
        f"renban {board.height}×{board.width}",
        cell,
        # In a region no number stands twice,
        cell.along(board.regions).all_different(),
        # and from the least to the greatest none is missing.
        rule(
            "consecutive",
            (
                maximum(region) - minimum(region) == len(region) - 1
                for _, region in cell.over(board.regions)
            ),
        ),
        # Over a border numbers differ by its length.
        rule(
            "lengths of borders",
            (
                abs(cell[a] - cell[b]) == len(border)
                for border in _straight(board, apart)
                for a, b in border
            ),
        ),
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )


def _apart(board: Board, borders: str) -> set[tuple[Square, Square]]:
    """Every two neighbours with a border between them."""
    found = {(a, b) for a, b in board.adjacent if board.region_of(a) != board.region_of(b)}
    return found | set(read_borders(borders, board))


def _straight(
    board: Board, apart: set[tuple[Square, Square]]
) -> Iterator[list[tuple[Square, Square]]]:
    """Each straight border, as long as it is, by the two cells on either side of its parts."""
    for lines in (board.rows, board.columns):
        for two in pairwise(lines):
            sides = groupby(zip(*two, strict=True), apart.__contains__)
            yield from (list(border) for is_border, border in sides if is_border)
