"""Functions and properties that keep their results, sooner than those of `functools`.

They are for what is read of every model; elsewhere the library's own will do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


class _Kept(dict[Any, Any]):
    __slots__ = ("_function",)

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self._function(key)
        return found


def keeping(function: Callable[[Key], Result]) -> Callable[[Key], Result]:
    """`function`, each result of which is kept."""
    return _Kept(function).__getitem__


class _Property(functools.cached_property[Any]):
    """That of `functools` without the lock that it has in Python 3.11."""

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
        if instance is None:
            return self
        found = instance.__dict__[self.attrname] = self.func(instance)
        return found


if TYPE_CHECKING:
    cached_property = functools.cached_property
else:
    cached_property = _Property
