"""The rest of a search, handed over to a solver that learns; each of its solutions is judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...models.language.check import Judge
from ...models.language.domains import size
from ...models.language.model import Model
from ...models.language.rules import Rule
from ..harness.contract import Control, SolverFailed
from ..harness.registry import solver_named
from ..harness.running.projection import Seen
from ..harness.saving.box_control import BoxControl
from .kernel.unsearched import Unsearched
from .plan import Task
from .reading.normal_forms import Clause

CLAUSAL, GENERAL = "sat", "cp-sat"
SMALL = 8
"""The most values of a variable in a model that is mostly clauses."""


def learners(task: Task) -> list[str]:
    """The installed solvers that learn, the better one for such a model first."""
    clauses = sum(isinstance(form, Clause) for form in task.forms)
    small = all(size(domain) <= SMALL for domain in task.domains or ())
    is_clausal = small and 2 * clauses >= len(task.forms)
    names = (CLAUSAL, GENERAL) if is_clausal else (GENERAL, CLAUSAL)
    return [name for name in names if solver_named(name).is_installed()]


def rest_of(model: Model, left: Unsearched) -> Model:
    """`model` with what is left alone."""
    return model.rewritten(model.groups, [*model.rules, Rule("left to search", left.clauses)])


def judged(name: str, model: Model, control: Control) -> Iterator[tuple[int, ...]]:
    """Every solution of `model` that a solver finds.

    Raises:
        SolverFailed: it reports what is no solution, or one twice.
        Unsupported, SolverUnavailable: it cannot search the model; before the first solution.
    """
    solver = solver_named(name)
    solver.load()
    names = [variable.name for variable in model.variables]
    judge, seen = Judge(model), Seen(names)
    inside = BoxControl.inside(control, None)
    found: Any = iter(solver.start(model, inside))
    try:
        for values in found:
            wrong = judge.violations(values)
            if wrong or not seen.is_new(values):
                why = str(wrong[0]) if wrong else "which it had reported before"
                raise SolverFailed(_convicted(name, values, why))
            yield tuple(values[name] for name in names)
    finally:
        getattr(found, "close", str)()
        control.statistics.update({**inside.statistics, **control.statistics})


def _convicted(name: str, values: Any, why: str) -> str:
    return (
        f"{name}, to which the rest of the search was handed over, reported {values!r}: {why};"
        " compare solvers to see who is wrong, or search with hand_over=False"
    )
