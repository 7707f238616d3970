"""Tables of allowed and forbidden rows."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from itertools import chain, compress, pairwise, product
from math import prod
from typing import TYPE_CHECKING

from .....models.language.errors import PredicateError
from .....models.language.global_constraints.predicate import Predicate
from .....models.language.global_constraints.table import Column, Rows, columns_of
from ....harness.compiling.machine_words import WORD
from ...reading.normal_forms import Domain, Image, Table, Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_VARIABLE
from ..machine_source.values_left import has
from .builder import CHEAP, COSTLY, LINEAR, WIDEST, Builder

if TYPE_CHECKING:
    from .form_poster import Poster, Term


Columns = Sequence[Column]
"""Rows by column: the value of each variable, row by row."""
Post = Callable[[Sequence[int]], None]
"""Posts the same rows over other variables of the same values, by what was made of them."""
_BITS = [1 << bit for bit in range(WORD)]
MANY = 8
"""The rows that are allowed for each that is forbidden, up to which those are posted."""


def post_table(builder: Builder, variables: Sequence[int], rows: Sequence[tuple[int, ...]]) -> Post:
    """Require that different variables have one of different rows."""
    return _post_columns(builder, variables, columns_of(rows, len(variables)), len(rows))


def _post_columns(
    builder: Builder,
    variables: Sequence[int],
    columns: Columns,
    number: int,
    *,
    allowed: bool = True,
) -> Post:
    """The same of a number of rows by column, or that they have none of them."""
    columns = _possible(builder, variables, columns)
    number = len(columns[0]) if columns else number
    numbers = [builder.number(v) for v in variables]
    made = _post_of(builder, numbers, columns, number, allowed=allowed)

    def post(variables: Sequence[int]) -> None:
        made([builder.number(v) for v in variables])

    post(variables)
    return post


def _post_of(
    builder: Builder, variables: Sequence[int], columns: Columns, number: int, *, allowed: bool
) -> Post:
    combinations = prod(map(builder.size, variables))
    if number in (0, combinations):
        builder.infeasible |= number == (0 if allowed else combinations)
        return lambda variables: None
    if len(variables) == 2 and all(map(builder.is_word, variables)):
        supports = _pairs_of(builder, variables, zip(*columns, strict=True), allowed=allowed)
        return partial(_post_pairs, builder, supports)
    if allowed:
        return _compact(builder, variables, [columns])
    if combinations < MANY * number:
        out = {*zip(*columns, strict=True)}
        rows = [row for row in product(*map(builder.values, variables)) if row not in out]
        return _compact(builder, variables, [columns_of(rows, len(variables))])
    return partial(_forbid, builder, columns)


def post_form(builder: Builder, variables: Sequence[int], form: Table) -> None:
    """Require the table of a form over these variables."""
    rows, allowed = form.rows, form.allowed
    key = _key(builder, variables, (rows, allowed)) if isinstance(rows, Rows) else None
    if key in builder.tables:
        builder.tables[key](variables)
        return
    post = _post_columns(builder, variables, form.columns, len(rows), allowed=allowed)
    if key is not None:
        builder.tables[key] = post


def post_short_rows(
    builder: Builder, variables: Sequence[int], tables: Sequence[tuple[tuple[int, ...], Rows]]
) -> None:
    """Require that different variables of one word have a row of a table of some of them.

    A table is the places of its variables, and its rows.
    """
    key = _key(builder, variables, (*tables,))
    if key not in builder.tables:
        parts = list[Sequence[Column | None]]()
        for places, rows in tables:
            columns = _possible(builder, [variables[place] for place in places], rows.columns)
            if columns[0]:
                found = dict(zip(places, columns, strict=True))
                parts.append([found.get(place) for place in range(len(variables))])
        builder.infeasible |= not parts
        builder.tables[key] = _compact(builder, variables, parts)
    builder.tables[key](variables)


def _key(builder: Builder, variables: Sequence[int], rows: Hashable) -> Hashable:
    """A key of rows and the values of variables of one word; None where one is of more."""
    if not all(map(builder.is_word, variables)):
        return None
    return rows, *((builder.memory[v + at.BASE], builder.memory[v + at.BITS]) for v in variables)


def _possible(builder: Builder, variables: Sequence[int], columns: Columns) -> Columns:
    """The rows of values that the variables may take, as values of their numbers."""
    for number, v in enumerate(variables):
        values = columns[number].different
        if builder.is_word(v):
            if values.issubset(builder.values(v)):
                continue
            codes = {value: value for value in values.intersection(builder.values(v))}
        else:
            found = ((value, _code(builder, v, value)) for value in values)
            codes = {value: code for value, code in found if code is not None}
        if len(codes) < len(values):
            kept = [*map(codes.__contains__, columns[number])]
            columns = [Column(compress(column, kept)) for column in columns]
        if any(value != code for value, code in codes.items()):
            columns = [*columns]
            columns[number] = Column(map(codes.__getitem__, columns[number]))
    return columns


def _code(builder: Builder, v: int, value: int) -> int | None:
    code = builder.code(v, value)
    return code if has(builder.memory, builder.number(v), code) else None


def post_words(builder: Builder, variables: Sequence[int], words: Sequence[int]) -> None:
    """Require of two variables of one word a pair of values.

    For each value of the first a word has the values of the second.
    """
    bits = builder.memory[variables[1] + at.BITS]
    if not any(words):
        builder.infeasible = True
    elif {*words} != {bits}:
        key = _key(builder, variables, (*words,))
        if key not in builder.tables:
            supports = map(builder.allot, _both_ways(words, builder.values(variables[0]), bits))
            builder.tables[key] = partial(_post_pairs, builder, [*supports])
        builder.tables[key](variables)


def _both_ways(words: Sequence[int], values: Sequence[int], bits: int) -> tuple[list[int], ...]:
    """Words of values for the bits of each of two variables, of one a word for each value."""
    left, width = [0] * (values[-1] - values[0] + 1), bits.bit_length()
    for value, word in zip(values, words, strict=True):
        left[value - values[0]] = word
    signs = "".join([format(word, f"0{width}b") for word in reversed(left)])
    return left, [int(signs[place::width], 2) for place in reversed(range(width))]


def _pairs_of(
    builder: Builder, variables: Sequence[int], rows: Iterable[tuple[int, int]], *, allowed: bool
) -> tuple[int, int]:
    words = [builder.memory[v + at.BITS] for v in variables]
    low, least = (builder.memory[v + at.BASE] for v in variables)
    left, right = ([0] * word.bit_length() for word in words)
    for a, b in rows:
        left[a - low] |= _BITS[b - least]
        right[b - least] |= _BITS[a - low]
    if not allowed:
        left, right = [words[1] & ~found for found in left], [words[0] & ~found for found in right]
    return builder.allot(left), builder.allot(right)


def _post_pairs(builder: Builder, supports: Iterable[int], variables: Sequence[int]) -> None:
    waits = dict.fromkeys(variables, at.ANY)
    builder.propagator(kinds.TWO_COLUMNS, CHEAP, [*waits, *supports], waits)


def _forbid(builder: Builder, columns: Columns, variables: Sequence[int]) -> None:
    for row in zip(*columns, strict=True):
        pairs = zip(variables, row, strict=True)
        builder.clause(builder.literal(v, at.IS_NOT, value) for v, value in pairs)


# --------------------------------------------------------------------------- compact tables


def _compact(
    builder: Builder, variables: Sequence[int], parts: Sequence[Sequence[Column | None]]
) -> Post:
    """Of tables of which one is asked for, by column; a column that one leaves free is None there.

    The rows of each begin with a word.
    """
    sizes = [max(len(column) for column in part if column is not None) for part in parts]
    words = [
        [(1 << min(size - first, WORD)) - 1 for first in range(0, size, WORD)] for size in sizes
    ]
    full = [*chain.from_iterable(words)]
    found = [
        _supports(builder, v, column, words) if builder.is_word(v) else _pairs(builder, column[0])
        for v, column in zip(variables, zip(*parts, strict=True), strict=True)
    ]

    def post(variables: Sequence[int]) -> None:
        arguments = [len(full), *map(builder.allot, (full, range(len(full)), [0] * len(full)))]
        arguments.append(len(variables))
        for v, (values, supports, lost) in zip(variables, found, strict=True):
            residues = builder.allot([0] * values) if lost else 0
            arguments += [v, 0, values, supports, residues, lost]
        builder.propagator(kinds.TABLE, COSTLY, arguments, [(v, at.ANY) for v in variables])

    return post


def _supports(
    builder: Builder,
    v: int,
    columns: Sequence[Column | None],
    words: Sequence[Sequence[int]],
) -> tuple[int, int, int]:
    """A column with words of rows for every bit of its variable."""
    memory, base = builder.memory, builder.memory[v + at.BASE]
    width = memory[v + at.BITS].bit_length()
    supports = lost = place = len(memory)
    memory.frombytes(bytes(8 * width * sum(map(len, words))))
    for column, full in zip(columns, words, strict=True):
        if column is not None:
            values = array("q")
            values.fromlist(column)  # quicker than by the constructor
            builder.kernel().support(memory, values, place - base, width, len(values))
        place += width * len(full)
    if None in columns:
        lost, place = builder.allot(memory[supports:].tolist()), supports
        for column, full in zip(columns, words, strict=True):
            if column is None:
                spread = array("q", [word for word in full for _ in range(width)])
                memory[place : place + len(spread)] = spread
            place += width * len(full)
    return width, supports, lost


def _pairs(builder: Builder, column: Sequence[int] | None) -> tuple[int, int, int]:
    """A column with a list of words of rows for every value of the table."""
    found = dict[int, dict[int, int]]()
    for row, value in enumerate(column or ()):
        words = found.setdefault(value, {})
        words[row // WORD] = words.get(row // WORD, 0) | _BITS[row % WORD]
    pairs, entries = list[int](), list[int]()
    for value, words in sorted(found.items()):
        entries += (value, len(pairs), len(words), 0)
        pairs += chain.from_iterable(words.items())
    place = builder.allot(pairs)
    entries[1::4] = [place + offset for offset in entries[1::4]]
    return len(found), builder.allot(entries), 0


# ----------------------- Items of arrays at places that are chosen, and functions of one variable.


Item = tuple[int, int]
"""A variable and the number that is added to it; 0 and the number for a constant."""


def item_of(poster: Poster, constant: int, terms: Sequence[Term]) -> Item:
    """A sum as an item, which is more than one variable: a new variable equals it."""
    least, most = poster.bounds(terms)
    if not _is_small(poster, terms):
        v = poster.auxiliary(range(least, most + 1))
        poster.linear([*terms, (-1, IS_VARIABLE, v)], 0, 0)
        return v, constant
    columns = [poster.builder.values(v) for _, _, v in terms]
    factors = [factor for factor, _, _ in terms]
    rows = [(*row, sum(map(int.__mul__, factors, row))) for row in product(*columns)]
    v = poster.auxiliary(tuple(sorted({row[-1] for row in rows})))
    post_table(poster.builder, [*(v for _, _, v in terms), v], rows)
    return v, constant


def _is_small(poster: Poster, terms: Sequence[Term]) -> bool:
    """True if a table of all values of the terms, which are different variables, is small."""
    variables = {record for _, kind, record in terms if kind == IS_VARIABLE}
    return len(variables) == len(terms) and _is_listed(poster, *variables)


def _is_listed(poster: Poster, *variables: int) -> bool:
    return prod(map(poster.builder.size, variables)) <= WIDEST


def element(poster: Poster, index: Item, items: Sequence[Item]) -> int:
    """A variable that equals the item of number `index`, 0-based; there is one at least.

    Where the index is outside it has some value, so whoever needs the index inside requires that.
    """
    builder, (x, offset) = poster.builder, index
    if not any(v for v, _ in items) and (not x or _is_listed(poster, x)):
        places = [value + offset for value in builder.values(x)] if x else [offset]
        chosen = [items[min(max(place, 0), len(items) - 1)][1] for place in places]
        y = poster.auxiliary(tuple(sorted(set(chosen))))
        if x:
            post_table(builder, [x, y], list(zip(builder.values(x), chosen, strict=True)))
        return y
    if not x:
        x, offset = builder.memory[builder.true + at.OF], offset - 1
    low, high = (end + offset for end in builder.ends(x))
    y = poster.auxiliary(poster.union(tuple(items[max(low, 0) : high + 1] or items[:1])))
    poster.indices.add(x)
    poster.items.update(v for v, _ in items if v)
    arguments = [y, x, offset, len(items), *(number for item in items for number in item)]
    waits = [(v, at.ANY) for v in (y, x, *(v for v, _ in items)) if v]
    builder.propagator(kinds.ELEMENT, LINEAR, arguments, waits)
    poster.chosen.setdefault(tuple(items), []).append(((x, offset), y))
    return y


def union_of(poster: Poster, items: Sequence[Item]) -> Domain:
    """The values of items, or all from the least to the greatest where they are many."""
    builder = poster.builder
    ends = [(offset + end) for v, offset in items for end in (builder.ends(v) if v else (0,))]
    if sum(builder.size(v) if v else 1 for v, _ in items) > WIDEST:
        return range(min(ends), max(ends) + 1)
    found = set[int]()
    for v, offset in items:
        values = builder.values(v) if v else (0,)
        found.update((value + offset for value in values) if offset else values)
    return tuple(sorted(found))


def image_of(poster: Poster, image: Image) -> int:
    """A variable that is the image of another under a function."""
    builder, x = poster.builder, poster.variables[image.place]
    rows = [(value, image.amounts[value]) for value in builder.values(x)]
    amounts = [amount for _, amount in rows]
    is_dense = len(rows) == rows[-1][0] - rows[0][0] + 1
    if is_dense and not builder.is_word(x) and all(a < b for a, b in pairwise(amounts)):
        y = poster.auxiliary(range(amounts[0], amounts[-1] + 1))
        builder.ordered(y, x, amounts)
    else:
        y = poster.auxiliary(tuple(sorted(set(amounts))))
        post_table(builder, [x, y], rows)
    return y


# ------------------------------------------------- Python tests of the values of terms, as tables.


MOST_ROWS = 100_000
"""The most combinations of values on which a predicate is asked."""


def require_predicate(poster: Poster, node: Predicate, terms: Sequence[Item]) -> None:
    """Require that a predicate holds of terms."""
    variables, rows, truths = _truths(poster, node, terms)
    allowed = [row for row, holds in zip(rows, truths, strict=True) if holds]
    post_table(poster.builder, variables, allowed)


def literal_of_predicate(poster: Poster, node: Predicate, terms: Sequence[Item]) -> int:
    """The literal that a predicate holds of terms."""
    variables, rows, truths = _truths(poster, node, terms)
    if len(set(truths)) == 1:
        return poster.builder.true if truths[0] else poster.builder.false
    v = poster.auxiliary(range(2))
    whole = [(*row, holds) for row, holds in zip(rows, truths, strict=True)]
    post_table(poster.builder, [*variables, v], whole)
    return poster.builder.literal(v, at.IS, 1)


def _truths(
    poster: Poster, node: Predicate, terms: Sequence[Item]
) -> tuple[list[int], list[tuple[int, ...]], list[bool]]:
    """The variables of terms, all combinations of their values, and where a predicate holds."""
    variables = list(dict.fromkeys(v for v, _ in terms if v))
    domains = list(map(poster.builder.values, variables))
    if prod(map(poster.builder.size, variables)) > MOST_ROWS:
        raise Unposted(node)
    rows, places = list(product(*domains)), {v: n for n, v in enumerate(variables)}
    read = [(places.get(v), offset) for v, offset in terms]
    found = ([offset if n is None else row[n] + offset for n, offset in read] for row in rows)
    try:
        return variables, rows, list(map(node.holds, found))
    except PredicateError as error:  # perhaps where another constraint does not hold
        raise Unposted(node) from error
