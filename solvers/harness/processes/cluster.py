"""Workers of a Dask cluster: on this machine, or on as many as there are.

Dask gives a request that was at a worker which died to another. A request is answered once it is
done, and its answer is taken once; so nothing is lost, and nothing is counted twice.
"""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from queue import SimpleQueue
from types import ModuleType
from typing import Any

from ..contract import SolverFailed, SolverUnavailable
from ..installing import pip_install
from .distribute import Numbered, drained
from .worker import Answer, Request, answer

LOCAL = "local"
"""The address that stands for processes of this machine."""
SECONDS_TO_CONNECT = 10.0
SECONDS_TO_LEAVE = 5.0
SECONDS_WITHOUT_WORKERS = 60.0
SECONDS_BETWEEN_LOOKS = 1.0
"""At how many workers there are."""


class Cluster:
    """The workers of a Dask scheduler; `address` is where it listens, or "local".

    Raises: SolverUnavailable where Dask is not installed; SolverFailed where nobody listens.
    """

    name = "workers"

    def __init__(self, address: str, jobs: int) -> None:
        self._dask = distributed()
        self._local, self._client = _connected(self._dask, address, jobs)
        self._done: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        self._futures: dict[int, Any] = {}
        self._size, self._looked, self._seen = 0, 0.0, time.monotonic()

    @property
    def size(self) -> int:
        """The threads of all workers together, looked up now and then.

        Raises: SolverFailed where there have been none for a minute.
        """
        now = time.monotonic()
        if now > self._looked + SECONDS_BETWEEN_LOOKS or not self._size:
            self._looked = now
            self._size = sum(self._client.nthreads().values())
        if self._size:
            self._seen = now
        elif now > self._seen + SECONDS_WITHOUT_WORKERS:
            raise SolverFailed(
                f"the cluster at {self._client.scheduler.address} has no workers;"
                f" start some: dask worker {self._client.scheduler.address}"
            )
        return self._size

    def submit(self, number: int, request: Request) -> None:
        """Have a request answered, under a number."""
        future = self._client.submit(answer_in_dask, request, pure=False)
        self._futures[number] = future
        future.add_done_callback(lambda done: self._done.put((number, done)))

    def answers(self, seconds: float) -> list[Numbered]:
        """The answers that have come, each once; waits for one for so many seconds."""
        done = drained(self._done, seconds)
        return [(number, self._result(number, future)) for number, future in done]

    def close(self) -> None:
        """Cancel what is asked, and leave the cluster; a local one ends."""
        with suppress(Exception):  # the answers are taken; how it ends changes nothing
            self._client.cancel(list(self._futures.values()), force=True)
            self._futures.clear()
            self._client.close(timeout=SECONDS_TO_LEAVE)
        with suppress(Exception):
            if self._local is not None:
                self._local.close(timeout=SECONDS_TO_LEAVE)

    def _result(self, number: int, future: Any) -> Answer:
        del self._futures[number]
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


def _connected(dask: ModuleType, address: str, jobs: int) -> tuple[Any, Any]:
    """A cluster of our own, if it is to be local, and a client."""
    if address == LOCAL:
        cluster = dask.LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",  # any port: the usual one may be taken
            silence_logs=logging.CRITICAL,  # answers report what goes wrong
            preload=[__name__],
        )
        return cluster, dask.Client(cluster)
    try:
        return None, dask.Client(address, timeout=SECONDS_TO_CONNECT)
    except (OSError, ValueError) as error:
        raise SolverFailed(
            f"no Dask scheduler answers at {address!r} ({error}); start one with `dask scheduler`"
            " and give the address that it prints, such as tcp://10.0.0.1:8786, or write local"
        ) from error


# ------------------------------------------------------------------------------ in a worker


def dask_setup(worker: object) -> None:
    """Set up a worker of our own, by Dask: Ctrl-C is for the asking process, not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def answer_in_dask(request: Request) -> Answer:
    """The answer to a request; one that is cancelled ends soon."""
    worker = import_module("distributed").get_worker()
    key = worker.get_current_task()
    return answer(request, Cancelled(partial(_is_cancelled, worker, key)))


def _is_cancelled(worker: Any, key: object) -> bool:
    state = getattr(worker.state.tasks.get(key), "state", "cancelled")
    return state in ("cancelled", "released")


class Cancelled:
    """A flag for a cancelled request, looked up ten times a second at most."""

    def __init__(self, look: Callable[[], bool]) -> None:
        self._look, self._next, self._is = look, 0.0, False

    def __call__(self) -> bool:
        now = time.monotonic()
        if now > self._next and not self._is:
            self._next, self._is = now + 0.1, self._look()
        return self._is
