"""Crowns: the daily "Queens", a crown in every row, column and coloured region."""

from everyway.models import Board, Model, ModelError, counted, known, puzzle

EXAMPLE = """
AAABBCCC
AABBBCCD
EEBBBCDD
EBBBCCDD
EEEBBCDD
FFGGBHDD
FFGHHHDD
FGGHHDDD
"""


@puzzle(known("made to have one solution", count=1))
def crowns(regions: str = EXAMPLE) -> Model:
    """Crowns: one in each row, column and region, no two touching, not even at a corner.

    `regions` draws the board, a line (or `/`) a row: squares with one letter are a region, no
    crown stands on `.` or `#`. There are as many regions as rows and columns.

    Source: the game "Queens" that LinkedIn publishes daily; a Star Battle of one star.
    """
    board = Board.from_map(regions)
    if not board.height == board.width == len(board.regions):
        raise ModelError(
            f"crowns has a map of {board.height} rows, {board.width} columns and"
            f" {len(board.regions)} regions; draw as many of each"
        )
    crown = board.place("crown")
    return Model(
        counted(board.height, "crown"),
        crown,
        # One crown stands in each row,
        crown.per(board.rows) == 1,
        # one in each column,
        crown.per(board.columns) == 1,
        # one in each region,
        crown.per(board.regions) == 1,
        # and of two squares that touch, also at a corner, at most one is taken.
        crown.per(board.touching) <= 1,
    )
