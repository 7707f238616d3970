"""Slant: a diagonal in every square, so many of them at each number, and no loop."""

from everyway.models import Model, forest, known, puzzle, rule, total
from everyway.models.boards import Board, Square, read_map
from everyway.models.pictures import notes

EXAMPLE = r"""
...0.
.4...
2...2
.....
.1.0.
"""


@puzzle(
    known("made to have one solution", count=1),
    known("every way but one that goes around", clues={".../.../...": 15}),
    known("four diagonals around one point", clues=".../.4./...", count=1),
    known("no square has two diagonals", clues="11/11", count=0),
)
def slant(clues: str = EXAMPLE) -> Model:
    r"""Slant: draw one of the two diagonals of each square, so that they never close a loop.

    `clues` has a line (or `/`) for each row of corners of squares, one more than there are rows
    of squares, and a character for each corner: a digit says how many diagonals end there, of `.`
    and `?` nothing is said. A solution says of each square `\` or `/`.

    Source: Nikoli, Gokigen Naname (1999); the example is that of pzpr (MIT).
    """
    marks = read_map(clues, ".?01234")
    points = {point: place for place, point in enumerate(marks)}
    last = max(points)
    board = Board(last.row - 1, last.column - 1)
    diagonal = board.fill(["\\", "/"], "diagonal")
    circles = {(r - 0.5, c - 0.5): f"○{n}" for (r, c), n in marks.items() if n.isdigit()}
    # Each square may join two corners, or the other two.
    drawn = [
        (diagonal[r, c] == mark, (points[Square(r, left)], points[Square(r + 1, right)]))
        for r, c in board.open
        for mark, left, right in (("\\", c, c + 1), ("/", c + 1, c))
    ]
    return Model(
        f"slant {board.height}×{board.width}",
        diagonal,
        notes(diagonal, circles),
        # As many diagonals end at a corner as it says.
        rule(
            "numbers",
            (
                total(one for one, ends in drawn if points[point] in ends) == int(mark)
                for point, mark in marks.items()
                if mark.isdigit()
            ),
        ),
        # They close no loop.
        rule("no loop", forest([one for one, _ in drawn], [ends for _, ends in drawn])),
    )
