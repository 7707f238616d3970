"""Square sums: the numbers from 1 to n in a row, neighbours adding up to a square."""

from __future__ import annotations

from itertools import pairwise
from math import isqrt
from typing import Literal

from .language.catalogue import known, puzzle
from .language.constraints import all_different
from .language.errors import ModelError
from .language.graphs import circuit
from .language.groups import variables
from .language.model import Model, rule
from .language.tables import allowed


@puzzle(
    known(
        "twice OEIS A090460",
        n={0: 1, 1: 1, 2: 0, 10: 0, 14: 0, 15: 2, 16: 2, 17: 2},
    ),
    known(
        "twice OEIS A090460", form="successors", n={0: 1, 1: 1, 2: 0, 14: 0, 15: 2, 16: 2, 18: 0}
    ),
)
def square_sums(n: int = 15, form: Literal["row", "successors"] = "row") -> Model:
    """Square sums: put the numbers 1 to n in a row so that any two neighbours sum to a square.

    The least n for which this can be done, but for 1, is 15: 9 7 2 14 11 5 4 12 13 3 6 10 15 1 8.
    A row and its reversal are two solutions.

    Two ways to say it: `row` has a number for each place, and `successors` says for each number
    which one follows; there a 0 is added, which stands before the first and after the last, so
    that the whole is one circuit.

    Source: B. Recamán Santos, Challenging Brainteasers (2000); OEIS A090460.
    """
    if n < 0:
        raise ModelError(f"square_sums has n = {n}; write n from 0")
    return _by_successors(n) if form == "successors" else _by_places(n)


def _by_places(n: int) -> Model:
    place = variables("place", n, range(1, n + 1))
    pairs = [(a, b) for a in range(1, n + 1) for b in _partners(a, n)]
    return Model(
        f"square sums to {n}",
        place,
        # No number stands in two places.
        rule("every number once", all_different(place)),
        # Two neighbours add up to a square.
        rule("sums are squares", (allowed(two, pairs) for two in pairwise(place))),
    )


def _by_successors(n: int) -> Model:
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


def _partners(number: int, most: int) -> list[int]:
    """The other numbers up to `most` that make a square with `number`."""
    others = (other for other in range(1, most + 1) if other != number)
    return [other for other in others if isqrt(number + other) ** 2 == number + other]
