"""Choco with its own constraints where they are wrong, too: what its adapter avoids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any
from unittest.mock import patch

from everyway.models import Model
from everyway.models.language.constraints import Constraint
from everyway.models.language.global_constraints.circuit import Circuit
from everyway.solvers import choco
from everyway.solvers.choco import native_constraints as rightly
from everyway.solvers.harness.contract import Assignment, Control

Naive = Callable[[Model, Control], Iterator[Assignment]]


def posting(**otherwise: Callable[..., Any]) -> Naive:
    """Choco, with these functions in place of those of the adapter."""

    def solutions(model: Model, control: Control) -> Iterator[Assignment]:
        with patch.multiple(rightly, **otherwise):
            yield from choco.solutions(model, control)

    return solutions


def _is_anything(constraint: Constraint, ends: Sequence[Any]) -> bool:
    return bool(ends) and rightly.is_native(constraint, ends)


def _variable_tasks(model: Any, tasks: Sequence[Any], capacity: Any) -> Any:
    made = [model.variable("task", start.native, duration.native) for start, duration, _ in tasks]
    return "cumulative", made, [demand.native for _, _, demand in tasks], capacity.native


def _by_str2(model: Any, terms: Any, rows: Any, *, allowed: bool) -> Any:
    several = [[int(value) for value in row] for row in rows]
    names = [term.native for term in terms]
    return ("table", names, several, allowed, "STR2+") if rows else not allowed


def _is_a_circuit_alone(constraint: Constraint, ends: Sequence[Any]) -> bool:
    return isinstance(constraint, Circuit) or is_rightly_native(constraint, ends)


is_rightly_native = rightly.is_native
durations = posting(_constant=lambda *terms: True, _cumulative=_variable_tasks)
str2 = posting(table=_by_str2)
truths = posting(is_reified=_is_anything)
repeats = posting(_separate=lambda model, terms: [term.native for term in terms])
alone = posting(is_native=_is_a_circuit_alone)
far_apart = posting(WIDEST=10**12)
