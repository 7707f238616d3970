"""Egyptian fractions: one as a sum of fractions 1/x."""

import fractions
import re
from itertools import accumulate

from everyway.models import (
    Expression,
    Model,
    ModelError,
    counted,
    grouped,
    increasing,
    known,
    puzzle,
    rule,
    variables,
)

Fraction = tuple[Expression | int, Expression | int]
"""A numerator and a denominator, over the variables."""

# The greatest denominator that can be needed, by the number of terms (Curtiss).
GREATEST = {1: 1, 2: 2, 3: 6, 4: 42, 5: 1806, 6: 3263442}

MOST = 10_000_000
"""A fraction for which a greater denominator may be needed is refused."""


@puzzle(
    known("OEIS A002966", n={1: 1, 2: 1, 3: 3, 4: 14}),
    known("OEIS A006585", distinct=True, n={1: 1, 2: 0, 3: 1, 4: 6}),
    known("OEIS A192787", n=3, of={"4/2": 1, "4/3": 3, "4/5": 2, "4/6": 8, "4/7": 7, "4/9": 6}),
    known("OEIS A018892", n=2, of={"1/2": 2, "1/6": 5, "1/12": 8, "1/30": 14}),
)
def egyptian_fractions(
    n: int = 4, distinct: bool = False, implied: bool = True, of: str = "1"
) -> Model:
    """Egyptian fractions: 1 = 1/x + 1/y + …, n terms, from the greatest to the least.

    1 = 1/2 + 1/3 + 1/6, and with equal terms allowed also 1/2 + 1/4 + 1/4 and 1/3 + 1/3 + 1/3.
    With `implied`, each sum of the first terms is declared less than 1, and what remains to be
    no more than the remaining terms at their greatest: both follow, and spare most of the search.

    The sum may be `of` another fraction, such as 4/5: Erdős and Straus ask whether three terms
    are enough for every 4/n.

    Source: D. R. Curtiss, On Kellogg's Diophantine problem (1922); OEIS A002966, A006585,
    A192787 (4/n), A018892 (1/n).
    """
    if n not in GREATEST:
        raise ModelError(f"egyptian_fractions has n = {n}; write n from 1 to {max(GREATEST)}")
    top, bottom = _read(of)
    greatest = GREATEST[n] if top == bottom else _greatest(n, top, bottom)
    x = variables("x", range(1, n + 1), range(1, greatest + 1))
    whole: Fraction = (top, bottom)
    left = list(accumulate(x, _less, initial=whole))
    return Model(
        f"{of} as {counted(n, 'fraction')}",
        x,
        # Nothing is left when all fractions are taken away from the whole.
        rule(f"adds up to {of}", left[-1][0] == 0),
        # The denominators ascend.
        rule("in order", increasing(x, strict=distinct)),
        # What is left is no less than the next fraction, and no more than as many of them as
        # there are still to come, since each is the greatest of these.
        [
            rule(
                "what is left (implied)",
                (
                    (top * x[k] >= bottom) & (top * x[k] <= (n + 1 - k) * bottom)
                    for k, (top, bottom) in enumerate(left[:-1], 1)
                ),
            )
        ]
        if implied
        else [],
    )


def _read(of: str) -> tuple[int, int]:
    """The numerator and the denominator of a text such as 4/5, in lowest terms."""
    parts = re.fullmatch(r"([1-9]\d{0,5})(?:/([1-9]\d{0,5}))?", of)
    if not parts:
        raise ModelError(f"the fraction {of!r} cannot be read; write one from 1, such as 1 or 4/5")
    lowest = fractions.Fraction(int(parts[1]), int(parts[2] or 1))
    return lowest.numerator, lowest.denominator


def _greatest(n: int, top: int, bottom: int) -> int:
    """A denominator that none can exceed: the next of k terms is at least the k-th part of what
    is left, and that is at least 1 / `left`.
    """
    left, greatest = bottom, max(n * bottom // top, 1)
    for terms in range(n - 1, 0, -1):
        left *= greatest
        greatest = terms * left
        if greatest > MOST:
            raise ModelError(
                f"{top}/{bottom} in {n} terms may need denominators over {grouped(MOST)};"
                " write fewer terms, or a fraction of smaller numbers"
            )
    return greatest


def _less(left: Fraction, x: Expression) -> Fraction:
    """The difference of top/bottom and 1/x."""
    top, bottom = left
    return top * x - bottom, bottom * x
