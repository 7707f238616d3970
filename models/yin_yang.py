"""Yin-yang: black and white circles, each colour in one piece."""

from everyway.models import Model, connected, known, puzzle, rule, total
from everyway.models.boards import Board, read_map, two_by_two
from everyway.models.pictures import notes, symbols

EXAMPLE = """
b...
.b.b
....
.w.w
"""


@puzzle(
    known("made to have one solution", count=1),
    known("neither one colour nor opposite corners alike", plan={"../..": 12, "w./.b": 4}),
    known("neither colour can be in one piece", plan="wb/bw", count=0),
    known("as with the rules that follow", implied=False, plan={"../..": 12, "wb/bw": 0}),
)
def yin_yang(plan: str = EXAMPLE, implied: bool = True) -> Model:
    """Yin-yang: put a black or a white circle on each square.

    The black circles hang together over sides, and so do the white ones. No two by two squares are
    of one colour. `plan` is a text of one character a square, a line (or `/`) a row: `b` is a black
    circle, `w` a white one, `.` a square to fill.

    Two rules follow, and are added where `implied`: no two by two squares are a chequerboard, and
    around the border the colour changes twice at most. Otherwise a line in black that joins two
    circles would have to cross one in white.

    Source: the example is our own.
    """
    marks = read_map(plan, ".wb")
    board = Board(*max(marks))
    black = board.place("black")
    model = Model(
        f"yin-yang {board.height}×{board.width}",
        black,
        notes(black, symbols(marks)),
        # Some circles are there from the beginning.
        black.at([square for square, mark in marks.items() if mark == "b"]),
        black.empty_at([square for square, mark in marks.items() if mark == "w"]),
        # The black ones hang together,
        connected(black),
        # and the white ones.
        connected(black.empty),
        # No two by two squares are all white, or all black.
        black.per(two_by_two(board)) >= 1,
        black.per(two_by_two(board)) <= 3,
    )
    if not implied:
        return model
    around = [
        (a, b)
        for a, b in board.adjacent
        if a.row == b.row in (1, board.height) or a.column == b.column in (1, board.width)
    ]
    return (
        model
        # No two by two squares are a chequerboard.
        + rule(
            "no chequerboard (implied)",
            (
                abs(black[a] - black[b] - black[c] + black[d]) <= 1
                for a, b, c, d in two_by_two(board)
            ),
        )
        # Around the border the colour changes twice at most.
        + rule("around the border (implied)", total(black[a] != black[b] for a, b in around) <= 2)
    )
