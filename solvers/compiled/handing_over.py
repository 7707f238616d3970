"""The rest of a search, handed over to a solver that learns; each of its solutions is judged."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...models.language.check import Judge
from ...models.language.constraints import Constraint, any_of
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.model import Model
from ...models.language.rules import Rule
from ..harness.contract import Control, SolverFailed
from ..harness.registry import solver_named
from ..harness.running.projection import Seen
from ..harness.saving.box_control import BoxControl
from .kernel.unsearched import Unsearched
from .llvm.state import untried
from .plan import Task
from .reading.normal_forms import Clause

if TYPE_CHECKING:
    from .llvm.engine import Compiled

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


def untried_by_loops(
    compiled: Compiled,
    words: array[int],
    variables: Sequence[Variable],
    given: Iterable[tuple[int, ...]],
) -> Unsearched:
    """The boxes that loops have left, without the rows that were given."""
    clauses, path = list[Constraint](), list[Constraint]()
    state = compiled.unpack(words)
    for place, chosen, values in untried(compiled.layout.slots, state):
        variable = variables[place]
        may_be = values if chosen is None else [*values, chosen]
        clauses.append(any_of([*path, *(variable == value for value in may_be)]))
        path += [] if chosen is None else [variable != chosen]
    for row in given:
        clauses.append(any_of(v != value for v, value in zip(variables, row, strict=True)))
    return Unsearched(len(state.left), tuple(clauses))


def judged(
    name: str, model: Model, control: Control, start: Any = None
) -> Iterator[tuple[int, ...]]:
    """Every solution of `model` that a solver finds, or its other function `start`.

    Raises:
        SolverFailed: it reports what is no solution, or one twice.
        Unsupported, SolverUnavailable: it cannot search the model; before the first solution.
    """
    solver = solver_named(name)
    solver.load()
    names = [variable.name for variable in model.variables]
    judge, seen = Judge(model), Seen(names)
    inside = BoxControl.inside(control, None)
    found: Any = iter((start or solver.start)(model, inside))
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
