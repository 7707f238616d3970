"""CPMpy with Z3."""

from __future__ import annotations

from collections.abc import Iterator

from ...models.language.model import Model
from ..harness.contract import Assignment, Control
from . import TRAITS as TRAITS
from . import enumerated


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by CPMpy with Z3."""
    return enumerated(model, control, "z3", "z3", 2**50)
