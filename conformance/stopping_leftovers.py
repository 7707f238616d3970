"""No solver leaves a process or a temporary file behind, however its search ends.

Each search is made by a program of its own, whose whole family is known by a mark in its
environment, which every process inherits.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from .by_traits import only
from .limits import until

MARK = "EVERYWAY_LEFTOVERS"
"""In the environment of what a test starts, and of what that starts."""
INTERRUPTED = "KeyboardInterrupt stopped\n"
"""The last line of a program that Ctrl-C has ended."""
HUNG = 60.0
"""Seconds after which what should have ended is ended from outside."""
ENVIRONMENTS = Path("/proc")

needs_environments = pytest.mark.skipif(
    not ENVIRONMENTS.joinpath("self/environ").exists(), reason="processes are found by /proc"
)

PROGRAM = """
import signal, sys
from contextlib import suppress
from everyway.conformance.stopping import fruitless, open_model
from everyway.solvers.harness.contract import SolverFailed, Unsupported
from everyway.solvers.harness.running.enumeration import solutions
from everyway.solvers.harness.registry import solver_named

name, how, form = sys.argv[1:]
solver_named(name).load()


def search(**options):
    for small in (False, True):
        try:
            with solutions(fruitless(form, small=small), name, **options) as found:
                return list(found)
        except Unsupported:
            pass  # too large for this solver
        except (KeyboardInterrupt, SolverFailed) as error:
            return print(type(error).__name__, found.outcome.status, flush=True)
    print("unsupported", flush=True)


if how == "by itself":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a script's background
    list(solutions(open_model(4), name))
    list(solutions(open_model(4), name, limit=2))
    with solutions(open_model(4), name) as found:
        next(found)
    if solver_named(name).traits.interruptible:
        search(time_limit=0.3)
    print("ended", flush=True)
else:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's `pytest &` ignores it
    print("searching", flush=True)
    with suppress(KeyboardInterrupt):  # which may come after a quick search, too
        search(isolate=how == "isolated")
        signal.signal(signal.SIGINT, signal.SIG_IGN)
"""


def family(mark: str) -> list[int]:
    """The living processes that bear the mark, those first that were started first."""
    found = []
    for folder in ENVIRONMENTS.glob("[0-9]*"):
        with suppress(OSError, ValueError):
            environment = folder.joinpath("environ").read_bytes()  # of a dead one there is none
            if f"{MARK}={mark}\0".encode() in environment + b"\0":
                started = folder.joinpath("stat").read_text().rpartition(")")[2].split()[19]
                found.append((int(started), int(folder.name)))
    return [pid for _, pid in sorted(found)]


@contextmanager
def searching(
    solver: Solver, how: str, folder: Path, form: str = "sums"
) -> Iterator[subprocess.Popen[str]]:
    """A program that searches; after it has ended, no process and no file of it is there."""
    temporary, mark = folder / "temporary", str(folder)
    temporary.mkdir()
    names = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, solver.name, how, form],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **names, MARK: mark},
    ) as process:
        too_late = threading.Timer(HUNG, process.kill)
        too_late.start()
        try:
            yield process
            process.wait()
        finally:
            process.kill()
            too_late.cancel()
    until(lambda: not family(mark) and not list(temporary.iterdir()), HUNG / 2)
    left = family(mark)
    for pid in left:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    assert not left, "processes are left"
    assert list(temporary.iterdir()) == [], "temporary files are left"


def begun(process: subprocess.Popen[str]) -> None:
    """Wait until the program searches."""
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    time.sleep(1.0)


def last_line(process: subprocess.Popen[str]) -> str:
    """The last line of the program. Raises: Unsupported where its model was refused."""
    assert process.stdout is not None
    said = process.stdout.read()
    if said == "unsupported\n":
        raise Unsupported("it refuses even the smallest")
    return said


@needs_environments
def test_nothing_is_left_of_searches_that_end_by_themselves(solver: Solver, tmp_path: Path) -> None:
    with searching(solver, "by itself", tmp_path) as process:
        assert last_line(process) == "ended\n"


@needs_environments
@only(interruptible=True)
def test_nothing_is_left_of_a_search_that_is_interrupted(solver: Solver, tmp_path: Path) -> None:
    with searching(solver, "alone", tmp_path) as process:
        begun(process)
        process.send_signal(signal.SIGINT)
        assert last_line(process) in (INTERRUPTED, "")


@needs_environments
@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_nothing_is_left_of_a_program_that_is_killed(
    solver: Solver, name: str, tmp_path: Path
) -> None:
    with searching(solver, "alone", tmp_path) as process:
        begun(process)
        process.send_signal(getattr(signal, name))
        last_line(process)


@needs_environments
@pytest.mark.parametrize("place", [1, 2], ids=["supervisor", "solver"])
def test_nothing_is_left_where_a_process_of_the_search_is_killed(
    solver: Solver, place: int, tmp_path: Path
) -> None:
    with searching(solver, "isolated", tmp_path) as process:
        begun(process)
        several = family(str(tmp_path))
        if len(several) > place:  # else it has ended
            os.kill(several[place], signal.SIGKILL)
        assert last_line(process) in ("SolverFailed failed\n", "")
