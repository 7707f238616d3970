"""Subsets of the numbers from 1 to n in which no few elements stand in some relation."""

from collections.abc import Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from math import gcd
from typing import Literal

from everyway.models import (
    Constraint,
    Expression,
    Model,
    any_of,
    counted,
    known,
    puzzle,
    rule,
    total,
    variables,
)

Property = Literal["sum-free", "no progression", "sidon", "primitive", "coprime"]


@puzzle(
    known("OEIS A007865", n={0: 1, 1: 2, 3: 6, 5: 16, 8: 61, 9: 108, 12: 369}),
    known("OEIS A051013", property="no progression", n={0: 1, 1: 2, 3: 7, 5: 23, 9: 169}),
    known("OEIS A143823", property="sidon", n={0: 1, 1: 2, 3: 7, 5: 22, 7: 57, 9: 140}),
    known("OEIS A051026", property="primitive", n={0: 1, 1: 2, 3: 5, 5: 13, 7: 33, 9: 73}),
    known("OEIS A084422", property="coprime", n={0: 1, 1: 2, 3: 8, 5: 24, 9: 104, 12: 248}),
    least={"n": 0, "size": 0},
)
def subsets(n: int = 8, property: Property = "sum-free", size: int | None = None) -> Model:
    """Subsets: choose some of the numbers 1 to n, none or all, and keep a rule in doing so.

    The properties: `sum-free`, no chosen number is the sum of two chosen ones, nor the double
    of one; `no progression`, none is half-way between two others; `sidon`, no two pairs are the
    same distance apart; `primitive`, none divides another; `coprime`, no two have a common
    divisor but 1. With a `size`, exactly so many are chosen.

    Source: P. Erdős and P. Turán, Journal of the London Mathematical Society 11 (1936) and 16
    (1941), for progressions and Sidon sets; OEIS A007865, A051013, A143823, A051026, A084422.
    """
    chosen = variables("chosen", range(1, n + 1), range(2))
    of = dict(enumerate(chosen, 1))
    model = Model(
        f"{property} subsets of {counted(n, 'number')}",
        chosen,
        # Of the numbers that stand in the relation, not all are chosen,
        rule(property, (any_of(of[k] == 0 for k in few) for few in _related(property, n)))
        if property != "sidon"
        # and of the pairs at a distance, at most one is.
        else rule("sidon", _pairs_differ(of)),
    )
    # There are as many as asked for.
    return model if size is None else model + rule("size", total(chosen) == size)


def _related(property: str, n: int) -> Iterator[set[int]]:
    """The sets of two or three numbers up to `n` that may not all be chosen."""
    numbers = range(1, n + 1)
    pairs = list(combinations(numbers, 2))
    match property:
        case "sum-free":
            twos = combinations_with_replacement(numbers, 2)
            return ({a, b, a + b} for a, b in twos if a + b <= n)
        case "no progression":
            return ({a, (a + c) // 2, c} for a, c in pairs if (a + c) % 2 == 0)
        case "primitive":
            return ({a, b} for a, b in pairs if b % a == 0)
        case _:
            return ({a, b} for a, b in pairs if gcd(a, b) > 1)


def _pairs_differ(of: Mapping[int, Expression]) -> Iterator[Constraint]:
    n = len(of)
    for distance in range(1, n):
        pairs = [(of[k], of[k + distance]) for k in range(1, n + 1 - distance)]
        yield total(a & b for a, b in pairs) <= 1
