"""Child processes as their parent holds them: their messages, their output, their end."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from typing import IO, Any, BinaryIO, NoReturn, cast

from ..installing import ending, last_words, text_of
from . import supervisor
from .child import main
from .payload import Frames, Message

# ------------------ A command with all that it starts: one way to end a whole family of processes.
#
# Every process that a solver needs is started here. A supervisor of its own (`supervisor.py`) ends
# the family when it is asked to, when the command has ended, and when this process is gone, killed
# too. The family has a folder of its own for temporary files, which goes when it goes.


SECONDS_TO_DIE = 5.0
"""The time for a supervisor to end its family, before it is killed itself."""
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
            program = [sys.executable, "-I", "-S", supervisor.__file__, *words]
            return subprocess.Popen(program, pass_fds=(theirs,), start_new_session=True, **options)
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
        found = False
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if os.fsencode(folder) in environment.read_bytes():
                    found = True
                    os.kill(int(environment.parent.name), signal.SIGKILL)
        if not found:
            return


# --------------------------------------------------------------------- a copy of this process


_SECONDS_BETWEEN_POLLS = 0.005
_IGNORED_BY_PYTHON = ("SIGPIPE", "SIGXFSZ")


def can_be_copied() -> bool:
    """True if this process has no second thread, of Python or of a library; Linux says so."""
    with suppress(OSError):
        return hasattr(os, "fork") and len(os.listdir("/proc/self/task")) == 1
    return False


class Copy:
    """A copy of this process that performs a function under a supervisor; used like a Popen.

    It need not import again what is imported here. Only a process with one thread can be copied:
    what another thread holds would be held for ever.
    """

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
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        parent = os.getpid()
        try:
            self.pid = os.fork()
        except OSError:
            for end in ours + theirs:
                os.close(end)
            raise
        if not self.pid:
            _be_supervised(perform, theirs, lifeline, parent, folder, environment)
        for end in theirs:
            os.close(end)
        self.stdin, self.stdout, self.stderr = (
            cast(IO[bytes], os.fdopen(end, mode))
            for end, mode in zip(ours, ("wb", "rb", "rb"), strict=True)
        )
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
            time.sleep(_SECONDS_BETWEEN_POLLS)
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


# ------------------------------------------------------------------ a process with an order


MOST_NOISE = 8_000
"""The bytes that are kept of the beginning of a child's output, and of its end."""
SECONDS_TO_DIE_OF_PROCESS = 2.0
SECONDS_FOR_THE_REST = 1.0
"""The time to read the last output of a process."""
_CHUNK = 1 << 16
_CHUNKS_AHEAD = 16
_SECONDS_TO_GATHER, _MOST_SECONDS_TO_GATHER = 0.005, 0.05
"""Pause after a small chunk, so that many rows are read at once; it grows with the time since the
start, since each reading costs this process a moment."""
_SECONDS_BETWEEN_LOOKS = 0.2

_COMMAND = (
    "import sys; sys.path[:] = {path!r};"
    " from everyway.solvers.harness.processes.child import main; main()"
)


class Gone(Exception):
    """The child has ended, and all that it said is read."""


class ChildProcess:
    """A process that was given an order; it is ended with all that it has started."""

    def __init__(self, order: bytes, *, quiet: bool = True, copied: bool = False) -> None:
        """Start it, where it may be `copied` as a copy of this process, if that has one thread.

        What it prints is kept; where it is not `quiet`, it goes where ours goes.
        """
        self._order = order
        self._frames = Frames()
        self.arrived: deque[Message] = deque()
        """Messages that are here and were not taken."""
        self._chunks: Queue[bytes | None] = Queue(_CHUNKS_AHEAD)
        self._noise = Noise()
        self._closed = self._gone = False
        self._died: float | None = None
        self._family = Family(
            main if copied and quiet and can_be_copied() else _command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if quiet else None,
        )
        self._orders = cast(BinaryIO, self._family.process.stdin)
        self._threads: list[Thread] = []

    def listen(self) -> None:
        """Give it its order, and take what it says, in threads from now on."""
        if not self._threads:
            process = self._family.process
            self._threads.append(_thread(self._talk, process.stdout))
            if process.stderr is not None:
                self._threads.append(_thread(self._noise.listen, process.stderr))

    def message(self, seconds: float | None) -> Message | None:
        """The next message; None where none comes within `seconds`.

        Raises: Gone where there will be none; GarbledError for other bytes.
        """
        self.listen()
        end = time.monotonic() + (inf if seconds is None else seconds)
        while not self.arrived:
            if self._gone:
                raise Gone
            left = end - time.monotonic()
            try:
                chunk = self._chunks.get(timeout=max(min(left, _SECONDS_BETWEEN_LOOKS), 0))
            except Empty:
                self._gone = self._is_silent()
            else:
                self._gone = chunk is None
                self._frames.feed(chunk or b"")
                self.arrived.extend(self._frames.messages())
            if left <= 0 and not self.arrived:
                return None
        return self.arrived.popleft()

    @property
    def is_broken_off(self) -> bool:
        """True if it has ended in the middle of a message."""
        return self._frames.is_broken_off

    def begin(self, order: bytes = b"!") -> None:
        """Let it begin, or give it a further order."""
        with suppress(OSError):  # that it ended shows when it is listened to
            self._orders.write(order)
            self._orders.flush()

    def end(self) -> int | None:
        """End it and all that it started, at any moment. Its exit status, as Popen has it."""
        status = self._family.end()
        if not self._closed:
            self._closed = True
            self.listen()
            self._stop_listening()
        return status

    def ending(self) -> str:
        """Its ending by itself, in words; after some time it is ended."""
        try:
            self._family.process.wait(SECONDS_TO_DIE_OF_PROCESS)
        except subprocess.TimeoutExpired:
            self.end()
            return "closed the pipe on which it was to report what it finds"
        return ending(self.end())

    def ending_and_output(self, when: str = "") -> str:
        """Its ending, `when` that was, and the last line that it printed."""
        words = self.ending()  # before its output is read, which has then all come
        said = last_words(self.noise)
        return f"{words}{when}{f'; it printed: {said}' if said else ''}"

    @property
    def noise(self) -> str:
        """Its printed output; of a long one the beginning and the end."""
        return text_of(self._noise.kept)

    def _is_silent(self) -> bool:
        """True if it has ended a while ago, and something that it started holds the pipe open."""
        if self._family.status is None:
            return False
        self._died = self._died or time.monotonic()
        late = self._closed or time.monotonic() > self._died + SECONDS_FOR_THE_REST
        return late and self._chunks.empty()

    def _stop_listening(self) -> None:
        with suppress(OSError):
            self._orders.close()
        for thread in self._threads:
            limit = time.monotonic() + 0.5
            while thread.is_alive() and time.monotonic() < limit:
                with suppress(Empty):
                    while True:
                        self._chunks.get_nowait()
                thread.join(0.002)

    # ------------------------------------------------------------------------ in a thread

    def _talk(self, answers: BinaryIO) -> None:
        """Give the order, and take what comes as it comes."""
        try:
            self._orders.write(self._order)
            self._orders.flush()
        except (OSError, ValueError):
            pass
        start = time.monotonic()
        with suppress(OSError, ValueError), answers:
            while data := os.read(answers.fileno(), _CHUNK):
                self._chunks.put(data)
                if len(data) < _CHUNK // 2:
                    part = (time.monotonic() - start) / 50
                    time.sleep(min(max(part, _SECONDS_TO_GATHER), _MOST_SECONDS_TO_GATHER))
        self._chunks.put(None)


class Noise:
    """The output of a child, its beginning and its end."""

    def __init__(self) -> None:
        self._head, self._tail = bytearray(), bytearray()
        self._dropped = False

    def listen(self, stream: BinaryIO) -> None:
        """Read to the end, and keep little."""
        with suppress(OSError, ValueError), stream:
            while data := os.read(stream.fileno(), _CHUNK):
                self._add(data)

    def _add(self, data: bytes) -> None:
        room = MOST_NOISE - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > MOST_NOISE:
            self._dropped = True
            del self._tail[:-MOST_NOISE]

    @property
    def kept(self) -> bytes:
        """The part that is kept."""
        between = "\n…\n".encode() if self._dropped else b""
        return bytes(self._head) + between + bytes(self._tail)


def _command() -> list[str]:
    path = [entry for entry in sys.path if isinstance(entry, str)]
    return [sys.executable, "-c", _COMMAND.format(path=path)]


def _thread(target: Callable[..., None], *given: object) -> Thread:
    thread = Thread(target=target, args=given, name="everyway child", daemon=True)
    thread.start()
    return thread
