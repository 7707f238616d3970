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


class Replayer:
    """A process that runs `script`, and waits for models.

    The script reads a model a line, as JSON, and writes a row a line: a list of numbers, null
    after the last one.
    """

    def __init__(self, script: Path) -> None:
        self.script = script
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in `end`)
        pipe = subprocess.PIPE
        command = [sys.executable, str(script)]
        self.family = Family(command, stdin=pipe, stdout=pipe, stderr=self._errors)
        self._is_idle = self._is_killed = False

    def rows(self, name: str, program: object) -> Generator[list[int], None, None]:
        """The rows that are found by the library of this name.

        Raises: SolverFailed where the process ends without saying that these are all.
        """
        self._is_idle = False
        native = self.family.process
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
        ended, words = ending(native.wait()), self._last_words()
        raise SolverFailed(f"{name}'s process {ended}; it printed: {words}")

    def kill(self) -> None:
        """End the search, from another thread."""
        self._is_killed = True
        self.family.end()

    def give_back(self) -> None:
        """Keep the process where it waits for a model, else end it."""
        # the list of those that wait is the main thread's alone
        is_main = threading.current_thread() is threading.main_thread()
        is_idle = self._is_idle and not self._is_killed
        if is_idle and is_main and len(_IDLE) < _MOST_IDLE:
            _IDLE.append(self)
        else:
            self.end()

    def end(self) -> None:
        """End the process and all that it has started, and free what it holds."""
        self.family.close()
        self._errors.close()

    def _last_words(self) -> str:
        """The last error that it wrote, in a line."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return next((line for line in lines if "xception" in line or "rror" in line), "no message")


_IDLE: list[Replayer] = []


def replayer_for(script: Path) -> Replayer:
    """A process that waits, if there is one that this thread may have; else a new one."""
    if threading.current_thread() is threading.main_thread():
        for one in [one for one in _IDLE if one.script == script]:
            _IDLE.remove(one)
            if one.family.status is None:  # it has not ended by itself
                return one
            one.end()
    return Replayer(script)


def replayed(
    name: str, script: Path, program: object, control: Control
) -> Generator[list[int], None, None]:
    """The rows that a process finds, which ends when the search must."""
    replayer = replayer_for(script)
    try:
        control.searching()
        with closing(aside(replayer.rows(name, program), control, replayer.kill)) as found:
            yield from found
    finally:
        replayer.give_back()


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
