"""Workers that are processes of this machine."""

from __future__ import annotations

import pickle
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread

from .child_process import ChildProcess, Gone
from .distribute import Numbered, drained
from .frames import GarbledError
from .worker import Answer, Answering, Request

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
