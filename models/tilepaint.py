"""Tilepaint: whole tiles painted, so many squares of every row and column."""

from everyway.models import Board, Model, all_equal, known, puzzle, rule
from everyway.models.boards import in_line, line_clues
from everyway.models.pictures import around

REGIONS = """
ABBCDD
EEBCDF
GHIJJK
GLIMMK
NNOPMQ
RRRSST
"""


@puzzle(
    known("has one solution", count=1),
    known("each tile painted or not", regions="AAB/CCB", top="", left="", count=8),
)
def tilepaint(regions: str = REGIONS, top: str = "234232", left: str = "243331") -> Model:
    """Tilepaint: paint tiles, each wholly or not at all.

    `top` and `left` say how many squares of each column and row are painted, a character each, `.`
    where nothing is said; with blanks between all, numbers may have more digits. `regions` draws
    the tiles, a line (or `/`) a row: squares with one letter are a tile, `.` is left out.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    painted = board.place("shaded")
    clues = line_clues("top", top, board.columns) + line_clues("left", left, board.rows)
    return Model(
        f"tilepaint {board.height}×{board.width}",
        painted,
        around(painted, top=in_line(top), left=in_line(left)),
        # A tile is painted wholly or not at all.
        rule("whole tiles", (all_equal(tile) for _, tile in painted.over(board.regions))),
        # In each line as many squares are painted as its clue says.
        [painted.per(line) == number for line, number in clues],
    )
