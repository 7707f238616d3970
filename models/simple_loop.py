"""Simple loop: one loop through every white square."""

from everyway.models import Model, known, loop, puzzle, rule
from everyway.models.boards import Board, read_map

EXAMPLE = """
###..
#....
.....
...#.
.....
"""


@puzzle(
    known("made to have one solution", count=1),
    known(
        "OEIS A003763: Hamiltonian cycles of a grid", plan={"../..": 1, "..../..../..../....": 6}
    ),
    known("an odd number of squares", plan=".../.../...", count=0),
)
def simple_loop(plan: str = EXAMPLE) -> Model:
    """Simple loop: draw one loop from square to square over their sides, through all white ones.

    `plan` is a text of one character a square, a line (or `/`) a row: `.` is a white square, `#`
    a black one, where no line goes.

    Source: Nikoli; the example is that of pzpr (MIT).
    """
    marks = read_map(plan, ".#")
    board = Board(*max(marks), walls=[s for s, mark in marks.items() if mark == "#"])
    line = board.links("line")
    return Model(
        f"simple loop {board.height}×{board.width}",
        line,
        # The line is one loop,
        loop(line),
        # and comes through every white square.
        rule("through all", {square: line.passes(square) == 1 for square in board.open}),
    )
