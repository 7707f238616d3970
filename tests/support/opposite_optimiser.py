"""An optimiser that finds the worst in place of the best."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.models import Model
from everyway.models.language.objectives import Goal
from everyway.solvers import flatmap
from everyway.solvers.harness.contract import Assignment, Control


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution, as flatmap finds them."""
    return flatmap.solutions(model, control)


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """The solution that is worst."""
    name = str(goal.expression)
    found = list(flatmap.solutions(model, control))
    yield from sorted(found, key=lambda one: -goal.sign * one[name])[:1]
