"""A question to a SAT solver that can be ended between two of its conflicts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..harness.adapting.sums_of_literals import Literal
from ..harness.contract import Control

_CONFLICTS_AT_ONCE = 1_000


def has_model(native: Any, assumptions: Iterable[Literal], control: Control) -> bool:
    """True if `native` has a model under `assumptions`. Raises: Stopped, by `control`."""
    answer, assumed = None, list(assumptions)
    while answer is None:
        control.check()
        native.conf_budget(_CONFLICTS_AT_ONCE)
        # asked to expect an interrupt, the library leaves Ctrl-C to the interpreter
        answer = native.solve_limited(assumptions=assumed, expect_interrupt=True)
    return bool(answer)
