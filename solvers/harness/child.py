"""A process that runs one solver on one model, and tells what it reports.

It is started by `child_process`. Its order comes on standard input and its messages go out on
what was standard output; all that a library prints goes to standard error. It imports its solver,
says that it is ready, and waits for the word to begin. Its family is ended with the one who asks.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, NoReturn

from .comparison import plain
from .frames import BEGIN, ENDED, MISFIT, NEWS, READY, ROW, framed
from .misfits import text_of_misfit
from .outcome import Outcome
from .packing import MisfitError, Packer
from .parcel import Order
from .run import Run

if TYPE_CHECKING:
    from .shrinking import ShrinkOrder
    from .submission_judge import Judgement
    from .submitted_models import Submission


def main() -> NoReturn:
    """Do what is ordered, and end at once: no library has a say in that."""
    orders, answers = _private_streams()
    tell = Teller(answers)
    try:
        order: Order | Submission | Judgement | ShrinkOrder = pickle.load(
            os.fdopen(os.dup(orders), "rb")
        )
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
        _keep_to(order.memory)
        if isinstance(order, Order):
            _perform(order, orders, tell)
        else:
            order.perform(tell)
    except BaseException as error:
        with suppress(BaseException):
            tell.failure(error)
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


class Teller:
    """Sends messages; each is out before the search goes on, so that none is lost with it."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._send(BEGIN)

    def tell(self, kind: bytes, elapsed: float, body: bytes = b"") -> None:
        """Send a message."""
        self._send(framed(kind, elapsed, body))

    def news(self, kind: bytes, outcome: Outcome, elapsed: float = 0.0) -> None:
        """Send how a run goes."""
        error = outcome.error
        told = {
            "status": outcome.status,
            "reason": outcome.reason,
            "viewpoint": outcome.viewpoint,
            "version": outcome.version,
            "seconds": outcome.seconds,
            "statistics": plain(dict(outcome.statistics)),
            "error": [_kind(error), str(error)] if error is not None else None,
        }
        self.tell(kind, elapsed, json.dumps(told).encode())

    def failure(self, error: BaseException) -> None:
        """Send that nothing has come of the order."""
        outcome = Outcome("", "", "failed", f"{type(error).__name__}: {error}", error=error)
        if isinstance(error, MemoryError):
            outcome.status, outcome.reason = "stopped", "memory"
        self.news(ENDED, outcome)

    def _send(self, data: bytes) -> None:
        sent = os.write(self._answers, data)
        while sent < len(data):
            sent += os.write(self._answers, data[sent:])


def _kind(error: BaseException) -> str:
    """The nearest kind of `error` that the one who asks may know."""
    from .worker import ERRORS

    return next((kind.__name__ for kind in type(error).__mro__ if kind.__name__ in ERRORS), "")


# --------------------------------------------------------------------------------- the run


def _perform(order: Order, orders: int, tell: Teller) -> None:
    model = order.parcel.opened()
    run = Run(model, order.solver, address=order.address, **order.options)
    start = time.perf_counter()
    with suppress(Exception):  # the run itself tells why its solver cannot be had
        run.load()
    seconds = time.perf_counter() - start
    run.outcome.seconds["import"] = seconds
    tell.news(READY, run.outcome)
    if not os.read(orders, 1):
        os._exit(0)
    if os.name == "nt":
        _watch(orders)
    try:
        _report(run, tell)
    except BaseException as error:
        if run.outcome.status == "running":
            raise
        run.outcome.error = run.outcome.error or error
    finally:
        _let_go_of_memory()
    run.outcome.seconds["import"] = seconds
    tell.news(ENDED, run.outcome, run.elapsed)


def _report(run: Run, tell: Teller) -> None:
    """Tell every row that `run` reports."""
    packer = Packer(run.projected)
    pack, names, first = packer.pack, packer.names, True
    whole = run.projected is run.model
    for found in run:
        if first:
            tell.news(NEWS, run.outcome, run.elapsed)
            first = False
        try:
            if run.misfit:
                raise MisfitError
            kept = found if whole else {name: found[name] for name in names}
            tell.tell(ROW, run.elapsed, pack(kept)[0])
        except MisfitError:
            tell.tell(MISFIT, run.elapsed, text_of_misfit(found, names))


# --------------------------------------------------------------------------- the process


def _keep_to(memory: int | None) -> None:
    """Have no more memory than told, and leave no picture of it behind at a crash."""
    with suppress(ImportError):
        import resource

        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory is not None:
            _, most = resource.getrlimit(resource.RLIMIT_DATA)
            cap = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.setrlimit(resource.RLIMIT_DATA, (cap, most))


def _let_go_of_memory() -> None:
    """Lift the cap, so that it can be told that it was met."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _watch(orders: int) -> None:
    """End when the one who asks is gone, where no supervisor sees to it."""

    def wait() -> None:
        with suppress(OSError):
            os.read(orders, 1)
        os._exit(0)

    Thread(target=wait, name="everyway child", daemon=True).start()


if __name__ == "__main__":
    main()
