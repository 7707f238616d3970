"""The value of an expression, and where it is defined, as code over its parts.

This is the compiled solver's own reading of the language; it shares nothing with `value`, `holds`
and the decompositions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce

from ....models.language import arithmetic_expressions as arithmetic
from ....models.language import choices, expressions
from ....models.language.expressions import Expression
from ....models.language.late_dataclasses import replace
from ..common import construct as c
from ..common.code import Apply, Bounds, Code, Constant

_ONE: Code = c.integer(1)


def expression(node: Expression, parts: Sequence[Code]) -> tuple[Code, Code]:
    """The value of an expression over `parts`, and where it is defined while these are."""
    match node:
        case expressions.Constant(int(number)):
            return c.integer(number), c.TRUE
        case arithmetic.Sum(_, coefficients, constant):
            return weighted(zip(coefficients, parts, strict=True), constant), c.TRUE
        case arithmetic.Product():
            return reduce(c.multiply, parts, _ONE), c.TRUE
        case arithmetic.Quotient():
            return _divided(parts, c.quotient, _quotients)
        case arithmetic.Modulo():
            return _divided(parts, c.remainder, _remainders)
        case arithmetic.Power(_, exponent):
            return _power(parts[0], exponent), c.TRUE
        case arithmetic.Absolute():
            return c.absolute(parts[0]), c.TRUE
        case choices.Minimum():
            return c.least(parts), c.TRUE
        case choices.Maximum():
            return c.greatest(parts), c.TRUE
        case choices.Element():
            return element(parts[:-1], parts[-1])
        case expressions.Indicator():
            return c.as_integer(parts[0]), c.TRUE
        case _:
            raise TypeError(f"{type(node).__name__} is not an expression of the language")


def weighted(terms: Iterable[tuple[int, Code]], constant: int = 0) -> Code:
    """A sum of terms times their coefficients, and a constant."""
    total: Code | None = None
    for coefficient, term in terms:
        if isinstance(term, Constant):
            constant += coefficient * term.number
        elif total is None:
            total = c.multiply(term, c.integer(coefficient))
        elif coefficient == -1:
            total = c.subtract(total, term)
        else:
            total = c.add(total, c.multiply(term, c.integer(coefficient)))
    return c.integer(constant) if total is None else c.add(total, c.integer(constant))


def _power(base: Code, exponent: int) -> Code:
    if isinstance(base, Constant):
        return c.integer(base.number**exponent)
    found: Code = c.integer(1)
    square, left = base, exponent
    while left:
        if left & 1:
            found = c.multiply(found, square)
        left >>= 1
        if left:
            square = c.multiply(square, square)
    ends = [end**exponent for end in base.bounds]
    if base.bounds[0] < 0 < base.bounds[1] and exponent:
        ends.append(0)
    return replace(found, bounds=(min(ends), max(ends))) if isinstance(found, Apply) else found


def _divided(
    parts: Sequence[Code],
    build: Callable[[Code, Code, Bounds], Code],
    ends: Callable[[Bounds, Bounds], Bounds],
) -> tuple[Code, Code]:
    dividend, divisor = parts
    low, high = divisor.bounds
    halves = [(low, min(high, -1)), (max(low, 1), high)]
    found = [ends(dividend.bounds, half) for half in halves if half[0] <= half[1]]
    if not found:
        return c.integer(0), c.FALSE
    defined = c.compare("!=", divisor, c.integer(0))
    safe = c.select(defined, divisor, c.integer(1))
    if low <= 0 <= high:
        found.append(ends(dividend.bounds, (1, 1)))
    bounds = min(f[0] for f in found), max(f[1] for f in found)
    return build(dividend, safe, bounds), defined


def _quotients(dividend: Bounds, divisor: Bounds) -> Bounds:
    corners = [a // b for a in dividend for b in divisor]
    return min(corners), max(corners)


def _remainders(dividend: Bounds, divisor: Bounds) -> Bounds:
    (low, high), (least, most) = dividend, divisor
    if least == most and low // least == high // least:
        return low % least, high % least
    return (0, most - 1) if least > 0 else (least + 1, 0)


def element(items: Sequence[Code], index: Code) -> tuple[Code, Code]:
    """`items[index]`, and whether the index is inside."""
    low, high = max(index.bounds[0], 0), min(index.bounds[1], len(items) - 1)
    if low > high:
        return c.integer(0), c.FALSE
    inside = [
        c.compare("<=", c.integer(0), index),
        c.compare("<", index, c.integer(len(items))),
    ]
    return pick(items[low : high + 1], c.subtract(index, c.integer(low))), c.all_of(inside)


def pick(items: Sequence[Code], index: Code) -> Code:
    """`items[index]` for an index from 0; for one outside, any value."""
    numbers = [item.number for item in items if isinstance(item, Constant)]
    if len(numbers) == len(items):
        return numbers_at(numbers, index)
    row = list(enumerate(items))
    while len(row) > 1:  # pairs of neighbours, until one is left
        pairs = zip(row[::2], row[1::2], strict=False)
        merged = [
            (first, c.select(c.compare("<", index, c.integer(second)), left, right))
            for (first, left), (second, right) in pairs
        ]
        row = merged + row[len(merged) * 2 :]
    return row[0][1]


def numbers_at(numbers: Sequence[int], index: Code) -> Code:
    """An entry of a table of integers; a constant where all are the same."""
    same = min(numbers) == max(numbers)
    return c.integer(numbers[0]) if same else c.look_up(numbers, index)
