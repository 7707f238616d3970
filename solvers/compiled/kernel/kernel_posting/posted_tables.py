"""Tables of allowed and forbidden rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING

from ...reading.normal_forms import Rows
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import WORD
from ..machine_source.values_left import has
from .builder import CHEAP, COSTLY, Builder

if TYPE_CHECKING:
    from .form_poster import Poster

Table = Sequence[tuple[int, ...]]
_BITS = [1 << bit for bit in range(WORD)]
MANY = 8
"""The rows that are allowed for each that is forbidden, up to which those are posted."""


def post_rows(poster: Poster, form: Rows) -> None:
    """Require that the values at some places are one of some rows, or none of them."""
    variables = [poster.variables[place] for place in form.places]
    post = post_table if form.allowed else _post_forbidden
    post(poster.builder, variables, form.rows)


def post_table(builder: Builder, variables: Sequence[int], rows: Table) -> None:
    """Require that the values of variables, all different variables, are one of different rows."""
    rows = _possible(builder, variables, rows)
    variables = [builder.number(v) for v in variables]
    if not rows:
        builder.infeasible = True
    elif len(rows) < _combinations(builder, variables):
        if len(variables) == 2 and all(map(builder.is_word, variables)):
            _post_pairs(builder, variables, rows, allowed=True)
        else:
            _post_compact(builder, variables, rows)


def _post_forbidden(builder: Builder, variables: Sequence[int], rows: Table) -> None:
    rows = _possible(builder, variables, rows)
    variables = [builder.number(v) for v in variables]
    if not rows:
        return
    if len(variables) == 2 and all(map(builder.is_word, variables)):
        _post_pairs(builder, variables, rows, allowed=False)
    elif _combinations(builder, variables) < MANY * len(rows):
        out = set(rows)
        every = product(*map(builder.values, variables))
        post_table(builder, variables, [row for row in every if row not in out])
    else:
        for row in rows:
            pairs = zip(variables, row, strict=True)
            builder.clause(builder.literal(v, at.IS_NOT, value) for v, value in pairs)


def _possible(builder: Builder, variables: Sequence[int], rows: Table) -> Table:
    """The rows of values that the variables may take, as values of their numbers."""
    columns = list(zip(*rows, strict=True))
    codes = [
        {value: code for value in set(column) if (code := _code(builder, v, value)) is not None}
        for v, column in zip(variables, columns, strict=False)
    ]
    same = (value == code for found in codes for value, code in found.items())
    if all(same) and all(len(f) == len(set(c)) for f, c in zip(codes, columns, strict=True)):
        return rows
    found = (tuple(map(dict.get, codes, row)) for row in rows)
    return [row for row in found if None not in row]  # type: ignore[misc]


def _code(builder: Builder, v: int, value: int) -> int | None:
    code = builder.code(v, value)
    return code if has(builder.memory, builder.number(v), code) else None


def _combinations(builder: Builder, variables: Sequence[int]) -> int:
    return prod(builder.size(v) for v in variables)


def _post_pairs(builder: Builder, variables: Sequence[int], rows: Table, *, allowed: bool) -> None:
    words = [builder.memory[v + at.BITS] for v in variables]
    low, least = (builder.memory[v + at.BASE] for v in variables)
    left, right = ([0] * word.bit_length() for word in words)
    for a, b in rows:
        left[a - low] |= _BITS[b - least]
        right[b - least] |= _BITS[a - low]
    if not allowed:
        left, right = [words[1] & ~found for found in left], [words[0] & ~found for found in right]
    arguments = [*variables, builder.allot(left), builder.allot(right)]
    waits = [(v, at.ANY) for v in variables]
    builder.propagator(kinds.TWO_COLUMNS, CHEAP, arguments, waits)


# --------------------------------------------------------------------------- compact tables


def _post_compact(builder: Builder, variables: Sequence[int], rows: Table) -> None:
    places = range(0, len(rows), WORD)
    full = [(1 << min(len(rows) - first, WORD)) - 1 for first in places]
    arguments = [len(full), *map(builder.allot, (full, range(len(full)), [0] * len(full)))]
    arguments.append(len(variables))
    for v, column in zip(variables, zip(*rows, strict=True), strict=True):
        words = [column[first : first + WORD] for first in places]
        column_of = _supports if builder.is_word(v) else _pairs
        arguments += column_of(builder, v, words)
    builder.propagator(kinds.TABLE, COSTLY, arguments, [(v, at.ANY) for v in variables])


def _supports(builder: Builder, v: int, column: Sequence[Sequence[int]]) -> list[int]:
    """A column with words of rows for every bit of its variable."""
    memory, base = builder.memory, builder.memory[v + at.BASE]
    width = memory[v + at.BITS].bit_length()
    supports = builder.allot([0] * (width * len(column)))
    for number, values in enumerate(column):
        offset = supports + number * width - base
        for value, bit in zip(values, _BITS, strict=False):
            memory[offset + value] |= bit
    return [v, 0, width, supports, builder.allot([0] * width)]


def _pairs(builder: Builder, v: int, column: Sequence[Sequence[int]]) -> list[int]:
    """A column with a list of words of rows for every value of the table."""
    found = dict[int, dict[int, int]]()
    for number, values in enumerate(column):
        for value, bit in zip(values, _BITS, strict=False):
            words = found.setdefault(value, {})
            words[number] = words.get(number, 0) | bit
    pairs, entries = list[int](), list[int]()
    for value, words in sorted(found.items()):
        entries += (value, len(pairs), len(words), 0)
        pairs += chain.from_iterable(words.items())
    place = builder.allot(pairs)
    entries[1::4] = [place + offset for offset in entries[1::4]]
    return [v, 0, len(found), builder.allot(entries), 0]
