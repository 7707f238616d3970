"""The process of one solver: it runs one model after the other, and tells what came of each."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from ...models import Model
from ...solvers.harness.processes.payload import Payload
from ...solvers.harness.registry import Solver
from ...solvers.harness.running.run import Run

Row = tuple[Any, ...]
_DEATH_SIGNAL = 1
"""The option of prctl by which Linux ends a process with its parent."""
MOST_REPORTED = 20_000


@dataclass(frozen=True)
class Told:
    """What came of a model."""

    status: str
    """As of a run; also `dead` for a process that ended, `hung` for one that had to be ended."""
    reason: str | None = None
    rows: Counter[Row] = field(default_factory=Counter)
    malformed: tuple[str, ...] = ()
    """What was reported and is no assignment."""


@dataclass(frozen=True)
class Question:
    """A model that is to be enumerated."""

    payload: Payload
    time_limit: float


def serve(connection: Connection, name: str, address: str, noise: str) -> None:
    """Answer questions until nobody asks any more; all that is printed goes to a file."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who asks
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # what a solver starts is ended with it
    _die_with_the_parent()
    _print_to(noise)
    solver = Solver(name, address)
    try:
        solver.load()
    except BaseException as error:
        connection.send(Told("unavailable", str(error)))
        return
    connection.send(Told("ready"))
    with suppress(EOFError, OSError):
        while True:
            connection.send(answer(connection.recv(), solver))


def answer(question: Question, solver: Solver) -> Told:
    """What `solver` reports of a model."""
    return listened(question.payload.opened(), solver, question.time_limit)


def listened(model: Model, solver: Solver, time_limit: float) -> Told:
    """The rows that `solver` reports, and how it ended."""
    address, names = solver.address, [variable.name for variable in model.variables]
    rows: Counter[Row] = Counter()
    malformed: list[str] = []
    options: dict[str, Any] = {"limit": MOST_REPORTED, "time_limit": time_limit}
    with Run(model, solver.name, address=address, **options) as run:
        try:
            for found in run:
                if run.malformed:
                    malformed.append(repr(found)[:200])
                else:
                    rows[tuple(found[name] for name in names)] += 1
        except Exception as error:
            return Told("failed", f"{type(error).__name__}: {error}", rows, tuple(malformed))
        outcome = run.outcome
    return Told(outcome.status, outcome.reason, rows, tuple(malformed))


def _die_with_the_parent() -> None:
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)


def _print_to(noise: str) -> None:
    """Let this process print to a file, which need not be there."""
    target = os.open(noise, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for descriptor in (1, 2):
        os.dup2(target, descriptor)
    os.close(target)
