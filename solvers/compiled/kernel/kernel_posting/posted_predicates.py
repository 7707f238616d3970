"""Python tests of the values of terms, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from .....models.language.errors import PredicateError
from .....models.language.global_constraints.predicate import Predicate
from ...reading.normal_forms import Unposted
from ..machine_source import records as at
from .posted_elements import Item
from .posted_tables import Table, post_table

if TYPE_CHECKING:
    from .form_poster import Poster

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
) -> tuple[list[int], Table, list[bool]]:
    """The variables of terms, all combinations of their values, and where a predicate holds."""
    variables = list(dict.fromkeys(v for v, _ in terms if v))
    domains = list(map(poster.builder.values, variables))
    if prod(map(poster.builder.size, variables)) > MOST_ROWS:
        raise Unposted(node)
    rows, places = list(product(*domains)), {v: n for n, v in enumerate(variables)}
    read = [(places.get(v), offset) for v, offset in terms]
    try:
        return (
            variables,
            rows,
            [
                node.holds([offset if n is None else row[n] + offset for n, offset in read])
                for row in rows
            ],
        )
    except PredicateError as error:  # perhaps where another constraint does not hold
        raise Unposted(node) from error
