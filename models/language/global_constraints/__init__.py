"""Constraints beyond the core, a family in each file; the files are found, and listed nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from sys import modules
from typing import Any, ClassVar, cast

from ..constraints import And, Comparison, Constraint, Not, Or
from ..late_dataclasses import fields
from ..nodes import part_fields
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
        """The call of its constructor, each field in words."""
        rest, words = iter(parts), []
        held = dict(part_fields(type(self)))
        for field in fields(cast(Any, self)):
            value = getattr(self, field.name)
            if not held.get(field.name, False):
                shown = list(value) if isinstance(value, tuple) else value
                words.append(next(rest) if field.name in held else repr(shown))
            else:
                words.append(f"[{', '.join(next(rest) for _ in value)}]")
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
    )
    return (Comparison, And, Or, Not, *found)


def constructor(name: str) -> Any:
    """The function `name` that makes a constraint of the class of that name; None if none does."""
    found = (k.__module__ for k in constraint_classes() if snake_case(k.__name__) == name)
    return next((getattr(modules[module], name, None) for module in found), None)
