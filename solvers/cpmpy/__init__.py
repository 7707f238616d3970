"""CPMpy's solvers: a model is written as a CPMpy model, which CPMpy hands to the solver named.

CPMpy leaves variables without a constraint out of its enumeration, and the adapter brings them
back. It searches in a process of its own, as nothing stops it once it has begun.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from ...models.language.expressions import size
from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, SolverUnavailable, Traits
from ..harness.installing import pip_install
from ..harness.processes.replayer import replayed
from .native_constraints import NATIVES
from .translation import Translation, known_to, script

BESIDE = {
    "exact": ("exact", "exact"),
    "ortools": ("ortools", "cpmpy"),
    "pumpkin": ("pumpkin_solver", "pumpkin"),
    "z3": ("z3", "cpmpy"),
}
"""The module that CPMpy needs for each solver, and the extra of this package that has both."""
TRAITS = Traits(
    calls_python=False,
    costly=True,
    viewpoint="rows",
    module="cpmpy",
    distribution="cpmpy",
    extra="cpmpy",
    native_where=NATIVES.where,
)


_SCRIPT = Path(__file__).with_name("replay.py")

Found = Callable[..., Iterator[Assignment]]


def named(solver: str, **native_where: str) -> tuple[Traits, Found, Found, Callable[..., str]]:
    """The traits, `solutions`, `improving` and `script` of one of CPMpy's solvers."""
    module, extra = BESIDE[solver]
    traits = replace(TRAITS, native_where={**TRAITS.native_where, **native_where})
    if extra != TRAITS.extra:  # an extra of its own installs the solver
        traits = replace(traits, module=module, distribution=module.replace("_", "-"), extra=extra)
    return (
        traits,
        partial(enumerated, solver=solver),
        partial(improved, solver=solver),
        partial(script, solver=solver),
    )


def enumerated(model: Model, control: Control, solver: str) -> Iterator[Assignment]:
    """Every solution of `model`, found by CPMpy's `solver`, which needs the module of that name."""
    for each in _found(model, control, solver):
        yield from each


def improved(model: Model, goal: Goal, control: Control, solver: str) -> Iterator[Assignment]:
    """Solutions, each better in `goal`, a variable of `model`; CPMpy says that the last is best."""
    for each in _found(model, control, solver, goal):
        yield from islice(each, 1)


def _found(
    model: Model, control: Control, solver: str, goal: Goal | None = None
) -> Iterator[Iterator[Assignment]]:
    """For each solution of CPMpy's those of `model`, which has variables that CPMpy leaves out."""
    module, extra = BESIDE[solver]
    if find_spec(module) is None or find_spec("cpmpy") is None:
        raise SolverUnavailable(
            f"cpmpy-{solver} needs {module} beside CPMpy; install both: {pip_install(extra)}"
        )
    translation = Translation(model, control.check, solver)
    translation.post(model.constraints)
    if translation.impossible:
        return
    if goal is not None:
        natives = {str(variable): term.native for variable, term in translation.variables.items()}
        translation.native.objective(natives[str(goal.expression)], minimize=goal.sense == "min")
    used = known_to(translation.native)
    names = [variable.name for variable in translation.variables]
    if not used:
        control.searching()
        values = [variable.domain for variable in translation.variables]
        yield _each(names, list(values), control)
        return
    program = _program(translation, solver, used)
    with closing(replayed(f"CPMpy with {solver}", _SCRIPT, program, control)) as rows:
        for row in rows:
            yield _each(names, _ranges(translation, used, row), control)


def _program(translation: Translation, solver: str, used: set[str]) -> dict[str, str]:
    """The native model and its variables, in letters."""
    shown = [term.native for term in translation.variables.values() if term.native.name in used]
    data = pickle.dumps((shown, translation.native))
    return {"solver": solver, "model": base64.b64encode(data).decode()}


def _ranges(translation: Translation, used: set[str], row: list[int]) -> list[Any]:
    """The values of each variable: that of `row`, or all of them where CPMpy leaves it out."""
    values = iter(row)
    return [
        [next(values)] if term.native.name in used else variable.domain
        for variable, term in translation.variables.items()
    ]


def _each(names: list[str], ranges: list[Any], control: Control) -> Iterator[Assignment]:
    """Every choice of a value from each of `ranges`, without listing any of them."""
    places = [0] * len(ranges)
    while True:
        control.check()
        yield {
            name: int(values[place])
            for name, values, place in zip(names, ranges, places, strict=True)
        }
        for at in range(len(ranges) - 1, -1, -1):
            places[at] += 1
            if places[at] < size(ranges[at]):
                break
            places[at] = 0
        else:
            return
