"""Workers that are processes of this machine."""

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
from ..rows.packing import Packer
from .child_process import ChildProcess, Gone
from .payload import GarbledError
from .worker import Answer, Answering, Box, Request, Search, raise_error

# -------------------------------------------------------------------------------------- distribute
# One search by many workers: parts go out, and what they find is taken when they are done.


T = TypeVar("T")

SECONDS_A_REQUEST = 0.4
"""About as long a worker searches before it answers."""
SECONDS_BETWEEN_CHECKS = 0.05
REQUESTS_A_WORKER = 2
"""So that none waits for the next request."""
PARTS_A_WORKER = 8
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
        """The answers that have come, each once; waits for one for so many seconds."""

    def close(self) -> None:
        """Stop all work."""


def drained(queue: SimpleQueue[T], seconds: float) -> list[T]:
    """All that is in a queue; waits for the first for so many seconds."""
    found: list[T] = []
    with suppress(Empty):
        found.append(queue.get(timeout=seconds))
        while True:
            found.append(queue.get_nowait())
    return found


class Divisible(Protocol):
    """A search that can be cut in parts, and sent."""

    address: str
    source: bytes

    def parts(self, at_least: int) -> list[Any]:
        """Parts that together are the search: `at_least` as many if it can be cut so."""

    def cut(self, part: Any) -> list[Any]:
        """Parts that together are `part`."""


class Distribution:
    """A search that goes on at workers; what is found is counted when a request is answered."""

    def __init__(self, search: Divisible, workers: Workers, control: Control) -> None:
        self._search, self._workers, self._control = search, workers, control
        self._waiting: deque[Any] = deque()
        self._asked: set[int] = set()
        self._done = 0

    def answers(self) -> Iterator[Answer]:
        """The answers of the workers, until no part is left."""
        self._waiting.extend(self._search.parts(PARTS_A_WORKER * max(self._workers.size, 1)))
        while self._waiting or self._asked:
            self._control.check()
            self._ask()
            for number, found in self._workers.answers(SECONDS_BETWEEN_CHECKS):
                if number in self._asked:
                    self._asked.remove(number)
                    raise_error(found)
                    self._done += 1
                    self._waiting.extend(found.left)
                    self._update_statistics()
                    yield found

    def _ask(self) -> None:
        """Send parts out, as long as workers have too little to do."""
        room = REQUESTS_A_WORKER * self._workers.size - len(self._asked)
        if room > len(self._waiting) > 0 and self._asked:
            self._waiting = deque(cut for part in self._waiting for cut in self._search.cut(part))
        each = max(1, len(self._waiting) // max(4 * self._workers.size, 1))
        for _ in range(min(room, len(self._waiting))):
            parts = tuple(self._waiting.popleft() for _ in range(min(each, len(self._waiting))))
            if parts:
                self._send(parts)

    def _send(self, parts: tuple[Any, ...]) -> None:
        number = self._done + len(self._asked)
        left = self._control.remaining()
        seconds = SECONDS_A_REQUEST if left is None else max(min(SECONDS_A_REQUEST, left), 0.0)
        self._asked.add(number)
        self._workers.submit(
            number, Request(self._search.address, self._search.source, parts, seconds)
        )

    def _update_statistics(self) -> None:
        self._control.statistics[self._workers.name] = self._workers.size
        self._control.statistics["tasks"] = self._done


MOST_DEATHS = 3
"""A request whose worker ended so often is not given to another."""

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
        """The answers that have come, each once; waits for one for so many seconds."""
        return drained(self._answers, seconds)

    def close(self) -> None:
        """End every process, whatever it is at."""
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


# ----------------------------------------------------- A search that is left to workers, in parts.
#
# A solver with the trait `threads` uses several cores by itself; for any other, and on a cluster,
# workers search.
#
# The parts are boxes of the model, each a model of its own.


class Boxes:
    """A search of any solver, in boxes of its model."""

    address = "everyway.solvers.harness.processes.worker:perform"

    def __init__(self, search: Search) -> None:
        self.source = search.packed()
        self._splitter = search.splitter
        self._packer = Packer(search.model)

    def parts(self, at_least: int) -> list[Box]:
        """`at_least` as many boxes, if the model can be cut so."""
        return self._splitter.boxes(at_least)

    def cut(self, part: Box) -> list[Box]:
        """Boxes that together are `part`."""
        return self._splitter.cut(part)

    def read(self, rows: bytes) -> Iterator[Assignment]:
        """The solutions in rows of bytes."""
        found: Any = map(self._packer.unpack, self._packer.rows(rows))
        return iter(found)


def assignments(solver: Solver, model: Model, control: Control) -> Iterator[Assignment]:
    """The solutions of `model`, by workers."""
    search = _search(solver, model, control, counting=False)
    for answer in answers(search, control):
        yield from search.read(answer.rows)


def counts(solver: Solver, model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts, by workers."""
    for answer in answers(_search(solver, model, control, counting=True), control):
        yield answer.number


def _search(solver: Solver, model: Model, control: Control, *, counting: bool) -> Boxes:
    if solver.traits.historical:
        raise Unsupported(f"{solver.name} takes a puzzle as a whole; leave out jobs and cluster")
    control.backend = solver.backend
    return Boxes(Search.controlled(solver.name, model, control, counting=counting))


def answers(search: Boxes, control: Control) -> Iterator[Answer]:
    """The answers of workers to a search that can be sent, as they come."""
    workers = _workers(control)
    try:
        control.searching()
        yield from Distribution(search, workers, control).answers()
    finally:
        workers.close()


def _workers(control: Control) -> Workers:
    cluster = control.options.cluster
    if cluster is None:
        return Processes(control.jobs)
    from .cluster import Cluster

    return Cluster(cluster, control.jobs if control.jobs > 1 else cores(), control)
