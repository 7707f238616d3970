"""One run of the kernel: to its end, shared among threads, or until the rest is handed over."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ..harness.contract import SolverUnavailable, Unsupported
from ..harness.rows.arrays import numpy, smallest_type
from . import choosing
from .common.slots import FINISHED
from .loops_run import Engines, LoopsRun
from .plan import Task
from .threads import by_threads

if TYPE_CHECKING:
    from .kernel_trial import Trial
    from .llvm.engine import Compiled


DIAGRAM = 10_000_000_000
"""The most work that a diagram is tried for where far more is expected."""
LEAST_FOR_DIAGRAM = 300_000_000
"""Less work is not worth reading a model anew."""
AGAIN = 4
"""The quotient of the work of a diagram and of the one tried before."""


class KernelRun(LoopsRun):
    """A run whose loops may give way to the kernel."""

    _given_to_diagram = 0.0
    """The work that was given to a diagram in vain."""
    _promised: float | None = None
    """The nodes that loops promised where they were chosen; with far more they are given up."""

    def _by_kernel(self, task: Task, trial: Trial) -> Iterator[Any]:
        """The finds of a trial, and all that it has left to find, which may be handed over."""
        from .kernel.kernel_search import batches, counts, halve

        self._given.clear()
        for found in trial.take():
            yield from [found] if trial.counting else self._shaped(found)
        search: Any = partial(counts if trial.counting else batches, trial.posted)
        if self.control.jobs == 1:
            search = partial(search, statistics=self.control.statistics)
        if self._may_hand_over and (yield from self._until_handed_over(task, trial, search)):
            return
        for found in by_threads(search, partial(halve, trial.posted), trial.memory, self.control):
            yield from [found] if trial.counting else self._shaped(found)

    # ---------------------------------------------------------------------- giving up loops

    def _in_machine_code(
        self, compiled: Compiled, words: array[int] | None, *, counting: bool
    ) -> Iterator[Any]:
        promised = self._promised
        if promised is None or counting or self.control.jobs > 1:
            return super()._in_machine_code(compiled, words, counting=counting)
        words = compiled.fresh() if words is None else words
        return self._until_given_up(compiled, words, promised)

    def _until_given_up(
        self, compiled: Compiled, words: array[int], promised: float
    ) -> Iterator[Any]:
        """The rows of machine code, until the kernel is quicker for what is left."""
        from .llvm.batches import EqualBudgets, batches

        pace, most = EqualBudgets(), max(promised * choosing.RASH, choosing.FEWEST_NODES)

        def check() -> None:
            self.control.check()
            if pace.nodes > most and words[0] != FINISHED:
                raise choosing.OutOfPatience

        while True:
            try:
                for batch in batches(compiled, words, check, pace=pace):
                    yield from self._rows_of(compiled, batch)
            except choosing.OutOfPatience:
                rest = self._instead(compiled, words, pace.nodes)
                if rest is not None:
                    yield from rest
                    return
                most *= 2
            else:
                return

    def _instead(self, compiled: Compiled, words: array[int], nodes: int) -> Iterator[Any] | None:
        """Another search of what is left of loops that made so many nodes; None if they go on."""
        return None

    # ---------------------------------------------------------------------- counting

    def _merged(self, work: float, at_first: float = 0.0, most: float = DIAGRAM) -> int | None:
        """The number of solutions by a diagram, where much work is expected, or by merging.

        Unless its end is promised, a diagram gets at most so much work.
        """
        merging = self._merging
        if merging is not None and self._may_hand_over:
            expected = max(work, at_first)
            order, promised = merging.promised(expected)
            given = promised / 2 if promised else min(expected / 2, most)
            if given >= max(LEAST_FOR_DIAGRAM, AGAIN * self._given_to_diagram):
                from .handing_over import counted_by_diagram

                self._given_to_diagram = given
                names = [self.model.variables[place].name for place in order]
                found = counted_by_diagram(self.model, self.control, given, names)
                if found is not None:
                    self._merging = None
                    return found
        return super()._merged(work, at_first)

    # ---------------------------------------------------------------------- handing over

    @property
    def _may_hand_over(self) -> bool:
        """True if another solver may be given the rest of the search."""
        control = self.control
        alone = self.engines is not Engines.BOTH or control.project is not None
        return control.options.hand_over and not alone

    def _is_hopeless(self, trial: Trial) -> bool:
        return self._may_hand_over and trial.is_hopeless

    def _are_loops_quicker(self, task: Task, trial: Trial, left: float) -> bool:
        """True if loops look quicker than the kernel, which has work left: they are planned."""
        if left <= choosing.compiling(task):
            return False
        may_be_hopeless = self._may_hand_over and trial.finds_few
        most = min(left, choosing.HOPELESS_LOOPS) if may_be_hopeless else left
        return choosing.quicker(task.best, most, trial.nodes * (1 + left / trial.work))

    def _until_handed_over(
        self, task: Task, trial: Trial, search: Any
    ) -> Generator[Any, None, bool]:
        """The search by the kernel until it is hopeless, and then by another solver.

        False where some of it is left. Several threads share only what does not look hopeless.
        """
        several = self.control.jobs > 1

        def check() -> None:
            self.control.check()
            if trial.is_time_to_look() and (
                trial.is_hopeless or (several and not trial.looks_hopeless)
            ):
                raise choosing.OutOfPatience

        try:
            check()
            for found in search(trial.memory, check):
                trial.note(found)
                yield from [found] if trial.counting else self._shaped(found)
        except choosing.OutOfPatience:
            return trial.is_hopeless and (yield from self._handed_over(task, trial))
        return True

    def _handed_over(self, task: Task, trial: Trial) -> Generator[Any, None, bool]:
        """The search of the rest by another solver; False where none takes it."""
        from .handing_over import judged, learners, rest_of
        from .kernel.unsearched import unsearched

        left = unsearched(trial.posted, trial.memory, self.model.variables)
        if left is None:
            return False
        rest, statistics = rest_of(self.model, left), self.control.statistics
        for name in learners(task):
            statistics.update(nodes=trial.nodes, handed_over=name, boxes=left.boxes)
            if trial.counting:
                yield 0  # for whoever watches
            found = 0
            try:
                for row in judged(name, rest, self.control):
                    found += 1
                    yield 1 if trial.counting else row
            except (Unsupported, SolverUnavailable):
                if found:
                    raise
                del statistics["handed_over"], statistics["boxes"]
            else:
                return True
        return False

    def _shaped(self, batch: array[int]) -> Iterable[Any]:
        """A batch of the kernel's rows in the form that is asked for."""
        from .kernel_trial import tuples

        variables = self.model.variables
        if self._form == "rows":
            return tuples(batch, len(variables))
        if self._form == "array":
            return [batch]
        rows = numpy().frombuffer(batch, dtype="int64").reshape(-1, len(variables))
        return [rows.astype(smallest_type(variables))]
