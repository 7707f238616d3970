"""Every solver streams, and stops when it is told to, whatever its library does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest

from everyway.models import (
    Model,
    all_different,
    variables,
)
from everyway.solvers.harness.contract import Control, Stopped, Unsupported
from everyway.solvers.harness.enumeration import solutions
from everyway.solvers.harness.registry import Solver

WAIT = 2.0
"""Seconds in which a solver must stop."""
SLACK = 1.0
"""Seconds more that a busy machine is given."""
PIGEONS, HOLES = 13, 12


def pigeons(form: str, pigeon_count: int = PIGEONS, holes: int = HOLES) -> Model:
    """More pigeons than holes: no solution, and a long way to see it."""
    q = variables("q", pigeon_count, range(holes))
    if form == "all_different":
        return Model("pigeons", q, all_different(q))
    return Model("pigeons", q, (one != other for one, other in combinations(q, 2)))


def open_model(size: int = 20) -> Model:
    """A million solutions, and none needs a search."""
    return Model("open", variables("b", size, range(2)))


@pytest.mark.solvers(streams=True)
def test_the_first_solution_is_there_long_before_the_last(solver: Solver) -> None:
    start = time.perf_counter()
    with solutions(open_model(), solver.name) as found:
        assert len(list(islice(found, 50))) == 50
    assert time.perf_counter() - start < WAIT + SLACK
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "closed")


@pytest.mark.solvers(streams=True)
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


@pytest.mark.solvers(streams=True)
def test_a_consumer_that_waits_does_not_let_solutions_pile_up(solver: Solver) -> None:
    with solutions(open_model(), solver.name) as found:
        next(found)
        tracemalloc.start()
        time.sleep(0.3)
        grown = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
    assert grown < 2_000_000


@pytest.mark.solvers(streams=True, interruptible=True)
def test_closing_the_iterator_stops_the_search(solver: Solver) -> None:
    threads = threading.active_count()
    found = solutions(open_model(), solver.name)
    next(found)
    start = time.perf_counter()
    found.close()
    assert time.perf_counter() - start < WAIT + SLACK
    assert list(found) == []
    wait_until(lambda: threading.active_count() <= threads)


def wait_until(done: Any) -> None:
    deadline = time.perf_counter() + WAIT + SLACK
    while not done() and time.perf_counter() < deadline:
        time.sleep(0.02)
    assert done()


@pytest.mark.solvers(interruptible=True)
@pytest.mark.parametrize("form", ["all_different", "pairwise"])
def test_a_time_limit_stops_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    start = time.perf_counter()
    try:
        with solutions(pigeons(form), solver.name, time_limit=0.3) as found:
            assert list(found) == []
    except Unsupported:  # too large for this solver
        with solutions(pigeons(form, 8, 7), solver.name, time_limit=0.3) as found:
            assert list(found) == []
    assert time.perf_counter() - start < 0.3 + WAIT + SLACK + imported(found)
    outcome = (found.outcome.status, found.outcome.reason)
    assert outcome in [("stopped", "time limit"), ("complete", None)]


def imported(found: Any) -> float:
    """Seconds that went into loading the library: not the search's."""
    return found.outcome.seconds["import"] or 0.0


@pytest.mark.solvers(interruptible=True)
def test_a_solver_that_is_told_to_stop_says_so(solver: Solver) -> None:
    control = Control()
    stream = solver.start(pigeons("pairwise"), control)
    threading.Timer(0.2, control.stop).start()
    start = time.perf_counter()
    try:
        assert list(stream) == []
    except (Stopped, Unsupported):
        pass  # it never ends in silence when it was stopped
    else:
        assert time.perf_counter() - start < 0.2, "it ended as if complete after it was stopped"
    assert time.perf_counter() - start < 0.2 + WAIT + SLACK


CTRL_C = """
import sys
from tests.test_stopping import pigeons
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.enumeration import solutions
from everyway.solvers.harness.registry import solver_named
solver_named(sys.argv[1]).load()
print("searching", flush=True)
for pigeon_count, holes in ((13, 12), (8, 7)):
    try:
        with solutions(pigeons(sys.argv[2], pigeon_count, holes), sys.argv[1]) as found:
            print(list(found), flush=True)
    except Unsupported:
        continue  # too large for this solver
    except KeyboardInterrupt:
        print("interrupted", found.outcome.status, found.outcome.reason, flush=True)
    break
"""


@pytest.mark.solvers(interruptible=True)
@pytest.mark.parametrize("form", ["all_different", "pairwise"])
@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise on Windows")
def test_ctrl_c_ends_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CTRL_C, solver.name, form], cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        too_late = threading.Timer(60, process.kill)
        too_late.start()
        assert process.stdout.readline() == "searching\n"
        time.sleep(0.7)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)  # nothing to a quick solver that has ended
        said = process.stdout.read()
        process.wait()
        too_late.cancel()
    assert time.perf_counter() - start < WAIT + SLACK
    assert said in ("interrupted stopped interrupted\n", "[]\n")


@pytest.mark.solvers(streams=True)
def test_ctrl_c_between_two_solutions_is_not_swallowed(solver: Solver) -> None:
    found = solutions(open_model(), solver.name)

    def consume() -> None:
        with found:
            for _ in found:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.01)

    with pytest.raises(KeyboardInterrupt):
        consume()
    assert found.outcome.status == "stopped"
