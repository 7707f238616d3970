"""Better and better solutions, by one search of the kernel whose bound is read while it runs.

A search that is hopeless goes on in a solver that learns, from the best value so far.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import RULE, Goal
from ...models.language.rules import Rule
from ..harness.contract import BOUND, Assignment, Control, SolverUnavailable, Unsupported
from ..harness.registry import solver_named
from . import plan
from .engine_run import Run, by_threads
from .kernel_engine import Trial
from .plan import Task, read
from .reading.normal_forms import Unposted

NO_KERNEL = "the propagating kernel does not take the model"
Row = Sequence[int]


def improvements(
    model: Model, goal: Goal, control: Control, *, may_hand_over: bool
) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    Raises: Unsupported where there is no kernel that takes the model.
    """
    task = read(model)
    if task.domains is not None:
        search = Improving(model, task, goal, control)
        for row in search.rows(may_hand_over=may_hand_over):
            yield dict(zip(task.names, row, strict=True))


class Improving:
    """The search of a task for ever better values of a goal, a variable of it."""

    def __init__(self, model: Model, task: Task, goal: Goal, control: Control) -> None:
        self._model, self._goal, self._control = model, goal, control
        self._task, self._place = task, task.place_of[str(goal.expression)]
        self._trial = self._begun(task)

    def _begun(self, task: Task) -> Trial:
        """The kernel's search at its first fixpoint."""
        from .kernel.kernel_search import Bound, aim, bound, posted, root
        from .kernel_engine import steps_in_python

        domains, sign = task.domains or [], self._goal.sign
        try:
            in_python = steps_in_python(Run(self._model, self._control))
            found = posted(
                domains, task.forms, task.place_of, last=self._place, in_python=in_python
            )
        except Unposted:
            raise Unsupported(NO_KERNEL) from None
        self._known = Bound(self._place, sign)
        aim(found, self._place, sign, task.forms)
        self._control.searching()
        if root(found, domains, self._control.check) is not None:
            self._control.statistics[BOUND] = bound(found, sign)
        return Trial(found, counting=False)

    def rows(self, *, may_hand_over: bool) -> Iterator[Row]:
        """Every solution that is better than those before it.

        Several threads share what does not look hopeless.
        """
        if may_hand_over:
            try:
                yield from self._alone(self._patiently)
                return
            except plan.OutOfPatience:
                if self._trial.is_hopeless and (yield from self._by_a_learner()):
                    return
        yield from self._by_threads() if self._control.jobs > 1 else self._alone()

    def _alone(self, check: Callable[[], None] | None = None) -> Iterator[Row]:
        from .kernel.kernel_search import better_and_better

        trial, statistics = self._trial, self._control.statistics
        check = check or self._control.check
        for row in better_and_better(trial.posted, self._known, trial.memory, check):
            trial.solutions += 1
            statistics["nodes"] = trial.nodes
            yield row

    def _patiently(self) -> None:
        """Raises: Stopped; OutOfPatience where another solver, or several threads, should go on."""
        self._control.check()
        trial, several = self._trial, self._control.jobs > 1
        if trial.is_time_to_look() and (
            trial.is_hopeless or (several and not trial.looks_hopeless)
        ):
            raise plan.OutOfPatience

    def _by_threads(self) -> Iterator[Row]:
        from .kernel.kernel_search import Bound, better_and_better, halve

        posted, shown = self._trial.posted, Bound(self._place, self._goal.sign)
        shown.value = self._known.value
        search = partial(better_and_better, posted, self._known)
        rows = by_threads(search, partial(halve, posted), self._trial.memory, self._control)
        return filter(shown.note, rows)

    def _by_a_learner(self) -> Generator[Row, None, bool]:
        """The rest of the search by a solver that learns; False where none takes it."""
        from .kernel_engine import judged, learners

        rest = self._rest()
        for name in learners(self._task):
            improve = solver_named(name).improving
            if improve is None:
                continue
            self._control.statistics["handed_over"] = name
            found = False
            try:
                for row in judged(name, rest, self._control, self._starting(improve)):
                    found = True
                    yield row
            except (Unsupported, SolverUnavailable):
                if found:
                    raise
                del self._control.statistics["handed_over"]
            else:
                return True
        return False

    def _starting(self, improve: Any) -> Any:
        """The same function, of a model and a control, as the one that enumerates."""
        return lambda model, control: improve(model, self._goal, control)

    def _rest(self) -> Model:
        """The model of the solutions that are better than those found."""
        value, goal = self._known.value, self._goal
        if value is None:
            return self._model
        better = Rule(RULE, (goal.at_least_as_good_as(value - goal.sign),))
        return self._model.rewritten(self._model.groups, [*self._model.rules, better])
