"""Processes that replay models for a library that cannot be stopped, or ends its process.

One that has ended its work is kept for the next model.
"""

from __future__ import annotations

import atexit
import json
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from contextlib import closing
from pathlib import Path
from typing import IO

from ..contract import Control, SolverFailed
from ..installing import ending
from .background import aside
from .child_process import Family

_MOST_IDLE = 4


class _Process:
    """A process that waits for a model on its input, and writes rows of numbers."""

    def __init__(self, script: Path) -> None:
        self.script = script
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in `end`)
        pipe = subprocess.PIPE
        self.family = Family(
            [sys.executable, str(script)], stdin=pipe, stdout=pipe, stderr=self.errors
        )

    def end(self) -> None:
        """End it and all that it has started, and free what it holds."""
        self.family.close()
        self.errors.close()

    def last_words(self) -> str:
        """The last error that it wrote, in a line."""
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return next((line for line in lines if "xception" in line or "rror" in line), "no message")


_IDLE: list[_Process] = []


class Replayer:
    """A process for one model at a time, which `script` runs.

    The script reads a model a line, as JSON, and writes a row a line: a list of numbers, null
    after the last one.
    """

    def __init__(self, name: str, script: Path) -> None:
        self._name = name
        self._process = _idle(script) or _Process(script)
        self._is_idle = self._is_killed = False

    def rows(self, program: object) -> Generator[list[int], None, None]:
        """The rows that are found.

        Raises: SolverFailed where the process ends without saying that these are all.
        """
        native = self._process.family.process
        assert native.stdin is not None
        assert native.stdout is not None
        try:
            native.stdin.write(json.dumps(program).encode() + b"\n")
            native.stdin.flush()
        except BrokenPipeError:
            pass  # it has died, which shows below
        for line in native.stdout:
            row = json.loads(line)
            if row is None:
                self._is_idle = True
                return
            yield row
        ended, words = ending(native.wait()), self._process.last_words()
        raise SolverFailed(f"{self._name}'s process {ended}; it printed: {words}")

    def kill(self) -> None:
        """End the search, from another thread."""
        self._is_killed = True
        self._process.family.end()

    def give_back(self) -> None:
        """Keep the process where it waits for a model, else end it."""
        # the list of those that wait is the main thread's alone
        is_main = threading.current_thread() is threading.main_thread()
        is_idle = self._is_idle and not self._is_killed
        if is_idle and is_main and len(_IDLE) < _MOST_IDLE:
            _IDLE.append(self._process)
        else:
            self._process.end()


def replayed(
    name: str, script: Path, program: object, control: Control
) -> Generator[list[int], None, None]:
    """The rows that a process finds, which ends when the search must."""
    replayer = Replayer(name, script)
    try:
        control.searching()
        with closing(aside(replayer.rows(program), control, replayer.kill)) as found:
            yield from found
    finally:
        replayer.give_back()


def _idle(script: Path) -> _Process | None:
    """A process that waits, if there is one that this thread may have."""
    if threading.current_thread() is not threading.main_thread():
        return None
    for process in [process for process in _IDLE if process.script == script]:
        _IDLE.remove(process)
        if process.family.status is None:
            return process
        process.end()
    return None


def end_idle() -> None:
    """End the processes that wait for a model."""
    while _IDLE:
        _IDLE.pop().end()


@atexit.register
def _end_idle_at_exit() -> None:
    """End them undisturbed: this process ends, which is all that Ctrl-C could ask for."""
    if _IDLE and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_idle()
