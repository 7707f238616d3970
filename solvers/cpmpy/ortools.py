"""CPMpy with OR-Tools CP-SAT."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...models.language.model import Model
from ..harness.adapting.script import Row
from ..harness.contract import Assignment, Control
from . import TRAITS as TRAITS
from . import by_hand, enumerated

_LARGEST = 2**50


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by CPMpy with OR-Tools."""
    return enumerated(model, control, "ortools", "ortools", _LARGEST)


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while CPMpy with OR-Tools does not find exactly `expected`.

    Raises: Unsupported, and NotImplementedError where CPMpy is asked nothing.
    """
    return by_hand.script(model, expected, about, solver="ortools", largest=_LARGEST)
