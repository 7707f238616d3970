"""Nurimisaki: a coast whose capes end in circles, and nowhere else."""

from everyway.models import Expression, Model, connected, known, puzzle, rule, total
from everyway.models.boards import Board, Square, numbers, read_clues, seen_from, two_by_two
from everyway.models.pictures import notes

EXAMPLE = """
.?...
?....
...2.
.....
?....
"""


@puzzle(
    known("made to have one solution", count=1),
    known("a cape has two ends", plan={"??": 1, "?.?": 1, "?..": 0}),
    known("two squares in a row, shaded or not", plan="../..", count=4),
)
def nurimisaki(plan: str = EXAMPLE) -> Model:
    """Nurimisaki: shade squares, so that circles are the ends of the white ones, and no others.

    The white squares hang together over sides. Circles stand on white squares with exactly one
    white square beside them, and on all that have. A number is the number of white squares that one
    sees from there straight on, itself included. No two by two squares are all white, or all
    shaded. `plan` has a line (or `/`) a row, a character a square: `?` is a circle, a number one
    with a number, `.` neither; where blanks stand between them, numbers may have more digits.

    Source: the example is that of pzpr (MIT).
    """
    marks = read_clues(plan)
    board = Board(*max(marks))
    shaded = board.place("shaded")
    circles = {square: mark for square, mark in marks.items() if mark != "."}

    def beside(square: Square) -> Expression:
        """The white squares beside a square."""
        return total(shaded[other] == 0 for other in board.beside(square))

    return Model(
        f"nurimisaki {board.height}×{board.width}",
        shaded,
        notes(shaded, {s: "○" + mark.replace("?", "") for s, mark in circles.items()}),
        # The white squares hang together.
        connected(shaded.empty),
        # No two by two squares are all white, or all shaded.
        shaded.per(two_by_two(board)) >= 1,
        shaded.per(two_by_two(board)) <= 3,
        # A circle stands on a white square with one white square beside it,
        shaded.empty_at(circles),
        rule("circles", {square: beside(square) == 1 for square in circles}),
        # and on every one.
        rule(
            "no other ends",
            {s: (shaded[s] == 1) | (beside(s) != 1) for s in board.open if s not in circles},
        ),
        # As many white squares are seen from a circle as its number says.
        rule("numbers", {s: seen_from(shaded, s) == n for s, n in numbers(circles).items()}),
    )
