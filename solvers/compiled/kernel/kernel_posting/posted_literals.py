"""Sums of literals that are clauses, or items of the exact cover."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_LITERAL
from .builder import Builder

if TYPE_CHECKING:
    from .form_poster import Term


def post_literals(builder: Builder, terms: Sequence[Term], low: int, high: int) -> bool:
    """Require a sum of literals from `low` to `high`; False where other propagators are for it."""
    literals = []
    for factor, kind, record in terms:
        literal = record if kind == IS_LITERAL else _as_literal(builder, record)
        if abs(factor) != 1 or not literal or not builder.is_word(builder.memory[literal + at.OF]):
            return False
        if factor < 0:
            literal, low, high = builder.negation(literal), low + 1, high + 1
        literals.append(literal)
    always, some = _open(builder, literals)
    return _post(builder, some, low - always, high - always)


def _as_literal(builder: Builder, v: int) -> int:
    """The literal that counts as much as a variable; 0 if it is none of 0 and 1."""
    low, high = builder.ends(v)
    return builder.literal(v, at.IS, 1) if 0 <= low and high <= 1 else 0


def _open(builder: Builder, literals: Iterable[int]) -> tuple[int, list[int]]:
    """The number of literals that hold in any case, and those that may or may not."""
    memory, always, some = builder.memory, 0, []
    for literal in literals:
        bits = memory[literal + at.AMOUNT]
        if bits == memory[memory[literal + at.OF] + at.BITS]:
            always += 1
        elif bits:
            some.append(literal)
    return always, some


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
