"""Everyway's own engines, through what it offers everyone: `count` and `solutions`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from measure import Clock, Entrant

if TYPE_CHECKING:
    from tasks import Task

    from everyway.models import Model

MODULES = ("numpy", "everyway.models", "everyway.solvers", "everyway.solvers.compiled.running")
"""What is imported before the clock counts; and llvmlite where machine code is asked for."""


def _imported(solver: str, clock: Clock) -> None:
    from everyway.solvers.harness.registry import solver_named

    for module in MODULES:
        import_module(module)
    if solver in ("compiled", "auto"):
        import_module("llvmlite.binding")
    solver_named(solver).load()
    clock.lap("importing")


@contextmanager
def _told_of_search(clock: Clock) -> Iterator[None]:
    """Lets the clock know when a solver has built its native model and searches."""
    from everyway.solvers.harness.contract import Control

    def searching(control: Control) -> None:
        if "building" not in clock.processor:  # a solver may change its engine on the way
            clock.lap("building")
        clock.notes.update(control.statistics)
        began(control)

    began = Control.searching
    with patch.object(Control, "searching", searching):
        yield


def _run(solver: str, work: Callable[[Model], int], *, squares: bool = False) -> Entrant:
    """Declares the task's model, by integers or by squares, and does the work on it."""

    def run(task: Task, clock: Clock) -> int:
        _imported(solver, clock)
        model = task.squares() if squares and task.squares else task.declared()
        clock.lap("declaring")
        with _told_of_search(clock):
            return work(model)

    return run


def _count(solver: str, *, squares: bool = False, **options: Any) -> Entrant:
    def work(model: Model) -> int:
        from everyway.solvers import count

        return count(model, solver, **options)

    return _run(solver, work, squares=squares)


def _arrays(solver: str, *, squares: bool = False) -> Entrant:
    """All solutions as arrays, each let go when the next is there."""

    def work(model: Model) -> int:
        from everyway.solvers import solutions

        found = solutions(model, solver)
        if not hasattr(found, "arrays"):
            return _batches(model)
        return sum(len(rows) for rows in found.arrays())

    return _run(solver, work, squares=squares)


def _batches(model: Model) -> int:
    from everyway.models.language.labels import without_labels
    from everyway.models.language.viewpoint import in_viewpoint
    from everyway.solvers.compiled import choosing
    from everyway.solvers.compiled.llvm_code import Compiled
    from everyway.solvers.compiled.llvm_search import batches, numpy_array
    from everyway.solvers.compiled.plan import task_of
    from everyway.solvers.compiled.slots import Slots
    from everyway.solvers.harness.contract import Control

    control = Control()
    view = in_viewpoint(without_labels(model)[0], "auto", prefers="rows")
    task = task_of(view.model, control.check)
    choice = choosing.choose(task, control.check, machine=True)
    if choice.order is None:
        control.statistics.update(engine="propagation")
        control.searching()
        return _length(task.dynamic().rows(control.check, {}))
    program = choice.order.program
    compiled = Compiled(program, Slots(program, rows=True))
    control.statistics.update(engine="machine code", order=choice.order.name, estimated_nodes=round(choice.order.nodes))
    control.searching()
    return sum(len(numpy_array(compiled, b)) for b in batches(compiled, compiled.fresh(), control.check))


def _solutions(solver: str) -> Entrant:
    """All solutions one by one, each let go when the next is there."""

    def work(model: Model) -> int:
        from everyway.solvers import solutions

        return _length(solutions(model, solver))

    return _run(solver, work)


def _rows(solver: str) -> Entrant:
    """All solutions as the solver gives them to the harness: the values by name."""

    def work(model: Model) -> int:
        from everyway.solvers.harness.contract import Control
        from everyway.solvers.harness.registry import solver_named

        return _length(solver_named(solver).start(model, Control()))

    return _run(solver, work)


def _length(found: Iterable[object]) -> int:
    last = deque(enumerate(found, 1), maxlen=1)
    return last[0][0] if last else 0


OURS: dict[str, Entrant] = {
    "compiled, count": _count("compiled", shortcuts=()),
    "compiled, count, squares": _count("compiled", squares=True, shortcuts=()),
    "compiled, count by the mirror": _count("compiled", shortcuts=("mirror",)),
    "compiled, one job": _count("compiled", shortcuts=()),
    "compiled, two jobs": _count("compiled", shortcuts=(), jobs=2),
    "compiled, arrays": _arrays("compiled"),
    "compiled, arrays, squares": _arrays("compiled", squares=True),
    "compiled, solutions": _solutions("compiled"),
    "auto, solutions": _solutions("auto"),
    "generated, count": _count("generated", shortcuts=()),
    "generated, solutions": _solutions("generated"),
    "generated, assignments": _rows("generated"),
    "flatmap, solutions": _solutions("flatmap"),
}
