"""Akari, or Light Up: lamps that light every square and do not shine on each other."""

from everyway.models import Model, known, puzzle, rule, total
from everyway.models.boards import COLUMNS, ROWS, Board, read_map
from everyway.models.pictures import notes

EXAMPLE = """
......1
.#..#.#
...#...
.......
...0...
1.#..2.
1......
"""


@puzzle(
    known("made to have one solution", count=1),
    known("n! ways: lamps as rooks, one a row", plan="..../..../..../....", count=24),
    known("a wall that asks for more than it has neighbours", plan="3./..", count=0),
)
def akari(plan: str = EXAMPLE) -> Model:
    """Akari: put lamps on white squares, so that every white square is lit and no lamp is.

    A lamp lights its own square, and those to all four sides up to the next wall. No two lamps
    shine on each other. `plan` is a text of one character a square, a line (or `/`) a row: `.` is
    a white square, `#` a wall, a digit a wall with so many lamps on the squares beside it.

    Source: Nikoli, Puzzle Communication 95 (2001); the example is our own.
    """
    marks = read_map(plan, ".#01234")
    board = Board(*max(marks), walls=[s for s, mark in marks.items() if mark != "."])
    lamp = board.place("lamp")
    seen = board.sight((ROWS, COLUMNS))
    # Each white square lies on two lines of sight, one along its row and one along its column.
    lines = {square: [line for line in seen if square in line] for square in board.open}
    return Model(
        f"akari {board.height}×{board.width}",
        lamp,
        notes(lamp, {wall: mark for wall, mark in marks.items() if mark.isdigit()}),
        # Of the squares that see each other along a row or a column, at most one has a lamp.
        lamp.per(seen) <= 1,
        # Each white square sees a lamp, or has one.
        rule(
            "each white square is lit",
            {
                square: total(lamp[s] for s in {s for line in lines[square] for s in line}) >= 1
                for square in board.open
            },
        ),
        # Beside a wall with a number there are so many lamps.
        rule(
            "numbers",
            {
                wall: total(lamp[s] for s in board.beside(wall)) == int(mark)
                for wall, mark in marks.items()
                if mark.isdigit()
            },
        ),
    )
