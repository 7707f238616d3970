"""Functions and properties that keep their results, sooner than those of `functools`.

They are for what is read of every model; elsewhere the library's own will do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

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


MOST_KEPT = 1_000
"""The squares of a board above which nothing is kept beyond its own life."""

P = ParamSpec("P")


def for_equal_boards(read: Callable[P, Result]) -> Callable[P, Result]:
    """`read`, a method of a board, each result of which small boards that are equal share."""
    kept = cast(Callable[P, Result], functools.lru_cache(64)(read))

    @functools.wraps(read)
    def found(*args: P.args, **named: P.kwargs) -> Result:
        board: Any = args[0]
        make = kept if board.height * board.width <= MOST_KEPT else read
        return make(*args, **named)

    return found


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
