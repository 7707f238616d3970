"""Solvers made up for a test, and a clock that stands still until it is moved."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType
from typing import Any

import pytest

from everyway.models import Model, integer
from everyway.solvers.harness import registry
from everyway.solvers.harness.contract import Control, Traits
from everyway.solvers.harness.running.enumeration import Run


class Clock:
    """Stands in for the module `time`."""

    def __init__(self) -> None:
        self.now = 100.0

    def perf_counter(self) -> float:
        return self.now


class Asked:
    """A solver that reports `rows`, and notes how far it was asked and that it was closed."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self.rows = rows
        self.asked = 0
        self.ended = self.closed = False

    def __call__(self, model: Model, control: Control) -> Iterator[Any]:
        try:
            for row in self.rows:
                self.asked += 1
                control.statistics["asked"] = self.asked
                yield row
            self.ended = True
        finally:
            self.closed = True


def register(
    monkeypatch: pytest.MonkeyPatch, function: Callable[..., Any], **traits: Any
) -> ModuleType:
    """`function` as the solver "fake", offered by another package."""
    module = ModuleType("fake_solver")
    vars(module).update(solutions=function, TRAITS=Traits(**traits))
    monkeypatch.setitem(sys.modules, "fake_solver", module)
    solver = registry.Solver("fake", "fake_solver")
    monkeypatch.setattr(registry, "_entry_points", lambda: (solver,))
    return module


def numbers(values: int) -> tuple[Model, list[dict[str, int]]]:
    """A model of one variable in one constraint, so that it is searched, and its solutions."""
    x = integer("x", 0, values - 1)
    return Model("numbers", x, x >= 0), [{"x": value} for value in range(values)]


def three(monkeypatch: pytest.MonkeyPatch) -> tuple[Model, Asked]:
    """A model with three solutions, and a solver that notes how far it was asked."""
    model, rows = numbers(3)
    solver = Asked(rows)
    register(monkeypatch, solver)
    return model, solver


def ending(found: Run) -> tuple[str, str | None]:
    """The status of `found`, and why it is not complete."""
    return found.outcome.status, found.outcome.reason
