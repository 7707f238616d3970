"""Tables of allowed and forbidden rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
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
    elif _combinations(builder, variables) < 2 * len(rows):
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
        left[a - low] |= 1 << (b - least)
        right[b - least] |= 1 << (a - low)
    if not allowed:
        left, right = [words[1] & ~found for found in left], [words[0] & ~found for found in right]
    arguments = [*variables, builder.allot(left), builder.allot(right)]
    waits = [(v, at.ANY) for v in variables]
    builder.propagator(kinds.TWO_COLUMNS, CHEAP, arguments, waits)


# --------------------------------------------------------------------------- compact tables


def _post_compact(builder: Builder, variables: Sequence[int], rows: Table) -> None:
    chunks = [rows[first : first + WORD] for first in range(0, len(rows), WORD)]
    full = [(1 << len(chunk)) - 1 for chunk in chunks]
    arguments = [len(full), *map(builder.allot, (full, range(len(full)), [0] * len(full)))]
    arguments.append(len(variables))
    for number, v in enumerate(variables):
        column = [[row[number] for row in chunk] for chunk in chunks]
        arguments += (
            _words(builder, v, column) if builder.is_word(v) else _pairs(builder, v, column)
        )
    builder.propagator(kinds.TABLE, COSTLY, arguments, [(v, at.ANY) for v in variables])


def _words(builder: Builder, v: int, column: Sequence[Sequence[int]]) -> list[int]:
    """A column with words of rows for every bit of its variable."""
    memory, base = builder.memory, builder.memory[v + at.BASE]
    width = memory[v + at.BITS].bit_length()
    supports = builder.allot([0] * (width * len(column)))
    for number, values in enumerate(column):
        offset, bit = supports + number * width - base, 1
        for value in values:
            memory[offset + value] |= bit
            bit <<= 1
    return [v, 0, width, supports, builder.allot([0] * width)]


def _pairs(builder: Builder, v: int, column: Sequence[Sequence[int]]) -> list[int]:
    """A column with a list of words of rows for every value of the table."""
    found = dict[int, dict[int, int]]()
    for number, values in enumerate(column):
        for row, value in enumerate(values):
            words = found.setdefault(value, {})
            words[number] = words.get(number, 0) | 1 << row
    entries = list[int]()
    for value, words in sorted(found.items()):
        pairs = builder.allot(number for pair in words.items() for number in pair)
        entries += [value, pairs, len(words), 0]
    return [v, 0, len(found), builder.allot(entries), 0]
