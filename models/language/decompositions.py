"""Hears which constraints are asked for their decomposition, while somebody wants to know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .constraints import Constraint

Hear = Callable[["Constraint", tuple["Constraint", ...]], object]

_hearing: ContextVar[Hear | None] = ContextVar("decompositions", default=None)


@contextmanager
def heard(hear: Hear) -> Iterator[None]:
    """Calls `hear` meanwhile with each constraint that is decomposed, and what it is made of."""
    token = _hearing.set(hear)
    try:
        yield
    finally:
        _hearing.reset(token)


def audible(decompose: Callable[[Any], Iterable[Constraint]]) -> Callable[[Any], Any]:
    """The method `decompose` of a class of constraints, heard where somebody listens."""

    @wraps(decompose)
    def decomposed(self: Constraint) -> Iterable[Constraint]:
        hear = _hearing.get()
        if hear is None:
            return decompose(self)
        parts = tuple(decompose(self))
        hear(self, parts)
        return parts

    return decomposed
