"""Models of other libraries, in a Python file or as what a puzzle function returns.

A class is known by its name, so that no library is imported unless a file has done so.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

READERS = {
    "cpmpy.model.Model": "everyway.formats.cpmpy_models",
    "constraint.problem.Problem": "everyway.formats.python_constraint_models",
}
"""The module that reads the models of a class, each with `model_of` a model and a name."""


def is_foreign_class(kind: object) -> bool:
    """True for a class whose instances `read_foreign` makes models of ours."""
    return _reader(kind) is not None


def read_foreign(value: Any, name: str) -> Any:
    """`value`, as a model called `name` where it is one of another library.

    So is a tuple with one such model, as `return model, (x, y)` makes it. Raises: ModelError for
    what the model has and everyway has not.
    """
    if isinstance(value, tuple):
        found = [one for one in value if is_foreign_class(type(one))]
        return read_foreign(found[0], name) if len(found) == 1 else value
    reader = _reader(type(value))
    return value if reader is None else import_module(reader).model_of(value, name)


def _reader(kind: object) -> str | None:
    classes = kind.__mro__ if isinstance(kind, type) else ()
    names = (f"{one.__module__}.{one.__qualname__}" for one in classes)
    return next((READERS[name] for name in names if name in READERS), None)
