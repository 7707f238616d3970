"""A search by the kernel that may be given up for loops; its finds are kept until taken."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from . import choosing
from .kernel import kernel_search as kernel
from .kernel.kernel_search import Posted
from .kernel.machine_source import records as at

SLICE = 20_000
"""The steps between two checks of a trial."""
FEWEST_DESCENTS, DESCENTS, SHARE = 8, 64, 0.2
"""The fewest and most random descents of an estimate, and their share of the work so far."""
BETWEEN_LOOKS = 1.25
"""The growth of the work from one look at what is left to the next."""


class Trial:
    """A posted search, its memory, and what it has found: rows, or their number."""

    def __init__(self, posted: Posted, *, counting: bool) -> None:
        self.posted, self.memory, self.counting = posted, posted.memory, counting
        python = posted.in_python == kernel.FOREVER
        self._step = choosing.STEP_IN_PYTHON if python else choosing.STEP
        self._room = 0 if counting else kernel.most_rows(posted, kernel.ROWS_AT_FIRST)
        self._found: list[array[int]] = []
        self._number = 0
        self._last_asked = (0.0, 0.0)
        self.solutions = 0
        """The number found so far, taken or not."""
        self._looked = 0.0

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
        return self.solutions * choosing.WORTH_A_SOLUTION < self.work

    @property
    def looks_hopeless(self) -> bool:
        """True if what is left is expected to take long, and to have few solutions."""
        return not self.is_done and self.finds_few and self.left > choosing.HOPELESS

    @property
    def is_hopeless(self) -> bool:
        """True if it looks hopeless after much work."""
        return self.work >= choosing.PATIENCE and self.looks_hopeless

    def is_time_to_look(self) -> bool:
        """True now and then, by the work that is done."""
        if self.work < BETWEEN_LOOKS * self._looked:
            return False
        self._looked = self.work
        return True

    def sampled_left(self, check: Callable[[], None]) -> float:
        """The work that is left, by random descents; what was done of the tree says less.

        The greatest estimate is left out: a rare one outweighs all others.
        """
        random, steps, found = Random(0), 0, list[float]()
        most = self.memory[at.STEPS] * SHARE
        while len(found) < FEWEST_DESCENTS or (len(found) < DESCENTS and steps < most):
            estimate, spent = kernel.descend(self.posted, self.memory, random)
            found.append(estimate)
            steps += spent
            check()
        return (sum(found) - max(found)) / (len(found) - 1) * self._step

    def go_on(self, work: float, check: Callable[[], None]) -> None:
        """Search until that much work was done in all."""
        rows = self._rows()
        end = int(min(work, choosing.MOST_WORK) / self._step)
        while not self.is_done and self.work < work:
            steps = min(end - self.memory[at.STEPS], SLICE) + 1
            found = kernel.call(self.posted, self.memory, rows, self._room, steps)
            self._number += found * self.posted.each
            self.solutions += found
            if found and not self.counting:
                self._found.append(rows[: found * self.posted.width])
                if found == self._room < kernel.most_rows(self.posted, 4 * self._room):
                    self._room = kernel.most_rows(self.posted, 4 * self._room)
                    rows = self._rows()
            check()

    def _rows(self) -> array[int]:
        """Room for the rows of a call."""
        return array("q", [0]) * max(self._room * self.posted.width, 1)

    def note(self, found: Any) -> None:
        """Note what was found beside the trial: a batch of rows, or their number."""
        posted = self.posted
        self.solutions += found // posted.each if self.counting else len(found) // posted.width

    def take(self, most: int | None = None) -> Iterator[Any]:
        """Batches of rows found since they were last taken, at most so many rows; or a number."""
        if self.counting:
            number, self._number = self._number, 0
            return iter([number])
        found, self._found = self._found, []
        if most is not None and found:
            cut = most * self.posted.width
            rest = [found[0][cut:], *found[1:]]
            self._found, found = [batch for batch in rest if batch], [found[0][:cut]]
        return iter(found)
