"""Functions that keep their results, which are made sooner than those of `functools`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


class _Kept(dict[Any, Any]):
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def __missing__(self, key: Any) -> Any:
        found = self[key] = self._function(key)
        return found


def keeping(function: Callable[[Key], Result]) -> Callable[[Key], Result]:
    """`function`, each result of which is kept."""
    return _Kept(function).__getitem__
