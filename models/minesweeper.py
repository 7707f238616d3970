"""Minesweeper: find the mines from how many touch each number."""

from everyway.models import Model, Rule, known, puzzle, total
from everyway.models.boards import Board, read_map

EXAMPLE = """
2...2
4.5.3
..3..
...33
2....
"""


@puzzle(
    known("made to have one solution", count=1),
    known("the mine is on one of three squares", field="1./..", count=3),
    known("nothing is known", field="../..", count=16),
    known("a square without a mine", field={"?./1.": 2}),
)
def minesweeper(field: str = EXAMPLE, mines: int | None = None) -> Model:
    """Minesweeper: put mines so that each number counts those on the squares around it.

    `field` is a text of one character a square, a line (or `/`) a row: a digit is a square
    without a mine that says how many of its up to eight neighbours have one, `?` one that does not
    say it; of `.` nothing is known. Where `mines` is given, there are so many in all.

    Source: R. Donner and C. Johnson for Microsoft (1990); R. Kaye, Minesweeper is NP-complete
    (2000); the example is our own.
    """
    marks = read_map(field, ".?012345678")
    board = Board(*max(marks))
    clear = [square for square, mark in marks.items() if mark != "."]
    numbers = {square: int(marks[square]) for square in clear if marks[square] != "?"}
    mine = board.place("mine")
    return Model(
        f"minesweeper {board.height}×{board.width}",
        mine,
        # No mine lies under a number,
        mine.empty_at(clear),
        # and as many as it says lie around it.
        Rule(
            "numbers",
            tuple(
                total(mine[other] for other in board.around(square)) == number
                for square, number in numbers.items()
            ),
            tuple(f"the {number} at {square}" for square, number in numbers.items()),
        ),
        # The number of all mines is known.
        [mine.total == mines] if mines is not None else [],
    )
