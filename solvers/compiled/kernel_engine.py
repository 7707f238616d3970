"""The kernel: posted, searched to its end, shared among threads, or handed over.

One door: a task in; a `Trial` of it, or `Unposted`, out. Its memory says at any time what is left.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import Any

from ...models.language.late_dataclasses import replace
from ..harness.contract import SolverUnavailable, Unsupported
from . import choosing
from .engine_run import Run
from .kernel.kernel_code import is_loaded
from .kernel.kernel_search import FOREVER, batches, counts, halve, posted, root
from .kernel.unsearched import Unsearched, unsearched
from .kernel_trial import Trial
from .plan import Task, read
from .reading.normal_forms import Unposted
from .threads import by_threads


def begun(run: Run, task: Task) -> tuple[Task, Trial]:
    """A task at its root fixpoint, its domains None where it has no solution, and its search.

    Raises: Unposted where the kernel does not take it.
    """
    project = run.control.project
    places = None if project is None else [task.place_of[name] for name in project]
    domains = task.domains or []
    found = posted(
        domains,
        task.forms,
        task.place_of,
        counting=run.counting,
        project=places,
        in_python=steps_in_python(run),
    )
    trial = Trial(found, counting=run.counting)
    return replace(task, domains=root(found, domains, run.control.check)), trial


def steps_in_python(run: Run) -> int:
    """The steps after which a search goes on in machine code; that changes its speed alone."""
    if not run.may_compile:
        return FOREVER
    at_once = run.alone == "kernel" or run.control.jobs > 1 or is_loaded()
    return 0 if at_once else choosing.STEPS_IN_PYTHON


def by_kernel(run: Run, task: Task, trial: Trial) -> Iterator[Any]:
    """The finds of a trial, and all that it has left to find, which may be handed over."""
    for found in trial.take():
        yield from [found] if run.counting else run.shaped(found)
    if trial.is_done:
        return
    search: Any = partial(counts if run.counting else batches, trial.posted)
    if run.control.jobs == 1:
        search = partial(search, statistics=run.control.statistics)
    if run.may_hand_over and (yield from _until_handed_over(run, task, trial, search)):
        return
    for found in by_threads(search, partial(halve, trial.posted), trial.memory, run.control):
        yield from [found] if run.counting else run.shaped(found)


def is_quicker_for(run: Run, left: Unsearched, work: float) -> bool:
    """True if the kernel looks quicker for what loops have left than the work that they did."""
    from .handing_over import rest_of

    task = read(rest_of(run.model, left))
    if task.domains is None:
        return True
    try:
        _, trial = begun(run, task)
    except Unposted:
        return False
    trial.go_on(choosing.FIRST, run.control.check)
    return trial.is_done or trial.sampled_left(run.control.check) <= work


# ------------------------------------------------------------------------------- handing over


def is_hopeless(run: Run, trial: Trial) -> bool:
    """True if another solver may and should be given what a trial has left."""
    return run.may_hand_over and trial.is_hopeless


def _until_handed_over(
    run: Run, task: Task, trial: Trial, search: Any
) -> Generator[Any, None, bool]:
    """The search by the kernel until it is hopeless, and then by another solver.

    False where some of it is left. Several threads share only what does not look hopeless.
    """
    several = run.control.jobs > 1

    def check() -> None:
        run.control.check()
        if trial.is_time_to_look() and (
            trial.is_hopeless or (several and not trial.looks_hopeless)
        ):
            raise choosing.OutOfPatience

    try:
        check()
        for found in search(trial.memory, check):
            trial.note(found)
            yield from [found] if run.counting else run.shaped(found)
    except choosing.OutOfPatience:
        return trial.is_hopeless and (yield from _handed_over(run, task, trial))
    return True


def _handed_over(run: Run, task: Task, trial: Trial) -> Generator[Any, None, bool]:
    """The search of the rest by another solver; False where none takes it."""
    from .handing_over import judged, learners, rest_of

    left = unsearched(trial.posted, trial.memory, run.model.variables)
    if left is None:
        return False
    rest, statistics = rest_of(run.model, left), run.control.statistics
    for name in learners(task):
        statistics.update(nodes=trial.nodes, handed_over=name, boxes=left.boxes)
        if run.counting:
            yield 0  # for whoever watches
        found = 0
        try:
            for row in judged(name, rest, run.control):
                found += 1
                yield 1 if run.counting else row
        except (Unsupported, SolverUnavailable):
            if found:
                raise
            del statistics["handed_over"], statistics["boxes"]
        else:
            return True
    return False
