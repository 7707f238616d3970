"""The meaning of each global constraint, against numbers that mathematics knows."""

from __future__ import annotations

from itertools import pairwise
from math import comb, factorial, perm
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.models import (
    Model,
    all_different,
    all_different_except,
    all_equal,
    allowed,
    among,
    at_least,
    at_most,
    bin_packing,
    cardinality,
    circuit,
    cumulative,
    exactly,
    forbidden,
    increasing,
    inverse,
    lexicographic,
    no_overlap,
    no_overlap_2d,
    number_of_values,
    precedence,
    predicate,
    regular,
    subcircuit,
    variables,
)

FOUR_OF_FIVE = variables("v", 4, range(5))
FIVE_OF_FIVE = variables("s", 5, range(5))
BITS = variables("bit", 8, range(2))
SIX_OF_THREE = variables("t", 6, range(3))
TWO_LISTS = variables("w", 6, range(3))

KNOWN: dict[str, tuple[Any, Any, int]] = {
    "all_different: 5·4·3·2": (FOUR_OF_FIVE, all_different(FOUR_OF_FIVE), perm(5, 4)),
    "all_different_except: choose the places that are not 0": (
        FOUR_OF_FIVE,
        all_different_except(FOUR_OF_FIVE),
        sum(comb(4, k) * perm(4, k) for k in range(5)),
    ),
    "all_equal: one a value": (FOUR_OF_FIVE, all_equal(FOUR_OF_FIVE), 5),
    "exactly: binomial": (BITS, exactly(BITS, 1, 3), comb(8, 3)),
    "at_least": (BITS, at_least(BITS, 1, 6), comb(8, 6) + comb(8, 7) + 1),
    "at_most": (BITS, at_most(BITS, 1, 1), 1 + 8),
    "among": (SIX_OF_THREE, among(SIX_OF_THREE, [0, 1], 2), comb(6, 2) * 2**2),
    "cardinality, closed: multinomial": (
        SIX_OF_THREE,
        cardinality(SIX_OF_THREE, {0: 2, 1: 4}, closed=True),
        comb(6, 2),
    ),
    "cardinality, open": (
        SIX_OF_THREE,
        cardinality(SIX_OF_THREE, {0: 2}),
        comb(6, 2) * 2**4,
    ),
    "number of values: 3 · (2⁶ − 2)": (SIX_OF_THREE, number_of_values(SIX_OF_THREE, 2), 3 * 62),
    "precedence: partitions into at most 3 blocks": (
        SIX_OF_THREE,
        precedence(SIX_OF_THREE, [0, 1, 2]),
        1 + 31 + 90,
    ),
    "increasing: multisets": (FOUR_OF_FIVE, increasing(FOUR_OF_FIVE), comb(8, 4)),
    "increasing, strict: subsets": (FOUR_OF_FIVE, increasing(FOUR_OF_FIVE, strict=True), 5),
    "lexicographic, strict: half of the unequal": (
        TWO_LISTS,
        lexicographic(TWO_LISTS[:3], TWO_LISTS[3:], strict=True),
        (27 * 27 - 27) // 2,
    ),
    "lexicographic": (
        TWO_LISTS,
        lexicographic(TWO_LISTS[:3], TWO_LISTS[3:]),
        (27 * 27 + 27) // 2,
    ),
    "inverse: permutations": (TWO_LISTS, inverse(TWO_LISTS[:3], TWO_LISTS[3:]), 6),
    "circuit: (n − 1)!": (FIVE_OF_FIVE, circuit(FIVE_OF_FIVE), factorial(4)),
    "subcircuit: one tour of k of n": (
        FIVE_OF_FIVE,
        subcircuit(FIVE_OF_FIVE),
        1 + sum(comb(5, k) * factorial(k - 1) for k in range(2, 6)),
    ),
    "regular: bits without 11, Fibonacci": (
        BITS,
        regular(BITS, {("a", 0): "a", ("a", 1): "b", ("b", 0): "a"}, "a", ["a", "b"]),
        55,
    ),
    "allowed": (BITS[:2], allowed(BITS[:2], [(0, 1), (1, 1), (0, 1)]), 2),
    "forbidden": (BITS[:2], forbidden(BITS[:2], [(0, 1), (7, 1)]), 3),
    "no_overlap: 2 tasks of length 2 in 5 starts": (
        FOUR_OF_FIVE[:2],
        no_overlap(FOUR_OF_FIVE[:2], [2, 2]),
        2 * (3 + 2 + 1),
    ),
    "no_overlap_2d: 2 squares of side 2 in 6 by 6": (
        FOUR_OF_FIVE,
        no_overlap_2d(FOUR_OF_FIVE[:2], FOUR_OF_FIVE[2:], [2, 2], [2, 2]),
        625 - (5 + 2 * 4) ** 2,
    ),
    "cumulative: at most 2 at a time": (
        FOUR_OF_FIVE[:3],
        cumulative(FOUR_OF_FIVE[:3], [1, 1, 1], [1, 1, 1], 2),
        125 - 5,
    ),
    "bin_packing: 4 items, at most 1 a bin": (
        FOUR_OF_FIVE,
        bin_packing(FOUR_OF_FIVE, [1] * 4, [1] * 5),
        perm(5, 4),
    ),
    "predicate": (
        FOUR_OF_FIVE,
        predicate(lambda *v: all(a < b for a, b in pairwise(v)), FOUR_OF_FIVE),
        5,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_the_number_of_solutions_is_the_known_one(name: str) -> None:
    declared, constraint, number = KNOWN[name]
    rows = solution_rows(Model(name, declared, constraint))
    assert len(rows) == number
    negated = solution_rows(Model(name, declared, ~constraint))
    size = len(next(iter(declared)).domain) ** len(declared)
    assert len(negated) == size - number
