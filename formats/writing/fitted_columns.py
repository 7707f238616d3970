"""Columns of numbers as terms of the variables of loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_SURE = 4
"""Of fewer a number is a variable plus a constant, as all others would fit as well."""
_WIDEST_POWER = 64
"""One more than the greatest exponent that is looked for."""

Row = tuple[Any, ...]


def fitted(column: Row, values: Sequence[Row], names: Sequence[str]) -> str:
    """The column as a sum of multiples of variables of these values; empty if it is none."""
    for place, name in enumerate(names):
        if all(value == row[place] for value, row in zip(column, values, strict=True)):
            return name
    for place, name in enumerate(names if len(names) > 1 else ()):
        if text := fitted(column, [(row[place],) for row in values], [name]):
            return text
    size = len(column)
    if not all(isinstance(value, int) for value in (*column, *values[0])):
        return ""
    for place, name in enumerate(names if size >= _SURE else ()):
        if all(value == row[place] ** 2 for value, row in zip(column, values, strict=True)):
            return f"{name} * {name}"
        if text := _power(column, [row[place] for row in values], name):
            return text
    factors = [_slope(column, values, place) for place in range(len(names))]
    sums = [sum(f * v for f, v in zip(factors, row, strict=True)) for row in values]
    rest = column[0] - sums[0]
    if size < _SURE and (sum(map(bool, factors)) > 1 or any(abs(one) > 1 for one in factors)):
        return ""
    seen = [len({*values}) for values in zip(*values, strict=True)]
    if any(abs(one) > 1 and number < 3 for one, number in zip(factors, seen, strict=True)):
        return ""  # any two numbers are on a line
    if [one + rest for one in sums] != [*column]:
        turned = factors == [1] and [(one + rest) % size for one in sums] == [*column]
        return f"({names[0]} + {rest % size}) % {size}" if turned else ""
    pairs = [*zip(factors, names, strict=True), (rest, "")]
    terms = sorted((pair for pair in pairs if pair[0]), key=lambda pair: pair[0] < 0)
    texts = [n if n and abs(f) == 1 else f"{abs(f)} * {n}".removesuffix(" * ") for f, n in terms]
    signed = (f" {'+' if f > 0 else '-'} {t}" for (f, _), t in zip(terms, texts, strict=True))
    return "".join(signed)[3:] if terms[0][0] > 0 else ""


def _power(column: Row, values: Sequence[int], name: str) -> str:
    """The column as powers of a number above 1, whose exponents have this name; empty if none."""
    of = dict(zip(values, column, strict=True))
    sign, first = (1 if column[0] > 0 else -1), min(of)
    ends = [sign * of.get(one, 0) for one in (first, first + 1)]
    base, rest = divmod(max(ends), max(min(ends), 1))
    turn = 1 if ends[0] < ends[1] else -1
    if rest or base < 2 or min(ends) < 1:
        return ""
    shift = next((n for n in range(_WIDEST_POWER) if base**n == ends[0]), -1) - turn * first
    exponents = [turn * one + shift for one in values]
    if not all(0 <= one < _WIDEST_POWER for one in exponents):
        return ""
    if [sign * base**one for one in exponents] != [*column]:
        return ""
    more = f" {'+' if shift > 0 else '-'} {abs(shift)}" if shift else ""
    exponent = f"({shift} - {name})" if turn < 0 else f"({name}{more})" if more else name
    return f"{base} ** {exponent}" if sign > 0 else f"-({base} ** {exponent})"


def _slope(column: Row, values: Sequence[Row], place: int) -> int:
    """The growth of the column with the variable at `place`, by two rows alike but for that."""
    seen: dict[Row, tuple[Any, Any]] = {}
    for value, row in zip(column, values, strict=True):
        start, least = seen.setdefault((*row[:place], *row[place + 1 :]), (row[place], value))
        if start != row[place]:
            return int((value - least) // (row[place] - start))
    return 0
