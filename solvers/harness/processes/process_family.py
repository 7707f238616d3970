"""A command with all that it starts: one way to end a whole family of processes.

Every process that a solver needs is started here. A supervisor of its own (`supervisor.py`) ends
the family when it is asked to, when the command has ended, and when this process is gone, killed
too. The family has a folder of its own for temporary files, which goes when it goes.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import IO, Any

from .copied import Copy

SECONDS_TO_DIE = 5.0
"""The time for a supervisor to end its family, before it is killed itself."""
_SUPERVISOR = Path(__file__).with_name("supervisor.py")
_ROUNDS = 20


class Family:
    """A command that runs, in a session of its own, so that Ctrl-C reaches this process alone."""

    def __init__(self, command: Sequence[str] | Callable[[], object], **streams: Any) -> None:
        """Start `command`; `streams` are stdin, stdout and stderr as Popen takes them.

        A function is called in a copy of this process, which has pipes for all three.

        Raises: OSError where no process can be started.
        """
        self._folder = _new_folder()
        self._lock, self._ended = Lock(), False
        self._lifeline: IO[bytes] | None = None
        try:
            self.process = self._started(command, streams)
        except BaseException:
            self._remove_folder()
            raise

    @property
    def status(self) -> int | None:
        """The return code of the command, as Popen has it; None while it runs."""
        return self.process.poll()

    def end(self) -> int | None:
        """End the command and all that it started. Its status; None where it cannot be ended."""
        with self._lock:
            if not self._ended:
                self._ended = True
                self._let_go()
                self._finish()
        return self.process.poll()

    def close(self) -> None:
        """End it, and close the pipes to it."""
        self.end()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _started(
        self, command: Sequence[str] | Callable[[], object], streams: dict[str, Any]
    ) -> subprocess.Popen[bytes] | Copy:
        own = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), self._folder) if self._folder else {}
        options = {**streams, "env": {**os.environ, **own}}
        if os.name == "nt" and not callable(command):
            return subprocess.Popen(command, **options)
        theirs, ours = os.pipe()
        self._lifeline = os.fdopen(ours, "wb", 0)
        try:
            if callable(command):
                return Copy(command, theirs, self._folder, own)
            words = [str(theirs), str(os.getpid()), self._folder, *command]
            supervisor = [sys.executable, "-I", "-S", str(_SUPERVISOR), *words]
            return subprocess.Popen(
                supervisor, pass_fds=(theirs,), start_new_session=True, **options
            )
        except BaseException:
            self._lifeline.close()
            raise
        finally:
            os.close(theirs)

    def _let_go(self) -> None:
        """Have the supervisor end the family, or end it where there is none."""
        if self._lifeline is not None:
            self._lifeline.close()
        elif self.process.poll() is None:
            words = ["taskkill", "/F", "/T", "/PID", str(self.process.pid)]
            with suppress(OSError):
                subprocess.run(words, capture_output=True, check=False)
            self.process.kill()

    def _finish(self) -> None:
        """Wait for the supervisor, which removes the folder last; do its work where it did not."""
        try:
            self.process.wait(SECONDS_TO_DIE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(SECONDS_TO_DIE)
        if self._folder and os.path.exists(self._folder):
            _end_all_with(self._folder)
            self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)


def _new_folder() -> str:
    """A new folder for temporary files; "" where there can be none."""
    try:
        return tempfile.mkdtemp(prefix="everyway-")
    except OSError:  # it does without
        return ""


def _end_all_with(folder: str) -> None:
    """Kill the processes that have `folder` in their environment, where the system shows it."""
    for _ in range(_ROUNDS):
        found = list(_all_with(folder))
        if not found:
            return
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _all_with(folder: str) -> Iterator[int]:
    """The living processes that have `folder` in their environment."""
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if os.fsencode(folder) in environment.read_bytes():
                yield int(environment.parent.name)
