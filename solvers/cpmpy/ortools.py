"""CPMpy with OR-Tools CP-SAT."""

from __future__ import annotations

from collections.abc import Iterator

from ...models.language.model import Model
from ..harness.contract import Assignment, Control
from . import TRAITS as TRAITS
from . import enumerated


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by CPMpy with OR-Tools."""
    return enumerated(model, control, "ortools", "ortools", 2**50)
