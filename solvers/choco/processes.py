"""Processes that replay models: one that ended its work is kept for the next model."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import IO, Any

from ..harness.contract import SolverFailed

_MOST_IDLE = 2
_SCRIPT = Path(__file__).with_name("replay.py")


class _Process:
    """A process that waits for a model on its input, and writes rows of numbers."""

    def __init__(self) -> None:
        self.errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 (closed in `end`)
        self.native = subprocess.Popen(
            [sys.executable, str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )

    def end(self) -> None:
        """Kill it, and free what it holds."""
        self.native.kill()
        self.native.communicate()
        self.errors.close()

    def last_words(self) -> str:
        """What it wrote of errors, at the end."""
        self.errors.seek(0)
        lines = self.errors.read().decode(errors="replace").strip().splitlines()
        return next((line for line in lines if "xception" in line or "rror" in line), "no words")


_IDLE: list[_Process] = []


class Replayer:
    """A process for one model at a time."""

    def __init__(self) -> None:
        self._process = _idle() or _Process()
        self._is_idle = False

    def rows(self, program: dict[str, Any]) -> Generator[list[int], None, None]:
        """The rows that Choco finds.

        Raises: SolverFailed where the process ends without saying that these are all.
        """
        native = self._process.native
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
        raise SolverFailed(
            f"Choco ended its process with code {native.wait()}: {self._process.last_words()}"
        )

    def kill(self) -> None:
        """End the search, from another thread."""
        self._process.native.kill()

    def give_back(self) -> None:
        """Keep the process where it waits for a model, else end it."""
        # a process is told to die with the thread that began it, so others keep none
        is_main = threading.current_thread() is threading.main_thread()
        if self._is_idle and is_main and len(_IDLE) < _MOST_IDLE:
            _IDLE.append(self._process)
        else:
            self._process.end()


def _idle() -> _Process | None:
    """A process that waits, if there is one that this thread may have."""
    while _IDLE and threading.current_thread() is threading.main_thread():
        process = _IDLE.pop()
        if process.native.poll() is None:
            return process
        process.end()
    return None


@atexit.register
def _end_all() -> None:
    while _IDLE:
        _IDLE.pop().end()
