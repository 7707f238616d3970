"""Norinori: two shaded squares in every region, and every shaded square in a pair."""

from everyway.models import Board, Model, implies, known, puzzle, rule, total

EXAMPLE = """
AABCC
BBBCC
BDDCC
DDDDD
EEDDD
"""


@puzzle(
    known("has one solution", count=1),
    known("the two squares of a domino, anywhere on 2×3", regions="AAA/AAA", count=7),
    known("one square has no pair", regions="AAB", count=0),
)
def norinori(regions: str = EXAMPLE) -> Model:
    """Norinori: shade squares so that they form dominoes and each region holds two of them.

    Each shaded square shares a side with exactly one other, in its own region or the next.
    `regions` draws the board, a line (or `/`) a row: squares with one letter are a region, `.` is
    left out.

    Source: Nikoli; the example is from the tests of pzprjs (MIT).
    """
    board = Board.from_map(regions)
    shaded = board.place("shaded")
    return Model(
        f"norinori {board.height}×{board.width}",
        shaded,
        # Each region holds two shaded squares.
        shaded.per(board.regions) == 2,
        # A shaded square shares a side with exactly one other.
        rule(
            "dominoes",
            {
                s: implies(shaded[s] == 1, total(shaded[near] for near in board.beside(s)) == 1)
                for s in board.open
            },
        ),
    )
