"""Langford's problem: pairs of numbers in a row, each pair its own number apart."""

from __future__ import annotations

from .language.catalogue import known, puzzle
from .language.constraints import all_different
from .language.errors import ModelError
from .language.groups import variables
from .language.model import Model, rule


@puzzle(
    # OEIS counts a row and its reversal as one; here they are two.
    known(
        "twice OEIS A014552",
        n={1: 0, 2: 0, 3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300, 9: 0, 10: 0, 11: 35584, 12: 216288},
    )
)
def langford(n: int = 7) -> Model:
    """Langford's row: two of each number from 1 to n, with k others between the two k.

    Put the numbers 1, 1, 2, 2, … n, n in a row of 2n cells so that one number stands between
    the two 1, two stand between the two 2, and so on: 2 3 1 2 1 3 for n = 3. A row and its
    reversal are two solutions. `first[k]` is the cell of the left k, counted from 0.

    Source: C. D. Langford, The Mathematical Gazette 42 (1958); CSPLib 024; OEIS A014552.
    """
    if n < 0:
        raise ModelError(f"langford has n = {n}; write n from 0")
    numbers = range(1, n + 1)
    first = variables("first", numbers, range(2 * n))
    # The right k stands k + 1 cells after the left k, so that k others are between them.
    second = [cell + k + 1 for k, cell in zip(numbers, first, strict=True)]
    return Model(
        f"Langford's row of {n} pairs",
        first,
        # The right one of each pair is still in the row.
        rule("within the row", (cell < 2 * n for cell in second)),
        # No cell holds two numbers.
        rule("one number a cell", all_different([*first, *second])),
    )
