"""Items of arrays at places that are chosen, and functions of one variable."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from math import prod
from typing import TYPE_CHECKING

from ...reading.normal_forms import Domain, Image
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_VARIABLE
from .builder import LINEAR
from .posted_tables import post_table
from .variable_records import WIDEST

if TYPE_CHECKING:
    from .form_poster import Poster, Term

Item = tuple[int, int]
"""A variable and the number that is added to it; 0 and the number for a constant."""


def item_of(poster: Poster, constant: int, terms: Sequence[Term]) -> Item:
    """A sum as an item; a new variable equals it where it is more than one variable."""
    if not terms:
        return 0, constant
    if len(terms) == 1 and terms[0][:2] == (1, IS_VARIABLE):
        return terms[0][2], constant
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
    y = poster.auxiliary(_union(poster, items[max(low, 0) : high + 1] or items[:1]))
    poster.indices.add(x)
    poster.items.update(v for v, _ in items if v)
    arguments = [y, x, offset, len(items), *(number for item in items for number in item)]
    waits = [(v, at.ANY) for v in (y, x, *(v for v, _ in items)) if v]
    builder.propagator(kinds.ELEMENT, LINEAR, arguments, waits)
    poster.chosen.setdefault(tuple(items), []).append(((x, offset), y))
    return y


def _union(poster: Poster, items: Sequence[Item]) -> Domain:
    """The values of items, or all from the least to the greatest where they are many."""
    builder = poster.builder
    ends = [(offset + end) for v, offset in items for end in (builder.ends(v) if v else (0,))]
    if sum(builder.size(v) if v else 1 for v, _ in items) > WIDEST:
        return range(min(ends), max(ends) + 1)
    values = ((offset, builder.values(v) if v else (0,)) for v, offset in items)
    return tuple(sorted({offset + value for offset, found in values for value in found}))


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
