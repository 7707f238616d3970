"""Aqre: shaded squares that hang together, never four of a colour in a row."""

from everyway.models import Board, Model, connected, known, puzzle, rule, total
from everyway.models.boards import Family, Squares, numbers, read_clues
from everyway.models.pictures import notes

REGIONS = """
AAABBB
CCCDDD
EEEFFF
EEEFFF
GGGGGG
GGGGGG
"""


@puzzle(
    known("has one solution", count=1),
    known(
        "squares of a row, joined, neither four nor none of four", regions="AAAA", plan="", count=9
    ),
)
def aqre(regions: str = REGIONS, plan: str = "0..1../2..3../4..5../....../....../......") -> Model:
    """Aqre: shade squares that hang together over sides, so many in each region with a number.

    Nowhere along a row or column are there four shaded squares, or four unshaded ones, one after
    another. `regions` draws the board, a line (or `/`) a row: squares with one letter are a region.
    `plan` has the numbers, a character a square, `.` for none; with blanks between all, numbers may
    have more digits.

    Source: Eric Fox (2019); the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    number = numbers(read_clues(plan, board))
    shaded = board.place("shaded")
    fours = [
        Squares(f"four from {line[k]}", line[k : k + 4])
        for line in board.rows + board.columns
        for k in range(len(line) - 3)
    ]
    fours_in_line = Family("fours in line", "each four squares in line", tuple(fours))
    return Model(
        f"aqre {board.height}×{board.width}",
        shaded,
        notes(shaded, number),
        # The shaded squares hang together.
        connected(shaded),
        # Of four squares in a line not all are shaded,
        shaded.per(fours_in_line) <= 3,
        # and not all unshaded.
        shaded.per(fours_in_line) >= 1,
        # A region has as many shaded squares as its number says.
        rule(
            "numbers",
            {
                square: total(shaded[s] for s in region) == n
                for region in board.regions
                for square, n in number.items()
                if square in region
            },
        ),
    )
