"""A model as a script for OR-Tools' original CP solver, which needs nothing but OR-Tools.

The adapter's own translation is run, and what it asks of the library is written down.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..harness.adapting.recording import Recording, tuple_of
from ..harness.adapting.script import Row, whole
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

TAKEN = ("sys", "Counter", "EXPECTED", "pywrapcp", "solver", "decided", "decisions", "found")

BODY = """\
solver = pywrapcp.Solver("a small model")
{posted}

decided = {decided}
decisions = solver.Phase(decided, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
solver.NewSearch(decisions)
found = []
while solver.NextSolution():
    found.append({values})
solver.EndSearch()
"""


def script(model: Model, expected: Iterable[Row], about: str) -> str:
    """A script that exits with 1 while the CP solver does not find exactly the rows of `expected`.

    `model` has integer domains alone. Raises: Unsupported.
    """
    library: Any = importlib.import_module("ortools.constraint_solver.pywrapcp")
    names = (variable.name for variable in model.variables)

    def named(native: object) -> str | None:
        if isinstance(native, library.Pack):
            return ""
        return next(names, "") if isinstance(native, library.IntVar) else None

    recording = Recording(named, TAKEN)
    native = recording.spoken(library.Solver("a small model"), "solver")
    translation = Translation(model, lambda: None, native)
    translation.noted = recording.note
    translation.post(model.constraints)
    body = BODY.format(
        posted="\n".join(recording.lines),
        decided=translation.decided,
        values=tuple_of(f"{term.native!r}.Value()" for term in translation.variables.values()),
    )
    title = "The solutions that OR-Tools' original CP solver finds of a small model."
    library_line = "from ortools.constraint_solver import pywrapcp"
    return whole(title, about, model, expected, body, library=library_line)
