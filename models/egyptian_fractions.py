"""Egyptian fractions: one as a sum of fractions 1/x."""

from __future__ import annotations

from itertools import accumulate

from .language.catalogue import known, puzzle
from .language.errors import ModelError
from .language.expressions import Constant, Expression
from .language.groups import variables
from .language.model import Model, rule
from .language.ordering import increasing
from .language.wording import counted

Fraction = tuple[Expression, Expression]
"""A numerator and a denominator, over the variables."""

# The greatest denominator that can be needed, by the number of terms (Curtiss).
GREATEST = {1: 1, 2: 2, 3: 6, 4: 42, 5: 1806, 6: 3263442}


@puzzle(
    known("OEIS A002966", n={1: 1, 2: 1, 3: 3, 4: 14}),
    known("OEIS A006585", distinct=True, n={1: 1, 2: 0, 3: 1, 4: 6}),
)
def egyptian_fractions(n: int = 4, distinct: bool = False, implied: bool = True) -> Model:
    """Egyptian fractions: 1 = 1/x + 1/y + …, n terms, from the greatest to the least.

    1 = 1/2 + 1/3 + 1/6, and with equal terms allowed also 1/2 + 1/4 + 1/4 and 1/3 + 1/3 + 1/3.
    With `implied`, each sum of the first terms is told to be less than 1, and what remains to be
    no more than the remaining terms at their greatest: both follow, and spare most of the search.

    Source: D. R. Curtiss, On Kellogg's Diophantine problem (1922); OEIS A002966, A006585.
    """
    if n not in GREATEST:
        raise ModelError(f"egyptian_fractions has n = {n}; write n from 1 to {max(GREATEST)}")
    x = variables("x", range(1, n + 1), range(1, GREATEST[n] + 1))
    one: Fraction = (Constant(1), Constant(1))
    left = list(accumulate(x, _less, initial=one))
    return Model(
        f"1 as {counted(n, 'fraction')}",
        x,
        # Nothing is left when all fractions are taken away from 1.
        rule("adds up to 1", left[-1][0] == 0),
        # The denominators ascend.
        rule("in order", increasing(x, strict=distinct)),
        # What is left is no less than the next fraction, and no more than as many of them as
        # there are still to come, since each is the greatest of these.
        [
            rule(
                "what is left",
                (
                    (top * x[k] >= bottom) & (top * x[k] <= (n + 1 - k) * bottom)
                    for k, (top, bottom) in enumerate(left[:-1], 1)
                ),
            )
        ]
        if implied
        else [],
    )


def _less(left: Fraction, x: Expression) -> Fraction:
    """What is left of top/bottom without 1/x."""
    top, bottom = left
    return top * x - bottom, bottom * x
