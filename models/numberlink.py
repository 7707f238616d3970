"""Numberlink: join the two squares of each number by a line, and let no two lines meet."""

from collections import Counter

from everyway.models import (
    Model,
    ModelError,
    counted,
    forest,
    implies,
    known,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import Board, read_plan
from everyway.models.pictures import helpers, notes

EXAMPLE = """
.1..
.2..
.3..
32.1
"""


@puzzle(
    known("made to have one solution", count=1),
    known("OEIS A007764: ways from corner to corner", plan={"1./.1": 2, "1../.../..1": 12}),
    known("two lines would have to cross", plan="12/21", count=0),
)
def numberlink(plan: str = EXAMPLE) -> Model:
    """Numberlink: join each two equal numbers by a line from square to square.

    No line branches, and no two come through one square. Squares may be left out. `plan` has a
    line (or `/`) a row, a character a square: each number stands on two squares, `.` on the
    others; where blanks stand between them, numbers may have more digits.

    Source: S. Loyd (1897); Nikoli; the example is our own.
    """
    marks = read_plan(plan, r"[.]|[1-9]\d*", "a number from 1, or .")
    ends = {square: int(mark) for square, mark in marks.items() if mark != "."}
    numbers = Counter(ends.values())
    for value, times in numbers.items():
        if times != 2:
            raise ModelError(f"{value} stands on {counted(times, 'square')}; write it on two")
    board = Board(*max(marks))
    line = board.links("line")
    # The number whose line comes through a square, 0 where none does.
    number = board.fill([0, *sorted(numbers)], "number")
    return Model(
        f"numberlink {board.height}×{board.width}",
        line,
        number,
        helpers(number),
        notes(line, ends),
        # At each number a line ends, and elsewhere none does.
        rule("one line", {square: total(line.at(square)) == 1 for square in ends}),
        rule(
            "two lines or none",
            {
                square: total(line.at(square)) == 2 * line.passes(square)
                for square in board.open
                if square not in ends
            },
        ),
        # No line goes in a circle.
        forest(line),
        # Each leads to its own number.
        rule("given", (number[square] == value for square, value in ends.items())),
        rule(
            "from like to like",
            {f"{a} and {b}": implies(line[a, b], number[a] == number[b]) for a, b in line.pairs},
        ),
        rule(
            "left out",
            {s: (number[s] == 0) == (line.passes(s) == 0) for s in board.open if s not in ends},
        ),
    )
