"""Binairo: noughts and ones, as many of each, never three alike in a row."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Literal

from everyway.models import Model, ModelError, Rule, Variable, any_of, known, puzzle, regular, rule
from everyway.models.boards import Board, Family, Filling

EXAMPLE = """
1..0..
..00.1
.00..1
......
00.1..
.1..00
"""


@puzzle(
    known("made to have one solution", count=1),
    known("published numbers of takuzu grids", givens="", n={2: 2, 4: 72}),
    known("H. Kjellerstrand for n = 6", givens="", unique=False, n={2: 2, 4: 90, 6: 11222}),
    known("made to have one solution", form="automata", count=1),
)
def binairo(
    givens: str = EXAMPLE,
    n: int = 6,
    unique: bool = True,
    form: Literal["sums", "automata"] = "sums",
) -> Model:
    """Binairo: fill the cells with 0 and 1, as many of each in every row and column.

    No three cells in a row, across or down, are alike. With `unique` no two rows are alike, and
    no two columns. `givens` is a text of one character a cell, row by row, `.` for an empty one;
    no text: nothing is given.

    `form` says this by the `sums` of lines and of three cells, or by `automata` that read the
    lines.

    Source: P. De Schepper and F. Coussement (2009); the example is our own.
    """
    if n < 0 or n % 2:
        raise ModelError(f"binairo has n = {n}; write an even n from 0")
    board = Board(n)
    cell = board.fill(range(2))
    return Model(
        f"binairo {n}×{n}",
        cell,
        # Each line has as many 1 as 0, and no three alike next to each other.
        _by_sums(cell) if form == "sums" else _by_automata(cell),
        # No two rows are alike, and no two columns.
        [_unlike(cell, lines) for lines in (board.rows, board.columns) if unique],
        # The given numbers stay.
        [cell.given(givens)] if givens else [],
    )


def _by_sums(cell: Filling) -> Iterator[Rule]:
    board, half = cell.board, cell.board.height // 2
    yield cell.along(board.rows + board.columns).total() == half
    if half > 1:  # a board of two rows has no three cells in a line
        # Of three cells one or two are 1.
        three = board.windows(1, 3) + board.windows(3, 1)
        yield cell.along(three).total() >= 1
        yield cell.along(three).total() <= 2


def _by_automata(cell: Filling) -> Iterator[Rule]:
    """The state is how many 1 there were, the last cell, and how often it has been repeated."""
    board, half = cell.board, cell.board.height // 2
    steps = {}
    for ones in range(half + 1):
        for last, times in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2)):
            for bit in (0, 1):
                again = times + 1 if bit == last else 1
                if ones + bit <= half and again <= 2:
                    steps[(ones, last, times), bit] = (ones + bit, bit, again)
    final = {state for state in steps.values() if state[0] == half}

    def reads(line: Sequence[Variable]) -> object:
        return regular(line, steps, (0, 0, 0), final)

    lines = cell.over(board.rows + board.columns)
    yield rule("lines", (reads(line) for _, line in lines if line))


def _unlike(cell: Filling, lines: Family) -> Rule:
    """Any two lines differ in some place."""
    pairs = combinations([line for _, line in cell.over(lines)], 2)
    return rule(
        f"{lines.name} differ",
        (any_of(a != b for a, b in zip(one, other, strict=True)) for one, other in pairs),
    )
