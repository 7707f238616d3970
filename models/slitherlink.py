"""Slitherlink: one loop along the sides of squares, so many of them around each number."""

from everyway.models import Model, known, loop, puzzle, rule, total
from everyway.models.boards import Board, read_map
from everyway.models.pictures import notes

EXAMPLE = """
2..1.
.2..1
..2..
3..3.
.0..3
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A140517: loops of a grid of points", plan={"./.": 3, "../..": 13, ".../...": 40}),
    known("no loop has a square without a side, and one with four", plan="04", count=0),
)
def slitherlink(plan: str = EXAMPLE) -> Model:
    """Slitherlink: draw one loop along the sides of squares, which never touches itself.

    `plan` is a text of one character a square, a line (or `/`) a row: a digit says how many sides
    of its square the loop takes; of `.` and `?` nothing is said.

    Source: Nikoli, Puzzle Communication 26 (1989); the example is that of pzpr (MIT).
    """
    marks = read_map(plan, ".?01234")
    board = Board(*max(marks))
    fence = board.fences("fence")
    numbers = {square: int(mark) for square, mark in marks.items() if mark.isdigit()}
    return Model(
        f"slitherlink {board.height}×{board.width}",
        fence,
        notes(fence, numbers),
        # The fences form one loop.
        loop(fence),
        # Around a number stand so many of them.
        rule("numbers", {s: total(fence.around(s)) == number for s, number in numbers.items()}),
    )
