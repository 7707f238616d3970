"""Better and better solutions, by one search of the kernel whose bound is read while it runs.

A search that is hopeless goes on in a solver that learns, from the best value so far.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from ...models.language.model import Model
from ...models.language.objectives import RULE, Goal
from ...models.language.rules import Rule
from ..harness.contract import BOUND, Assignment, Control, SolverUnavailable, Unsupported
from ..harness.registry import solver_named
from . import choosing
from .kernel.kernel_posting.unposted import Unposted
from .kernel.machine_source import records as at
from .kernel_trial import Trial
from .loops_run import can_compile
from .plan import Task, read

NO_KERNEL = "the propagating kernel does not take the model, or llvmlite is not installed"
Row = Sequence[int]


def improvements(
    model: Model, goal: Goal, control: Control, *, may_hand_over: bool
) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    One thread searches. Raises: Unsupported where there is no kernel that takes the model.
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
        self._trial, self._patient = self._begun(task), True

    def _begun(self, task: Task) -> Trial:
        """The kernel's search at its first fixpoint."""
        if not can_compile():
            raise Unsupported(NO_KERNEL)
        from .kernel.branch_and_bound import aim, bound
        from .kernel.kernel_search import posted, root

        domains, sign = task.domains or [], self._goal.sign
        try:
            found = posted(domains, task.forms, task.place_of, last=self._place)
        except Unposted:
            raise Unsupported(NO_KERNEL) from None
        aim(found, self._place, sign, task.forms)
        self._control.searching()
        if root(found, domains, self._control.check) is not None:
            self._control.statistics[BOUND] = bound(found, sign)
        return Trial(found, counting=False)

    def rows(self, *, may_hand_over: bool) -> Iterator[Row]:
        """Every solution that is better than those before it."""
        self._patient = not may_hand_over
        try:
            yield from self._by_kernel()
        except choosing.OutOfPatience:
            self._patient = True
            if not (yield from self._by_a_learner()):
                yield from self._by_kernel()

    def _by_kernel(self) -> Iterator[Row]:
        from .kernel.branch_and_bound import better_and_better

        trial, statistics = self._trial, self._control.statistics
        for row in better_and_better(trial.posted, self._goal.sign, self._check):
            trial.solutions += 1
            statistics["nodes"] = trial.nodes
            yield row

    def _check(self) -> None:
        self._control.check()
        if not self._patient and self._trial.is_time_to_look() and self._trial.is_hopeless:
            raise choosing.OutOfPatience

    def _by_a_learner(self) -> Generator[Row, None, bool]:
        """The rest of the search by a solver that learns; False where none takes it."""
        from .handing_over import judged, learners

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
        memory, goal = self._trial.memory, self._goal
        end = memory[at.AIM_GREATEST if goal.sign > 0 else at.AIM_LEAST]
        better = Rule(RULE, (goal.at_least_as_good_as(end),))
        return self._model.rewritten(self._model.groups, [*self._model.rules, better])
