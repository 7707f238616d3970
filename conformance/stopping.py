"""Every solver streams, and stops when it is asked to, whatever its library does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from ..models import Model, all_different, total, variables
from ..solvers.harness.contract import Control, Incomplete, Stopped, Unsupported
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from ..solvers.harness.running.independent_parts import count
from .known_puzzles import queens
from .limits import Stopwatch, ended_after, only, until
from .solving import refuse_wrong

# ----------------- No solver leaves a process or a temporary file behind, however its search ends.
#
# Each search is made by a program of its own, whose whole family is known by a mark in its
# environment, which every process inherits.


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


T = TypeVar("T")

WAIT = 3.0
"""Seconds of CPU in which a solver must stop."""
HUNG_OF_STOPPING = 30.0
"""Seconds after which a test that should have stopped is ended from outside."""
FORMS = ("all_different", "pairwise", "sums")


def fruitless(form: str, *, small: bool = False) -> Model:
    """A model without solutions, and with a long way to see it; `small` for brute force.

    Some solvers see through the pigeons. Nobody sees through five sums of random numbers.
    """
    if form == "sums":
        return subset_sums(5, 23 if small else 40)
    pigeons, holes = (8, 7) if small else (13, 12)
    q = variables("q", pigeons, range(holes))
    if form == "all_different":
        return Model("pigeons", q, all_different(q))
    return Model("pigeons", q, (one != other for one, other in combinations(q, 2)))


def of_a_size_it_takes(run: Callable[[bool], T]) -> T:
    """The result of `run(small)`: of the small model where a solver refuses the large one."""
    try:
        return run(False)
    except Unsupported:
        return run(True)


def subset_sums(sums: int, size: int) -> Model:
    """Several lists of random numbers, each to be halved by one and the same choice."""
    random, chosen = Random(1), variables("chosen", size, range(2))
    lists = [[random.randrange(100) for _ in range(size)] for _ in range(sums)]
    return Model(
        "sums",
        chosen,
        (
            total(number * take for number, take in zip(numbers, chosen, strict=True))
            == sum(numbers) // 2
            for numbers in lists
        ),
    )


def open_model(size: int = 20) -> Model:
    """A million solutions, and none needs a search."""
    return Model("open", variables("b", size, range(2)))


def refuse_late(watch: Stopwatch, seconds: float) -> None:
    """Fail a solver that used more than `seconds` of CPU; what it found must be right."""
    spent = watch.cpu
    assert spent < seconds, f"late, not wrong: {spent:.1f} of {seconds:.1f} seconds of CPU"


@only(streams=True)
def test_the_first_solution_is_there_long_before_the_last(solver: Solver) -> None:
    watch = Stopwatch()
    with solutions(open_model(), solver.name) as found:
        assert len(list(islice(found, 50))) == 50
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "closed")
    refuse_late(watch, WAIT)


@only(streams=True)
def test_memory_does_not_grow_with_the_number_of_solutions(solver: Solver) -> None:
    tracemalloc.start()
    try:
        with solutions(open_model(), solver.name) as found:
            list(islice(found, 2_000))
            before = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()
            assert sum(1 for _ in islice(found, 5_000)) == 5_000
            grown = tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()
    assert grown < 1_000_000, "solutions that were handed over are still held"


@only(streams=True)
def test_a_consumer_that_waits_does_not_let_solutions_pile_up(solver: Solver) -> None:
    with solutions(open_model(), solver.name) as found:
        next(found)
        tracemalloc.start()
        time.sleep(0.3)
        grown = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    assert grown < 2_000_000


@only(streams=True, interruptible=True)
def test_closing_the_iterator_stops_the_search(solver: Solver) -> None:
    threads = threading.active_count()
    found = solutions(open_model(), solver.name)
    next(found)
    watch = Stopwatch()
    found.close()
    assert list(found) == []
    refuse_late(watch, WAIT)
    assert until(lambda: threading.active_count() <= threads, HUNG_OF_STOPPING)


@only(interruptible=True)
@pytest.mark.parametrize("form", FORMS)
def test_a_time_limit_stops_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    def stopped(small: bool) -> Outcome:
        model = fruitless(form, small=small)
        with ended_after(HUNG_OF_STOPPING), solutions(model, solver.name, time_limit=0.3) as found:
            assert list(found) == []
        return found.outcome

    solver.load()
    watch = Stopwatch()
    outcome = of_a_size_it_takes(stopped)
    quick = () if form == "sums" else (("complete", None),)
    assert (outcome.status, outcome.reason) in (("stopped", "time limit"), *quick)
    refuse_late(watch, 0.3 + WAIT)


def choices() -> Model:
    """Six of twelve: 924 ways."""
    q = variables("q", 12, range(2))
    return Model("choices", q, total(q) == 6)


@only(interruptible=True)
@pytest.mark.parametrize("seconds", [0.005, 0.05, 0.2])
def test_a_short_limit_stops_the_run_or_the_number_is_right(solver: Solver, seconds: float) -> None:
    solver.load()
    for model, number in ((choices(), 924), (queens(8), 92)):
        try:
            with solutions(model, solver.name, time_limit=seconds) as found:
                rows = Counter(solution.row for solution in found)
            counted = _counted(model, solver, seconds)
        except Unsupported:  # too large for this solver
            continue
        refuse_wrong(model, rows)
        said = (found.outcome.status, found.outcome.reason)
        assert said == ("stopped", "time limit") or (said, len(rows)) == (
            ("complete", None),
            number,
        )
        assert counted in (None, number)


@only(interruptible=True)
def test_a_count_by_parts_one_of_which_is_stopped_is_not_complete(solver: Solver) -> None:
    """The parts share no variable, so that their numbers are multiplied."""

    def stopped(small: bool) -> None:
        easy, hard = choices(), fruitless("sums", small=small)
        model = Model("two parts", easy.groups, hard.groups, easy.rules, hard.rules)
        with ended_after(HUNG_OF_STOPPING), pytest.raises(Incomplete):
            count(model, solver.name, time_limit=0.5)

    solver.load()
    of_a_size_it_takes(stopped)


def _counted(model: Model, solver: Solver, seconds: float) -> int | None:
    """The number of solutions; None where the time was not enough."""
    try:
        return count(model, solver.name, time_limit=seconds)
    except Incomplete:
        return None


@only(interruptible=True)
def test_a_solver_that_is_asked_to_stop_says_so(solver: Solver) -> None:
    def run(small: bool) -> None:
        control = Control()
        stream = solver.start(fruitless("sums", small=small), control)
        threading.Timer(0.2, control.stop).start()
        with ended_after(HUNG_OF_STOPPING), pytest.raises(Stopped):
            next(stream)

    solver.load()
    watch = Stopwatch()
    of_a_size_it_takes(run)
    refuse_late(watch, 0.2 + WAIT)


@only(interruptible=True)
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_ends_a_search_that_has_no_solution(
    solver: Solver, form: str, tmp_path: Path
) -> None:
    with searching(solver, "alone", tmp_path, form) as process:
        begun(process)
        watch = Stopwatch()
        process.send_signal(signal.SIGINT)  # nothing to a quick solver that has ended
        quick = () if form == "sums" else ("", "KeyboardInterrupt complete\n")
        assert last_line(process) in (INTERRUPTED, *quick)
        process.wait()
        refuse_late(watch, WAIT)


@only(streams=True)
def test_ctrl_c_between_two_solutions_is_not_swallowed(solver: Solver) -> None:
    found = solutions(open_model(), solver.name)

    def consume() -> None:
        with found:
            for _ in found:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            consume()
    finally:
        signal.signal(signal.SIGINT, before)
    assert found.outcome.status == "stopped"
