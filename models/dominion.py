"""Dominion: shaded dominoes between areas, each with all squares of one letter."""

from everyway.models import Board, Model, connected, count, implies, known, puzzle, rule
from everyway.models.boards import read_plan
from everyway.models.pictures import looks

EXAMPLE = """
..B..
....B
.C...
..A..
A...B
"""

SHADED = "#"


@puzzle(
    known("has one solution", count=1),
)
def dominion(plan: str = EXAMPLE) -> Model:
    """Dominion: shade dominoes so that each area between them has all squares of one letter.

    Each shaded square shares a side with exactly one other. What is left hangs together in areas
    over sides: each has a letter, and all squares with that letter, but no other letter. `plan` is
    a text of one character a square, a line (or `/`) a row: a letter, `?` for an unshaded square
    without one, or `.`. The solution has the letter of the area on each of its squares.

    Source: the example is from the tests of pzprjs (MIT).
    """
    marks = read_plan(plan, "[A-Za-z.?]", "a letter, ? or .")
    board = Board(*max(marks))
    letters = sorted({mark for mark in marks.values() if mark.isalpha()})
    area = board.fill([*letters, SHADED], "area")
    open_ = {s: area[s] != SHADED for s in board.open}
    return Model(
        f"dominion {board.height}×{board.width}",
        area,
        looks(area, {SHADED: "■"}),
        # A shaded square has exactly one other beside it.
        rule(
            "dominoes",
            {
                s: implies(
                    area[s] == SHADED, count((area[n] for n in board.beside(s)), SHADED) == 1
                )
                for s in board.open
            },
        ),
        # Unshaded squares beside each other are of one area.
        rule(
            "areas",
            (implies(open_[a] & open_[b], area[a] == area[b]) for a, b in board.adjacent),
        ),
        # The squares of a letter hang together.
        rule(
            "joined",
            (connected((area[s] == letter for s in board.open), board) for letter in letters),
        ),
        # The letters stand where they are given, and ? is not shaded.
        rule(
            "givens",
            (
                area[s] == mark if mark != "?" else open_[s]
                for s, mark in marks.items()
                if mark != "."
            ),
        ),
    )
