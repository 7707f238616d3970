"""Permutations that avoid a pattern: no some of the numbers are in that order."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from everyway.models import (
    Constraint,
    Expression,
    Model,
    ModelError,
    all_different,
    any_of,
    known,
    puzzle,
    rule,
    variables,
)


@puzzle(
    known(
        "Catalan numbers, OEIS A000108", n={0: 1, 1: 1, 2: 2, 3: 5, 4: 14, 5: 42, 6: 132, 7: 429}
    ),
    known("Catalan numbers, OEIS A000108", pattern="123", n={2: 2, 5: 42, 6: 132}),
    known("OEIS A022558", pattern="1342", n={3: 6, 4: 23, 5: 103, 6: 512}),
    known("OEIS A005802", pattern="1234", n={4: 23, 5: 103, 6: 513}),
    known("OEIS A061552", pattern="1324", n={4: 23, 5: 103, 6: 513}),
    least={"n": 0},
)
def pattern_avoidance(n: int = 5, pattern: str = "132") -> Model:
    """Pattern avoidance: put 1 to n in a row so that no some of them stand like the pattern.

    With the pattern 132 there are no three numbers, from left to right but not necessarily side
    by side, of which the first is the least and the second the greatest. For every pattern of
    three there are equally many such rows; of four that is no longer so.

    Source: D. E. Knuth, The Art of Computer Programming 1 (1968), rows that a stack can sort;
    OEIS A000108, and A022558, A005802, A061552 for 1342, 1234, 1324.
    """
    if len(pattern) < 2 or sorted(pattern) != [str(k) for k in range(1, len(pattern) + 1)]:
        raise ModelError(
            f"pattern_avoidance has the pattern {pattern!r}; write each digit from 1 to its length"
            " once, at least two of them, such as 132"
        )
    row = variables("row", n, range(1, n + 1))
    # The places of the pattern from its least number to its greatest: 132 has 0, 2, 1.
    rising = sorted(range(len(pattern)), key=lambda place: pattern[place])
    return Model(
        f"permutations of {n} that avoid {pattern}",
        row,
        # No number stands in two places.
        rule("every number once", all_different(row)),
        # However one chooses some from left to right, they are not in the pattern's order.
        rule(f"no {pattern}", (_unlike(some, rising) for some in combinations(row, len(pattern)))),
    )


def _unlike(some: Sequence[Expression], rising: Sequence[int]) -> Constraint:
    """Taken in the order in which the pattern rises, the numbers fall somewhere."""
    return any_of(some[lower] > some[upper] for lower, upper in pairwise(rising))
