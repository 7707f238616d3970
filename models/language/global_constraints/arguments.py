"""Arguments of constructors of constraints, read and checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import ModelError
from ..expressions import (
    MOST_BITS,
    Constant,
    Expression,
    as_expression,
    as_number,
    is_list,
    listed,
    same_kind,
)
from ..nodes import Value


def terms_of(terms: Iterable[object], where: str, *, mixed: bool = False) -> tuple[Expression, ...]:
    """`terms` as expressions; of one kind, unless labels and numbers may be `mixed`."""
    read = tuple(as_expression(term, f"a term of {where}") for term in listed(terms, where))
    if not mixed:
        same_kind(read, where)
    return read


def numbers_of(terms: Iterable[object], where: str) -> tuple[Expression, ...]:
    """`terms` as integer expressions."""
    return tuple(as_number(term, where) for term in listed(terms, where))


def constant_of(value: object, where: str) -> Value:
    """`value` as a plain integer or label. Raises: ModelError for anything else."""
    if type(value) is int and value.bit_length() <= MOST_BITS:  # at once: tables hold very many
        return value
    constant = as_expression(value, where)
    if not isinstance(constant, Constant):
        raise ModelError(f"{where} is {constant}; it must be a number or a label")
    return constant.constant


def equal_lengths(where: str, **lists: Sequence[Expression]) -> None:
    """Raises: ModelError where two of the named lists differ in length."""
    sizes = {name: len(terms) for name, terms in lists.items()}
    if len(set(sizes.values())) > 1:
        words = ", ".join(f"{name} has {size}" for name, size in sizes.items())
        raise ModelError(f"the lists of {where} differ in length: {words}; make them equal")


def terms_first(terms: object, usage: str) -> None:
    """Raises: ModelError where `terms` are none, as where the number is written before them."""
    if not is_list(terms):
        raise ModelError(f"{usage} takes a list of terms first, not {terms!r}")


def refuse_negative(where: str, **lists: Sequence[Expression]) -> None:
    """Raises: ModelError where a number in one of the named lists is below 0."""
    for name, terms in lists.items():
        for term in terms:
            if isinstance(term, Constant) and int(term.constant) < 0:
                raise ModelError(f"{name} of {where} holds {term}; it must be at least 0")
