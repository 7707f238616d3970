"""The values that a variable may take: an ascending `range`, integers, or labels."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Iterable, Set
from itertools import islice, pairwise
from typing import Any, cast

from .errors import ModelError
from .phrases import grouped
from .printable import refuse_unprintable

Domain = range | tuple[int, ...] | tuple[str, ...]
"""A `range` for evenly spaced integers, however many; else the values, ascending; else labels."""

MOST_VALUES = 1_000_000
"""A domain given one value at a time is read this far, then refused."""

MOST_BITS = 8192
"""The most bits of a number in a model, or that an expression may reach: 1 kB, in 2,467 digits.

So what is computed from one stays quick and small, and Python still writes it, which it refuses
past 4,300 digits. The number of solutions is none of these.
"""


def bits_of(low: int, high: int) -> int:
    """The most bits that an integer from `low` to `high` takes, its sign apart."""
    return max(low.bit_length(), high.bit_length())


def whole_in(text: str) -> int:
    """The whole number that ASCII digits write, blanks around them apart.

    Raises: ValueError for another text, such as `1_000` or digits of another script, which Python's
    `int` would take.
    """
    if not re.fullmatch(r"\s*[+-]?[0-9]+\s*", text, re.ASCII):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def whole_number(value: object, what: object) -> int:
    """`value` as a plain int; `what` says what it is for.

    Raises: ModelError for a bool, a float, a string, None, or anything else without `__index__`;
    for a number of more than MOST_BITS bits.
    """
    if isinstance(value, bool):
        raise ModelError(f"{what} is {value!r}; write {int(value)} for it")
    try:
        number = int(operator.index(cast(Any, value)))
    except TypeError:
        pass
    else:
        if number.bit_length() > MOST_BITS:
            raise ModelError(
                f"{what} is a number of {grouped(number.bit_length())} bits, and the most is"
                f" {grouped(MOST_BITS)}; write a smaller one"
            )
        return number
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        raise ModelError(f"{what} is the float {value!r}; write {int(value)}")
    raise ModelError(f"{what} is {value!r}; it must be a whole number")


def interval(lower: object, upper: object, where: str) -> range:
    """The integers from `lower` to `upper`, inclusive."""
    first = whole_number(lower, f"the lower bound of {where}")
    last = whole_number(upper, f"the upper bound of {where}")
    if first > last:
        raise ModelError(
            f"{where} has lower bound {first} above its upper bound {last}; swap the two"
        )
    return range(first, last + 1)


def domain_of(values: Iterable[object], where: str) -> Domain:
    """The domain that holds exactly `values`; integers are sorted, labels keep their order.

    Raises: ModelError for no values, more than 1,000,000 unless a `range`, a value twice, floats,
    bools, or labels beside integers.
    """
    if isinstance(values, range):
        return _ascending(values, where)
    if isinstance(values, str):
        raise ModelError(f"the domain of {where} is the string {values!r}; write [{values!r}]")
    try:
        iterator = iter(values)
    except TypeError:
        raise ModelError(
            f"the domain of {where} is {values!r}; give its values, such as range(1, 10)"
        ) from None
    read: list[Any] = list(islice(iterator, MOST_VALUES + 1))
    if isinstance(values, Set):  # which has no order of its own, or another one each time
        read.sort(key=repr)
    if len(read) > MOST_VALUES:
        raise ModelError(
            f"the domain of {where} has more than {grouped(MOST_VALUES)} values;"
            " give a range, such as range(0, 10**9)"
        )
    if not read:
        raise ModelError(f"the domain of {where} is empty; give it at least one value")
    if any(isinstance(value, str) for value in read):
        return _labels(read, where)
    return _integers([whole_number(v, f"a value in the domain of {where}") for v in read], where)


def _ascending(values: range, where: str) -> range:
    if not values:
        raise ModelError(f"the domain of {where} is empty: {values!r}")
    plain = values.step == 1 and type(values.start) is type(values.stop) is int
    if plain and bits_of(values.start, values.stop) <= MOST_BITS:
        return values  # as it is, since a model may have very many of one kind
    first = whole_number(values[0], f"the first value of {where}")
    last = whole_number(values[-1], f"the last value of {where}")
    low, high = sorted((first, last))
    return range(low, high + 1, abs(values.step) if low != high else 1)


def _labels(read: list[Any], where: str) -> tuple[str, ...]:
    for value in read:
        if not isinstance(value, str):
            raise ModelError(
                f"the domain of {where} mixes labels and numbers: {value!r} beside strings;"
                " write all of them as strings or all as integers"
            )
        if not value:
            raise ModelError(f"the domain of {where} holds an empty label; name it")
        refuse_unprintable(value, f"in the domain of {where}, the label")
    _refuse_repeats(read, where)
    return tuple(read)


def _integers(read: list[int], where: str) -> Domain:
    _refuse_repeats(read, where)
    read.sort()
    steps = {after - before for before, after in pairwise(read)}
    if len(steps) <= 1:
        return range(read[0], read[-1] + 1, *steps)
    return tuple(read)


def _refuse_repeats(read: list[Any], where: str) -> None:
    if len(set(read)) == len(read):
        return
    seen: set[Any] = set()
    for value in read:
        if value in seen:
            raise ModelError(f"the domain of {where} holds {value!r} twice; write it once")
        seen.add(value)


def size(domain: Domain) -> int:
    """The number of values in `domain`; unlike `len`, also past the machine's word."""
    if isinstance(domain, range):
        return (domain[-1] - domain[0]) // domain.step + 1
    return len(domain)


def is_labelled(domain: Domain) -> bool:
    """True if the values are labels."""
    return not isinstance(domain, range) and isinstance(domain[0], str)
