"""Search by propagation, in several processes where more than one job is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...models.language.model import Model
from ..harness.contract import Control
from .plan import Task

if TYPE_CHECKING:
    from ..harness.processes.delegation import Boxes


def rows_by_propagation(
    task: Task, model: Model, control: Control, solver: str
) -> Iterator[tuple[int, ...]]:
    """Every solution, as the values by place; processes run the solver of this name."""
    shared = _shared(model, control, solver, counting=False)
    if shared is None:
        yield from task.dynamic().rows(control.check, control.statistics)
        return
    from ..harness.processes.delegation import answers

    for answer in answers(shared, control):
        for found in shared.read(answer.rows):
            yield tuple(map(found.__getitem__, task.names))


def counts_by_propagation(task: Task, model: Model, control: Control, solver: str) -> Iterator[int]:
    """The number of solutions, in parts; processes run the solver of this name."""
    shared = _shared(model, control, solver, counting=True)
    if shared is None:
        yield task.dynamic().count(control.check, control.statistics)
        return
    from ..harness.processes.delegation import answers

    for answer in answers(shared, control):
        yield answer.number


def _shared(model: Model, control: Control, solver: str, *, counting: bool) -> Boxes | None:
    """The search in boxes; None for one job, or a model that cannot be sent to a process."""
    if control.jobs == 1:
        return None
    from ..harness.processes.delegation import boxes

    # Propagation is Python, of which one thread runs at a time.
    return boxes(solver, model, control, counting=counting)
