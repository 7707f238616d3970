"""Constraints beyond the core, a family in each file; the files are found, and listed nowhere."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ..constraints import Constraint


@cache
def constraint_classes() -> tuple[type[Constraint], ...]:
    """The class of every constraint in this folder, file by file."""
    modules = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Constraint)
        and kind.__module__ == module.__name__
    )
