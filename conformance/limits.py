"""What ends a solver that would never end: limits of time and memory, and an alarm beyond."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

_LIMIT: ContextVar[float | None] = ContextVar("everyway_limit", default=None)
_GRACE = 5.0
_MEMORY = 2 * 2**30
_PAGES = Path("/proc/self/statm")


class StillRunning(BaseException):
    """A solver went on for long after its limit had passed; nothing that it catches stops this."""


def time_limit() -> float | None:
    """Seconds that a solver has for one model, where somebody set them."""
    return _LIMIT.get()


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Gives a solver so many seconds for each model."""
    token = _LIMIT.set(seconds)
    try:
        yield
    finally:
        _LIMIT.reset(token)


@contextmanager
def soon() -> Iterator[None]:
    """Fails what goes on for long after the limit has passed, where there is one."""
    seconds = time_limit()
    if seconds is None:
        yield
    else:
        with ended_after(2 * seconds + _GRACE):
            yield


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Fails what hangs, rather than hanging with it: where the system has alarms."""
    if not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def fail(number: int, frame: object) -> None:
        raise StillRunning(f"still running after {seconds} seconds")

    start, old = time.monotonic(), signal.signal(signal.SIGALRM, fail)
    left = signal.setitimer(signal.ITIMER_REAL, seconds)[0]
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, old)
        # an alarm that was set before goes on; 0 would turn it off
        left = max(left - (time.monotonic() - start), 0.001) if left else 0
        signal.setitimer(signal.ITIMER_REAL, left)


@contextmanager
def within_memory() -> Iterator[None]:
    """Gives what runs 2 GiB more than there is, then a MemoryError: where Linux can tell."""
    if not _PAGES.exists():
        yield
        return
    import resource

    old = resource.getrlimit(resource.RLIMIT_AS)
    used = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    most = used + _MEMORY if old[1] == resource.RLIM_INFINITY else min(used + _MEMORY, old[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, old)
