"""A search by several workers, and the workers that are processes of this machine."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Protocol, TypeVar

from ....models.language.model import Model
from ..contract import Assignment, Control, Unsupported
from ..options import cores
from ..registry import Solver
from .child_process import ChildProcess, Gone
from .payload import GarbledError
from .worker import Answer, Answering, Box, Request, Search, raise_error

T = TypeVar("T")

SECONDS_A_REQUEST = 0.4
"""The time a worker searches, more or less, before it answers."""
SECONDS_BETWEEN_CHECKS = 0.05
REQUESTS_A_WORKER = 2
"""With two, no worker waits for its next request."""
BOXES_A_WORKER = 8
"""To begin with."""


Numbered = tuple[int, Answer]
"""An answer, under the number of its request."""


class Workers(Protocol):
    """The workers, on this machine or on others, to which requests go."""

    name: str
    """Their name in statistics."""

    @property
    def size(self) -> int:
        """The number of requests that are worked on at once."""

    def submit(self, number: int, request: Request) -> None:
        """Have a request answered, under a number."""

    def answers(self, seconds: float) -> list[Numbered]:
        """Finished answers, each once; waits up to `seconds` for the first."""

    def close(self) -> None:
        """Stop all work."""


def drained(queue: SimpleQueue[T], seconds: float) -> list[T]:
    """All items of a queue; waits up to `seconds` for the first."""
    found: list[T] = []
    with suppress(Empty):
        found.append(queue.get(timeout=seconds))
        while True:
            found.append(queue.get_nowait())
    return found


class Distribution:
    """A search by workers: boxes go out, and what was found in them is taken when they are done."""

    def __init__(self, search: Search, control: Control) -> None:
        """Raises: ModelError for a predicate that cannot be sent to a process."""
        self._splitter, self._packed, self._control = search.splitter, search.packed(), control
        self._waiting: deque[Box] = deque()
        self._asked: set[int] = set()
        self._done = 0

    def answers(self, workers: Workers) -> Iterator[Answer]:
        """The answers of the workers, until no box is left."""
        self._waiting.extend(self._splitter.boxes(BOXES_A_WORKER * max(workers.size, 1)))
        while self._waiting or self._asked:
            self._control.check()
            self._ask(workers)
            for number, found in workers.answers(SECONDS_BETWEEN_CHECKS):
                if number in self._asked:
                    self._asked.remove(number)
                    raise_error(found)
                    self._done += 1
                    self._waiting.extend(found.left)
                    self._control.statistics[workers.name] = workers.size
                    self._control.statistics["tasks"] = self._done
                    yield found

    def _ask(self, workers: Workers) -> None:
        """Send boxes out, as long as workers have too little to do."""
        room = REQUESTS_A_WORKER * workers.size - len(self._asked)
        if room > len(self._waiting) > 0 and self._asked:
            self._waiting = deque(cut for box in self._waiting for cut in self._splitter.cut(box))
        each = max(1, len(self._waiting) // max(4 * workers.size, 1))
        left = self._control.remaining()
        seconds = SECONDS_A_REQUEST if left is None else max(min(SECONDS_A_REQUEST, left), 0.0)
        while self._waiting and room > 0:
            room -= 1
            boxes = tuple(self._waiting.popleft() for _ in range(min(each, len(self._waiting))))
            number = self._done + len(self._asked)
            self._asked.add(number)
            workers.submit(number, Request(self._packed, boxes, seconds))


MOST_DEATHS = 3
"""The number of workers that may end during a request, before it counts as failed."""

_ORDER = pickle.dumps(Answering())


class Processes:
    """Processes that answer requests; one that ends is replaced, and its request repeated.

    They are apart from the terminal, so that Ctrl-C reaches this process alone.
    """

    name = "jobs"

    def __init__(self, size: int) -> None:
        self.size = size
        self._requests: SimpleQueue[tuple[int, Request] | None] = SimpleQueue()
        self._answers: SimpleQueue[Numbered] = SimpleQueue()
        self._lock = Lock()
        self._running: list[ChildProcess] = []
        self._closed = False
        self._threads = [
            Thread(target=self._serve, name="everyway jobs", daemon=True) for _ in range(size)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, number: int, request: Request) -> None:
        """Have a request answered, under a number."""
        self._requests.put((number, request))

    def answers(self, seconds: float) -> list[Numbered]:
        """Finished answers, each once; waits up to `seconds` for the first."""
        return drained(self._answers, seconds)

    def close(self) -> None:
        """End every process, at any moment."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.end()
        for _ in self._threads:
            self._requests.put(None)
        for thread in self._threads:
            thread.join()

    # ------------------------------------------------------------------------ in a thread

    def _serve(self) -> None:
        """Give requests to a process, one after the other."""
        process = None
        while (work := self._requests.get()) is not None:
            number, request = work
            for _ in range(MOST_DEATHS):
                process = process or self._started()
                found = _asked(process, request) if process else None
                if found is not None or process is None:
                    break
                self._ended(process)
                process = None
            if self._closed:
                break
            died = Answer(error=("SolverFailed", f"{MOST_DEATHS} worker processes died of it"))
            self._answers.put((number, found or died))
        if process is not None:
            self._ended(process)

    def _started(self) -> ChildProcess | None:
        """A new process; None where all is over."""
        with self._lock:
            if self._closed:
                return None
            process = ChildProcess(_ORDER, quiet=False)
            self._running.append(process)
        return process

    def _ended(self, process: ChildProcess) -> None:
        process.end()
        with self._lock:
            self._running.remove(process)


def _asked(process: ChildProcess, request: Request) -> Answer | None:
    """The answer of a process; None where it ended before."""
    with suppress(Gone, GarbledError):
        process.message(None)  # it is ready
        process.begin(pickle.dumps(request))
        message = process.message(None)
        assert message is not None, "there is no end to the waiting"
        found: Answer = pickle.loads(message.body)
        return found
    return None


# ----------------------------------------------------- A search that is left to workers, in boxes.
#
# A solver with the trait `threads` uses several cores by itself; for any other, and on a cluster,
# workers search.


def assignments(solver: Solver, model: Model, control: Control) -> Iterator[Assignment]:
    """The solutions of `model`, by workers."""
    search = _search(solver, model, control, counting=False)
    for answer in _answers(search, control):
        found: Any = map(search.packer.unpack, search.packer.rows(answer.rows))
        yield from found


def counts(solver: Solver, model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts, by workers."""
    for answer in _answers(_search(solver, model, control, counting=True), control):
        yield answer.number


def _search(solver: Solver, model: Model, control: Control, *, counting: bool) -> Search:
    if solver.traits.historical:
        raise Unsupported(f"{solver.name} takes a puzzle as a whole; leave out jobs and cluster")
    control.backend = solver.backend
    return Search.controlled(solver.name, model, control, counting=counting)


def _answers(search: Search, control: Control) -> Iterator[Answer]:
    """The answers of workers, as they come."""
    distribution, workers = Distribution(search, control), _workers(control)
    try:
        control.searching()
        yield from distribution.answers(workers)
    finally:
        workers.close()


def _workers(control: Control) -> Workers:
    cluster = control.options.cluster
    if cluster is None:
        return Processes(control.jobs)
    from .cluster import Cluster

    return Cluster(cluster, control.jobs if control.jobs > 1 else cores(), control)
