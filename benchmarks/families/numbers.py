"""Puzzles of sums, products, digits and counts."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from everyway.models import (
    Model,
    all_different,
    allowed,
    cardinality,
    circuit,
    element,
    integer,
    total,
    variables,
)
from everyway.models.send_more_money import send_more_money

LETTERS = "ABCDEFGHIJKLMNOP"


def cryptarithms(seed: int, *, addends: int, length: int, base: int = 10) -> Model:
    """A sum of numbers, each digit written as a letter, so that there is a solution."""
    pick = Random(seed)
    letters = pick.sample(LETTERS[:base], base)
    numbers = [pick.randrange(base ** (length - 1), base**length) for _ in range(addends)]
    words = [_word(number, letters, base) for number in numbers]
    return send_more_money("+".join(words) + "=" + _word(sum(numbers), letters, base), base=base)


def _word(number: int, letters: list[str], base: int) -> str:
    found = ""
    while number:
        number, digit = divmod(number, base)
        found = letters[digit] + found
    return found


def market_split(seed: int, *, rows: int, n: int) -> Model:
    """Equations with coefficients below 100 over 0/1 variables, which have a solution.

    Source: G. Cornuéjols, M. Dawande, A class of hard small 0-1 programs (1998).
    """
    pick = Random(seed)
    x = variables("x", n, range(2))
    hidden = [pick.randrange(2) for _ in x]
    matrix = [[pick.randrange(100) for _ in x] for _ in range(rows)]
    return Model(
        f"market split {rows} by {n}",
        x,
        [
            total(a * one for a, one in zip(row, x, strict=True))
            == sum(a * one for a, one in zip(row, hidden, strict=True))
            for row in matrix
        ],
    )


def knapsacks(seed: int, *, n: int, heaviest: int, most: int) -> Model:
    """All ways to fill a knapsack exactly, with up to `most` of each of n things."""
    pick = Random(seed)
    number = variables("number", n, range(most + 1))
    weights = [pick.randint(heaviest // 3, heaviest) for _ in number]
    load = sum(weights) * most // 2
    weight = total(w * one for w, one in zip(weights, number, strict=True))
    return Model(f"knapsack of {n} things", number, weight == load)


def langford_by_positions(*, n: int) -> Model:
    """Langford's row, the place of each number being an index into the row; CSPLib 024."""
    row = variables("row", 2 * n, range(1, n + 1))
    first = variables("first", range(1, n + 1), range(2 * n))
    return Model(
        f"Langford, {n} pairs, by positions",
        row,
        first,
        (element(row, first[k]) == k for k in range(1, n + 1)),
        (element(row, first[k] + k + 1) == k for k in range(1, n + 1)),
    )


def circuit_of_wide_domains(*, n: int, beyond: int) -> Model:
    """All tours of n places, whose successors are declared far too wide."""
    successor = variables("successor", n, range(-beyond, n + beyond))
    return Model(f"tours of {n} places", successor, circuit(successor))


def reversed_digits(*, digits: int, factor: int) -> Model:
    """Numbers that are `factor` times themselves read backwards."""
    digit = variables("digit", digits, range(10))
    number = total(10**k * digit[k] for k in range(digits))
    back = total(10**k * digit[digits - 1 - k] for k in range(digits))
    return Model(
        f"{digits} digits, {factor} times their reverse",
        digit,
        number == factor * back,
        digit[0] > 0,
    )


def numbers_by_digits(*, digits: int, factor: int) -> Model:
    """Two numbers that share no digit, within one or the other, one `factor` times the other."""
    digit = variables("digit", 2 * digits, range(10))
    small, large = (integer(name, 0, 10**digits - 1) for name in ("small", "large"))
    return Model(
        f"numbers of {digits} digits, {factor} times each other",
        (small, large),
        digit,
        small == total(10**k * digit[k] for k in range(digits)),
        large == total(10**k * digit[digits + k] for k in range(digits)),
        large == factor * small,
        all_different(digit),
    )


def products(*, widest: int, volume: int) -> Model:
    """Boxes of a volume, by products over wide domains."""
    edge = variables("edge", 3, range(1, widest + 1))
    first, second, third = edge
    return Model(
        f"boxes of volume {volume}",
        edge,
        first * second * third == volume,
        (a <= b for a, b in pairwise(edge)),
    )


def squares(*, widest: int) -> Model:
    """Right-angled triangles, by products over wide domains."""
    side = variables("side", 3, range(1, widest + 1))
    a, b, c = side
    return Model(f"squares up to {widest}", side, a * a + b * b == c * c, a < b, b < c)


def self_describing(*, n: int) -> Model:
    """A row of numbers, each saying how often its place occurs, with no implied rule."""
    times = variables("times", n, range(n))
    return Model(f"self-describing row of {n}", times, cardinality(times, dict(enumerate(times))))


def implied_cardinality(seed: int, *, n: int, values: int) -> Model:
    """Values and how often each is taken: counts that all differ, and random pairs in a row."""
    pick = Random(seed)
    x = variables("x", n, range(values))
    often = variables("often", values, range(n + 1))
    some = [(a, b) for a in range(values) for b in range(values) if pick.random() < 0.6]
    return Model(
        f"{n} variables of {values} values",
        x,
        often,
        cardinality(x, dict(enumerate(often)), closed=True),
        all_different(often),
        (allowed(pair, some) for pair in pairwise(x)),
    )
