"""Nonograms: a picture from the lengths of the black runs in its rows and columns."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    Variable,
    allowed,
    known,
    puzzle,
    regular,
    rule,
)
from everyway.models.boards import Board
from everyway.models.pictures import around

ROWS = "1 / 2 / 4 / 6 / 1 2 / 1 2"
COLUMNS = "1 / 4 / 3 / 6 / 4 / 1"
LONGEST_TABLE = 16


@puzzle(
    known("made to have one solution", count=1),
    known("made to have one solution", form="tables", count=1),
    known("either diagonal", rows="1 / 1", columns="1 / 1", count=2),
    known("the permutation matrices of order 4", rows="1/1/1/1", columns="1/1/1/1", count=24),
)
def nonogram(
    rows: str = ROWS, columns: str = COLUMNS, form: Literal["automata", "tables"] = "automata"
) -> Model:
    """A nonogram: find the black cells from the lengths of their runs in each row and column.

    `rows` has the lengths of each row from the top, from left to right, the rows apart by `/`:
    `"2 1 / 0"` is a row with a run of 2 and, one or more white cells on, a run of 1; and an
    empty one. `columns` has the same for the columns from the left, from top to bottom.

    `form` says what a line may look like by `automata`, small machines that read it cell by
    cell, or by `tables` of all the lines with such runs.

    Source: Non Ishida (1987); the example is our own.
    """
    across, down = _lengths(rows), _lengths(columns)
    if form == "tables" and max(len(across), len(down)) > LONGEST_TABLE:
        raise ModelError(f"lines of more than {LONGEST_TABLE} cells need form='automata'")
    board = Board(len(across), len(down))
    black = board.place("black")
    read = _by_automaton if form == "automata" else _by_table
    lines = [*zip(black.over(board.rows), across, strict=True)]
    lines += zip(black.over(board.columns), down, strict=True)
    return Model(
        f"nonogram {board.height}×{board.width}",
        black,
        around(black, left=(line or [0] for line in across), top=(line or [0] for line in down)),
        # Each row, and each column, has its runs of black cells.
        [
            rule(f"{name}: {' '.join(map(str, lengths)) or 0}", read(cells, lengths))
            for (name, cells), lengths in lines
        ],
    )


def _lengths(text: str) -> list[list[int]]:
    """The lengths of the runs of each line; none for `0` or nothing."""
    try:
        lines = [[int(word) for word in line.split()] for line in text.split("/")]
    except ValueError:
        raise ModelError(f"{text!r} must be numbers, the lines apart by /: '2 1 / 3'") from None
    if any(length < 0 for line in lines for length in line):
        raise ModelError(f"{text!r} has a negative length; write 0 for an empty line")
    return [[length for length in line if length] for line in lines]


def _by_automaton(line: Sequence[Variable], lengths: Sequence[int]) -> Constraint:
    """The state is how much of the runs, with one white cell between, has been read."""
    pattern = "0".join("1" * length for length in lengths)
    steps = {(state, int(bit)): state + 1 for state, bit in enumerate(pattern)}
    # Before the first run, between two and after the last there may be more white cells.
    idle = [state for state in range(len(pattern)) if pattern[state - 1 : state] != "1"]
    steps |= {(state, 0): state for state in [*idle, len(pattern)]}
    return regular(line, steps, 0, [len(pattern)])


def _by_table(line: Sequence[Variable], lengths: Sequence[int]) -> Constraint:
    every = product((0, 1), repeat=len(line))
    return allowed(line, (cells for cells in every if list(_runs(cells)) == list(lengths)))


def _runs(cells: Sequence[int]) -> Iterator[int]:
    """The lengths of the runs of ones."""
    return map(len, "".join(map(str, cells)).replace("0", " ").split())
