"""Kurodoko: numbers say how many white squares one sees from there."""

from everyway.models import Expression, Model, all_of, connected, known, puzzle, rule, total
from everyway.models.boards import Board, Square, read_plan
from everyway.models.pictures import notes

EXAMPLE = """
...7.
5....
..2..
....2
.4...
"""


@puzzle(
    known("made to have one solution", count=1),
    known("apart, and the rest in one piece", plan={"../..": 5, "?./..": 4, "3./..": 2}),
    known("nobody sees but two squares", plan="3.", count=0),
)
def kurodoko(plan: str = EXAMPLE) -> Model:
    """Kurodoko: shade squares, so that no two share a side and the others hang together.

    Numbers stand on white squares, and say how many white squares one sees from there along the
    row and the column, up to the next shaded one, itself included. `plan` has a line (or `/`) a
    row, a character a square: a number, `?` for a white square, or `.`; where blanks stand between
    them, numbers may have more digits.

    Source: Nikoli, Puzzle Communication 34 (1991); the example is that of pzpr (MIT).
    """
    marks = read_plan(plan, r"[.?]|\d+", "a number, ? or .")
    board = Board(*max(marks))
    shaded = board.place("shaded")
    clues = {square: mark for square, mark in marks.items() if mark != "."}

    def seen(square: Square) -> Expression:
        """The white squares that one sees from a white one, itself included."""
        return 1 + total(
            all_of(shaded[other] == 0 for other in ray[: far + 1])
            for ray in board.rays(square).values()
            for far in range(len(ray))
        )

    return Model(
        f"kurodoko {board.height}×{board.width}",
        shaded,
        notes(shaded, clues),
        # No two shaded squares share a side.
        shaded.per(board.adjacent) <= 1,
        # The white squares hang together.
        connected(shaded.empty),
        # Clues stand on white squares,
        shaded.empty_at(clues),
        # and as many white squares are seen from there as a number says.
        rule("numbers", (seen(s) == int(mark) for s, mark in clues.items() if mark != "?")),
    )
