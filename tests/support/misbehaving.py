"""Solvers that hang, crash, lie about their types and talk too much; each is found by its address.

The model is `numbers(3)` of `fake_solvers`: one variable `x` of 0, 1, 2.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from everyway.models import Model
from everyway.solvers.harness.contract import Control, SolverUnavailable, Traits

Solver = Callable[[Model, Control], Iterator[Any]]


def after_one(then: Callable[[], object]) -> Solver:
    """A solver that finds one solution, and then does `then`."""

    def solutions(model: Model, control: Control) -> Iterator[Any]:
        control.searching()
        yield {"x": 0}
        then()

    return solutions


def of_rows(*rows: Any) -> Solver:
    """A solver that reports `rows`, and says that these are all."""
    return lambda model, control: iter(rows)


def _panic() -> None:
    """The end of a library in Rust that is built to abort."""
    os.write(2, b"thread 'main' panicked at src/lib.rs:7:5:\nindex out of bounds\n")
    os.abort()


def _hang() -> None:
    """Sleep in C with the interpreter held, deaf to all signals that can be ignored."""
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    ctypes.PyDLL(None).sleep(1000)


def _grow() -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def _bad_alloc() -> None:
    """The end of a library in C++ that finds no memory."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def _raise() -> None:
    raise ZeroDivisionError("of the adapter")


def _raise_of_none() -> None:
    raise BaseException("of no kind that is caught")


def _talk() -> None:
    print("noise on stdout")
    print("\x1b[31mnoise on stderr", file=sys.stderr)
    os.write(1, b"\0everyway 1\nnoise from C\n" * 3)
    warnings.warn("a warning of its own", stacklevel=1)
    os.write(1, b"x" * 1_000_000)


def _leave_a_child() -> None:
    """Start a process that would live on, and wait for it."""
    subprocess.run(["sleep", "1000"], check=True)


def _close_everything() -> None:
    """Close descriptors that are not its own, and search on."""
    os.closerange(3, 100)
    time.sleep(1000)


def _daemonise() -> None:
    """Leave a process behind in a session of its own, whose parent has ended."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            with suppress(KeyError):
                Path(os.environ["EVERYWAY_TEST"], "daemon").write_text(str(os.getpid()))
            time.sleep(1000)
        os._exit(0)
    os.wait()


def _leave_files() -> None:
    import tempfile

    tempfile.mkdtemp()
    os.abort()


aborts = after_one(os.abort)
segfaults = after_one(lambda: ctypes.string_at(0))
exits = after_one(lambda: os._exit(99))
exits_quietly = after_one(lambda: os._exit(0))
system_exits = after_one(lambda: sys.exit(0))
panics = after_one(_panic)
raises = after_one(_raise)
raises_of_none = after_one(_raise_of_none)
hangs = after_one(_hang)
grows = after_one(_grow)
bad_alloc = after_one(_bad_alloc)
waits = after_one(lambda: time.sleep(1000))
is_killed = after_one(lambda: os.kill(os.getpid(), signal.SIGKILL))
is_terminated = after_one(lambda: os.kill(os.getpid(), signal.SIGTERM))
leaves_a_child = after_one(_leave_a_child)
leaves_a_daemon = after_one(lambda: _daemonise() or time.sleep(1000))
leaves_a_daemon_and_ends = after_one(lambda: _daemonise() or os._exit(3))
leaves_files = after_one(_leave_files)
closes_everything = after_one(_close_everything)

good = of_rows({"x": 0}, {"x": 1}, {"x": 2})
booleans = of_rows({"x": False}, {"x": True}, {"x": 2})
floats = of_rows({"x": 0.0}, {"x": 1}, {"x": 2})
nothing = of_rows({"x": None}, {"x": 1}, {"x": 2})
lacking = of_rows({}, {"x": 1}, {"x": 2})
no_mapping = of_rows(7, {"x": 1}, {"x": 2})
outside = of_rows({"x": 7}, {"x": 1}, {"x": 2})


def numpy_integers(model: Model, control: Control) -> Iterator[Any]:
    import numpy

    yield from ({"x": numpy.int64(value)} for value in range(3))


def talks(model: Model, control: Control) -> Iterator[Any]:
    _talk()
    yield from ({"x": value} for value in range(3))
    _talk()


def late(model: Model, control: Control) -> Iterator[Any]:
    """It hangs before it finds anything."""
    _hang()
    yield {}


def too_old(model: Model, control: Control) -> Iterator[Any]:
    raise SolverUnavailable("too_old finds some_library 0.1; pip install --upgrade some_library")
    yield {}


def not_installed(model: Model, control: Control) -> Iterator[Any]:
    yield {}


not_installed.traits = Traits(module="no_such_library")  # type: ignore[attr-defined]


def pauses(model: Model, control: Control) -> Iterator[Any]:
    """Each solution takes 0.1 s."""
    for value in range(3):
        time.sleep(0.1)
        control.check()
        yield {"x": value}


def repeats_forever(model: Model, control: Control) -> Iterator[Any]:
    """Hands over a solution again and again, in no time."""
    while True:
        yield {"x": 0}


def floats_in_rows(model: Model, control: Control) -> Iterator[Any]:
    """A float for the first variable, and nothing for the others."""
    yield {model.variables[0].name: 2.0}
