"""The intermediate code of a compiled level: integers, flags and words of bits.

It is all that the engines have to know. An expression is a tree of frozen nodes with a kind:

- INTEGER, with static bounds, so that an engine knows what fits its own integers;
- FLAG, true or false;
- a word of so many bits, given by their number. Bits past the width have no meaning: an engine
  may keep or drop them.

Expressions are built by functions of this file, which fold what is constant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from ....models.language.late_dataclasses import dataclass, field

INTEGER: Final = 0
FLAG: Final = -1
Kind = int
"""INTEGER, FLAG, or the number of bits of a word."""

Bounds = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Code:
    """An expression; `bounds` are the least and greatest value of an integer, inclusive."""

    kind: Kind
    bounds: Bounds


@dataclass(frozen=True, eq=False)
class Constant(Code):
    """A number, a flag (0 or 1) or a word."""

    number: int


@dataclass(frozen=True, eq=False)
class Register(Code):
    """A value that was computed before, under a name of its own."""

    name: str


@dataclass(frozen=True, eq=False)
class Apply(Code):
    """An operation on `operands`.

    On integers `+ - * // % min max`, with floor division by anything but 0; comparisons
    `== != < <=` of integers (or, the first two, of flags) to a flag; on flags `and or not`; on
    words `& | ~`; `popcount` of a word to an integer; `select(flag, a, b)`;
    `integer(flag)`; `mask(flag)`, a word of ones or of zeros;
    `shift(word, n)`, to the left, and to the right where n is negative;
    `bit(n)`, the word with bit n alone, and none where n is outside the word;
    `span(low, high)`, the word with the bits low to high, both inclusive and cut to the word;
    `has(word, n)`, whether bit n is set, false where n is outside.
    """

    operator: str
    operands: tuple[Code, ...]


@dataclass(frozen=True, eq=False)
class Lookup(Code):
    """`entries[index]`, constants; the index is proven to be inside, or what follows is not used.

    Where the index may be outside by its bounds, an engine must still not fail: any value will do.
    """

    entries: tuple[int, ...]
    index: Code


@dataclass(frozen=True, eq=False)
class Call(Code):
    """A Python function of integers, to a flag; false, and not called, unless `guard` is true."""

    function: Callable[[Sequence[Any]], bool]
    operands: tuple[Code, ...]
    guard: Code


@dataclass(frozen=True, eq=False)
class Define:
    """Set a register."""

    register: Register
    code: Code


@dataclass(frozen=True, eq=False)
class Require:
    """Give up this choice unless the flag is true."""

    code: Code


Step = Define | Require


@dataclass(eq=False)
class Level:
    """One variable: what it may take, and what follows from its choice.

    The candidates are `domain & filters[0] & filters[1] …`; each of them is chosen in ascending
    order, and `after` is run. The registers `bit`, `index` and `value` are set by the choice: a
    word of one bit, its number, and the variable's value, which is `low + index`, or
    `values[index]` where there are `values`.

    A wide level has no words: it takes the values from the greatest of `lows` to the least of
    `highs`, both inclusive, by way of `values[index]` where there are `values`.
    """

    place: int
    """The place of the variable in the model."""
    name: str
    domain: int
    low: int
    values: Sequence[int] | None
    bit: Register
    index: Register
    value: Register
    wide: bool = False
    filters: list[Code] = field(default_factory=list)
    lows: list[Code] = field(default_factory=list)
    highs: list[Code] = field(default_factory=list)
    after: list[Step] = field(default_factory=list)


@dataclass(eq=False)
class Program:
    """Everything that an engine needs to enumerate a model.

    Where `possible` is false there is no solution. `fixed` gives the variables, by place, that
    have one value from the start and no level. A row gives every variable of the model, by place.
    """

    names: tuple[str, ...]
    width: int
    """The bits of the words of candidates."""
    levels: list[Level]
    fixed: dict[int, int]
    possible: bool = True


# ----------------------------------------------------- Constructors of code, which fold constants.


@lru_cache(1024)
def integer(number: int) -> Constant:
    """A constant integer, one for all its uses while it is used often."""
    return Constant(INTEGER, (number, number), number)


def flag(truth: bool) -> Constant:
    """A constant flag."""
    return Constant(FLAG, (0, 1), int(truth))


def word(bits: int, width: int) -> Constant:
    """A constant word of `width` bits."""
    return Constant(width, (0, 0), bits)


TRUE = flag(True)
FALSE = flag(False)


def number(code: Code) -> int:
    """The number that a code is, which is known before any choice."""
    if not isinstance(code, Constant):
        raise AssertionError("what is known before any choice is a constant")
    return code.number


def register(name: str, kind: Kind, bounds: Bounds = (0, 0)) -> Register:
    """A register that is to be defined."""
    return Register(kind, bounds, name)


def add(left: Code, right: Code) -> Code:
    """The sum of two integers."""
    if _is(left, 0):
        return right
    if _is(right, 0):
        return left
    ends = left.bounds[0] + right.bounds[0], left.bounds[1] + right.bounds[1]
    return _number("+", (left, right), ends)


def subtract(left: Code, right: Code) -> Code:
    """The difference of two integers."""
    if _is(right, 0):
        return left
    ends = left.bounds[0] - right.bounds[1], left.bounds[1] - right.bounds[0]
    return _number("-", (left, right), ends)


def multiply(left: Code, right: Code) -> Code:
    """The product of two integers."""
    if _is(left, 1):
        return right
    if _is(right, 1):
        return left
    corners = [a * b for a in left.bounds for b in right.bounds]
    return _number("*", (left, right), (min(corners), max(corners)))


def quotient(left: Code, right: Code, bounds: Bounds) -> Code:
    """`left // right`, rounded down. The divisor must not be 0 wherever the result is used."""
    return left if _is(right, 1) else _number("//", (left, right), bounds)


def remainder(left: Code, right: Code, bounds: Bounds) -> Code:
    """`left % right`, with the sign of the divisor, which must not be 0 where it is used."""
    return _number("%", (left, right), bounds)


def least(codes: Sequence[Code]) -> Code:
    """The least of some integers."""
    return _fold("min", codes, min)


def greatest(codes: Sequence[Code]) -> Code:
    """The greatest of some integers."""
    return _fold("max", codes, max)


def absolute(code: Code) -> Code:
    """The distance of an integer from 0."""
    return code if code.bounds[0] >= 0 else greatest([code, subtract(integer(0), code)])


def compare(operator: str, left: Code, right: Code) -> Code:
    """`left operator right`, one of == != < <= > >=, of two integers."""
    if operator in (">", ">="):
        return compare("<" if operator == ">" else "<=", right, left)
    (a, b), (c, d) = left.bounds, right.bounds
    never, always = _DECIDED[operator](a, b, c, d)
    if never or always:
        return flag(always)
    return Apply(FLAG, (0, 1), operator, (left, right))


_DECIDED: dict[str, Callable[[int, int, int, int], tuple[bool, bool]]] = {
    "==": lambda a, b, c, d: (b < c or d < a, a == b == c == d),
    "!=": lambda a, b, c, d: (a == b == c == d, b < c or d < a),
    "<": lambda a, b, c, d: (a >= d, b < c),
    "<=": lambda a, b, c, d: (a > d, b <= c),
}


def all_of(flags: Sequence[Code]) -> Code:
    """Code that is true if every flag is."""
    return _junction("and", flags, TRUE, FALSE)


def any_of(flags: Sequence[Code]) -> Code:
    """Code that is true if some flag is."""
    return _junction("or", flags, FALSE, TRUE)


def negate(code: Code) -> Code:
    """Code that is true if a flag is false."""
    if isinstance(code, Constant):
        return flag(not code.number)
    if isinstance(code, Apply) and code.operator == "not":
        return code.operands[0]
    return Apply(FLAG, (0, 1), "not", (code,))


def select(condition: Code, then: Code, otherwise: Code) -> Code:
    """One of two codes of the same kind."""
    if isinstance(condition, Constant):
        return then if condition.number else otherwise
    ends = min(then.bounds[0], otherwise.bounds[0]), max(then.bounds[1], otherwise.bounds[1])
    return Apply(then.kind, ends, "select", (condition, then, otherwise))


def as_integer(code: Code) -> Code:
    """0 or 1 for a flag."""
    if isinstance(code, Constant):
        return integer(code.number)
    return Apply(INTEGER, (0, 1), "integer", (code,))


def mask(code: Code, width: int) -> Code:
    """A word of ones where a flag is true, else of zeros."""
    if isinstance(code, Constant):
        return word(((1 << width) - 1) * code.number, width)
    return Apply(width, (0, 0), "mask", (code,))


def both(left: Code, right: Code) -> Code:
    """The bits of both words."""
    return _word("&", left, right)


def either(left: Code, right: Code) -> Code:
    """The bits of either word."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return word(left.number | right.number, left.kind)
    if _is(left, 0):
        return right
    return left if _is(right, 0) else _word("|", left, right)


def complement(code: Code) -> Code:
    """The bits that a word has not."""
    if isinstance(code, Apply) and code.operator == "~":
        return code.operands[0]
    if isinstance(code, Constant):
        return word(~code.number & ((1 << code.kind) - 1), code.kind)
    return Apply(code.kind, (0, 0), "~", (code,))


def population(code: Code) -> Code:
    """The number of bits of a word."""
    if isinstance(code, Constant):
        return integer(code.number.bit_count())
    return Apply(INTEGER, (0, code.kind), "popcount", (code,))


def shift(code: Code, by: Code) -> Code:
    """A word moved to the left, or to the right where `by` is negative."""
    if _is(by, 0) or _is(code, 0):
        return code
    if isinstance(code, Constant) and isinstance(by, Constant):
        moved = code.number << by.number if by.number >= 0 else code.number >> -by.number
        return word(moved & ((1 << code.kind) - 1), code.kind)
    return Apply(code.kind, (0, 0), "shift", (code, by))


def single(index: Code, width: int) -> Code:
    """The word with one bit, and none where the index is outside."""
    if isinstance(index, Constant):
        return word(1 << index.number if 0 <= index.number < width else 0, width)
    return Apply(width, (0, 0), "bit", (index,))


def span(low: Code, high: Code, width: int) -> Code:
    """The word with the bits `low` to `high`."""
    return Apply(width, (0, 0), "span", (low, high))


def has(code: Code, index: Code) -> Code:
    """Code that is true if a word has a bit."""
    return Apply(FLAG, (0, 1), "has", (code, index))


def look_up(entries: Sequence[int], index: Code, kind: Kind = INTEGER) -> Code:
    """One of the `entries`, of which there is at least one; see `Lookup` of an index outside."""
    if not entries:
        raise AssertionError("a table has entries")
    if isinstance(index, Constant):
        inside = 0 <= index.number < len(entries)
        number = entries[index.number] if inside else 0
        return integer(number) if kind == INTEGER else Constant(kind, (0, 1), int(number))
    ends = (min(entries), max(entries)) if kind == INTEGER else (0, 1)
    return Lookup(kind, ends, tuple(entries), index)


# --------------------------------------------------------------------------------- helpers


def _is(code: Code, number: int) -> bool:
    return isinstance(code, Constant) and code.number == number


def _number(operator: str, operands: tuple[Code, Code], bounds: Bounds) -> Code:
    if bounds[0] == bounds[1]:
        return integer(bounds[0])
    return Apply(INTEGER, bounds, operator, operands)


def _fold(operator: str, codes: Sequence[Code], choose: Callable[..., int]) -> Code:
    found = codes[0]
    for code in codes[1:]:
        if _prevails(found, code, choose):
            continue
        if _prevails(code, found, choose):
            found = code
            continue
        ends = (
            choose(found.bounds[0], code.bounds[0]),
            choose(found.bounds[1], code.bounds[1]),
        )
        found = _number(operator, (found, code), ends)
    return found


def _prevails(code: Code, other: Code, choose: Callable[..., int]) -> bool:
    """True if `code` is chosen over `other` whatever their values."""
    return all(choose(a, b) == a for a in code.bounds for b in other.bounds)


def _junction(operator: str, flags: Sequence[Code], neutral: Constant, absorbing: Constant) -> Code:
    left: list[Code] = []
    for code in flags:
        if isinstance(code, Constant):
            if code.number == absorbing.number:
                return absorbing
            continue
        left.append(code)
    if not left:
        return neutral
    return left[0] if len(left) == 1 else Apply(FLAG, (0, 1), operator, tuple(left))


def _word(operator: str, left: Code, right: Code) -> Code:
    return Apply(left.kind, (0, 0), operator, (left, right))
