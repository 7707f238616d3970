"""Langford's problem: pairs of numbers in a row, each pair its own number apart."""

from __future__ import annotations

from typing import Literal

from .language.catalogue import known, puzzle
from .language.constraints import Constraint, all_different, any_of, implies
from .language.counting import exactly
from .language.errors import ModelError
from .language.groups import VariableList, variables
from .language.model import Model, rule
from .language.sketches import row
from .language.wording import counted


@puzzle(
    # OEIS counts a row and its reversal as one; here they are two.
    known(
        "twice OEIS A014552",
        n={1: 0, 2: 0, 3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300, 9: 0, 10: 0, 11: 35584, 12: 216288},
    ),
)
def langford(n: int = 7, form: Literal["pairs", "cells"] = "pairs") -> Model:
    """Langford's row: two of each number from 1 to n, with k others between the two k.

    Put the numbers 1, 1, 2, 2, … n, n in a row of 2n cells so that one number stands between
    the two 1, two stand between the two 2, and so on: 2 3 1 2 1 3 for n = 3. A row and its
    reversal are two solutions.

    Two ways to say it: `pairs` has a variable for each number, `first[k]`, the cell of the left
    k, counted from 0; `cells` has one for each cell, `cell[i]`, the number that stands there.

    Source: C. D. Langford, The Mathematical Gazette 42 (1958); CSPLib 024; OEIS A014552.
    """
    if n < 0:
        raise ModelError(f"langford has n = {n}; write n from 0")
    return _by_cells(n) if form == "cells" else _by_pairs(n)


def _by_pairs(n: int) -> Model:
    numbers = range(1, n + 1)
    first = variables("first", numbers, range(2 * n))
    # The right k stands k + 1 cells after the left k, so that k others are between them.
    second = [cell + k + 1 for k, cell in zip(numbers, first, strict=True)]
    return Model(
        f"Langford's row of {counted(n, 'pair')}",
        first,
        row(first, 2 * n, (k + 1 for k in numbers)),
        # The right one of each pair is still in the row.
        rule("within the row", (cell < 2 * n for cell in second)),
        # No cell holds two numbers.
        rule("one number a cell", all_different([*first, *second])),
    )


def _by_cells(n: int) -> Model:
    numbers = range(1, n + 1)
    cell = variables("cell", 2 * n, numbers)
    return Model(
        f"Langford's row of {2 * n} cells",
        cell,
        # Each number stands in two cells.
        rule("two of each", (exactly(cell, k, 2) for k in numbers)),
        # From a cell that holds k the other k is k + 1 cells to the left or to the right.
        rule("k others between", (_has_partner(cell, i, k) for i in range(2 * n) for k in numbers)),
    )


def _has_partner(cell: VariableList, i: int, k: int) -> Constraint:
    others = (j for j in (i - k - 1, i + k + 1) if 0 <= j < len(cell))
    return implies(cell[i] == k, any_of(cell[j] == k for j in others))
