"""Doppelblock: two black cells in every row and column, and the sum between them."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from everyway.models import (
    Board,
    Constraint,
    Model,
    ModelError,
    Variable,
    cardinality,
    implies,
    known,
    puzzle,
    rule,
    total,
)
from everyway.models.boards import in_line, line_clues, numbers, read_clues
from everyway.models.pictures import around, looks


@puzzle(
    known("has one solution", count=1),
    known("ways to lay two black cells in each line of 2×2", n=2, top="", left="", count=1),
    known("counted by two programs", n={3: 6, 4: 216}, top="", left=""),
)
def doppelblock(top: str = ".6.34", left: str = ".10..", givens: str = "", n: int = 5) -> Model:
    """Doppelblock: blacken two cells in each row and column, and fill the others.

    Each row and column holds the numbers from 1 to n - 2 once each. A clue says what the numbers
    between the two black cells of its line add up to. `top` has the clues of the columns, `left`
    those of the rows, a character each, `.` for none; with blanks between all, numbers may have
    more digits. `givens` are numbers that are known, in the same way, a line (or `/`) a row. A
    black cell is 0 in a solution.

    Source: the example is from the tests of pzprjs (MIT).
    """
    if n < 2:
        raise ModelError(f"doppelblock has n = {n}; write n from 2")
    board = Board(n)
    cell = board.fill(range(n - 1))
    given = numbers(read_clues(givens, board))
    clues = line_clues("top", top, board.columns) + line_clues("left", left, board.rows)
    return Model(
        f"doppelblock {n}×{n}",
        cell,
        around(cell, top=in_line(top), left=in_line(left)),
        looks(cell, {0: "■"}),
        # Each row and column has two black cells, and each number once.
        rule(
            "lines",
            (
                cardinality(line, {0: 2, **dict.fromkeys(range(1, n - 1), 1)})
                for _, line in cell.over(board.rows + board.columns)
            ),
        ),
        # Between the two black cells the numbers add up to the clue.
        [
            rule(f"{line.name}: {clue}", _between([cell[s] for s in line], clue))
            for line, clue in clues
        ],
        # The given numbers stay.
        rule("givens", (cell[s] == number for s, number in given.items())),
    )


def _between(line: Sequence[Variable], clue: int) -> Iterator[Constraint]:
    """The clue of a line, where the black cells, which are 0, add nothing to the sum."""
    for i, j in combinations(range(len(line)), 2):
        yield implies((line[i] == 0) & (line[j] == 0), total(line[i : j + 1]) == clue)
