"""Optimisers that lie or stop: the functions of solvers, for tests of objectives."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.models import Model
from everyway.models.language.objectives import Goal
from everyway.solvers import flatmap
from everyway.solvers.harness.contract import Assignment, Control, Stopped

MOMENTS = {"left": 0}
"""The number of solutions and ends that `stopping` still comes to."""


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution, as flatmap finds them."""
    return flatmap.solutions(model, control)


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """A solution in the middle, as if it were the best."""
    name = str(goal.expression)
    found = sorted(flatmap.solutions(model, control), key=lambda one: one[name])
    yield from found[len(found) // 2 :][:1]


def stopping(model: Model, control: Control) -> Iterator[Assignment]:
    """As flatmap, until all moments are gone: then it is stopped."""
    for found in flatmap.solutions(model, control):
        _pass()
        yield found
    _pass()


def _pass() -> None:
    if not MOMENTS["left"]:
        raise Stopped
    MOMENTS["left"] -= 1
