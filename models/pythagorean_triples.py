"""Pythagorean triples: right-angled triangles with whole sides."""

from math import isqrt
from typing import Literal

from everyway.models import Model, integer, known, puzzle, rule


@puzzle(
    known("counted by two programs", longest={4: 0, 5: 1, 10: 2, 20: 6, 25: 8, 50: 20}),
    known("OEIS A046083: 52 up to 100", longest=100, form="generators", count=52),
    known("counted by two programs", primitive=True, longest={20: 3, 50: 7}),
    known("16 up to 100", primitive=True, longest=100, form="generators", count=16),
    least={"longest": 1},
)
def pythagorean_triples(
    longest: int = 25, primitive: bool = False, form: Literal["sides", "generators"] = "sides"
) -> Model:
    """Right-angled triangles: sides a < b < c, whole numbers up to `longest`, with a² + b² = c².

    A triple is `primitive` where no number above 1 divides all three sides.

    As `sides`, the search is for a, b and c. As `generators`, it is for Euclid's numbers: each
    triple is {k(m² - n²), 2kmn, k(m² + n²)} for just one k and one pair m > n without a common
    divisor, one of them even; the primitive ones have k = 1.

    Source: Euclid, Elements X, lemma 1 to proposition 29; OEIS A046083.
    """
    return _sides(longest, primitive) if form == "sides" else _generators(longest, primitive)


def _sides(longest: int, primitive: bool) -> Model:
    a, b, c = (integer(side, 1, longest) for side in "abc")
    return Model(
        f"right-angled triangles up to {longest}",
        (a, b, c),
        # Pythagoras.
        rule("right angle", a**2 + b**2 == c**2),
        # The sides are written from the least to the greatest.
        rule("in order", a < b, b < c),
        # A number that divides two sides divides the third; primes are enough.
        [rule("primitive", ((a % p != 0) | (b % p != 0) for p in _primes(longest)))]
        if primitive
        else [],
    )


def _generators(longest: int, primitive: bool) -> Model:
    k = integer("k", 1, 1 if primitive else longest)
    m, n = (integer(name, 1, isqrt(longest)) for name in "mn")
    return Model(
        f"right-angled triangles up to {longest}, by generators",
        (k, m, n),
        # The longest side is not too long.
        rule("longest", k * (m**2 + n**2) <= longest),
        # The other two are positive.
        rule("in order", m > n),
        # One generator is even and one odd,
        rule("one is even", (m + n) % 2 == 1),
        # and no prime divides both.
        rule("no common divisor", ((m % p != 0) | (n % p != 0) for p in _primes(isqrt(longest)))),
    )


def _primes(last: int) -> list[int]:
    """The primes up to `last`."""
    return [p for p in range(2, last + 1) if all(p % q for q in range(2, isqrt(p) + 1))]
