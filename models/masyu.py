"""Masyu: one loop through all pearls, straight on at white ones and around a corner at black."""

from everyway.models import Model, implies, known, loop, puzzle, rule
from everyway.models.boards import Board, Square, read_map
from everyway.models.pictures import notes, symbols

EXAMPLE = """
....
.wb.
....
.w..
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A140517: loops of a grid of points", plan={"../..": 1, ".../.../...": 13}),
    known("no loop goes straight on in a corner", plan="w../.../...", count=0),
)
def masyu(plan: str = EXAMPLE) -> Model:
    """Masyu: draw one loop from square to square over their sides, through all pearls.

    At a white pearl the loop goes straight on, and turns in the square before it or after it, or
    both. At a black pearl it turns, and goes straight on in both squares beside. `plan` is a text
    of one character a square, a line (or `/`) a row: `w` is a white pearl, `b` a black one.

    Source: Nikoli, Puzzle Communication 90 (2000); the example is our own.
    """
    marks = read_map(plan, ".wb")
    board = Board(*max(marks))
    line = board.links("line")
    white, black = ([s for s, mark in marks.items() if mark == kind] for kind in "wb")
    return Model(
        f"masyu {board.height}×{board.width}",
        line,
        notes(line, symbols(marks)),
        # The line is one loop.
        loop(line),
        # At a white pearl it goes straight on,
        rule("straight on at white", {square: line.straight(square) == 1 for square in white}),
        # and turns in one of the two squares beside that it comes through.
        rule(
            "turns beside white",
            {
                s: [
                    implies(line[s, a] == 1, (line.turns(a) == 1) | (line.turns(b) == 1))
                    for a, b in _across(board, s)
                ]
                for s in white
            },
        ),
        # At a black pearl it turns,
        rule("turns at black", {square: line.turns(square) == 1 for square in black}),
        # and goes straight on in both squares beside.
        rule(
            "straight on beside black",
            {
                s: [implies(line[s, t] == 1, line.straight(t) == 1) for t in board.beside(s)]
                for s in black
            },
        ),
    )


def _across(board: Board, square: Square) -> list[tuple[Square, Square]]:
    """The two squares above and below `square`, and the two on its left and right."""
    top, right, bottom, left = (ray[:1] for ray in board.rays(square).values())
    return [*zip(top, bottom, strict=False), *zip(left, right, strict=False)]
