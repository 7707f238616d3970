"""A program of its own: runs a command and, however that ends, ends all that it has started.

    python supervisor.py LIFELINE PARENT FOLDER COMMAND...

It ends its family when the command ends, when nobody holds the other end of the pipe LIFELINE, or
when the process PARENT is gone; then it removes FOLDER, and ends as the command has ended. On
Linux, processes that have left the command (forked twice, in a session of their own) come to it,
so that it ends them too; elsewhere only those whose parents still live are found.

It imports nothing of the package, so that it starts in milliseconds.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

_DIE_WITH_PARENT, _ADOPT_ORPHANS = 1, 36
_SECONDS_BETWEEN_LOOKS = 1.0
_NOT_STARTED = 127


def main() -> None:
    """Run the command, and end as it does."""
    lifeline, command = int(sys.argv[1]), sys.argv[4:]
    os.set_inheritable(lifeline, False)
    supervise(lambda: _execute(command), lifeline, int(sys.argv[2]), sys.argv[3])


def supervise(command: Callable[[], object], lifeline: int, parent: int, folder: str) -> None:
    """Have a child be the command, and end as it does."""
    _prctl(_ADOPT_ORPHANS, 1)
    signals = _signals_as_bytes()
    child = _started(command)
    status = _watched(child, parent, lifeline, signals)
    _end_family()
    if folder:
        import shutil

        shutil.rmtree(folder, ignore_errors=True)
    if status is not None:
        _end_as(status)


def _prctl(option: int, value: int) -> None:
    """Ask this of the system, where it is Linux."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _signals_as_bytes() -> int:
    """A descriptor from which each signal that asks this process to act can be read."""
    readable, writable = os.pipe()
    for end in (readable, writable):
        os.set_blocking(end, False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, lambda number, frame: None)
    signal.set_wakeup_fd(writable, warn_on_full_buffer=False)
    return readable


# --------------------------------------------------------------------------------- the command


def _started(command: Callable[[], object]) -> int:
    """The process of the command. This one keeps none of the streams that the command has."""
    own = os.getpid()
    child = os.fork()
    if child == 0:
        _become(command, own)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    return child


def _become(command: Callable[[], object], supervisor: int) -> None:
    """Be the command, in a session of its own and with the usual answers to signals."""
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals():
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        _prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == supervisor:
            command()
    finally:
        os._exit(_NOT_STARTED)


def _execute(command: list[str]) -> None:
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} cannot be run: {error.strerror}\n".encode())


def _watched(child: int, parent: int, lifeline: int, signals: int) -> int | None:
    """The status with which `child` has ended by itself; None where it is to be ended."""
    while os.getppid() == parent:
        ready, _, _ = select.select([lifeline, signals], [], [], _SECONDS_BETWEEN_LOOKS)
        for pid, status in _buried():
            if pid == child:
                return status
        received = os.read(signals, 4096) if signals in ready else b""
        if lifeline in ready or set(received) - {signal.SIGCHLD}:
            break
    return None


def _end_as(status: int) -> None:
    """End as a process with this status has."""
    if os.WIFSIGNALED(status):
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # one picture of it is enough
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status))


# ---------------------------------------------------------------------------------- the family


def _buried() -> Iterator[tuple[int, int]]:
    """Processes of the family that have ended since, with their statuses."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def _end_family() -> None:
    """Kill until none is left: the children of one that is killed come here, or were killed too."""
    with suppress(ChildProcessError):
        while True:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                for pid in _descendants(os.getpid()):
                    with suppress(OSError):
                        os.kill(pid, signal.SIGKILL)
                os.waitpid(-1, 0)


def _descendants(root: int) -> list[int]:
    """The processes that `root` has started, that those have started, and so on."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found = list(children.get(root, ()))
    for pid in found:  # grows as it goes
        found += children.get(pid, ())
    return found


def _processes() -> Iterator[tuple[int, int]]:
    """Every process of the system, with its parent."""
    if os.path.exists("/proc/self/stat"):
        for name in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
                yield int(name), int(file.read().rpartition(b")")[2].split()[1])
        return
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, check=False)
    for line in listed.stdout.splitlines():
        pid, parent = map(int, line.split())
        yield pid, parent


if __name__ == "__main__":
    main()
