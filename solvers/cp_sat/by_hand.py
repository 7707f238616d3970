"""A model as a script for CP-SAT, which needs nothing but OR-Tools.

The adapter's own translation is run, and what it asks of the library is written down.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from ..harness.adapting.recording import Recording, tuple_of
from ..harness.adapting.script import Row, whole
from .linear_expressions import Linear
from .translation import Translation

if TYPE_CHECKING:
    from ...models.language.model import Model

PARAMETERS: Mapping[str, Any] = {"num_workers": 1, "enumerate_all_solutions": True}
"""The parameters of the adapter that matter for the solutions that are found."""

MOST_ATTEMPTS = 300
"""The number of times that a script looks for a fault that shows by chance."""

TAKEN = (
    *("sys", "Counter", "EXPECTED", "cp_model", "Collector", "enumerated"),
    *("attempt", "status", "found"),
)

BODY = """\
{posted}


class Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.found = []

    def on_solution_callback(self):
        self.found.append({values})


def enumerated():
    solver = cp_model.CpSolver()
{parameters}
    collector = Collector()
    status = solver.status_name(solver.solve(model, collector))
    return status, collector.found


# the fault may not show in every run
for attempt in range({attempts}):
    status, found = enumerated()
    print(f"attempt {{attempt + 1}}: {{status}}")
    if status not in ("OPTIMAL", "INFEASIBLE"):
        sys.exit(f"CP-SAT ended with {{status}}, which is not complete")
    if Counter(found) != Counter(EXPECTED):
        break
"""


def script(
    model: Model, expected: Iterable[Row], about: str, parameters: Mapping[str, Any] = PARAMETERS
) -> str:
    """A script that exits with 1 while CP-SAT does not find exactly the rows of `expected`.

    `model` has integer domains alone; `parameters` are those of the solver. Raises: Unsupported.
    """
    library: Any = importlib.import_module("ortools.sat.python.cp_model")
    names = iter(["one", *(variable.name for variable in model.variables)])

    def named(native: Any) -> str | None:
        if isinstance(native, library.CpModel):
            return "model"
        return next(names, native.name) if type(native) is library.IntVar else None

    recording = Recording(named, TAKEN, posted=library.Constraint)
    asked: Any = recording.spoken(library, "cp_model")
    asked.LinearExpr = SimpleNamespace(weighted_sum=_weighted)
    translation = Translation(model, lambda: None, asked)
    body = BODY.format(
        posted="\n".join(recording.lines),
        values=tuple_of(_value(translation, term) for term in translation.variables.values()),
        parameters="\n".join(
            f"    solver.parameters.{name} = {value!r}" for name, value in parameters.items()
        ),
        attempts=MOST_ATTEMPTS if parameters.get("num_workers") != 1 else 1,
    )
    title = "The solutions that CP-SAT, of OR-Tools, finds of a small model."
    library_line = "from ortools.sat.python import cp_model"
    return whole(title, about, model, expected, body, library=library_line)


def _weighted(natives: Sequence[Any], factors: Sequence[int]) -> Any:
    """The sum as one writes it, by operators."""
    total: Any = 0
    for native, factor in zip(natives, factors, strict=True):
        term = native if abs(factor) == 1 else abs(factor) * native
        total = total + term if factor > 0 else total - term
    return total


def _value(translation: Translation, linear: Linear) -> str:
    """The value of a declared variable, in a callback."""
    ((variable, factor),) = linear.terms.items()
    value = f"self.value({translation.native.handle(variable)!r})"
    times = value if factor == 1 else f"{factor} * {value}"
    return f"{times} + {linear.constant}" if linear.constant else times
