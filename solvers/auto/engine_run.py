"""One run of our engine: what was asked for, how rows leave, and what its statistics say."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from threading import Condition, Thread
from typing import Any, Generic, TypeVar

from ...models.language.expressions import variable
from ...models.language.groups import Single
from ...models.language.keeping import cached_property
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ...models.language.objectives import Goal
from ..harness.contract import Control
from ..harness.rows.arrays import numpy, smallest_type

NO_LLVMLITE = "llvmlite is not installed"

Row = tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """A search of `model`, whose domains are integers, as the control asks for it."""

    model: Model
    control: Control
    counting: bool = False
    form: str = "rows"
    """The form of what is found: "rows", tuples; "array" or "block", many rows at once."""

    @property
    def alone(self) -> str:
        """The engine that was asked for by name; "" for any."""
        return self.control.backend

    @property
    def may_compile(self) -> bool:
        """True if machine code may be made."""
        return self.alone != "python" and can_compile()

    @property
    def may_hand_over(self) -> bool:
        """True if another solver may be given the rest of the search."""
        return self.control.options.hand_over and not self.alone

    @cached_property
    def any_solution(self) -> tuple[Model, Goal]:
        """The model with a goal of which no solution is better than another."""
        from ..harness.running.optimising import unused

        nothing = variable(unused(self.model, "_nothing"), (0,))
        return self.model.also(groups=[Single(nothing)]), Goal("min", nothing)

    def begin(self, engine: str, **more: int | float | str) -> None:
        """Say which engine searches from now on; statistics are cleared but for those so far."""
        statistics = self.control.statistics
        if self.alone != "python" and not can_compile():
            more["because"] = NO_LLVMLITE
        found = {"engine": engine, **more, **statistics} | {"engine": engine}
        statistics.clear()
        statistics.update(found)
        self.control.searching()

    def shaped(self, batch: array[int]) -> Iterable[Any]:
        """A batch of rows in the form that is asked for."""
        width = len(self.model.variables)
        if self.form == "rows":
            return tuples(batch, width)
        if self.form == "array":
            return [batch]
        rows = numpy().frombuffer(batch, dtype=batch.typecode).reshape(-1, width)
        return [rows.astype(smallest_type(self.model.variables), copy=False)]


def tuples(batch: array[int], width: int) -> Iterable[Row]:
    """The rows of a batch."""
    if width == 0:
        raise AssertionError("a search has variables")
    return zip(*[iter(batch)] * width, strict=True)


def without(batch: array[int], rows: set[Row]) -> array[int]:
    """A batch without a few rows; those that it had are taken out of `rows`."""
    for row in list(rows):
        wanted, found = array(batch.typecode, row).tobytes(), batch.tobytes()
        place = found.find(wanted)
        while place > 0 and place % len(wanted):
            place = found.find(wanted, place + 1)
        if place >= 0:
            first = place // batch.itemsize
            batch = batch[:first] + batch[first + len(row) :]
            rows.discard(row)
    return batch


@cache
def can_compile() -> bool:
    """True if llvmlite is installed."""
    return find_spec("llvmlite") is not None


# ---------- One compiled search by several threads, which give half of their state to an idle one.
#
# A thread searches a state in short calls of machine code, during which other threads run. After
# each call it looks whether another thread waits for work, and if so cuts its state in two.
# Nothing has to be known beforehand of how large the parts are, and none is found twice.


SECONDS_BETWEEN_CHECKS = 0.05
RESULTS_PER_THREAD = 4
"""The most results that wait to be taken; a thread that finds more waits itself."""

Result = TypeVar("Result")
Search = Callable[[Any, Callable[[], None]], Iterator[Result]]
"""The search of a state in short calls, between which a function is called."""
Halve = Callable[[Any], Any]
"""Takes a part out of a state, to be searched apart; None where it cannot be cut."""


def by_threads(
    search: Search[Result], halve: Halve, words: array[int], control: Control
) -> Iterator[Result]:
    """The results of a search below a state, by as many threads as there are to be jobs."""
    if control.jobs == 1:
        yield from search(words, control.check)
        return
    threads = Threads(search, halve, words)
    workers = [
        Thread(target=threads.work, name="everyway threads", daemon=True)
        for _ in range(control.jobs)
    ]
    try:
        for worker in workers:
            worker.start()
        yield from threads.results(control.check)
    finally:
        threads.stop()
        control.statistics.update(jobs=control.jobs, tasks=threads.tasks)
        for worker in workers:
            if worker.ident is not None:
                worker.join()


class _Stop(Exception):
    """Raised in a thread that is to end."""


class Threads(Generic[Result]):
    """The shared state of the threads of one search, read and changed under one lock."""

    def __init__(self, search: Search[Result], halve: Halve, words: array[int]) -> None:
        self._search, self._halve = search, halve
        self._changed = Condition()
        self._states = deque([words])
        self._found: deque[Result] = deque()
        self._threads = self._waiting = 0
        self._left = 1
        """The states that are not searched to their end, taken up or not."""
        self._stopped = self._finished = False
        self._error: BaseException | None = None
        self.tasks = 0
        """The number of states that were taken up."""

    # ---------------------------------------------------------------- by the one who asks

    def results(self, check: Callable[[], None]) -> Iterator[Result]:
        """The results of all threads, as they come; raises what is raised in a thread."""
        while True:
            check()
            with self._changed:
                if not self._found and not self._finished:
                    self._changed.wait(SECONDS_BETWEEN_CHECKS)
                found = list(self._found)
                self._found.clear()
                error, finished = self._error, self._finished
                self._changed.notify_all()
            yield from found
            if error is not None:
                raise error
            if finished:
                if self._left:
                    raise AssertionError(f"{self._left} parts of the search were not ended")
                return

    def stop(self) -> None:
        """Let every thread end as soon as it looks."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    # ----------------------------------------------------------------------- by a thread

    def work(self) -> None:
        """Search states as long as any thread has one."""
        with self._changed:
            self._threads += 1
        try:
            while (words := self._take()) is not None:
                share = partial(self._share, words)
                for result in self._search(words, share):
                    self._put(result)
                with self._changed:
                    self._left -= 1
        except _Stop:
            pass
        except BaseException as error:  # raised again in the thread that reads the results
            with self._changed:
                self._error = self._error or error
                self._stopped = self._finished = True
                self._changed.notify_all()

    def _take(self) -> array[int] | None:
        """A state to search; None where all is done."""
        with self._changed:
            self._waiting += 1
            while not self._states:
                if self._stopped or self._finished:
                    return None
                if self._waiting == self._threads:
                    self._finished = True
                    self._changed.notify_all()
                    return None
                self._changed.wait()
            self._waiting -= 1
            self.tasks += 1
            return self._states.popleft()

    def _put(self, result: Result) -> None:
        with self._changed:
            while len(self._found) >= RESULTS_PER_THREAD * self._threads and not self._stopped:
                self._changed.wait()
            if self._stopped:
                raise _Stop
            self._found.append(result)
            self._changed.notify_all()

    def _share(self, words: array[int]) -> None:
        """Cut the state in two where a thread waits for one. Called between two calls."""
        with self._changed:
            if self._stopped:
                raise _Stop
            if self._waiting <= len(self._states):
                return
        given = self._halve(words)
        if given is None:
            return
        with self._changed:
            self._states.append(given)
            self._left += 1
            self._changed.notify_all()
