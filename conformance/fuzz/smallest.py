"""The smallest model on which a solver still shows the same fault.

Variables go first: few of them over long domains show more than many over short ones.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ...models import Model
from ...models.language.expressions import Constant
from ..shrink import replaced, shrunk, simpler
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

    return latest[shrunk(fault.model, fails, MOST_TRIES, _steps)]


def _steps(model: Model) -> Iterator[Model]:
    """Simpler models, projected on what is left of the names, or not at all."""
    if model.projection:
        yield model.projecting()
    for smaller in _whole_steps(model):
        names = [name for name in model.projection if name in smaller.by_name]
        if names or not model.projection:
            yield smaller.projecting(*names)


def _whole_steps(model: Model) -> Iterator[Model]:
    """Simpler models; before others those where one of its values stands for a variable."""
    for variable in model.variables:
        values: list[Any] = list(variable.domain)
        others = [other for other in model.variables if other is not variable]
        for value in dict.fromkeys((values[0], values[-1], values[len(values) // 2])):
            yield from replaced(model, variable, Constant(value), others)
    yield from simpler(model)
