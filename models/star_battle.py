"""Star Battle: stars in every row, column and region, none touching another."""

from everyway.models import Board, Model, ModelError, known, puzzle

ONE_STAR = """
AABBCC
DABCCC
DDCCCE
DDDCDE
DFDDDE
FFEEEE
"""

TWO_STARS = """
AABBBBCCC
AAABBBDCC
EAAADDDCC
EEEDDDDCC
EEEFFDCCC
EEGFFFCCH
GGGFFHHHH
GGGFFFIII
FFFFFFIII
"""


@puzzle(
    known("made to have one solution", count=1),
    known("made to have one solution", regions=TWO_STARS, stars=2, count=1),
    least={"stars": 0},
)
def star_battle(regions: str = ONE_STAR, stars: int = 1) -> Model:
    """Star Battle: so many stars in each row, column and region, no two touching.

    Stars do not touch at a corner either. `regions` draws the board, a line (or `/`) a row:
    squares with one letter are a region, no star stands on `.` or `#`. There are as many regions
    as rows and columns. Two stars in each need a board of eight rows at least.

    Source: H. Eendebak, World Puzzle Championship 2003; also known as Two Not Touch.
    """
    board = Board.from_map(regions)
    if not board.height == board.width == len(board.regions):
        raise ModelError(
            f"star_battle has a map of {board.height} rows, {board.width} columns and"
            f" {len(board.regions)} regions; draw as many of each"
        )
    star = board.place("star")
    return Model(
        f"star battle of {stars} on {board.height}×{board.width}",
        star,
        # So many stars stand in each row,
        star.per(board.rows) == stars,
        # in each column,
        star.per(board.columns) == stars,
        # and in each region;
        star.per(board.regions) == stars,
        # and of two squares that touch, also at a corner, at most one is taken.
        star.per(board.touching) <= 1,
    )
