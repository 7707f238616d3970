"""Expressions of arithmetic, from sums to distances, and the operators that build them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from operator import mul
from typing import cast

from .errors import ModelError
from .expressions import (
    MOST_BITS,
    Bounds,
    Constant,
    Expression,
    as_number,
    bits_of,
    several,
    whole_number,
)
from .late_dataclasses import dataclass
from .nodes import Node, Words, describe, topological
from .phrases import grouped

MOST_EXPONENT = 2**63 - 1
"""A greater one means nothing new: only 0, 1 and -1 have a power that is small enough."""


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Expression):
    """`constant` plus each term times its coefficient."""

    terms: tuple[Expression, ...]
    coefficients: tuple[int, ...]
    constant: int

    together = ("terms", "coefficients")

    def value(self, values: Sequence[int]) -> int:
        total: int = sum(map(mul, self.coefficients, values))
        return self.constant + total

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        least = most = self.constant
        for factor, (low, high) in zip(self.coefficients, parts, strict=True):
            low, high = (low, high) if factor >= 0 else (high, low)
            least, most = least + factor * low, most + factor * high
        _refuse_bits(self, bits_of(least, most))
        return least, most

    def describe(self, parts: Sequence[str]) -> str:
        words: list[str] = []
        for coefficient, part in zip(self.coefficients, parts, strict=True):
            words.append("-" if coefficient < 0 else "+")
            scale = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            words.append(scale + (_bracketed(part) if scale or words[-1] == "-" else part))
        if self.constant or not words:
            words += ["-" if self.constant < 0 else "+", str(abs(self.constant))]
        return " ".join(words[1:]) if words[0] == "+" else f"-{' '.join(words[1:])}"


@dataclass(frozen=True, eq=False, repr=False)
class Product(Expression):
    """The product of `factors`; 1 of none."""

    factors: tuple[Expression, ...]

    def value(self, values: Sequence[int]) -> int:
        return math.prod(values)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = 1, 1
        for part in parts:
            corners = [a * b for a in (low, high) for b in part]
            low, high = min(corners), max(corners)
            _refuse_bits(self, bits_of(low, high))
        return low, high

    def describe(self, parts: Sequence[str]) -> str:
        return " * ".join(map(_bracketed, parts)) or "1"


@dataclass(frozen=True, eq=False, repr=False)
class Quotient(Expression):
    """`dividend // divisor`, rounded down as in Python; undefined where the divisor is 0."""

    dividend: Expression
    divisor: Expression

    def value(self, values: Sequence[int]) -> int | None:
        return values[0] // values[1] if values[1] else None

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return quotient_bounds(parts[0], parts[1])

    def describe(self, parts: Sequence[str]) -> str:
        return f"{_bracketed(parts[0])} // {_bracketed(parts[1])}"


@dataclass(frozen=True, eq=False, repr=False)
class Modulo(Expression):
    """`dividend % divisor`, with the sign of the divisor as in Python; undefined where it is 0."""

    dividend: Expression
    divisor: Expression

    def value(self, values: Sequence[int]) -> int | None:
        return values[0] % values[1] if values[1] else None

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = parts[1]
        (first, last) = parts[0]
        if low == high and low and first // low == last // low:
            return (first % low, last % low)
        return min(0, low + 1), max(0, high - 1)

    def describe(self, parts: Sequence[str]) -> str:
        return f"{_bracketed(parts[0])} % {_bracketed(parts[1])}"


@dataclass(frozen=True, eq=False, repr=False)
class Power(Expression):
    """`base ** exponent`, the exponent a number from 0; 0 ** 0 is 1."""

    base: Expression
    exponent: int

    def __post_init__(self) -> None:
        if self.exponent < 0:
            raise ModelError(
                f"{self.base} ** {self.exponent} is not an integer; write an exponent from 0"
            )
        if self.exponent > MOST_EXPONENT:
            raise ModelError(
                f"the exponent of {self.base} is {self.exponent}, and the most is {MOST_EXPONENT};"
                " write a smaller one"
            )

    def value(self, values: Sequence[int]) -> int:
        return int(values[0] ** self.exponent)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = parts[0]
        if bits_of(low, high) > 1:  # 0, 1 and -1 stay as small as they are
            _refuse_bits(self, (bits_of(low, high) - 1) * self.exponent)
        ends = [low**self.exponent, high**self.exponent]
        if low < 0 < high and self.exponent:
            ends.append(0)
        return min(ends), max(ends)

    def describe(self, parts: Sequence[str]) -> str:
        return f"{_bracketed(parts[0])} ** {self.exponent}"


@dataclass(frozen=True, eq=False, repr=False)
class Absolute(Expression):
    """The distance of `term` from 0."""

    term: Expression

    def value(self, values: Sequence[int]) -> int:
        return abs(values[0])

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = parts[0]
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))

    def describe(self, parts: Sequence[str]) -> str:
        return f"abs({parts[0]})"


Arithmetic = Sum | Product | Quotient | Modulo | Power | Absolute


def flattened(left: Expression, right: Expression) -> dict[Expression, int]:
    """The terms of `left` - `right` that are no sums, with their factors; the last is constant."""
    whole = Sum((left, right), (1, -1), 0)
    factors: dict[Node, int] = {whole: 1}
    found, constant = dict[Expression, int](), 0
    for node in reversed(topological([whole], _terms)):
        factor = factors.get(node, 0)
        if isinstance(node, Sum):
            constant += factor * node.constant
            for term, coefficient in zip(node.terms, node.coefficients, strict=True):
                factors[term] = factors.get(term, 0) + factor * coefficient
        else:
            found[cast(Expression, node)] = factor
    return {**found, Constant(constant): 1}


def _terms(node: Node) -> Sequence[Node]:
    return node.terms if isinstance(node, Sum) else ()


def quotient_bounds(dividend: Bounds, divisor: Bounds) -> Bounds:
    """Bounds of x // y where y is not 0, given those of x and of y; 0 and 0 if y is always 0."""
    low, high = divisor
    nonzero = [value for value in (low, high, -1, 1) if value and low <= value <= high]
    corners = [x // y for x in dividend for y in nonzero]
    return (min(corners), max(corners)) if corners else (0, 0)


def _refuse_bits(expression: Expression, bits: int) -> None:
    """Raises: ModelError where a value of `expression` may have too many `bits`."""
    if bits > MOST_BITS:
        raise ModelError(
            f"{describe(expression)} may reach a number of {grouped(bits)} bits, and the most is"
            f" {grouped(MOST_BITS)}; give its variables smaller domains, or lower its exponents"
        )


# ---------------------------------------------------------------------------- constructors


def total(*terms: object) -> Expression:
    """The sum of `terms`, or of one list of them, flat; 0 of an empty list.

    Formula: terms[0] + terms[1] + …

    >>> from everyway.models import integer, total
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> total(x, y)
    x + y
    """
    read = tuple(as_number(term, "total") for term in several(terms, "total"))
    return Sum(read, (1,) * len(read), 0)


def product(*factors: object) -> Expression:
    """The product of `factors`, or of one list of them; 1 of an empty list.

    Formula: factors[0] · factors[1] · …

    >>> from everyway.models import integer, product
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> product(x, y)
    x * y
    """
    return Product(tuple(as_number(f, "product") for f in several(factors, "product")))


# ------------------------------------------------------------------------------- operators


def _sum(symbol: str, left: object, right: object) -> Expression:
    sign = 1 if symbol == "+" else -1
    first, second = as_number(left, symbol), as_number(right, symbol)
    if isinstance(second, Constant):
        return Sum((first,), (1,), sign * int(second.constant))
    if isinstance(first, Constant):
        return Sum((second,), (sign,), int(first.constant))
    return Sum((first, second), (1, sign), 0)


def _times(symbol: str, left: object, right: object) -> Expression:
    first, second = as_number(left, symbol), as_number(right, symbol)
    if isinstance(first, Constant) and not isinstance(second, Constant):
        first, second = second, first
    if not isinstance(second, Constant):
        return Product((first, second))
    factor = int(second.constant)
    return first if factor == 1 else Sum((first,), (factor,), 0)


def _power(symbol: str, left: object, right: object) -> Expression:
    if isinstance(right, Node):
        raise ModelError(f"the exponent in {left} ** {right} must be a number, not a variable")
    exponent = whole_number(right, Words("the exponent of {}", left))
    return Power(as_number(left, symbol), exponent)


ARITHMETIC: dict[str, Callable[..., Expression]] = {
    "+": partial(_sum, "+"),
    "-": partial(_sum, "-"),
    "*": partial(_times, "*"),
    "//": lambda left, right: Quotient(as_number(left, "//"), _divisor(right, "//")),
    "%": lambda left, right: Modulo(as_number(left, "%"), _divisor(right, "%")),
    "**": partial(_power, "**"),
    "+x": lambda term: as_number(term, "+"),
    "-x": lambda term: Sum((as_number(term, "-"),), (-1,), 0),
    "abs": lambda term: Absolute(as_number(term, "abs")),
}
"""The expression that each of Python's operators on numbers builds; `+x` and `-x` are the signs."""


def _divisor(value: object, symbol: str) -> Expression:
    divisor = as_number(value, symbol)
    if isinstance(divisor, Constant) and divisor.constant == 0:
        raise ModelError(f"division by the constant 0 in {symbol}; write another divisor")
    return divisor


def _bracketed(text: str) -> str:
    """`text`, in brackets where it has a space that stands in none."""
    depth = 0
    for character in text if " " in text else "":
        if character == " " and not depth:
            return f"({text})"
        depth += (character in "([") - (character in ")]")
    return text
