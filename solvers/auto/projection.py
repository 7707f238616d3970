"""The combinations of values that some variables take in solutions, each of them once.

Two searches take turns of the same work. One chooses those variables first, and asks of each
combination whether it has a solution. The other lists all solutions and leaves out repeats, which
is quicker where other variables decide, such as the successors on a loop of which only the edges
are shown. Whichever ends first has found all, and is held to what the other found.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from typing import Any

from ...models.language.model import Model
from ..harness.contract import OutOfEffort, SolverUnavailable, Unsupported
from ..harness.outcome import HANDED_OVER
from ..harness.registry import solver_named
from ..harness.running.run import Seen
from . import plan
from .engine_run import Row, Run, by_threads, tuples
from .kernel import kernel_search as kernel
from .kernel_engine import GENERAL, Trial, judged, without
from .plan import Task

TURN, LONGER = 2_000_000, 1.5
"""The work of each search in its first turn, and the factor of its whole work to the next."""
SHORT, LONG = 50_000_000, 500_000_000
"""The work of each search after which one goes on alone: by several threads; if the other has far
more left.
"""
FAR = 8
"""The quotient of what both have left that is far more."""
SKIPPED = 2
"""The first turns of a solver that learns that it does not get, as both searches may soon end."""
MOST_FORBIDDEN = 20_000
"""The most combinations that are forbidden to another solver, which is given the rest."""


class Projected:
    """Both searches, and the combinations that they found."""

    def __init__(self, run: Run, task: Task, first: Trial) -> None:
        assert run.control.project is not None, "there is a projection"
        self._run, self._names = run, run.control.project
        self._places = [task.place_of[name] for name in self._names]
        self._first, self._all = first, Trial(first.posted, counting=False)
        self._all.memory = kernel.whole(first.posted)
        self._number, self._turn = 0, SKIPPED
        self._owed_by_first: set[Row] | None = set()
        self._owed_by_all: set[Row] | None = set()
        """The combinations that only the other has found; None if nobody waits for them."""
        self._listed = set[Row]()
        """The combinations that the search of all solutions has found."""
        self._is_new: Callable[[Row], bool] = self._note

    def found(self) -> Iterator[Any]:
        """Each combination once: a row with the other values of one of its solutions."""
        work = float(TURN)
        yield from self._until(self._first, work)
        if self._first.is_done:
            return
        while True:
            for trial in (self._all, self._first):
                yield from self._until(trial, work)
                if trial.is_done:
                    self._hold(trial)
                    return
            if self._is_due(2 * work) and (yield from self._learned()):
                return
            chosen = self._chosen(work)
            if chosen is not None:
                break
            work *= LONGER
        if chosen is self._first:
            self._owed_by_all = None
            self._listed.clear()
        else:
            self._owed_by_first = None
            self._spill()
        search = partial(kernel.finds, chosen.posted)
        halve = partial(kernel.halve, chosen.posted)
        for batch in by_threads(search, halve, chosen.memory, self._run.control):
            yield from self._shown(chosen, batch)
        self._hold(chosen)

    def _until(self, trial: Trial, work: float) -> Iterator[Any]:
        """The new combinations of a search, until its work is so much in all."""
        control = self._run.control
        steps = trial.steps_of(work)
        for batch in kernel.finds(
            trial.posted, trial.memory, control.check, control.statistics, until=steps
        ):
            yield from self._shown(trial, batch)

    def _shown(self, trial: Trial, batch: Any) -> Iterable[Any]:
        """The rows of a batch that show a combination for the first time."""
        run = self._run
        if trial is self._first and not self._owed_by_first and self._owed_by_all is None:
            return [len(batch) // trial.posted.width] if run.counting else run.shaped(batch)
        shown = [row for row in tuples(batch, trial.posted.width) if self._shows(trial, row)]
        self._number += len(shown)
        return [len(shown)] if run.counting else shown

    def _shows(self, trial: Trial, row: Row) -> bool:
        """True if neither search has found the combination of a row before."""
        key = tuple([row[place] for place in self._places])
        if trial is self._all and not self._is_new(key):
            return False
        owed, others = self._owed_by_first, self._owed_by_all
        if trial is self._all:
            owed, others = others, owed
        assert owed is not None, "a search that goes on is held to what the other found"
        if key in owed:
            owed.remove(key)
            return False
        if others is not None:
            others.add(key)
        return True

    def _note(self, key: Row) -> bool:
        """True if the search of all solutions has not found a combination before."""
        before = len(self._listed)
        self._listed.add(key)
        return len(self._listed) > before

    def _spill(self) -> None:
        """Keep what was listed where it may become more than memory should hold."""
        seen, names = Seen(self._names), self._names
        for key in self._listed:
            seen.is_new(dict(zip(names, key, strict=True)))
        self._listed.clear()
        self._is_new = lambda key: seen.is_new(dict(zip(names, key, strict=True)))

    def _hold(self, ended: Trial) -> None:
        """Raises: AssertionError if a search has ended without what the other found."""
        owed = self._owed_by_first if ended is self._first else self._owed_by_all
        if owed:
            raise AssertionError(f"a projected search has lost {len(owed)} combinations")

    # ------------------------------------------------------------------------ who goes on

    def _chosen(self, work: float) -> Trial | None:
        """The search that should go on alone; None for both."""
        less, more = sorted((self._first, self._all), key=lambda trial: trial.left)
        assert self._owed_by_all is not None, "both have gone on until now"
        held = (len(self._listed) + len(self._owed_by_all)) * len(self._places)
        if held > plan.MOST_HELD or (self._run.control.jobs > 1 and work > SHORT):
            return less
        return less if work > LONG and FAR * less.left < more.left else None

    # ------------------------------------------------------- a solver that learns, in turns

    def _is_due(self, work: float) -> bool:
        """True if another solver should be asked for the rest after so much work of both."""
        finds_few = self._number * plan.WORTH_A_SOLUTION < work and self._number <= MOST_FORBIDDEN
        is_due = work >= plan.TURN * plan.LONGER**self._turn
        is_there = self._run.may_hand_over and solver_named(GENERAL).is_installed()
        return is_due and finds_few and is_there

    def _learned(self) -> Generator[Any, None, bool]:
        """The rest by a solver that learns, within an effort; False where there is more.

        There is no limit where both searches look as if they do not end.
        """
        left = min(self._first.left, self._all.left)
        longer = plan.LONGER**self._turn
        is_hopeless = plan.TURN * longer >= plan.PATIENCE and left > plan.HOPELESS
        effort = None if is_hopeless else plan.EFFORT * longer
        self._turn += 1
        statistics = self._run.control.statistics
        statistics[HANDED_OVER] = GENERAL
        try:
            for row in judged(GENERAL, self._rest(), self._run.control, effort=effort):
                key = tuple([row[place] for place in self._places])
                for owed in (self._owed_by_first, self._owed_by_all):
                    assert owed is not None, "both go on after it"
                    owed.add(key)
                self._number += 1
                yield 1 if self._run.counting else row
        except (OutOfEffort, Unsupported, SolverUnavailable):
            del statistics[HANDED_OVER]
            return False
        return True

    def _rest(self) -> Model:
        """The model of the solutions whose combinations were not given."""
        assert self._owed_by_all is not None, "both have gone on until now"
        variables = [self._run.model.variables[place] for place in self._places]
        return without(self._run.model, variables, self._listed | self._owed_by_all)
