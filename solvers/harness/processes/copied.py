"""A process that is a copy of this one, so that it need not import again what is imported here.

Only a process with one thread can be copied: what another thread holds would be held for ever.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import IO, NoReturn

from . import supervisor

_SECONDS_BETWEEN_LOOKS = 0.005
_IGNORED_BY_PYTHON = ("SIGPIPE", "SIGXFSZ")


def can_be_copied() -> bool:
    """True if this process has no second thread, of Python or of a library."""
    with suppress(OSError):
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    return False


class Copy:
    """A copy of this process that performs something under a supervisor, shown as by Popen."""

    def __init__(
        self,
        perform: Callable[[], object],
        lifeline: int,
        folder: str,
        environment: Mapping[str, str],
    ) -> None:
        """Start it with pipes for its standard streams. Raises: OSError."""
        with suppress(ImportError):
            import ctypes  # noqa: F401 - once for all copies
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, OSError, ValueError):
                stream.flush()  # or a copy would write it too
        pipes = [os.pipe() for _ in range(3)]
        (orders, ours), *others = pipes
        theirs = [orders, *(written for _, written in others)]
        parent = os.getpid()
        try:
            self.pid = os.fork()
        except OSError:
            for end in sum(pipes, ()):
                os.close(end)
            raise
        if not self.pid:
            _be_supervised(perform, theirs, lifeline, parent, folder, environment)
        for end in theirs:
            os.close(end)
        self.stdin: IO[bytes] | None = os.fdopen(ours, "wb")
        self.stdout: IO[bytes] | None = os.fdopen(others[0][0], "rb")
        self.stderr: IO[bytes] | None = os.fdopen(others[1][0], "rb")
        self._status: int | None = None
        self._lock = Lock()

    def poll(self) -> int | None:
        """Its return code; None while it runs."""
        with self._lock:
            if self._status is None:
                ended, status = os.waitpid(self.pid, os.WNOHANG)
                self._status = os.waitstatus_to_exitcode(status) if ended else None
        return self._status

    def wait(self, timeout: float = float("inf")) -> int:
        """Its return code once it has ended. Raises: TimeoutExpired."""
        limit = time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > limit:
                raise subprocess.TimeoutExpired("a copy", timeout)
            time.sleep(_SECONDS_BETWEEN_LOOKS)
        return status

    def kill(self) -> None:
        """Kill it, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)


def _be_supervised(
    perform: Callable[[], object],
    streams: list[int],
    lifeline: int,
    parent: int,
    folder: str,
    environment: Mapping[str, str],
) -> NoReturn:
    """Be the supervisor of a further copy, which performs."""
    try:
        gc.freeze()  # what is looked at for garbage would be copied
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        _close_all_but(lifeline)
        os.environ.update(environment)
        tempfile.tempdir = None  # it is read from the environment again
        supervisor.supervise(lambda: _perform(perform), lifeline, parent, folder)
    finally:
        os._exit(0)


def _perform(perform: Callable[[], object]) -> None:
    """Perform with the streams and signals that a new process has."""
    _close_all_but()
    for name in _IGNORED_BY_PYTHON:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    sys.argv = ["-c"]
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, errors="backslashreplace", closefd=False)  # noqa: SIM115 - until it ends
        for number, mode in enumerate("rww")
    )
    perform()


def _close_all_but(*kept: int) -> None:
    """Close what is open beside the standard streams: no copy holds the pipes of another."""
    for number in map(int, os.listdir("/proc/self/fd")):
        if number > 2 and number not in kept:
            with suppress(OSError):  # the folder itself
                os.close(number)
