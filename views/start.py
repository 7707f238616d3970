"""The entry point of the command: Ctrl-C is understood even while the rest is imported."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

# ------------ Runs a command beside a parent that sees when the code of a puzzle ends the process.
#
# A puzzle file is a program: it may call `os._exit` or crash in C, and the exit code would then be
# its own, perhaps 0 with nothing printed. So the command runs in a child, which marks its regular
# end; where the mark is missing, the parent says so and ends as for a failure.


MARK = 0xFF
"""Begins what is written at a regular end; the exit code follows. No signal has this number."""

PATIENCE = 0.3
"""Seconds in which a signal for the whole group has reached the child too."""

FORWARDED = ("SIGINT", "SIGTERM", "SIGHUP")


def names_a_program(words: Sequence[str]) -> bool:
    """True if a command line may run code from outside: a Python file, a module's function, or
    the library of a solver that it names, which may end the process where memory is short.
    """
    solver = ("-S", "--solver")
    return any(".py" in word or ":" in word or word.startswith(solver) for word in words)


def supervised(run: Callable[[], object]) -> None:
    """End as `run` does, by its SystemExit, or as a failure where its process ends otherwise."""
    if not hasattr(os, "fork"):
        run()
        return
    news, mark = os.pipe()
    life, held = os.pipe()
    try:
        child = os.fork()
    except OSError:  # no process is to be had; the command may do without
        run()
        return
    if child == 0:
        os.close(news)
        os.close(held)
        _end_with_the_parent(life)
        _run_marked(run, mark)
        return
    os.close(mark)
    os.close(life)
    sys.exit(_awaited(child, news))


_marks: list[int] = []
"""The pipe on which the end of this process is noted, if a parent waits for it."""


def _run_marked(run: Callable[[], object], mark: int) -> None:
    """Run; each signal is noted to the parent as it arrives, and at the end the exit code."""
    os.set_blocking(mark, False)
    signal.set_wakeup_fd(mark, warn_on_full_buffer=False)
    _marks.append(mark)
    try:
        run()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        with suppress(OSError):
            os.write(mark, bytes([MARK, code & 0xFF]))
        raise


def end_at_once(code: int) -> None:
    """End the process, whatever runs in it, with an exit code of ours; from any thread."""
    for mark in _marks:
        os.write(mark, bytes([MARK, code]))
    os._exit(code)


def _end_with_the_parent(life: int) -> None:
    """Be killed when nobody holds the other end of the pipe: the parent was killed."""
    import fcntl

    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(life, fcntl.F_SETSIG, signal.SIGKILL)
            fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | fcntl.FASYNC)
            return
    from threading import Thread

    def wait() -> None:
        os.read(life, 1)
        os.kill(os.getpid(), signal.SIGKILL)

    Thread(target=wait, name="everyway parent", daemon=True).start()


def _awaited(child: int, news: int) -> int:
    """The exit code for how the child ended."""
    os.set_blocking(news, False)
    heard, asked = bytearray(), Counter[int]()

    def read() -> None:
        with suppress(BlockingIOError):
            heard.extend(os.read(news, 1 << 10))

    def forward(number: int, frame: object) -> None:
        """Pass a signal on that came to this process alone, as from `kill`."""
        asked[number] += 1
        limit = time.monotonic() + PATIENCE
        while heard.count(number) < asked[number] and time.monotonic() < limit:
            time.sleep(0.01)
            read()
        if heard.count(number) < asked[number]:
            with suppress(ProcessLookupError):
                os.kill(child, number)

    for name in FORWARDED:
        number = getattr(signal, name)
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, forward)
    _, status = os.waitpid(child, 0)
    read()
    place = heard.find(MARK)
    if 0 <= place < len(heard) - 1:
        return heard[place + 1]
    return _unmarked(os.waitstatus_to_exitcode(status))


def _unmarked(status: int) -> int:
    """The exit code, with a message, where the process ended other than by its command."""
    if -status in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    from ..models.language.errors import ExitCode
    from ..solvers.harness.installing import ending
    from .standard_streams import complain

    how = ending(status)
    how = f"was {how}" if how.startswith("killed") else how
    complain(f"error: the process {how}, by the puzzle's own code or by a library: no answer")
    return ExitCode.FAILED


OURS_ALONE = "ours alone"
"""The object of the context of a command that runs nobody's code but ours."""
OBJECTS = 100_000
"""The new objects after which garbage is looked for: imports make many, of which none is any."""


def main() -> None:
    """Run the command line; interrupted before it can speak for itself, end in 130."""
    _fill_closed_streams()
    gc.set_threshold(OBJECTS)
    try:
        supervised(_run) if names_a_program(sys.argv[1:]) else _run(OURS_ALONE)
    finally:
        gc.freeze()  # where all ends, Python would search it for garbage once more


def _run(code: object = None) -> None:
    try:
        from .command_line import main as run

        run(obj=code)
    except KeyboardInterrupt:
        sys.exit(130)  # ExitCode.INTERRUPTED: nothing more is imported
    except (MemoryError, OSError) as error:  # before the command line could say so
        if isinstance(error, OSError) and error.errno != errno.ENOMEM:
            raise
        os.write(2, b"error: out of memory; give this process more\n")
        sys.exit(4)  # ExitCode.FAILED, likewise


def _fill_closed_streams() -> None:
    """Let no file that is opened later be taken for a standard stream that was closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
