"""Limits of time and memory for a solver that would never end, and an alarm beyond."""

from __future__ import annotations

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from ..models.language.nodes import held
from ..solvers.harness.contract import Traits

# ------------------------------------------------------------------------------------------- clock
# CPU time of this process and of all that it has started: a busy machine changes nothing of it.


_PROCESSES = Path("/proc")
_TIMES = slice(11, 15)
"""The fields of a line of `stat` with ticks, its own and of its children, counted from the name."""


class Stopwatch:
    """Runs from when it is made."""

    def __init__(self) -> None:
        self._start = _cpu_seconds()
        self._begun = time.monotonic()

    @property
    def cpu(self) -> float:
        """Seconds of CPU spent since then."""
        return _cpu_seconds() - self._start

    @property
    def wall(self) -> float:
        """Seconds gone by since then."""
        return time.monotonic() - self._begun


def _cpu_seconds() -> float:
    ended = os.times()
    return time.process_time() + ended.children_user + ended.children_system + _of_the_living()


def _of_the_living() -> float:
    """Seconds of all descendants that have not ended, where the system lists them."""
    found = _children("self")
    for process in found:  # grows while it is read
        found += _children(process)
    ticks = sum(map(_ticks, found))
    return float(ticks / os.sysconf("SC_CLK_TCK")) if found else 0.0


def _children(process: str) -> list[str]:
    tasks = (_PROCESSES / process / "task").glob("*/children")
    return [child for task in tasks for child in _words(task)]


def _ticks(process: str) -> int:
    return sum(map(int, _words(_PROCESSES / process / "stat")[_TIMES]))


def _words(place: Path) -> list[str]:
    """The fields of a file of the system, behind the name that it may begin with."""
    with suppress(OSError):
        return place.read_text().rpartition(")")[2].split()
    return []


_LIMIT: ContextVar[float | None] = ContextVar("everyway_limit", default=None)
_GRACE = 5.0
_MEMORY = 2 * 2**30
_PATIENCE = 6.0
"""The multiple of its seconds after which one that spends no CPU is ended."""
_NATIVE = 60.0
"""The seconds beyond, after which the whole process is ended: a library never came back from it."""
_STATUS = Path("/proc/self/status")


class Late(AssertionError):
    """A solver stopped at its limit, as it should, and what it had found by then is right."""


class StillRunning(BaseException):
    """A solver went on for long after its limit had passed; nothing that it catches stops this."""


def time_limit() -> float | None:
    """Seconds that a solver has for one model, where somebody set them."""
    return _LIMIT.get()


def limited(seconds: float | None) -> AbstractContextManager[None]:
    """Gives a solver so many seconds for each model."""
    return held(_LIMIT, seconds)


@contextmanager
def soon(patience: float = 1.0) -> Iterator[None]:
    """Fails what goes on for long after `patience` times the limit, where there is one."""
    seconds = time_limit()
    seconds = None if seconds is None else patience * seconds
    if seconds is None:
        yield
    else:
        with ended_after(2 * seconds + _GRACE):
            yield


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Fails what hangs, rather than hanging with it: where the system has alarms.

    They are seconds of CPU, of this process and of what it starts, so that a busy machine fails
    nobody; who spends none is ended after `_PATIENCE` times as many.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return
    watch = Stopwatch()

    def fail(number: int, frame: object) -> None:
        missing = seconds - watch.cpu
        if missing > 0 and watch.wall < _PATIENCE * seconds:
            signal.setitimer(signal.ITIMER_REAL, max(missing, 0.1))
        else:
            # Once more, where what tidies up behind it waits for the same that does not end.
            signal.setitimer(signal.ITIMER_REAL, _GRACE)
            raise StillRunning(f"still running after {seconds} seconds")

    start, old = time.monotonic(), signal.signal(signal.SIGALRM, fail)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)[0]
    try:
        with _ended_in_any_case(start + _PATIENCE * seconds + _NATIVE):
            yield
    finally:
        signal.signal(signal.SIGALRM, old)
        # an alarm that was set before goes on; 0 would turn it off
        left = max(left - (time.monotonic() - start), 0.001) if left else 0
        signal.setitimer(signal.ITIMER_REAL, left)


@contextmanager
def _ended_in_any_case(deadline: float) -> Iterator[None]:
    """Ends the process where no handler of signals runs any more, and prints where it stood.

    The name of the solver and its test stand in what is printed.
    """
    _DEADLINES.append(deadline)
    _watch()
    try:
        yield
    finally:
        _DEADLINES.pop()
        _watch()


_DEADLINES: list[float] = []


def _watch() -> None:
    """Have the process end at the next deadline, if there is one."""
    if _DEADLINES:
        from . import plugin  # it needs pytest, which whoever only shrinks models may lack

        seconds = max(min(_DEADLINES) - time.monotonic(), 1.0)
        faulthandler.dump_traceback_later(seconds, exit=True, file=plugin.standard_error())
    else:
        faulthandler.cancel_dump_traceback_later()


def until(done: Callable[[], bool], seconds: float) -> bool:
    """True once `done` is, false if that takes too long."""
    end = time.monotonic() + seconds
    while not done():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def within_memory() -> Iterator[None]:
    """Gives what runs 2 GiB more than there is, then a MemoryError, on Linux.

    What is merely reserved does not count: a virtual machine reserves much more than it uses.
    """
    if not _STATUS.exists():
        yield
        return
    import resource

    old = resource.getrlimit(resource.RLIMIT_DATA)
    most = _data() + _MEMORY
    if old[1] != resource.RLIM_INFINITY:
        most = min(most, old[1])
    resource.setrlimit(resource.RLIMIT_DATA, (most, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, old)


def _data() -> int:
    """Bytes of this process that count as data."""
    line = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmData"))
    return 1024 * int(line.split()[1])


# ----------------------------------------- The tests that a solver has to pass, by its own traits.


Test = TypeVar("Test", bound=Callable[..., Any])
_WANTED = "everyway_traits"


def only(**traits: bool) -> Callable[[Test], Test]:
    """A test for the solvers with these traits alone."""

    def marked(test: Test) -> Test:
        setattr(test, _WANTED, traits)
        return test

    return marked


def wanted(test: Callable[..., Any]) -> dict[str, Any]:
    """The traits that `test` asks for, by name."""
    found: dict[str, Any] = getattr(test, _WANTED, {})
    return found


def is_for(test: Callable[..., Any], traits: Traits) -> bool:
    """True if a solver with these traits has to pass `test`."""
    return all(getattr(traits, name) == value for name, value in wanted(test).items())
