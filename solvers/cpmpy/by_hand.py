"""A model as a script for CPMpy, which needs CPMpy and the library of one solver.

The adapter's own translation is run, and what it asks of CPMpy is written down.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..harness.adapting.recording import Recording, Row, plain, tuple_of, whole
from .replay import COMPLETE, OPTIONS
from .translation import Translation, known_to

if TYPE_CHECKING:
    from ...models.language.model import Model

TAKEN = (
    *("sys", "itertools", "Counter", "EXPECTED", "cp"),
    *("found", "show", "solver", "status"),
)

BODY = """\
{posted}

found = []


def show():
{shown}


solver = cp.SolverLookup.get("{solver}", model)
solver.solveAll(display=show, call_from_model=True{options})
status = solver.status().exitstatus.name
if status not in {complete}:
    sys.exit(f"CPMpy ended with {{status}}, which is not complete")
"""


def script(model: Model, expected: Iterable[Row], about: str, *, solver: str) -> str:
    """A script that exits with 1 while `solver` of CPMpy's does not find exactly `expected`.

    `model` has integer domains alone. Raises: Unsupported, and NotImplementedError where CPMpy is
    asked nothing.
    """
    module: Any = importlib.import_module("cpmpy")
    recording = recording_of(model, module)
    asked = recording.spoken(module, "cp")
    translation = Translation(model, lambda: None, solver, asked)
    translation.noted = recording.note
    translation.post(model.constraints)
    used = known_to(plain(translation.native))
    if translation.impossible or not used:
        raise NotImplementedError("the answer is known without asking CPMpy")
    leaves_out = any(term.native.name not in used for term in translation.variables.values())
    body = BODY.format(
        posted="\n".join(recording.lines),
        shown=_multiplied(translation, used) if leaves_out else _shown(translation),
        solver=solver,
        options="".join(f", {name}={value!r}" for name, value in OPTIONS.get(solver, {}).items()),
        complete=COMPLETE,
    )
    title = f"The solutions that CPMpy finds of a small model with {solver}."
    needs = ["itertools"] if leaves_out else []
    library = "import cpmpy as cp"
    return whole(title, about, model, expected, body, library=library, needs=needs)


def recording_of(model: Model, module: Any, taken: Iterable[str] = TAKEN) -> Recording:
    """The questions to CPMpy, as lines in which variables have the names of `model`.

    None of them has a name that is `taken`.
    """
    declared = {f"n{place}": v.name for place, v in enumerate(model.variables, 1)}

    def named(native: Any) -> str | None:
        if isinstance(native, module.Model):
            return "model"
        is_variable = hasattr(native, "lb") and not hasattr(native, "_bv")
        return declared.get(native.name, native.name) if is_variable else None

    return Recording(named, taken)


def _shown(translation: Translation) -> str:
    """The line that takes the values of a solution."""
    values = tuple_of(f"{term.native!r}.value()" for term in translation.variables.values())
    return f"    found.append({values})"


def _multiplied(translation: Translation, used: set[str]) -> str:
    """The lines that take them with each choice for the variables that CPMpy leaves out."""
    values = ", ".join(
        f"[{term.native!r}.value()]" if term.native.name in used else repr(variable.domain)
        for variable, term in translation.variables.items()
    )
    why = "# CPMpy leaves out the variables of no constraint, which take every value"
    return f"    {why}\n    found.extend(itertools.product({values}))"
