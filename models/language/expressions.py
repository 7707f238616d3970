"""Integer expressions: a small closed set of nodes.

An expression is undefined (`None`) where it divides by zero or reads past the end of an array,
and wherever a part of it is undefined; only `Indicator` turns that back into a number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NoReturn

from .domains import MOST_BITS, Domain, bits_of, domain_of, interval, is_labelled, whole_number
from .errors import ModelError
from .given_terms import listed, several
from .nodes import Node, Value, Words, describe, fold
from .operators import Logical, Numeric
from .phrases import grouped
from .printable import refuse_unprintable

if TYPE_CHECKING:
    from .constraints import Constraint

MOST_EXPONENT = 2**63 - 1
"""A greater one means nothing new: only 0, 1 and -1 have a power that is small enough."""

Bounds = tuple[int, int]
"""The least and the greatest value that an expression can take, inclusive."""

COMPARED_BY_PYTHON = (
    "Python compared before the solver could. Compare variables one by one (x == 1), not what"
    " holds them (board.rows == 1, x == [0, 1, 2] of a list x), write total(...) for a sum that may"
    " be of nothing, and x == 1 for x == True"
)
"""The likely cause where Python's True or False stands in a model."""


class Expression(Node, Logical, Numeric):
    """An integer, or a label, that depends on the variables."""

    @cached_property
    def labelled(self) -> bool:
        """True if the values are labels; arithmetic on labels is refused."""
        return False

    def value(self, values: Sequence[Any]) -> Any:
        """The value of this expression, given the values of its parts; None if undefined."""
        raise NotImplementedError(f"{type(self).__name__} must define value")

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        """Bounds of this expression where it is defined, given those of its parts."""
        raise NotImplementedError(f"{type(self).__name__} must define bounds")

    def evaluate(self, values: Sequence[Any], assignment: Mapping[str, Value]) -> Any:
        """`value`, with an undefined part making the whole undefined."""
        return None if None in values else self.value(values)

    def __bool__(self) -> NoReturn:
        raise ModelError(
            f"{self} has no truth value before it is solved: "
            "write & | ~ instead of and, or, not; any_of and all_of instead of any and all;"
            " x == 1 instead of x"
        )

    def __iter__(self) -> NoReturn:
        raise ModelError(f"{self} is one number, not several; put it in a list: [{self}]")


@dataclass(frozen=True, eq=False, repr=False)
class Variable(Expression):
    """A name and the values it may take."""

    name: str
    domain: Domain

    @cached_property
    def labelled(self) -> bool:
        return is_labelled(self.domain)

    def evaluate(self, values: Sequence[Any], assignment: Mapping[str, Value]) -> Any:
        return assignment[self.name]

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return (0, len(self.domain) - 1) if self.labelled else _ends(self.domain)

    def describe(self, parts: Sequence[str]) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Expression):
    """A fixed integer or label."""

    constant: Value

    @cached_property
    def labelled(self) -> bool:
        return isinstance(self.constant, str)

    def value(self, values: Sequence[Any]) -> Value:
        return self.constant

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return (0, 0) if isinstance(self.constant, str) else (self.constant, self.constant)

    def describe(self, parts: Sequence[str]) -> str:
        return str(self.constant) if isinstance(self.constant, int) else repr(self.constant)


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Expression):
    """`constant` plus each term times its coefficient."""

    terms: tuple[Expression, ...]
    coefficients: tuple[int, ...]
    constant: int

    together = ("terms", "coefficients")

    def value(self, values: Sequence[int]) -> int:
        return self.constant + sum(map(int.__mul__, self.coefficients, values))

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        ends = [
            (low * c, high * c) if c >= 0 else (high * c, low * c)
            for c, (low, high) in zip(self.coefficients, parts, strict=True)
        ]
        least = self.constant + sum(low for low, _ in ends)
        most = self.constant + sum(high for _, high in ends)
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
        divisors = _nonzero_ends(parts[1])
        corners = [a // b for a in parts[0] for b in divisors]
        return (min(corners), max(corners)) if corners else (0, 0)

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


@dataclass(frozen=True, eq=False, repr=False)
class Minimum(Expression):
    """The least of `terms`."""

    terms: tuple[Expression, ...]

    def __post_init__(self) -> None:
        _refuse_none(self.terms, "minimum")

    def value(self, values: Sequence[int]) -> int:
        return min(values)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return min(low for low, _ in parts), min(high for _, high in parts)

    def describe(self, parts: Sequence[str]) -> str:
        return f"minimum({', '.join(parts)})"


@dataclass(frozen=True, eq=False, repr=False)
class Maximum(Expression):
    """The greatest of `terms`."""

    terms: tuple[Expression, ...]

    def __post_init__(self) -> None:
        _refuse_none(self.terms, "maximum")

    def value(self, values: Sequence[int]) -> int:
        return max(values)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return max(low for low, _ in parts), max(high for _, high in parts)

    def describe(self, parts: Sequence[str]) -> str:
        return f"maximum({', '.join(parts)})"


@dataclass(frozen=True, eq=False, repr=False)
class Element(Expression):
    """`array[index]`, 0-based; undefined where the index is negative or past the end."""

    array: tuple[Expression, ...]
    index: Expression

    def __post_init__(self) -> None:
        _refuse_none(self.array, "element")
        if isinstance(self.index, Constant) and not self._holds_index(self.index.constant):
            raise ModelError(
                f"index {self.index.constant} is outside an array of {len(self.array)}:"
                f" write 0 to {len(self.array) - 1}"
            )
        if len({item.labelled for item in self.array}) > 1:
            raise ModelError(f"the array of {self} mixes labels and numbers; use one kind")

    @cached_property
    def labelled(self) -> bool:
        return self.array[0].labelled

    def _holds_index(self, index: Any) -> bool:
        return bool(0 <= index < len(self.array))

    def value(self, values: Sequence[Any]) -> Any:
        return values[values[-1]] if self._holds_index(values[-1]) else None

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        low, high = parts[-1]
        reached = parts[:-1][max(low, 0) : high + 1] or parts[:-1]
        return min(low for low, _ in reached), max(high for _, high in reached)

    def describe(self, parts: Sequence[str]) -> str:
        if len(parts) == 3 and isinstance(self.index, Indicator):
            return f"({parts[1]} if {parts[2][1:-1]} else {parts[0]})"
        return f"[{', '.join(parts[:-1])}][{parts[-1]}]"


@dataclass(frozen=True, eq=False, repr=False)
class Indicator(Expression):
    """1 where `constraint` holds, else 0: its reification. Always defined."""

    constraint: Constraint

    def value(self, values: Sequence[bool]) -> int:
        return int(values[0])

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return 0, 1

    def describe(self, parts: Sequence[str]) -> str:
        return f"[{parts[0]}]"


def _refuse_bits(expression: Expression, bits: int) -> None:
    """Raises: ModelError where a value of `expression` may have too many `bits`."""
    if bits > MOST_BITS:
        raise ModelError(
            f"{describe(expression)} may reach a number of {grouped(bits)} bits, and the most is"
            f" {grouped(MOST_BITS)}; give its variables smaller domains, or lower its exponents"
        )


def bounds_under(roots: Iterable[Node]) -> dict[Node, Bounds]:
    """The bounds of every expression under `roots`."""

    def combine(node: Node, parts: list[Bounds]) -> Bounds:
        return node.bounds(parts) if isinstance(node, Expression) else (0, 1)

    return fold(roots, combine)


def bounds(expression: Expression) -> Bounds:
    """The least and greatest value that `expression` can take by its parts' bounds."""
    return bounds_under([expression])[expression]


# ---------------------------------------------------------------------------- constructors


def variable(name: str, domain: Iterable[object]) -> Variable:
    """A variable over the values of `domain`: integers (a `range` may be huge) or labels."""
    return Variable(_name(name), domain_of(domain, repr(name)))


def integer(name: str, lower: int, upper: int) -> Variable:
    """A variable over the integers from `lower` to `upper`, inclusive."""
    return Variable(_name(name), interval(lower, upper, repr(name)))


def boolean(name: str) -> Variable:
    """A variable that is 0 or 1."""
    return Variable(_name(name), range(2))


def total(*terms: object) -> Expression:
    """The sum of `terms`, or of one list of them, flat; 0 of an empty list."""
    read = tuple(as_number(term, "total") for term in several(terms, "total"))
    return Sum(read, (1,) * len(read), 0)


def product(*factors: object) -> Expression:
    """The product of `factors`, or of one list of them; 1 of an empty list."""
    return Product(tuple(as_number(f, "product") for f in several(factors, "product")))


def minimum(*terms: object) -> Expression:
    """The least of `terms`, or of one list of them that is not empty."""
    return Minimum(tuple(as_number(term, "minimum") for term in several(terms, "minimum")))


def maximum(*terms: object) -> Expression:
    """The greatest of `terms`, or of one list of them that is not empty."""
    return Maximum(tuple(as_number(term, "maximum") for term in several(terms, "maximum")))


def element(array: Iterable[object], index: object, *further: object) -> Expression:
    """`array[index]`, 0-based, for an index that the solver chooses; `array[i][j]` of rows.

    Rows are equally long, of numbers, labels or terms. Undefined where an index is outside its own
    range, be it negative, and where any item is undefined. Raises: ModelError.

    >>> from everyway.models import element, integer
    >>> i, j = integer("i", 0, 1), integer("j", 0, 2)
    >>> element([[1, 2, 3], [4, 5, 6]], i, j) == 6
    [1, 2, 3, 4, 5, 6][3*i + j] == 6
    """
    if further:
        from .choices import element_of_rows

        return element_of_rows(array, (index, *further))
    dimensions = len(getattr(array, "shape", ()))
    found = list(listed(array, "element"))
    if dimensions > 1 or any(isinstance(item, list | tuple) for item in found):
        raise ModelError("the array of element has rows, and one index; write element(x, i, j)")
    items = tuple(as_expression(item, "element") for item in found)
    return Element(items, as_number(index, "the index of element"))


def indicator(constraint: object) -> Expression:
    """1 where `constraint` holds, else 0."""
    from .constraints import as_constraint

    return Indicator(as_constraint(constraint, "the argument of indicator"))


# ------------------------------------------------------------------------------ operators


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
    if isinstance(second, Constant):
        return Sum((first,), (int(second.constant),), 0)
    if isinstance(first, Constant):
        return Sum((second,), (int(first.constant),), 0)
    return Product((first, second))


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


# ------------------------------------------------------------------------------ coercions


def as_expression(value: object, where: object) -> Expression:
    """`value` as an expression: a number or label is a constant, a constraint its indicator."""
    from .constraints import Constraint

    if isinstance(value, Expression):
        return value
    if isinstance(value, Constraint):
        return Indicator(value)
    if isinstance(value, str):
        return Constant(refuse_unprintable(value, "the label"))
    stands_for = getattr(value, "expression", None)
    if isinstance(stands_for, Expression):
        return stands_for
    if isinstance(value, bool):
        raise ModelError(f"{where} is {value!r}: {COMPARED_BY_PYTHON}")
    return Constant(whole_number(value, where))


def as_number(value: object, where: str) -> Expression:
    """`value` as an integer expression. Raises: ModelError for a label."""
    expression = as_expression(value, f"an operand of {where}")
    if expression.labelled:
        raise ModelError(
            f"{describe(expression)} is a label, so {where} means nothing on it;"
            " labels can be compared with == and !=, counted, tabulated or made all different"
        )
    return expression


def same_kind(terms: Iterable[Expression], where: object) -> None:
    """Raises: ModelError where labels meet numbers, which are never equal."""
    read = list(terms)
    if len({term.labelled for term in read}) > 1:
        label = next(term for term in read if term.labelled)
        number = next(term for term in read if not term.labelled)
        raise ModelError(f"{where} mixes the label {label} and the number {number}; use one kind")


def _divisor(value: object, symbol: str) -> Expression:
    divisor = as_number(value, symbol)
    if isinstance(divisor, Constant) and divisor.constant == 0:
        raise ModelError(f"division by the constant 0 in {symbol}; write another divisor")
    return divisor


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise ModelError(f"a variable's name must be a string, not {name!r}")
    if not name.strip():
        raise ModelError(f"a variable's name must not be empty: {name!r}")
    return refuse_unprintable(name, "the name")


def _refuse_none(terms: tuple[Expression, ...], where: str) -> None:
    if not terms:
        raise ModelError(f"{where} of nothing has no value; give it at least one term")


def _ends(domain: Domain) -> Bounds:
    return int(domain[0]), int(domain[-1])


def _nonzero_ends(ends: Bounds) -> list[int]:
    low, high = ends
    inner = [value for value in (-1, 1) if low <= value <= high]
    return [value for value in (low, high) if value] + inner


def _bracketed(text: str) -> str:
    """`text`, in brackets where it has a space that stands in none."""
    depth = 0
    for character in text if " " in text else "":
        if character == " " and not depth:
            return f"({text})"
        depth += (character in "([") - (character in ")]")
    return text
