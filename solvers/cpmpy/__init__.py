"""CPMpy's solvers: a model is written as a CPMpy model, which CPMpy hands to the solver named.

CPMpy leaves variables without a constraint out of its enumeration, unless it is given them. It
searches in a process of its own, as nothing stops it once it has begun.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path

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
    return improved(model, None, control, solver)


def improved(
    model: Model, goal: Goal | None, control: Control, solver: str
) -> Iterator[Assignment]:
    """The same; with a `goal`, a variable of `model`, better ones until CPMpy says: the best."""
    module, extra = BESIDE[solver]
    if find_spec(module) is None or find_spec("cpmpy") is None:
        raise SolverUnavailable(
            f"cpmpy-{solver} needs {module} beside CPMpy; install both: {pip_install(extra)}"
        )
    translation = Translation(model, control.check, solver)
    translation.post(model.constraints)
    if translation.impossible:
        return
    shown = {variable.name: term.native for variable, term in translation.variables.items()}
    if goal is not None:
        translation.native.objective(shown[str(goal.expression)], minimize=goal.sense == "min")
    if not shown and not known_to(translation.native):
        control.searching()
        yield {}  # there is nothing to ask
        return
    data = pickle.dumps((list(shown.values()), translation.native))
    program = {"solver": solver, "model": base64.b64encode(data).decode()}
    with closing(replayed(f"CPMpy with {solver}", _SCRIPT, program, control)) as rows:
        for row in rows:
            yield dict(zip(shown, row, strict=True))
