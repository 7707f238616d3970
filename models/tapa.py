"""Tapa: a wall around clues that say how long its parts beside them are."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, product

from everyway.models import Model, allowed, connected, known, puzzle, rule
from everyway.models.boards import Board, read_plan, two_by_two
from everyway.models.pictures import notes

EXAMPLE = """
3  . .   . .
.  . .   . 5
.  . 311 . .
31 . .   . .
.  . .   . 2
"""
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


@puzzle(
    known("made to have one solution", count=1),
    known("one of three, or none", plan={"1./..": 3, "0./..": 1, "?./..": 7}),
    known("a ring around it", plan={".../.8./...": 1, ".../.7./...": 8}),
    known("parts that are not joined", plan=". . . / . 11 . / . . .", count=0),
)
def tapa(plan: str = EXAMPLE) -> Model:
    """Tapa: shade a wall that hangs together over sides, and nowhere covers two by two squares.

    Clues are not shaded. Each digit of a clue is the length of one run of shaded squares among the
    up to eight around it, and runs are apart; `0` says that none is shaded. `?` is a length that
    is not known, `?` alone at most one run. `plan` has a line (or `/`) a row, a character a square,
    `.` where there is no clue; where blanks stand between them, clues may have more digits.

    Source: S. Yürekli (2007); the example is that of pzpr (MIT).
    """
    marks = read_plan(plan, r"[.]|0|[1-8?]{1,4}", "a clue of up to four digits, or .")
    board = Board(*max(marks))
    shaded = board.place("shaded")
    clues = {square: mark for square, mark in marks.items() if mark != "."}
    around = {
        (r, c): [shaded.get((r + down, c + right), 0) for down, right in AROUND] for r, c in clues
    }
    return Model(
        f"tapa {board.height}×{board.width}",
        shaded,
        notes(shaded, clues),
        # The wall hangs together,
        connected(shaded),
        # and nowhere covers two by two squares.
        shaded.per(two_by_two(board)) <= 3,
        # Clues are not shaded,
        shaded.empty_at(clues),
        # and the runs around them are as long as they say.
        rule(
            "clues",
            {
                square: allowed(
                    around[square], (row for row in product((0, 1), repeat=8) if _fits(row, mark))
                )
                for square, mark in clues.items()
            },
        ),
    )


def _fits(row: Sequence[int], mark: str) -> bool:
    """True if the runs of 1 in a ring are as long as `mark` says."""
    start = row.index(0) if 0 in row else 0
    ring = [*row[start:], *row[:start]]
    runs = [len([*run]) for one, run in groupby(ring) if one] or [0]
    asked = Counter(int(digit) for digit in mark if digit != "?")
    return len(runs) == len(mark) and not asked - Counter(runs)
