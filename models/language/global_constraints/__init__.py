"""Constraints beyond the core, a family in each file; the files are found, and listed nowhere."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from sys import modules
from typing import Any

from ..constraints import And, Comparison, Constraint, Not, Or
from ..phrases import snake_case


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
