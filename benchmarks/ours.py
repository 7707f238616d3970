"""Everyway's own engines, through its public functions, and its adapters as peers.

Of an adapter, what is measured goes to the values that it reports: no `Solution` is made. A setting
is what the library can do beyond what the adapter asks of it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from measure import SOON, Clock, Entrant, Skip

if TYPE_CHECKING:
    from tasks import Task

    from everyway.models import Model

MODULES = ("numpy", "everyway.models", "everyway.solvers", "everyway.solvers.auto.engines")
"""The modules imported before the clock counts, with the kernel for who has machine code."""


def _imported(solver: str, task: Task, clock: Clock) -> None:
    from everyway.solvers.harness.registry import solver_named

    for module in MODULES:
        import_module(module)
    if solver == "auto" or solver.startswith("auto["):
        import_module("everyway.solvers.auto.kernel.kernel_search").kernel()
    solver_named(solver).load()
    task.declared()  # what it imports
    clock.lap("importing")


def models(declared: Any) -> list[Model]:
    """The models of a task: one, or several."""
    return declared if isinstance(declared, list) else [declared]


@contextmanager
def _clocked(clock: Clock) -> Iterator[None]:
    """Have a solver report to the clock that its native model is built.

    Its loops are compiled in each run, as for a model that was never seen.
    """
    from everyway.solvers.auto.loops.machine_loops import Compiled
    from everyway.solvers.harness.compiling import machine_code
    from everyway.solvers.harness.contract import Control

    def searching(control: Control) -> None:
        if "building" not in clock.processor:  # a solver may change its engine on the way
            clock.lap("building")
        clock.notes.update(control.statistics)
        began(control)

    def built(compiled: Compiled, *arguments: Any, **options: Any) -> None:
        """Keep machine code until the clock has stopped: freeing it is part of compiling."""
        clock.kept.append(compiled)
        build(compiled, *arguments, **options)

    began, build = Control.searching, Compiled.__init__
    with (
        patch.object(Control, "searching", searching),
        patch.object(Compiled, "__init__", built),
        patch.object(machine_code, "WORTH_KEEPING", sys.maxsize),
    ):
        yield


def answered(solver: str, work: Callable[[Model], int], *, squares: bool = False) -> Entrant:
    """An entrant that declares the task's model, by integers or by squares, and does the work.

    Of several models it is the work on all, and then "building" is that before the first search.
    """

    def run(task: Task, clock: Clock) -> int:
        _imported(solver, task, clock)
        if task.warm:
            with _clocked(Clock()):
                sum(map(work, models(task.warm())))
            clock.lap("importing")
        made = models(task.squares() if squares and task.squares else task.declared())
        clock.lap("declaring")
        with _clocked(clock):
            return sum(map(work, made))

    return run


def _count(solver: str, *, squares: bool = False, **options: Any) -> Entrant:
    def work(model: Model) -> int:
        from everyway.solvers import count

        return count(model, solver, **options)

    return answered(solver, work, squares=squares)


def _arrays(solver: str, *, squares: bool = False) -> Entrant:
    """All solutions as arrays, each let go when the next is there."""
    work = _streamed(solver, lambda found: sum(map(len, found.arrays())))
    return answered(solver, work, squares=squares)


def _arrays_again(solver: str) -> Entrant:
    """All solutions as arrays, once; then the compiled search alone, repeated.

    The time of a search of a millisecond would otherwise be that of code which runs the first time.
    """

    def run(task: Task, clock: Clock) -> int:
        count = _arrays(solver)(task, clock)
        searches = [kept for kept in clock.kept if getattr(kept, "row", None)]
        if searches:
            clock.apart["searching"] = _again(searches[-1], count)
        return count

    return run


def _again(compiled: Any, count: int) -> float:
    """Processor seconds of a search, on average."""
    from everyway.solvers.auto.loops.machine_loops import finds

    start, times = time.process_time(), 0
    while time.process_time() < start + SOON:
        state, width = compiled.layout.fresh(), len(compiled.row)
        found = sum(len(batch) // width for batch in finds(compiled, state, lambda: None))
        assert found == count, f"{found} solutions the second time, {count} the first"
        times += 1
    return (time.process_time() - start) / times


def _solutions(solver: str) -> Entrant:
    """All solutions one by one, each let go when the next is there."""
    return answered(solver, _streamed(solver, _length))


def reported(solver: str) -> Callable[[Model], int]:
    """The number of solutions as the solver reports them to the harness: the values by name."""

    def work(model: Model) -> int:
        from everyway.solvers.harness.contract import Control
        from everyway.solvers.harness.registry import solver_named

        runner = solver_named(solver)
        return _length(runner.start(as_given(model, runner.traits.viewpoint), Control()))

    return work


def as_given(model: Model, prefers: str = "rows") -> Model:
    """The model that a solver is given: labels as numbers, boards as the solver prefers them."""
    from everyway.models.language.viewpoints.labels import without_labels
    from everyway.models.language.viewpoints.viewpoint import in_viewpoint

    return in_viewpoint(without_labels(model)[0], prefers=prefers).model


def first_solutions(solver: str) -> Callable[[Model], int]:
    """1 where there is a solution, else 0."""
    return _streamed(solver, lambda found: _length(islice(found, 1)))


def _streamed(solver: str, number: Callable[[Any], int]) -> Callable[[Model], int]:
    """The `number` of a model's stream of solutions."""

    def work(model: Model) -> int:
        from everyway.solvers import solutions

        return number(solutions(model, solver))

    return work


def _length(found: Iterable[object]) -> int:
    last = deque(enumerate(found, 1), maxlen=1)
    return last[0][0] if last else 0


OURS: dict[str, Entrant] = {
    "auto[loops], count": _count("auto[loops]", shortcuts=()),
    "auto[loops], count, squares": _count("auto[loops]", squares=True, shortcuts=()),
    "auto[loops], count by the mirror": _count("auto[loops]", shortcuts=("mirror",)),
    "auto[loops], one job": _count("auto[loops]", shortcuts=()),
    "auto[loops], two jobs": _count("auto[loops]", shortcuts=(), jobs=2),
    "auto[loops], arrays": _arrays("auto[loops]"),
    "auto[loops], arrays again": _arrays_again("auto[loops]"),
    "auto[loops], arrays, squares": _arrays("auto[loops]", squares=True),
    "auto[loops], solutions": _solutions("auto[loops]"),
    "auto[kernel], solutions": _solutions("auto[kernel]"),
    "auto, solutions": _solutions("auto"),
    "auto, arrays": _arrays("auto"),
    "auto, count": _count("auto"),
    "auto, first": answered("auto", first_solutions("auto")),
    "auto[python], count": _count("auto[python]", shortcuts=()),
    "auto[python], solutions": _solutions("auto[python]"),
    "auto[python], assignments": answered("auto[python]", reported("auto[python]")),
    "flatmap, solutions": _solutions("flatmap"),
}


# ---------------------------------------------------------------------------- adapters as peers


@contextmanager
def _smallest_first() -> Iterator[None]:
    """OR-Tools' CP solver takes the variable with the fewest values, not the first."""
    native: Any = import_module("ortools.constraint_solver.pywrapcp").Solver
    with patch.object(native, "CHOOSE_FIRST_UNBOUND", native.CHOOSE_MIN_SIZE_LOWEST_MIN):
        yield


def _adapter(solver: str, setting: Callable[[], Any] = nullcontext) -> Entrant:
    def work(model: Model) -> int:
        with setting():
            return reported(solver)(model)

    return answered(solver, work)


def for_choco(model: Model) -> dict[str, Any]:
    """The program that a process of Choco replays to post and to search a model."""
    from everyway.solvers.choco.translation import Translation
    from everyway.solvers.harness.contract import Control

    model = as_given(model)
    translation = Translation(model, Control().check)
    translation.post(model.constraints)
    shown = [term.native for term in translation.variables.values()]
    order = [*shown, *translation.derived]
    return {"steps": translation.steps, "shown": shown, "order": order}


def _choco(model: Model) -> int:
    """In this process, so that its start is not measured and its work is."""
    from everyway.solvers.choco import replay

    return sum(1 for _ in replay.rows(for_choco(model)))


def _gecode(task: Task, clock: Clock) -> int:
    """Gecode, smallest domain first; MiniZinc's translation counts as declaring."""
    if not (shutil.which("minizinc") and shutil.which("fzn-gecode")):
        raise Skip("minizinc or fzn-gecode is not installed")
    clock.lap("importing")
    with tempfile.TemporaryDirectory() as name:
        made = enumerate(models(task.declared()))
        paths = [_flattened(Path(name) / f"{k}.mzn", model) for k, model in made]
        clock.lap("declaring")
        found = 0
        for path in paths:
            command = ["fzn-gecode", "-a", str(path)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                found += sum(line.startswith("-----") for line in process.stdout)
            if process.returncode:
                raise RuntimeError(f"fzn-gecode ended with {process.returncode}")
        clock.lap("searching")
    return found


def _flattened(path: Path, model: Model) -> Path:
    from everyway.solvers.harness.contract import Control
    from everyway.solvers.minizinc.original import chosen
    from everyway.solvers.minizinc.translation import Translation

    translation = Translation(given := as_given(model), Control().check, chosen("gecode"))
    translation.post(given.constraints)
    path.write_text(translation.text())
    target = path.with_suffix(".fzn")
    command = ["minizinc", "--solver", "org.gecode.gecode", "-c", "--no-output-ozn", str(path)]
    subprocess.run([*command, "--fzn", str(target)], check=True, capture_output=True)
    return target


ADAPTERS: dict[str, Entrant] = {
    "cp: as declared": _adapter("cp"),
    "cp: smallest": _adapter("cp", _smallest_first),
    "cp, first": answered("cp", first_solutions("cp")),
    "choco": answered("choco", _choco),
    "gecode": _gecode,
    "cp-sat": _adapter("cp-sat"),
    "clingo": _adapter("clingo"),
    "sat": _adapter("sat"),
}
