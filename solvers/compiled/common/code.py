"""The intermediate code of a compiled level: integers, flags and words of bits.

It is all that the engines have to know. An expression is a tree of frozen nodes with a kind:

- INTEGER, with static bounds, so that an engine knows what fits its own integers;
- FLAG, true or false;
- a word of so many bits, given by their number. Bits past the width have no meaning: an engine
  may keep or drop them.

Expressions are built by the functions of construct.py, which fold what is constant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    words `& | ~ without` (`a & ~b`); `popcount` of a word to an integer; `select(flag, a, b)`;
    `integer(flag)`; `mask(flag)`, a word of ones or of zeros;
    `shift(word, n)`, to the left, and to the right where n is negative;
    `bit(n)`, the word with bit n alone, and none where n is outside the word;
    `span(low, high)`, the word with the bits low to high, both inclusive and cut to the word;
    `has(word, n)`, whether bit n is set, false where n is outside.
    """

    operator: str
    operands: tuple[Code, ...]


@dataclass(frozen=True, eq=False)
class Table:
    """Constants that are looked up."""

    entries: tuple[int, ...]
    kind: Kind


@dataclass(frozen=True, eq=False)
class Lookup(Code):
    """`table.entries[index]`; the index is proven to be inside, or what follows is not used.

    Where the index may be outside by its bounds, an engine must still not fail: any value will do.
    """

    table: Table
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
