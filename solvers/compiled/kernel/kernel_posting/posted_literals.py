"""Sums of literals that are clauses, or items of the exact cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_LITERAL
from .builder import Builder

if TYPE_CHECKING:
    from .form_poster import Term


def post_literals(builder: Builder, terms: Sequence[Term], low: int, high: int) -> bool:
    """Require a sum of literals from `low` to `high`; False where other propagators are for it."""
    memory, some = builder.memory, list[int]()
    for factor, kind, record in terms:
        literal = record if kind == IS_LITERAL else builder.as_literal(record)
        if factor not in (1, -1) or not literal or memory[literal + at.MEANS] != at.IN:
            return False
        if factor < 0:
            literal, low, high = builder.negation(literal), low + 1, high + 1
        bits = memory[literal + at.AMOUNT]
        if bits == memory[memory[literal] + at.BITS]:
            low, high = low - 1, high - 1  # it holds in any case
        elif bits:
            some.append(literal)
    return _post(builder, some, low, high)


def _post(builder: Builder, some: Sequence[int], low: int, high: int) -> bool:
    number = len(some)
    if low > number or high < 0:
        builder.infeasible = True
    elif high == 0:
        builder.require(map(builder.negation, some))
    elif low == number:
        builder.require(some)
    elif low <= 0 and high >= number:
        return True
    elif len(set(some)) < number:
        return False
    elif low == 1 and high >= number:
        builder.clause(some)
    elif low <= 0 and high == number - 1:
        builder.clause(map(builder.negation, some))
    elif high == 1:
        builder.items.add(tuple(some), is_needed=low == 1)
    else:
        return False
    return True
