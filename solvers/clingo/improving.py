"""clingo given an objective, by the parts of a sum: better and better answer sets."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ...models.language.phrases import grouped
from ..harness.adapting.aiming import Aim
from ..harness.adapting.sums_of_literals import costs
from ..harness.contract import Assignment, Control
from .answer_sets import answer_sets
from .translation import MOST_ADDED, Translation


def improving(model: Model, goal: Goal, control: Control) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best."""
    library: Any = importlib.import_module("clingo")
    native = library.Control(["--models=0", "--opt-mode=opt"])
    aim = Aim(model, goal)
    with native.backend() as program:
        translation = Translation(program, aim.model, control)
        translation.post(aim.model.constraints)
        weights = costs(aim.terms(translation))
        if max((weight for _, weight in weights), default=0) > MOST_ADDED:
            raise translation.refused(f"clingo adds up weights of at most {grouped(MOST_ADDED)}")
        program.add_minimize(0, weights)
    control.searching()
    declared = {variable.name: term for variable, term in translation.variables.items()}
    for found in answer_sets(native, declared, control):
        yield aim.valued(found)
