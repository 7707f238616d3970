"""Cave: a cave whose walls all reach the edge, with numbers that say how far one sees."""

from everyway.models import Model, connected, known, puzzle, rule
from everyway.models.boards import Board, numbers, read_clues, seen_from
from everyway.models.pictures import notes

EXAMPLE = """
3...
....
.4..
.33.
"""


@puzzle(
    known("made to have one solution", count=1),
    known("all but two opposite squares", plan={"../..": 14, "3./..": 2}),
    known("in one piece around no wall", plan=".../.../...", count=214),
)
def cave(plan: str = EXAMPLE) -> Model:
    """Cave: leave the squares of a cave white, and shade all others.

    The cave hangs together over sides, and each shaded square reaches the edge of the board over
    shaded ones. Numbers stand in the cave, and say how many of its squares one sees from there
    along the row and the column, up to the next shaded one, itself included. `plan` has a line (or
    `/`) a row, a character a square: a number, `?` for a square of the cave, or `.`; where blanks
    stand between them, numbers may have more digits.

    Source: Nikoli, also as Bag and Corral; the example is our own.
    """
    marks = read_clues(plan)
    board = Board(*max(marks))
    shaded = board.place("shaded")
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    place = {square: number for number, square in enumerate(board.open)}
    outside = len(place)

    return Model(
        f"cave {board.height}×{board.width}",
        shaded,
        notes(shaded, clues),
        # The cave hangs together.
        connected(shaded.empty),
        # All shaded squares hang together with the outside, which is one more.
        rule(
            "to the edge",
            connected(
                [*shaded, 1],
                [
                    *((place[a], place[b]) for a, b in board.adjacent),
                    *((place[square], outside) for square in board.border[0]),
                ],
            ),
        ),
        # Clues stand in the cave,
        shaded.empty_at(clues),
        # and as many of its squares are seen from there as a number says.
        rule("numbers", {s: seen_from(shaded, s) == n for s, n in numbers(clues).items()}),
    )
