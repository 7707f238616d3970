"""Workers that are processes of this machine."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from .family import Family
from .worker import Answer, Request

MOST_DEATHS = 3
"""A request whose worker ended so often is not given to another."""

_COMMAND = "from everyway.solvers.harness.processes.worker import main; main()"

Numbered = tuple[int, Answer]


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
        self._running: list[Family] = []
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
        found: list[Numbered] = []
        with suppress(Empty):
            found.append(self._answers.get(timeout=seconds))
            while True:
                found.append(self._answers.get_nowait())
        return found

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

    def _started(self) -> Family | None:
        """A new process; None where all is over."""
        with self._lock:
            if self._closed:
                return None
            pipe = subprocess.PIPE
            process = Family([sys.executable, "-c", _COMMAND], stdin=pipe, stdout=pipe)
            self._running.append(process)
        _send(process, sys.path)
        return process

    def _ended(self, process: Family) -> None:
        process.close()
        with self._lock:
            self._running.remove(process)


def _asked(process: Family, request: Request) -> Answer | None:
    """The answer of a process; None where it ended before."""
    try:
        _send(process, request)
        stream = process.process.stdout
        assert stream is not None, "it is a pipe"
        found: Answer = pickle.load(stream)
    except (OSError, EOFError, pickle.UnpicklingError):
        return None
    return found


def _send(process: Family, message: object) -> None:
    stream = process.process.stdin
    assert stream is not None, "it is a pipe"
    with suppress(BrokenPipeError):  # that it ended shows when its answer is read
        pickle.dump(message, stream)
        stream.flush()
