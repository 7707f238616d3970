"""Choco, by way of pychoco, in a process of its own.

Choco ends its process at any Java exception, and lets nothing else of Python run while it
searches. So the model is written here as a list of steps, which another process replays.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Assignment, Control, Traits
from ..harness.processes.replayer import replayed
from .native_constraints import NATIVE
from .translation import Translation
from .translation import script as script

TRAITS = Traits(
    calls_python=False,
    viewpoint="rows",
    module="pychoco",
    distribution="pychoco",
    extra="choco",
    native_where=NATIVE.where,
)

_SCRIPT = Path(__file__).with_name("replay.py")


def solutions(model: Model, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`, found by Choco."""
    return improving(model, None, control)


def improving(model: Model, goal: Goal | None, control: Control) -> Iterator[Assignment]:
    """Every solution of `model`; with a `goal`, a variable of it, better ones until the best."""
    translation = Translation(model, control.check)
    translation.post(model.constraints)
    names = [variable.name for variable in translation.variables]
    shown = [term.native for term in translation.variables.values()]
    order = [*shown, *translation.derived]
    program: dict[str, Any] = {"steps": translation.steps, "shown": shown, "order": order}
    if goal is not None:
        program["goal"] = [shown[names.index(str(goal.expression))], goal.sense == "max"]
    control.check()
    with closing(replayed("Choco", _SCRIPT, program, control)) as rows:
        for row in rows:
            yield dict(zip(names, row, strict=True))
