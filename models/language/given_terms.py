"""Terms as a constructor is given them: several arguments, or one iterable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import TypeGuard

from .errors import ModelError
from .nodes import Node


def several(terms: tuple[object, ...], where: str) -> Iterable[object]:
    """The arguments of `where`, or the items of the only one.

    Raises: ModelError for one argument that is no list, for none, and for a list beside others.
    """
    if len(terms) == 1:
        return listed(terms[0], where)
    lists = [term for term in terms if is_list(term)]
    if len(lists) > 1:
        raise ModelError(
            f"{where} takes one list of terms, not {len(lists)};"
            f" write {where}([*a, *b]), or {where} once for each list"
        )
    if lists or not terms:
        raise ModelError(
            f"{where} takes one list of terms, or terms one by one, not"
            f" {'a list beside other terms' if lists else 'nothing'};"
            f" write {where}({'[*a, x]' if lists else '[]'})"
        )
    return terms


def listed(terms: object, where: str) -> Iterable[object]:
    """The items of `terms`, in an order of their own. Raises: ModelError where it has none."""
    if not is_list(terms):
        raise ModelError(f"{where} takes a list of terms, not {terms!r}; write {where}([...])")
    if isinstance(terms, Mapping):
        raise ModelError(
            f"{where} takes a list of terms, and iterating over {type(terms).__name__} gives its"
            f" keys; write {where}(d.values())"
        )
    if isinstance(terms, Set):  # which has no order of its own, or another one each time
        return sorted(terms, key=repr)
    return terms


def is_list(terms: object) -> TypeGuard[Iterable[object]]:
    """True if `terms` has items of its own: no term, and no text."""
    if isinstance(terms, str | Node) or not isinstance(terms, Iterable):
        return False
    try:
        iter(terms)
    except TypeError:  # an array of no dimension
        return False
    return True
