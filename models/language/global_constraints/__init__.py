"""Constraints beyond the core, a family in each file; the files are found, and listed nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from sys import modules
from typing import Any, ClassVar, cast

from ..constraints import And, Comparison, Constraint, Not, Or
from ..errors import ModelError
from ..expressions import (
    MOST_BITS,
    Constant,
    Expression,
    Variable,
    as_expression,
    as_number,
    is_list,
    listed,
    same_kind,
)
from ..late_dataclasses import fields
from ..nodes import Value, part_fields
from ..phrases import snake_case


class Global(Constraint):
    """A constraint beyond the core. Its file in `global_constraints/` is all that it needs.

    What other rooms may know of it stands here, and says nothing unless a class defines it.
    """

    compared: ClassVar[tuple[str, ...]] = ()
    """Fields whose values only matter by which are equal, and in any order."""
    together: ClassVar[tuple[str, ...]] = ()
    """Fields of one length, each place of one with that of the others."""
    in_any_order: ClassVar[bool] = False
    """True if the places of the fields that go `together` may be exchanged."""

    def describe(self, parts: Sequence[str]) -> str:
        """The call of its constructor, each field in words; the terms bare if it has no other."""
        rest, words = iter(parts), []
        held, given = dict(part_fields(type(self))), fields(cast(Any, self))
        for field in given:
            value = getattr(self, field.name)
            if not held.get(field.name, False):
                shown = list(value) if isinstance(value, tuple) else value
                words.append(next(rest) if field.name in held else repr(shown))
            else:
                terms = ", ".join(next(rest) for _ in value)
                words.append(terms if len(given) == 1 else f"[{terms}]")
        return f"{snake_case(type(self).__name__)}({', '.join(words)})"


@cache
def constraint_classes() -> tuple[type[Constraint], ...]:
    """The class of every constraint of the language: the core, then this folder file by file."""
    files = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    found = (
        kind
        for module in files
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Constraint)
        and kind.__module__ == module.__name__
        and "__dataclass_fields__" in vars(kind)
    )
    return (Comparison, And, Or, Not, *found)


def constructor(name: str) -> Any:
    """The function `name` that makes a constraint of the class of that name; None if none does."""
    found = (k.__module__ for k in constraint_classes() if snake_case(k.__name__) == name)
    return next((getattr(modules[module], name, None) for module in found), None)


# ---------------------------------------------- Arguments of constructors of constraints, checked.


def terms_of(terms: Iterable[object], where: str, *, mixed: bool = False) -> tuple[Expression, ...]:
    """`terms` as expressions; of one kind, unless labels and numbers may be `mixed`."""
    given: tuple[Any, ...] = tuple(listed(terms, where))
    if {*map(type, given)} == {Variable} and {type(one.domain) for one in given} == {range}:
        return given  # at once, as most are
    read = tuple(as_expression(term, f"a term of {where}") for term in given)
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
