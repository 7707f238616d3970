"""A search by several workers: processes of this machine, or workers of a Dask cluster."""

from __future__ import annotations

import json
import os
import pickle
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import ModuleType
from typing import Any, TypeVar

from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ..contract import Assignment, Control, SolverFailed, SolverUnavailable, Unsupported
from ..installing import pip_install
from ..options import DEFAULTS, Options, cores
from ..registry import Solver
from .child import ERRORS, Sender
from .child_process import ChildProcess, Gone
from .payload import ANSWER, ENDED, NEWS, GarbledError, Message
from .worker import Answer, Answering, Box, Request, Search, answer, raise_error

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

    def answers(self, workers: Processes | Cluster) -> Iterator[Answer]:
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

    def _ask(self, workers: Processes | Cluster) -> None:
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
    """Their name in statistics."""

    def __init__(self, size: int) -> None:
        self.size = size
        """The number of requests that are worked on at once."""
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


# ------------------------------------------------------------------- Workers of a Dask cluster.
#
# Dask gives a request to another worker when one dies. A request is answered once it is done, and
# its answer is taken once: nothing is lost, and nothing is counted twice.
#
# Dask runs in a process of its own (`Relay`), with a local cluster: so a signal to this process
# meets no thread of Dask's, and all that Dask starts and writes goes with that process.


LOCAL = "local"
"""The address that stands for processes of this machine."""
SECONDS_TO_CONNECT = 10.0
SECONDS_WITHOUT_WORKERS = 60.0
SECONDS_BETWEEN_LOOKS = 1.0
"""At how many workers there are."""


class Cluster:
    """The workers of a Dask scheduler; `address` is where it listens, or "local".

    Raises: SolverUnavailable where Dask is not installed; SolverFailed where nobody listens, or
    there are no workers for a minute; Stopped where `control` ends the search meanwhile.
    """

    name = "workers"

    def __init__(self, address: str, jobs: int, control: Control) -> None:
        order = Relay(address, jobs, SECONDS_TO_CONNECT, SECONDS_WITHOUT_WORKERS)
        self._process = ChildProcess(pickle.dumps(order))
        self.size = 0
        """The threads of all workers together, looked up now and then."""
        try:
            while (first := self._message(SECONDS_BETWEEN_CHECKS)) is None:
                control.check()
            self._heard(first)
        except BaseException:
            self.close()
            raise

    def submit(self, number: int, request: Request) -> None:
        """Have a request answered, under a number."""
        self._process.begin(pickle.dumps((number, request)))

    def answers(self, seconds: float) -> list[Numbered]:
        """Finished answers, each once; waits up to `seconds` for the first."""
        found = []
        while (message := self._message(seconds)) is not None:
            found += self._heard(message)
            seconds = 0.0
        return found

    def close(self) -> None:
        """End the process, and with it what is asked; a local cluster ends."""
        self._process.end()

    def _message(self, seconds: float) -> Message | None:
        """The next message of the process; None where none comes within `seconds`."""
        try:
            return self._process.message(seconds)
        except (Gone, GarbledError):
            words = self._process.ending_and_output()
            raise SolverFailed(f"the process that speaks to the cluster {words}") from None

    def _heard(self, message: Message) -> list[Numbered]:
        """The answer in a message, if there is one. Raises: what the process failed by."""
        if message.kind == ANSWER:
            return [pickle.loads(message.body)]
        news = json.loads(message.body)
        if message.kind == ENDED:
            kind, text = news["error"]
            raise ERRORS.get(kind, SolverFailed)(text if kind else f"the cluster: {news['reason']}")
        self.size = news
        return []


# -------------------------------------------------------------- in the process for Dask


@dataclass(frozen=True)
class Relay:
    """The order to have requests answered by the workers of a cluster, until it is ended."""

    address: str
    jobs: int
    seconds_to_connect: float
    seconds_without_workers: float
    options: Options = DEFAULTS

    def perform(self, sender: Sender) -> None:
        """Send how many workers there are, whenever that changes, and the answers as they come.

        Raises: SolverUnavailable, SolverFailed.
        """
        client = self._client(distributed())
        done: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        Thread(target=_submit_all, args=(client, sender, done), daemon=True).start()
        size, looked, seen = -1, 0.0, time.monotonic()
        while True:
            now = time.monotonic()
            if now > looked + SECONDS_BETWEEN_LOOKS or not size:
                looked, before, size = now, size, sum(client.nthreads().values())
                if size != before:
                    sender.send(NEWS, 0.0, json.dumps(size).encode())
            seen = now if size else seen
            if now > seen + self.seconds_without_workers:
                address = client.scheduler.address
                raise SolverFailed(
                    f"the cluster at {address} has no workers; start some: dask worker {address}"
                )
            for number, future in drained(done, SECONDS_BETWEEN_CHECKS):
                sender.send(ANSWER, 0.0, pickle.dumps((number, _result(future))))

    def _client(self, dask: ModuleType) -> Any:
        """A client of the scheduler, of a cluster of our own if it is to be local."""
        if self.address == LOCAL:
            return dask.Client(
                dask.LocalCluster(
                    n_workers=self.jobs,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address="127.0.0.1:0",  # any port: the usual one may be taken
                    local_directory=tempfile.gettempdir(),  # which goes with this process
                )
            )
        try:
            return dask.Client(self.address, timeout=self.seconds_to_connect)
        except (OSError, ValueError) as error:
            raise SolverFailed(
                f"no Dask scheduler answers at {self.address!r} ({error}); start one with"
                " `dask scheduler` and give the address that it prints, such as"
                " tcp://10.0.0.1:8786, or write local"
            ) from error


def _submit_all(client: Any, sender: Sender, done: SimpleQueue[tuple[int, Any]]) -> None:
    """Have every request answered that comes; its future is put into `done` once it is."""
    futures: dict[int, Any] = {}  # one that nobody holds is cancelled

    def take(number: int, future: Any) -> None:
        done.put((number, future))
        del futures[number]

    with suppress(EOFError):
        for number, request in sender.orders():
            futures[number] = client.submit(answer_in_dask, request, pure=False)
            futures[number].add_done_callback(partial(take, number))
    os._exit(0)  # nobody asks any more


def _result(future: Any) -> Answer:
    try:
        found: Answer = future.result()
    except Exception as error:  # the workers died, or have another version
        words = f"a worker of the cluster failed ({type(error).__name__}: {error})"
        advice = "; it needs the same everyway, and what the solver needs, as there is here"
        return Answer(error=("SolverFailed", words + advice))
    return found


def distributed() -> ModuleType:
    """Dask's module for clusters. Raises: SolverUnavailable, with the line that installs it."""
    try:
        return import_module("distributed")
    except ImportError as error:
        raise SolverUnavailable(
            f"a cluster needs dask and distributed, which cannot be imported ({error});"
            f" install them: {pip_install('dask')}"
        ) from error


def answer_in_dask(request: Request) -> Answer:
    """The answer to a request; one that is cancelled ends soon."""
    worker = import_module("distributed").get_worker()
    key, due, is_cancelled = worker.get_current_task(), 0.0, False

    def cancelled() -> bool:
        """Looked up ten times a second at most."""
        nonlocal due, is_cancelled
        now = time.monotonic()
        if now > due and not is_cancelled:
            state = getattr(worker.state.tasks.get(key), "state", "cancelled")
            due, is_cancelled = now + 0.1, state in ("cancelled", "released")
        return is_cancelled

    return answer(request, cancelled)


# ----------------------------------------------------- A search that is left to workers, in boxes.
#
# A solver with the trait `threads` uses several cores by itself; for any other, and on a cluster,
# workers search.


def assignments(solver: Solver, model: Model, control: Control) -> Iterator[Assignment]:
    """The solutions of `model`, by workers."""
    search = _search(solver, model, control, counting=False)
    for part in _answers(search, control):
        found: Any = map(search.packer.unpack, search.packer.rows(part.rows))
        yield from found


def counts(solver: Solver, model: Model, control: Control) -> Iterator[int]:
    """The number of solutions of `model`, in parts, by workers."""
    for part in _answers(_search(solver, model, control, counting=True), control):
        yield part.number


def _search(solver: Solver, model: Model, control: Control, *, counting: bool) -> Search:
    if solver.traits.historical:
        raise Unsupported(f"{solver.name} takes a puzzle as a whole; leave out jobs and cluster")
    control.backend = solver.backend
    return Search.controlled(solver.name, model, control, counting=counting)


def _answers(search: Search, control: Control) -> Iterator[Answer]:
    """The answers of workers, as they come."""
    distribution, cluster = Distribution(search, control), control.options.cluster
    jobs = control.jobs if control.jobs > 1 or cluster is None else cores()
    workers = Processes(jobs) if cluster is None else Cluster(cluster, jobs, control)
    try:
        control.searching()
        yield from distribution.answers(workers)
    finally:
        workers.close()
