"""CPMpy with Z3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...models.language.model import Model
from ..harness.adapting.script import Row
from ..harness.contract import Assignment, Control
from . import TRAITS as TRAITS
from . import by_hand, enumerated

_LARGEST = 2**50


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by CPMpy with Z3."""
    return enumerated(model, control, "z3", "z3", _LARGEST)


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while CPMpy with Z3 does not find exactly `expected`.

    Raises: Unsupported, and NotImplementedError where CPMpy is asked nothing.
    """
    return by_hand.script(model, expected, about, solver="z3", largest=_LARGEST)
