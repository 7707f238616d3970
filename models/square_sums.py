"""Square sums: the numbers from 1 to n in a row, neighbours adding up to a square."""

from itertools import pairwise
from math import isqrt
from typing import Literal

from everyway.models import (
    Model,
    ModelError,
    all_different,
    allowed,
    counted,
    known,
    puzzle,
    rule,
    variables,
)
from everyway.models.graphs import circuit


@puzzle(
    known(
        "twice OEIS A090460",
        n={0: 1, 1: 1, 2: 0, 10: 0, 14: 0, 15: 2, 16: 2, 17: 2},
    ),
    known(
        "twice OEIS A090460", form="successors", n={0: 1, 1: 1, 2: 0, 14: 0, 15: 2, 16: 2, 18: 0}
    ),
    known("twice OEIS A071984", ring=True, form="successors", n={31: 0, 32: 2, 33: 2, 34: 22}),
    known("twice OEIS A071984", ring=True, n={10: 0, 32: 2}),
    least={"n": 0},
)
def square_sums(
    n: int = 15, form: Literal["row", "successors"] = "row", ring: bool = False
) -> Model:
    """Square sums: put the numbers 1 to n in a row so that any two neighbours sum to a square.

    The least n for which this can be done, but for 1, is 15: 9 7 2 14 11 5 4 12 13 3 6 10 15 1 8.
    A row and its reversal are two solutions.

    Two ways to say it: `row` has a number for each place, and `successors` says for each number
    which one follows; there a 0 is added, which stands before the first and after the last, so
    that the whole is one circuit.

    In a `ring` the last number and the first are neighbours too; it begins with 1, and its two
    directions are two solutions. The least n is 32.

    Source: B. Recamán Santos, Challenging Brainteasers (2000); OEIS A090460,
    A071984 (rings).
    """
    if ring and n < 3:
        raise ModelError(
            f"a ring of {counted(n, 'number')} has no two neighbours each; write n from 3"
        )
    return (_by_successors if form == "successors" else _by_places)(n, ring)


def _by_places(n: int, ring: bool) -> Model:
    place = variables("place", n, range(1, n + 1))
    squares = [[k * k] for k in range(2, n) if k * k < 2 * n]
    return Model(
        f"square sums to {n}",
        place,
        # No number stands in two places.
        rule("every number once", all_different(place)),
        # Two neighbours add up to a square,
        rule("sums are squares", (allowed([a + b], squares) for a, b in pairwise(place))),
        # around the ring as well, which begins with 1.
        [rule("a ring from 1", place[0] == 1, allowed([place[-1] + place[0]], squares))]
        if ring
        else [],
    )


def _by_successors(n: int, ring: bool) -> Model:
    if ring:
        return _ring(n)
    following = variables("after", n + 1, range(n + 1))
    return Model(
        f"square sums to {n}, by successors",
        following,
        # One walk visits all the numbers, and the 0 between its end and its beginning.
        rule("one row of all", circuit(following)),
        # The number after k makes a square with k, or k is the last one.
        rule(
            "sums are squares",
            (
                allowed([following[k]], ([b] for b in [0, *_partners(k, n)]))
                for k in range(1, n + 1)
            ),
        ),
    )


def _ring(n: int) -> Model:
    numbers = range(1, n + 1)
    following = variables("after", numbers, numbers)
    return Model(
        f"ring of square sums to {n}, by successors",
        following,
        # One walk visits all the numbers and comes back.
        rule("one ring of all", circuit([after - 1 for after in following])),
        # The number after k makes a square with k.
        rule(
            "sums are squares",
            (allowed([following[k]], ([b] for b in _partners(k, n))) for k in numbers),
        ),
    )


def _partners(number: int, most: int) -> list[int]:
    """The other numbers up to `most` that make a square with `number`."""
    others = (other for other in range(1, most + 1) if other != number)
    return [other for other in others if isqrt(number + other) ** 2 == number + other]
