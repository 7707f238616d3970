"""A model as a script of CPMpy, which prints its solutions; imported, it offers `model`."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from ...models.language.model import Model
from ...solvers.cpmpy.translation import TAKEN, Translation, known_to, recording_of
from ...solvers.harness.adapting.recording import plain
from .preparing import Prepared, in_one_line

TEXT = '''"""{title}"""

import cpmpy as cp

{posted}

VARIABLES = {{
{variables}
}}
LABELS = {labels}


def value(name):
    """The value of a variable, as the model names it."""
    found = int(VARIABLES[name].value())
    return LABELS[name][found] if name in LABELS else found


if __name__ == "__main__":
    found = set()  # distinct, where not all variables of the model are printed
    shown = tuple(VARIABLES)
    {solve}
    for values in sorted(found, key=str):
        print(dict(zip(shown, values)))
    print(len(found), "solutions")
'''
_EVERY = "model.solveAll(display=lambda: found.add(tuple(map(value, shown))))"
_BEST = "found.update([tuple(map(value, shown))] if model.solve() else [])"


def text(model: Model) -> str:
    """`model` as a script. Raises: Unsupported; ImportError where CPMpy is missing."""
    prepared = Prepared(model, "CPMpy")
    module: Any = importlib.import_module("cpmpy")
    recording = recording_of(
        prepared.model, module, (*TAKEN, "VARIABLES", "LABELS", "value", "shown", "values", "name")
    )
    translation = Translation(prepared.model, lambda: None, "", recording.spoken(module, "cp"))
    translation.post(prepared.model.constraints)
    if translation.impossible:
        translation.native.add([translation.module.BoolVal(False)])
    native = {variable.name: term.native for variable, term in translation.variables.items()}
    used = known_to(plain(translation.native))
    for term in translation.variables.values():
        if plain(term.native).name not in used:  # CPMpy leaves out what no constraint mentions
            translation.native.add([term.native >= term.low])
    goal = prepared.goal
    if goal is not None:
        getattr(translation.native, prepared.sense)(native[str(goal.expression)])

    def shown() -> Iterator[str]:
        for variable in prepared.shown:
            yield f"    {variable.name!r}: {native[variable.name]!r},"

    labels = list(prepared.labels.values())
    return TEXT.format(
        title=in_one_line(prepared.name).replace('"', "'"),
        posted="\n".join(recording.lines),
        variables="\n".join(shown()),
        labels={v.name: labels for v in prepared.shown if v.name in prepared.labelled},
        solve=_EVERY if goal is None else _BEST,
    )
