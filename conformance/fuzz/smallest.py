"""The smallest model on which a solver still shows the same fault.

Variables go first: few of them over long domains show more than many over short ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from ...models import Model, ModelError
from ...models.language.expressions import Constant
from ..shrink import made, shrunk, substituted, without_a_constraint
from .bench import Bench
from .faults import Fault
from .trial import attempts_for, shows

MOST_TRIES = 1_500


def smallest(fault: Fault, bench: Bench, seconds: float) -> Fault:
    """`fault` on a model of which no simpler one shows it, as far as found in so many seconds."""
    end = time.monotonic() + seconds
    attempts = attempts_for(fault, bench)
    latest = {fault.model: fault}

    def fails(model: Model) -> bool:
        found = None if time.monotonic() > end else shows(fault, model, bench, attempts)
        if found is not None:
            latest[model] = found  # perhaps on a variant of it
        return found is not None

    before, model = None, fault.model
    while model is not before:
        before = model
        model = shrunk(_with_few_variables(model, fails), fails, MOST_TRIES)
    return latest[model]


def _with_few_variables(model: Model, fails: Callable[[Model], bool]) -> Model:
    """`model` with as many variables and constraints gone as can go, one at a time."""
    for smaller in (*without_a_constraint(model), *_without_a_variable(model)):
        if fails(smaller):
            return _with_few_variables(smaller, fails)
    return model


def _without_a_variable(model: Model) -> Iterator[Model]:
    """`model` where one of its values stands for a variable."""
    for variable in model.variables:
        values: list[Any] = list(variable.domain)
        others = [other for other in model.variables if other is not variable]
        for value in dict.fromkeys((values[0], values[-1], values[len(values) // 2])):
            try:
                fixed = substituted(model.constraints, variable, Constant(value))
            except (ModelError, ValueError):
                continue
            yield from made(others, fixed)
