"""Functions and properties that keep their results, sooner than those of `functools`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property as _with_a_lock
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


if TYPE_CHECKING:
    cached_property = _with_a_lock
else:

    class cached_property(_with_a_lock):  # noqa: N801
        """That of `functools` without the lock that it has in Python 3.11."""

        def __get__(self, instance: Any, owner: type[Any] | None = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self.attrname] = self.func(instance)
            return found
