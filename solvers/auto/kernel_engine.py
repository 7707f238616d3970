"""The kernel: posted, searched to its end or for the best, shared among threads, or handed over.

One door: a task in; a `Trial` of it, or `Unposted`, out. Its memory says at any time what is left.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cached_property, partial
from random import Random
from typing import Any

from ...models.language.check import Judge
from ...models.language.constraints import Constraint, any_of
from ...models.language.expressions import Variable, size
from ...models.language.model import Model
from ...models.language.objectives import RULE, Goal
from ...models.language.rules import Rule
from ..harness.contract import (
    BOUND,
    Assignment,
    BoxControl,
    Control,
    OutOfEffort,
    SolverFailed,
    SolverUnavailable,
    Unsupported,
)
from ..harness.outcome import HANDED_OVER
from ..harness.registry import solver_named
from ..harness.running.run import Seen
from . import plan
from .engine_run import Run, by_threads
from .kernel import kernel_search as kernel
from .kernel.kernel_code import Kernel, uncompiled
from .kernel.kernel_code import kernel as machine_code
from .kernel.kernel_search import Posted, Unsearched
from .kernel.machine_source import records as at
from .plan import Task, read
from .reading.disjunctive import joined
from .reading.normal_forms import Clause, Distinct, Form, Unposted

Row = Sequence[int]

# ---------- A search by the kernel that may be given up for loops; its finds are kept until taken.

FEWEST_DESCENTS, DESCENTS, SHARE = 8, 64, 0.2
"""The fewest and most random descents of an estimate, and their share of the work so far."""
BETWEEN_LOOKS = 1.25
"""The growth of the work from one look at what is left to the next."""


class Trial:
    """A posted search, its memory, and what it has found: rows, or their number."""

    def __init__(self, posted: Posted, *, counting: bool, improving: bool = False) -> None:
        self.posted, self.memory, self.counting = posted, posted.memory, counting
        self._step = plan.STEP_IN_PYTHON if posted.code is uncompiled else plan.STEP
        self._found: list[Any] = []
        self._last_asked = (0.0, 0.0)
        self.solutions = 0
        """The number found so far, taken or not."""
        self._looked = 0.0
        self._improving = improving
        self.known: Row | None = None
        """A solution that is given already, until it is found again, and left out."""

    @cached_property
    def turns(self) -> Turns:
        """The turns of a solver that learns beside it."""
        first = plan.TURN if self._improving else plan.TURN_FOR_ANY
        return Turns(self, first, improving=self._improving)

    @property
    def is_done(self) -> bool:
        """True if nothing is left to search."""
        return self.memory[at.PHASE] == at.FINISHED

    @property
    def nodes(self) -> int:
        """The decisions so far."""
        return self.memory[at.NODES]

    @property
    def work(self) -> float:
        """The work so far."""
        return float(self.memory[at.STEPS] * self._step)

    @property
    def left(self) -> float:
        """The work that is left, by what was done of the tree."""
        done = kernel.progress(self.memory)
        return self.work / done - self.work if done else float("inf")

    def left_lately(self) -> float:
        """The work that is left, by what was done of the tree since this was last asked for."""
        before, done = self._last_asked, (self.work, kernel.progress(self.memory))
        if done == before:
            return self.left
        self._last_asked = done
        grown = done[1] - before[1]
        return (1 - done[1]) * (done[0] - before[0]) / grown if grown > 0 else float("inf")

    @property
    def finds_few(self) -> bool:
        """True if solutions come slowly, or none."""
        worth = plan.WORTH_ON_GRAPHS if self.probes else plan.WORTH_A_SOLUTION
        return self.solutions * worth < self.work

    @property
    def looks_hopeless(self) -> bool:
        """True if what is left is expected to take long, and to have few solutions."""
        most = plan.HOPELESS_ON_GRAPHS if self.probes else plan.HOPELESS
        return not self.is_done and self.finds_few and self.left > most

    @property
    def is_hopeless(self) -> bool:
        """True if it looks hopeless after much work."""
        least = plan.PATIENCE_ON_GRAPHS if self.probes else plan.PATIENCE
        return self.work >= least and self.looks_hopeless

    @property
    def probes(self) -> bool:
        """True if values are tried before a decision, as with constraints over graphs."""
        return self.memory[at.TO_PROBE] != 0

    def is_time_to_look(self) -> bool:
        """True now and then, by the work that is done."""
        if self.work < BETWEEN_LOOKS * self._looked:
            return False
        self._looked = self.work
        return True

    def check(self, control: Control) -> None:
        """Raises: Stopped; OutOfPatience where another solver, or several threads, should go on.

        Several threads share only what does not look hopeless.
        """
        control.check()
        may_be_shared = control.jobs > 1 and not self.looks_hopeless
        if self.is_time_to_look() and (self.is_hopeless or may_be_shared):
            raise plan.OutOfPatience

    def sampled_left(
        self, check: Callable[[], None], most: float = math.inf, share: float = SHARE
    ) -> float:
        """The work that is left, by random descents; what was done of the tree says less.

        The greatest estimate is left out: a rare one outweighs all others. Above `most` the work
        is not estimated any better.
        """
        random, steps, left, found = Random(0), 0, 0.0, list[float]()
        last = self.memory[at.STEPS] * share
        while len(found) < FEWEST_DESCENTS or (len(found) < DESCENTS and steps < last):
            estimate, spent = kernel.descend(self.posted, self.memory, random)
            found.append(estimate)
            steps += spent
            check()
            others = max(len(found), FEWEST_DESCENTS) - 1
            left = sum(sorted(found)[:-1]) / others * self._step  # an estimate may be infinite
            if left > most:
                break
        return left

    def steps_of(self, work: float) -> int:
        """The steps that make so much work."""
        return math.ceil(min(work, plan.MOST_WORK) / self._step)

    def go_on(self, work: float, check: Callable[[], None]) -> None:
        """Search until that much work was done in all, a first row is found, or much is held."""
        until = self.steps_of(work)
        for found in kernel.finds(
            self.posted, self.memory, check, counting=self.counting, until=until
        ):
            is_first = not (self.solutions or self.counting)
            self.note(found)
            self._found.append(found)
            if is_first or self.holds_much:
                break

    def dive(self, root: array[int], check: Callable[[], None]) -> Iterator[array[int]]:
        """A solution, now `known`, where a short search in the declared order comes to one."""
        root[at.IN_ORDER] = 1
        until = root[at.STEPS] + self.steps_of(plan.FIRST)
        for found in kernel.finds(self.posted, root, check, until=until):
            row = found[: self.posted.width]
            self.known = tuple(row)
            yield row
            return

    @property
    def holds_much(self) -> bool:
        """True if more was found than should wait until it is taken."""
        return not self.counting and sum(map(len, self._found)) > plan.MOST_HELD

    def note(self, found: Any) -> None:
        """Note the number of what was found: a batch of rows, or their number."""
        posted = self.posted
        self.solutions += found // posted.each if self.counting else len(found) // posted.width

    def take(self, most: int | None = None) -> Iterator[Any]:
        """Batches of rows found since they were last taken, at most so many rows; or a number."""
        found, self._found = self._found, []
        if self.counting:
            return iter([sum(found)])
        if most is not None and found:
            cut = most * self.posted.width
            rest = [found[0][cut:], *found[1:]]
            self._found, found = [batch for batch in rest if batch], [found[0][:cut]]
        return iter(found)


class Turns:
    """The turns of a solver that learns beside a trial, each as much longer as the trial's own.

    Those are left out that come before some work, and that are short beside translating the model;
    of these, a search for the best has the ones where very much is left beside that.
    """

    def __init__(self, trial: Trial, first: float, *, improving: bool) -> None:
        self._trial, self._turn, self._believed, self._improving = trial, 0, 0, improving
        self._longest = 0.0
        self._translating = plan.WORD_TO_TRANSLATE * trial.posted.memory[at.TRAIL_BEGIN]
        while 0 < self.due < max(first, 0 if improving else self._translating):
            self._turn += 1

    @property
    def due(self) -> float:
        """The work of the trial after which the other is next asked."""
        return float(plan.TURN * plan.LONGER**self._turn)

    def effort(self, check: Callable[[], None]) -> float | None:
        """The effort for which it is asked now; None where the trial says that it ends soon.

        That is believed a few times only: of a search for the best it is often too little. Where
        it is very much, the effort is that of a later turn. It is 0 where the turn is left out, as
        are those that are hardly longer than one before, which was in vain.
        """
        effort, work = float(plan.EFFORT * plan.LONGER**self._turn), self._trial.work
        self._turn += 1
        much, longest = plan.MUCH_LATER * work, plan.LONGER**3
        is_early = self._improving and work < self._translating
        left = self._trial.sampled_left(check, longest * much, 0 if is_early else SHARE)
        if is_early and left < plan.FAR * self._translating:
            return 0.0
        if self._improving:
            effort *= min(max(left / much, 1), longest)
        if left <= plan.SOON * self._trial.work and self._believed < plan.BELIEVED:
            self._believed += 1
            return None
        self._believed = 0
        if effort < plan.HARDLY_LONGER * self._longest:
            return 0.0
        self._longest = effort
        return effort


def begun(run: Run, task: Task) -> tuple[Task, Trial]:
    """A task at its root fixpoint, its domains None where it has no solution, and its search.

    Of a projection it is a search of rows.

    Raises: Unposted where the kernel does not take it.
    """
    project = run.control.project
    places = None if project is None else [task.place_of[name] for name in project]
    counting = run.counting and places is None
    domains = task.domains or []
    found = kernel.posted(
        domains,
        _checked(task, run.control),
        task.place_of,
        counting=counting,
        project=places,
        code=code_for(run),
    )
    trial = Trial(found, counting=counting)
    return Task(task.names, task.forms, kernel.root(found, domains, run.control.check)), trial


def _checked(task: Task, control: Control) -> Iterator[Form]:
    """The forms of a task, with a look at the time before each that may be a large table."""
    for number, form in enumerate(task.forms):
        if type(form) is not Distinct or not number % 64:
            control.check()
        yield form


def code_for(run: Run) -> Callable[[], Kernel]:
    """The kernel as machine code, or as Python where there may be none."""
    return machine_code if run.may_compile else uncompiled


def by_kernel(run: Run, task: Task, trial: Trial) -> Iterator[Any]:
    """The finds of a trial, and all that it has left to find, which may be handed over."""
    for found in trial.take():
        yield from _given(run, trial, found)
    if not trial.is_done and not (yield from _searched(run, task, trial)):
        return
    if trial.known is not None:
        raise AssertionError("the kernel has lost a solution that was found before")


def _given(run: Run, trial: Trial, found: Any) -> Iterable[Any]:
    """A find of the kernel in the form that is asked for, without what was given before it."""
    if run.counting:
        return [found]
    if trial.known is not None:
        width = trial.posted.width
        rows = list(zip(*[iter(found)] * width, strict=True))
        if trial.known in rows:
            place, trial.known = rows.index(trial.known) * width, None
            del found[place : place + width]
    return run.shaped(found)


def _searched(run: Run, task: Task, trial: Trial) -> Generator[Any, None, bool]:
    """The finds of what a trial has left; False where another solver was given some of it."""
    search: Any = partial(kernel.finds, trial.posted, counting=run.counting)
    if run.control.jobs == 1:
        search = partial(search, statistics=run.control.statistics)
    if run.may_hand_over and (yield from _until_handed_over(run, task, trial, search)):
        return trial.is_done
    for found in by_threads(search, partial(kernel.halve, trial.posted), trial.memory, run.control):
        yield from _given(run, trial, found)
    return True


def is_quicker_for(run: Run, left: Unsearched, work: float) -> bool:
    """True if the kernel looks quicker for what loops have left than the work that they did."""
    task = read(rest_of(run.model, left))
    if task.domains is None:
        return True
    try:
        _, trial = begun(run, task)
    except Unposted:
        return False
    trial.go_on(plan.FIRST, run.control.check)
    return trial.is_done or trial.sampled_left(run.control.check) <= work


def is_hopeless(run: Run, trial: Trial) -> bool:
    """True if another solver may and should be given what a trial has left."""
    return run.may_hand_over and trial.is_hopeless


def _until_handed_over(
    run: Run, task: Task, trial: Trial, search: Any
) -> Generator[Any, None, bool]:
    """The search by the kernel until it is hopeless, and then by another solver.

    False where some of it is left.
    """

    def check() -> None:
        trial.check(run.control)
        if trial.work >= first_due(run, trial):
            raise plan.OutOfPatience

    while True:
        try:
            check()
            for found in search(trial.memory, check):
                trial.note(found)
                yield from _given(run, trial, found)
            return True
        except plan.OutOfPatience:
            if trial.work < first_due(run, trial):
                return trial.is_hopeless and (yield from _handed_over(run, task, trial))
        if (yield from first_learned(run, trial)):
            return True


def may_learn_first(run: Run, trial: Trial) -> bool:
    """True if another solver may be asked for a solution, while a trial has none."""
    may_ask = run.may_hand_over and not trial.probes  # or it is handed over soon
    is_asked = may_ask and not run.counting and run.control.jobs == 1
    return is_asked and not trial.solutions and trial.known is None and not trial.is_done


def first_due(run: Run, trial: Trial) -> float:
    """The work of a trial that finds none after which another solver is asked for a solution.

    Where all are wanted it is more, since the trial gains nothing by the first.
    """
    later = plan.LONGER if run.control.options.limit is None else 1
    return later * trial.turns.due if may_learn_first(run, trial) else math.inf


def first_learned(run: Run, trial: Trial) -> Generator[Any, None, bool]:
    """A first solution by a solver that learns, if it finds one soon; True if there is none.

    The trial goes on where it was, and leaves that solution out.
    """
    effort = trial.turns.effort(run.control.check)
    if not effort or not solver_named(GENERAL).is_installed():
        return False
    statistics, model, goal = run.control.statistics, *run.any_solution
    try:
        with closing(judged(GENERAL, model, run.control, goal, effort)) as found:
            row = next(found, None)
    except (OutOfEffort, Unsupported, SolverUnavailable):
        return False
    finally:
        statistics.pop(BOUND, None)
    if row is None:
        statistics[HANDED_OVER] = GENERAL
        return True
    trial.known = row[:-1]
    yield from run.shaped(array("q", trial.known))
    return False


def _handed_over(run: Run, task: Task, trial: Trial) -> Generator[Any, None, bool]:
    """The search of the rest by another solver; False where none takes it."""
    left = kernel.unsearched(trial.posted, trial.memory, run.model.variables)
    if left is None:
        return False
    said: dict[str, int | str] = {"nodes": trial.nodes, HANDED_OVER: "", "boxes": left.boxes}
    rest = rest_of(run.model, left)
    if trial.known is not None:
        rest = without(rest, rest.variables, [trial.known])
    return (yield from _learned(task, rest, run, said))


# ------------------------------------------------------------------------------------ handing over
# The rest of a search, handed over to a solver that learns; each of its solutions is judged.

CLAUSAL, GENERAL = "sat", "cp-sat"
SMALL = 8
"""The most values of a variable in a model that is mostly clauses."""


def learners(task: Task) -> list[str]:
    """The installed solvers that learn, the better one for such a model first."""
    clauses = sum(isinstance(form, Clause) for form in task.forms)
    small = all(size(domain) <= SMALL for domain in task.domains or ())
    is_clausal = task.is_over_graphs or (small and 2 * clauses >= len(task.forms))
    names = (CLAUSAL, GENERAL) if is_clausal else (GENERAL, CLAUSAL)
    return [name for name in names if solver_named(name).is_installed()]


def _learned(
    task: Task, rest: Model, run: Run, said: Mapping[str, str | int]
) -> Generator[Any, None, bool]:
    """The rows of `rest` by the first learner that takes it; False where none does.

    What is `said` stands in the statistics while a learner searches.
    """
    statistics = run.control.statistics
    for name in learners(task):
        statistics.update({**said, HANDED_OVER: name})
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
            del statistics[HANDED_OVER]
            statistics.pop("boxes", None)
        else:
            return True
    return False


def rest_of(model: Model, left: Unsearched) -> Model:
    """`model` with what is left alone."""
    return model.also(Rule("left to search", left.clauses))


def without(model: Model, variables: Sequence[Variable], rows: Iterable[Row]) -> Model:
    """`model` without the solutions in which variables have the values of one of some rows."""
    others = Rule("not given", tuple(other_than(variables, row) for row in rows))
    return model.also(others)


def other_than(variables: Sequence[Variable], row: Row) -> Constraint:
    """Some variable has another value than in a row."""
    return any_of(v != value for v, value in zip(variables, row, strict=True))


def judged(
    name: str, model: Model, control: Control, goal: Goal | None = None, effort: float | None = None
) -> Generator[tuple[int, ...], None, None]:
    """Every solution of `model` that a solver finds, or better and better ones in a `goal`.

    Raises:
        SolverFailed: it reports what is no solution, or one twice.
        Unsupported, SolverUnavailable: it cannot search the model; before the first solution.
        OutOfEffort: it ends before the last is proven best.
    """
    solver = solver_named(name)
    solver.load()
    names = [variable.name for variable in model.variables]
    judge, seen = Judge(model), Seen(control.project or names)
    inside = BoxControl.inside(control, None)
    inside.effort = effort
    if goal is None:
        found: Any = iter(solver.start(model, inside))
    elif solver.improving is None:
        raise Unsupported(f"{name} does not optimise by itself")
    else:
        found = iter(solver.improving(joined(model), goal, inside))
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


# -------------- Better and better solutions, by one search whose bound is read while it runs.
#
# A search that is hopeless goes on in a solver that learns, from the best value so far.

NO_KERNEL = "the propagating kernel does not take the model"


def improvements(
    model: Model, goal: Goal, control: Control, *, may_hand_over: bool
) -> Iterator[Assignment]:
    """Solutions of `model`, each better in `goal`, a variable of it; the last is the best.

    Raises: Unsupported where there is no kernel that takes the model.
    """
    task = read(joined(model))
    if task.domains is not None:
        for row in Improving(model, task, goal, control).rows(may_hand_over=may_hand_over):
            yield dict(zip(task.names, row, strict=True))


class Improving:
    """The search of a task for ever better values of a goal, a variable of it."""

    def __init__(self, model: Model, task: Task, goal: Goal, control: Control) -> None:
        self._model, self._goal, self._control = model, goal, control
        self._task, self._place = task, task.place_of[str(goal.expression)]
        self._trial = self._begun(task)
        self._asked: tuple[int | None, Model] = None, model

    def _begun(self, task: Task) -> Trial:
        """The kernel's search at its first fixpoint."""
        domains, sign = task.domains or [], self._goal.sign
        try:
            code = code_for(Run(self._model, self._control))
            forms = _checked(task, self._control)
            found = kernel.posted(domains, forms, task.place_of, last=self._place, code=code)
        except Unposted:
            raise Unsupported(NO_KERNEL) from None
        self._known = kernel.Bound(self._place, sign)
        kernel.aim(found, self._place, sign, task.forms)
        self._control.searching()
        if kernel.root(found, domains, self._control.check) is not None:
            self._control.statistics[BOUND] = kernel.bound(found, sign)
        return Trial(found, counting=False, improving=True)

    def rows(self, *, may_hand_over: bool) -> Iterator[Row]:
        """Every solution that is better than those before it.

        Several threads share what does not look hopeless.
        """
        turns = self._trial.turns
        while may_hand_over and solver_named(GENERAL).is_installed():
            yield from self._alone(turns.due)
            if self._trial.is_done:
                return
            effort = turns.effort(self._control.check)
            if not effort:
                if effort is None and self._control.jobs > 1:
                    break
                continue
            try:
                yield from self._learned(effort)
                return
            except OutOfEffort:
                if self._control.jobs > 1 and not self._trial.looks_hopeless:
                    break
            except (Unsupported, SolverUnavailable):
                break
        yield from self._by_threads() if self._control.jobs > 1 else self._alone()

    def _alone(self, work: float = math.inf) -> Iterator[Row]:
        """The same by the kernel in this thread, until its work is so much in all."""
        trial, statistics = self._trial, self._control.statistics

        def check() -> None:
            self._control.check()
            if trial.work >= work:
                raise plan.OutOfPatience

        with suppress(plan.OutOfPatience):
            for row in kernel.better_and_better(trial.posted, self._known, trial.memory, check):
                trial.solutions += 1
                statistics["nodes"] = trial.nodes
                yield row

    def _learned(self, effort: float) -> Iterator[Row]:
        """The same by a solver that learns, which proves the last best within an effort."""
        statistics = self._control.statistics
        statistics[HANDED_OVER] = GENERAL
        try:
            last, rest = None, self._rest()
            for last in judged(GENERAL, rest, self._control, self._goal, effort):
                if self._known.note(last):
                    yield last
        except (OutOfEffort, Unsupported, SolverUnavailable):
            del statistics[HANDED_OVER]
            raise
        found, known = last and last[self._place], self._known.value
        if rest is self._model and found != known:
            why = f"proven best, while {known} was found before"
            raise SolverFailed(_convicted(GENERAL, found, why))

    def _by_threads(self) -> Iterator[Row]:
        posted, shown = self._trial.posted, kernel.Bound(self._place, self._goal.sign)
        shown.value = self._known.value
        search = partial(kernel.better_and_better, posted, self._known)
        rows = by_threads(search, partial(kernel.halve, posted), self._trial.memory, self._control)
        return filter(shown.note, rows)

    def _rest(self) -> Model:
        """The model of the solutions that are better than those found: the last, if it is that.

        It is the whole where the goal has many values.
        """
        value, goal = self._known.value, self._goal
        is_whole = size((self._task.domains or ())[self._place]) > plan.MANY_VALUES
        if value is not None and value != self._asked[0] and not is_whole:
            better = Rule(RULE, (goal.at_least_as_good_as(value - goal.sign),))
            self._asked = value, self._model.also(better)
        return self._asked[1]
