"""The smallest model on which a solver still shows the same fault.

Variables go first: few of them over long domains tell more than many over short ones.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, cast

from ...models import Model, ModelError, ModelWarning, Variable
from ...models.language.expressions import Constant
from ...models.language.nodes import rebuild
from ..shrink import shrunk
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
    for smaller in (*_without_a_constraint(model), *_without_a_variable(model)):
        if fails(smaller):
            return _with_few_variables(smaller, fails)
    return model


def _without_a_constraint(model: Model) -> Iterator[Model]:
    variables, rules = list(model.variables), list(model.constraints)
    for place in range(len(rules)):
        yield from _made(variables, rules[:place] + rules[place + 1 :])


def _without_a_variable(model: Model) -> Iterator[Model]:
    """`model` where one of its values stands for a variable."""
    for variable in model.variables:
        values = list(variable.domain)
        others = [other for other in model.variables if other is not variable]
        for value in dict.fromkeys((values[0], values[-1], values[len(values) // 2])):
            try:
                fixed = _fixed(model, variable, value)
            except (ModelError, ValueError):
                continue
            yield from _made(others, fixed)


def _fixed(model: Model, variable: Variable, value: Any) -> list[Any]:
    constant = Constant(value)
    rules = list(model.constraints)
    return cast("list[Any]", rebuild(rules, lambda _, node: constant if node is variable else None))


def _made(variables: list[Variable], constraints: list[Any]) -> Iterator[Model]:
    """The model, where it can be declared."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        try:
            yield Model("shrunk", variables, constraints)
        except (ModelError, ValueError, IndexError, TypeError):
            return
