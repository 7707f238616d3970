"""Kurodoko: numbers say how many white squares one sees from there."""

from everyway.models import Model, connected, known, puzzle, rule
from everyway.models.boards import Board, numbers, read_clues, seen_from
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
    marks = read_clues(plan)
    board = Board(*max(marks))
    shaded = board.place("shaded")
    clues = {square: mark for square, mark in marks.items() if mark != "."}

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
        rule("numbers", {s: seen_from(shaded, s) == n for s, n in numbers(clues).items()}),
    )
