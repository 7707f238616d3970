"""Rows without progressions: no number stands between two that are as far from it."""

from itertools import combinations
from typing import Literal

from everyway.models import Model, all_different, iff, known, puzzle, rule, variables


@puzzle(
    known("OEIS A003407", n={0: 1, 1: 1, 2: 2, 3: 4, 4: 10, 5: 20, 6: 48, 7: 104, 8: 282}),
    known("OEIS A003407", form="row", n={0: 1, 1: 1, 2: 2, 3: 4, 4: 10, 5: 20, 6: 48}),
    least={"n": 0},
)
def no_progression(n: int = 6, form: Literal["places", "row"] = "places") -> Model:
    """No progression: put 1 to n in a row, no number between two whose average it is.

    So 1 2 3 is no such row, nor is 2 4 1 3 5, where 1 … 3 … 5 stand in that order; but 2 1 3 is
    one, since 2 does not stand between 1 and 3.

    Two ways to say it: `places` has the place of each number, and looks at each two numbers that
    have an average; `row` has the number in each place, and looks at each three places, which
    are many more.

    Source: J. A. Davis, R. C. Entringer, R. L. Graham and G. J. Simmons, On permutations
    containing no long arithmetic progressions (1977); OEIS A003407.
    """
    return _by_row(n) if form == "row" else _by_places(n)


def _by_places(n: int) -> Model:
    numbers = range(1, n + 1)
    place = variables("place", numbers, numbers)
    # The places of each two numbers with an average, and that of the average.
    triples = [
        (place[low], place[(low + high) // 2], place[high])
        for low, high in combinations(numbers, 2)
        if (low + high) % 2 == 0
    ]
    return Model(
        f"rows of {n} without progression",
        place,
        # No two numbers stand in one place.
        rule("one number a place", all_different(place)),
        # The average stands to the left of both, or of neither.
        rule(
            "no average between",
            (iff(middle < low, middle < high) for low, middle, high in triples),
        ),
    )


def _by_row(n: int) -> Model:
    row = variables("row", n, range(1, n + 1))
    return Model(
        f"rows of {n} without progression, by place",
        row,
        # No number stands in two places.
        rule("every number once", all_different(row)),
        # Of three from left to right, the middle one is not the average of the others.
        rule("no average between", (a + c != 2 * b for a, b, c in combinations(row, 3))),
    )
