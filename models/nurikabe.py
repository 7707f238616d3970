"""Nurikabe: islands as large as their numbers say, in a sea that hangs together."""

from everyway.models import Model, connected, known, puzzle, regions, rule
from everyway.models.boards import Board, read_plan, two_by_two
from everyway.models.pictures import helpers, notes

EXAMPLE = """
2...
....
...2
.3..
"""


@puzzle(
    known("made to have one solution", count=1),
    known("the sea has no square of four", plan={"../..": 0, "1./..": 1, "?./..": 7}),
    known("counted by two programs", plan={"?../...": 14, "?../.../...": 41}),
    known("each island has one number", plan={"11": 0, "1.1": 1, "2..2": 0}),
)
def nurikabe(plan: str = EXAMPLE) -> Model:
    """Nurikabe: shade the sea between islands, each of which has as many squares as it says.

    The white squares are islands: each hangs together over sides, has exactly one number, and as
    many squares as that. The sea hangs together over sides, too, and nowhere covers two by two
    squares. `plan` has a line (or `/`) a row, a character a square: a number, `?` for an island of
    any size, or `.`; where blanks stand between them, numbers may have more digits.

    Source: Nikoli, Puzzle Communication 33 (1991); the example is our own.
    """
    marks = read_plan(plan, r"[.?]|[1-9]\d*", "a number from 1, ? or .")
    board = Board(*max(marks))
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    most = max((len(marks) if mark == "?" else int(mark) for mark in clues.values()), default=1)
    shaded = board.place("shaded")
    # The squares of the island of a white square; a shaded square stands alone, 1.
    size = board.fill(range(1, most + 1), "size")
    place = {square: number for number, square in enumerate(board.open)}
    return Model(
        f"nurikabe {board.height}×{board.width}",
        shaded,
        size,
        helpers(size),
        notes(shaded, clues),
        # The sea hangs together,
        connected(shaded),
        # and nowhere covers two by two squares.
        shaded.per(two_by_two(board)) <= 3,
        # Clues stand on islands.
        shaded.empty_at(clues),
        # Each island has exactly one clue; a shaded square is a region alone, and its own root.
        rule(
            "islands",
            regions(
                [(shaded[a] == 0) & (shaded[b] == 0) for a, b in board.adjacent],
                [(place[a], place[b]) for a, b in board.adjacent],
                vertices=len(place),
                sizes=size,
                roots=[shaded[s] == 0 if s in clues else shaded[s] for s in board.open],
            ),
        ),
        # An island has as many squares as its number says.
        rule("numbers", {s: size[s] == int(mark) for s, mark in clues.items() if mark != "?"}),
    )
