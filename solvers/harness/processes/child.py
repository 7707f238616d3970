"""A process that performs one order, such as to run a solver, and reports what comes of it.

It is started by `child_process`. Its order comes on standard input and its messages go out on
what was standard output; all that a library prints goes to standard error. It imports its solver,
says that it is ready, and waits until it may begin. Its family is ended with the asking process.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Thread
from typing import Any, NoReturn, Protocol

from ....models.language.errors import ModelError, PredicateError
from ..contract import SolverFailed, SolverUnavailable, Unsupported
from ..options import Options
from ..outcome import Outcome, plain
from .payload import BEGIN, ENDED, framed


class Order(Protocol):
    """The work of a process: an object that the asking process has sent, pickled.

    It arrives as the module and the name of its class with the values of its fields, so that this
    module knows no order that there is.
    """

    @property
    def options(self) -> Options:
        """The options that were asked for; the process keeps to its `memory`."""

    def perform(self, sender: Sender) -> None:
        """Do the work, and send its results."""


def main() -> NoReturn:
    """Perform the order, and end at once, before a library can do anything at exit."""
    orders, answers = _private_streams()
    sender = Sender(orders, answers)
    try:
        order: Order = pickle.load(os.fdopen(os.dup(orders), "rb"))
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the asking process
        keep_to(order.options.memory)
        order.perform(sender)
    except BaseException as error:
        with suppress(BaseException):
            sender.failure(error)
    with suppress(BaseException):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(0)


def _private_streams() -> tuple[int, int]:
    """Descriptors for orders and messages that no library finds."""
    orders, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(line_buffering=True, errors="backslashreplace")
    return orders, answers


class Sender:
    """Sends messages; each is out before the search goes on, so that none is lost with it."""

    def __init__(self, orders: int, answers: int) -> None:
        self._orders, self._answers = orders, answers
        self._write(BEGIN)

    def wait_to_begin(self) -> None:
        """Wait until the asking process lets the work begin; if that is gone, end the process."""
        if not os.read(self._orders, 1):
            os._exit(0)
        if os.name == "nt":
            _watch(self._orders)

    def orders(self) -> Iterator[Any]:
        """Further orders of the asking process, also where several come at once.

        Raises: EOFError after the last.
        """
        with os.fdopen(os.dup(self._orders), "rb") as stream:
            while True:
                yield pickle.load(stream)

    def send(self, kind: bytes, elapsed: float, body: bytes = b"") -> None:
        """Send a message."""
        self._write(framed(kind, elapsed, body))

    def progress(self, kind: bytes, outcome: Outcome, elapsed: float = 0.0) -> None:
        """Send the state of a run."""
        error = outcome.error
        news = {
            "status": outcome.status,
            "reason": outcome.reason,
            "viewpoint": outcome.viewpoint,
            "version": outcome.version,
            "counts": outcome.counts,
            "seconds": outcome.seconds,
            "statistics": plain(dict(outcome.statistics)),
            "constraints": outcome.posting and outcome.posting.ways if kind == ENDED else None,
            "objective": outcome.objective and vars(outcome.objective),
            "error": [kind_of(error), str(error)] if error is not None else None,
        }
        self.send(kind, elapsed, json.dumps(news).encode())

    def failure(self, error: BaseException) -> None:
        """Send that the order failed."""
        outcome = Outcome("", "", "failed", f"{type(error).__name__}: {error}", error=error)
        if isinstance(error, MemoryError):
            outcome.status, outcome.reason = "stopped", "memory"
        self.progress(ENDED, outcome)

    def _write(self, data: bytes) -> None:
        sent = os.write(self._answers, data)
        while sent < len(data):
            sent += os.write(self._answers, data[sent:])


ERRORS: dict[str, Callable[[str], BaseException]] = {
    kind.__name__: kind
    for kind in (Unsupported, SolverUnavailable, SolverFailed, ModelError, PredicateError)
}
"""The errors that travel from a process to the asking one."""


def kind_of(error: BaseException) -> str:
    """The nearest kind of `error` that travels; "" for none."""
    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in ERRORS), "")


# --------------------------------------------------------------------------- the process


def keep_to(memory: int | None) -> None:
    """Cap the memory, and leave no core dump at a crash."""
    with suppress(ImportError):
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            cap = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.setrlimit(resource.RLIMIT_DATA, (cap, most))


def let_go_of_memory() -> None:
    """Lift the cap, so that there is memory to report that it was met."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _watch(orders: int) -> None:
    """End when the asking process is gone, where no supervisor sees to it."""

    def wait() -> None:
        with suppress(OSError):
            os.read(orders, 1)
        os._exit(0)

    Thread(target=wait, name="everyway child", daemon=True).start()


if __name__ == "__main__":
    main()
