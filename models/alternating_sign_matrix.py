"""Alternating sign matrices: 1 and -1 by turns along every row and column."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Literal

from everyway.models import Board, Constraint, Model, Variable, known, puzzle, regular, rule


@puzzle(
    known("OEIS A005130", n={0: 1, 1: 1, 2: 2, 3: 7, 4: 42, 5: 429}),
    known("OEIS A005130", form="automata", n={3: 7, 4: 42}),
)
def alternating_sign_matrix(n: int = 4, form: Literal["sums", "automata"] = "sums") -> Model:
    """An alternating sign matrix: n × n entries 0, 1 and -1, along each line 1 and -1 by turns.

    In every row and column the entries other than 0 begin with 1, change their sign each time,
    and end with 1. Permutation matrices are those without a -1.

    `form` says this by `sums`, what has been added up so far is always 0 or 1 and in the end
    1, or by `automata` that remember the last sign.

    Source: W. Mills, D. Robbins and H. Rumsey (1983); D. Zeilberger (1996); OEIS A005130.
    """
    board = Board(n)
    entry = board.fill(range(-1, 2), "entry")
    alternate = _by_sums if form == "sums" else _by_automaton
    return Model(
        f"alternating sign matrix of order {n}",
        entry,
        # The signs alternate along each row,
        rule("rows", (alternate(line) for _, line in entry.over(board.rows))),
        # and along each column.
        rule("columns", (alternate(line) for _, line in entry.over(board.columns))),
    )


def _by_sums(line: Sequence[Variable]) -> Iterator[Constraint]:
    """The partial sums go 0, 1, 0, 1 …, and the last is 1."""
    *partial, whole = accumulate(line)
    for so_far in partial:
        yield so_far >= 0
        yield so_far <= 1
    yield whole == 1


def _by_automaton(line: Sequence[Variable]) -> Constraint:
    """The state is the last sign, a minus before the first."""
    steps = {("-", 0): "-", ("-", 1): "+", ("+", 0): "+", ("+", -1): "-"}
    return regular(line, steps, "-", ["+"])
