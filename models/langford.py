"""Langford's problem: pairs of numbers in a row, each pair its own number apart."""

from typing import Literal

from everyway.models import (
    Constraint,
    Model,
    VariableList,
    all_different,
    all_of,
    any_of,
    counted,
    exactly,
    implies,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.pictures import row


@puzzle(
    # OEIS counts a row and its reversal as one; here they are two.
    known(
        "twice OEIS A014552",
        n={1: 0, 2: 0, 3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300, 9: 0, 10: 0, 11: 35584, 12: 216288},
    ),
    known("twice OEIS A059107", copies=3, n={1: 0, 2: 0, 3: 0, 6: 0, 8: 0, 9: 6, 10: 10}),
    known("n!", copies=1, n={3: 6, 4: 24}),
    least={"n": 0, "copies": 1},
)
def langford(n: int = 7, form: Literal["pairs", "cells"] = "pairs", copies: int = 2) -> Model:
    """Langford's row: two of each number from 1 to n, with k others between the two k.

    Put the numbers 1, 1, 2, 2, … n, n in a row of 2n cells so that one number stands between
    the two 1, two stand between the two 2, and so on: 2 3 1 2 1 3 for n = 3. A row and its
    reversal are two solutions. With 3 `copies` there are three of each number, with k others
    between each k and the next; such a row there is for n = 9 at least.

    Two ways to say it: `pairs` has a variable for each number, `first[k]`, the cell of the left
    k, counted from 0; `cells` has one for each cell, `cell[i]`, the number that stands there.

    Source: C. D. Langford, The Mathematical Gazette 42 (1958); CSPLib 024; A014552, A059107.
    """
    return _by_cells(n, copies) if form == "cells" else _by_pairs(n, copies)


def _by_pairs(n: int, copies: int) -> Model:
    numbers = range(1, n + 1)
    cells = copies * n
    first = variables("first", numbers, range(cells))
    # Each further k stands k + 1 cells after the one before, so that k others are between them.
    further = [
        [cell + times * (k + 1) for k, cell in zip(numbers, first, strict=True)]
        for times in range(1, copies)
    ]
    return Model(
        f"Langford's row of {counted(n, 'pair') if copies == 2 else counted(cells, 'cell')}",
        first,
        row(first, cells, (k + 1 for k in numbers), copies),
        # The last one of each number is still in the row.
        rule("within the row", (cell < cells for last in further[-1:] for cell in last)),
        # No cell holds two numbers.
        rule("one number a cell", all_different([*first, *(c for some in further for c in some)])),
    )


def _by_cells(n: int, copies: int) -> Model:
    numbers = range(1, n + 1)
    cells = range(copies * n)
    cell = variables("cell", len(cells), numbers)
    of_each = "two" if copies == 2 else str(copies)
    return Model(
        f"Langford's row of {counted(len(cells), 'cell')}",
        cell,
        # Each number stands in as many cells as it has copies.
        rule(f"{of_each} of each", (exactly(cell, k, copies) for k in numbers)),
        # A cell that holds k is one of `copies` cells with k, each k + 1 cells after the other.
        rule("k others between", (_in_a_run(cell, i, k, copies) for i in cells for k in numbers)),
    )


def _in_a_run(cell: VariableList, i: int, k: int, copies: int) -> Constraint:
    step = k + 1
    runs = (range(i - before * step, len(cell), step)[:copies] for before in range(copies))
    return implies(
        cell[i] == k,
        any_of(
            all_of(cell[j] == k for j in run if j != i)
            for run in runs
            if run.start >= 0 and len(run) == copies
        ),
    )
