"""Workers of a Dask cluster, on this machine or on many.

Dask gives a request that was at a worker which died to another. A request is answered once it is
done, and its answer is taken once; so nothing is lost, and nothing is counted twice.

Dask runs in a process of its own (`Relay`), with the cluster that is local: so a signal to this
process meets no thread of Dask's, and whatever Dask starts and writes goes with that process.
"""

from __future__ import annotations

import json
import os
import pickle
import tempfile
import time
from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from types import ModuleType
from typing import Any

from ....models.language.late_dataclasses import dataclass
from ..contract import Control, SolverFailed, SolverUnavailable
from ..installing import pip_install
from ..options import DEFAULTS, Options
from .child import ERRORS, Sender
from .child_process import ChildProcess, Gone
from .payload import ANSWER, ENDED, NEWS, GarbledError, Message
from .pool import SECONDS_BETWEEN_CHECKS, Numbered, drained
from .worker import Answer, Request, answer

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


# ---------------------------------------------------------------------- in the process for Dask


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


# ------------------------------------------------------------------------------ in a worker


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
