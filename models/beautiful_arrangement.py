"""Beautiful arrangements: every number in a place that suits it."""

from collections.abc import Callable
from math import gcd
from typing import Literal

from everyway.models import Model, all_different, allowed, known, puzzle, rule, variables

SUITS: dict[str, Callable[[int, int], bool]] = {
    "divides": lambda number, place: number % place == 0 or place % number == 0,
    "coprime": lambda number, place: gcd(number, place) == 1,
    "prime sum": lambda number, place: all((number + place) % k for k in range(2, number + place)),
}
"""For each rule, whether a number suits a place, both from 1."""


@puzzle(
    known(
        "OEIS A320843",
        n={0: 1, 1: 1, 2: 2, 3: 3, 4: 8, 5: 10, 6: 36, 7: 41, 8: 132, 9: 250, 10: 700, 11: 750},
    ),
    known(
        "OEIS A005326", suits="coprime", n={1: 1, 2: 1, 3: 3, 4: 4, 5: 28, 6: 16, 7: 256, 8: 324}
    ),
    known("OEIS A073364", suits="prime sum", n={1: 1, 2: 1, 4: 4, 5: 1, 7: 4, 8: 36, 9: 36}),
    least={"n": 0},
)
def beautiful_arrangement(
    n: int = 6, suits: Literal["divides", "coprime", "prime sum"] = "divides"
) -> Model:
    """A beautiful arrangement: put the numbers 1 to n in n places so that each suits its place.

    The places too are counted from 1. In a beautiful arrangement the number divides its place,
    or the place the number: 2 1 3 is one. In the others they have no common divisor
    (`suits="coprime"`), or their sum is a prime (`suits="prime sum"`).

    Source: OEIS A320843 (divides), A005326 (coprime), A073364 (prime sum).
    """
    numbers = range(1, n + 1)
    number = variables("number", numbers, numbers)
    suitable = SUITS[suits]
    return Model(
        f"beautiful arrangement of {n} ({suits})",
        number,
        # No number stands in two places.
        rule("every number once", all_different(number)),
        # Each number suits its place.
        rule(
            "numbers suit their places",
            (
                allowed([here], ([k] for k in numbers if suitable(k, place)))
                for place, here in zip(numbers, number, strict=True)
            ),
        ),
    )
