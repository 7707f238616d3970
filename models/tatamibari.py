"""Tatamibari: a board divided into rectangles, square, wide or tall, as their signs say."""

from everyway.models import Board, Constraint, Model, known, puzzle, regions, rule, total
from everyway.models.boards import Borders, Square, height, read_map, rectangular, two_by_two, width
from everyway.models.pictures import notes

EXAMPLE = """
.....
..+.|
|...-
.+|..
|+.+.
"""


@puzzle(
    known("has one solution", count=1),
    known("one sign, one rectangle", plan={"+./..": 1, "-./..": 0, "-|/..": 0, "||/..": 1}),
)
def tatamibari(plan: str = EXAMPLE) -> Model:
    """Tatamibari: divide the board into rectangles, each with one sign.

    A rectangle with `+` is a square, one with `-` wider than high, one with `|` higher than wide.
    Nowhere do four of them meet. `plan` is a text of one character a square, a line (or `/`) a row:
    a sign, `?` for one that is not known, or `.`.

    Source: Nikoli, Puzzle Communication 107 (2004); the example is from the tests of pzprjs (MIT).
    """
    marks = read_map(plan, ".?+-|")
    signs = {square: mark for square, mark in marks.items() if mark != "."}
    board = Board(*max(marks))
    wall = board.borders("wall")
    return Model(
        f"tatamibari {board.height}×{board.width}",
        wall,
        notes(wall, signs),
        # Each region has one sign,
        regions(wall, roots=[square in signs for square in board.open]),
        # and is a rectangle.
        rectangular(wall),
        # Where four squares meet, not all are apart.
        rule(
            "no four meet",
            (
                total(wall[two] for two in ((a, b), (c, d), (a, c), (b, d))) <= 3
                for a, b, c, d in two_by_two(board)
            ),
        ),
        # The sign says whether it is square, wide or tall.
        rule("signs", {s: _shape(wall, s, sign) for s, sign in signs.items() if sign != "?"}),
    )


def _shape(wall: Borders, square: Square, sign: str) -> Constraint:
    wide, high = width(wall, square), height(wall, square)
    return {"+": wide == high, "-": wide > high, "|": wide < high}[sign]
