"""OR-Tools' original CP solver: propagation and depth-first search, one solution a step.

`translation` turns a model into its constraints, and writes these as a script.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import closing
from threading import Event
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, Traits
from ..harness.processes.background import aside
from .native_constraints import NATIVE
from .translation import Translation
from .translation import script as script

TRAITS = Traits(
    calls_python=False,
    viewpoint="rows",
    module="ortools.constraint_solver.pywrapcp",
    distribution="ortools",
    native_where=NATIVE.where,
)

_MANY_SEEDS = 2**31


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by OR-Tools' CP solver."""
    return improving(model, None, control)


def improving(model: Model, goal: Goal | None, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`; with a `goal`, a variable of it, better ones until the best."""
    translation = Translation(model, control.check, _native(control.seed))
    translation.post(model.constraints)
    control.searching()
    stop = Event()
    try:
        with closing(aside(_found(translation, goal, stop), control, stop.set)) as found:
            yield from found
    finally:
        native = translation.native
        control.statistics.update(branches=native.Branches(), failures=native.Failures())


def _native(seed: int | None) -> Any:
    """A fresh solver of the library's."""
    library: Any = importlib.import_module(TRAITS.module)
    native = library.Solver("everyway")
    if seed is not None:
        native.ReSeed(seed % _MANY_SEEDS)
    return native


def _found(translation: Translation, goal: Goal | None, stop: Event) -> Iterator[Assignment]:
    """Every solution; runs in a thread, as Ctrl-C must not be raised in what the library calls."""
    native = translation.native
    places = {variable.name: term.native for variable, term in translation.variables.items()}
    decisions = native.Phase(
        translation.decided, native.CHOOSE_FIRST_UNBOUND, native.ASSIGN_MIN_VALUE
    )
    monitors = [native.CustomLimit(stop.is_set)]
    if goal is not None:
        aimed = places[str(goal.expression)].Var()
        monitors.append(native.Optimize(goal.sense == "max", aimed, 1))
    native.NewSearch(decisions, monitors)
    try:
        while native.NextSolution():
            yield {name: int(native.Value()) for name, native in places.items()}
    finally:
        native.EndSearch()
