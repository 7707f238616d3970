"""Every solver streams, and stops when it is asked to, whatever its library does."""

from __future__ import annotations

import os
import signal
import threading
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable
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
from .by_traits import only
from .clock import Stopwatch
from .known_puzzles import queens
from .limits import ended_after, until
from .solving import refuse_wrong
from .stopping_leftovers import INTERRUPTED, begun, last_line, searching

T = TypeVar("T")

WAIT = 3.0
"""Seconds of CPU in which a solver must stop."""
HUNG = 30.0
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
    """Fails who spent more than so many seconds; of what it found, nothing is wrong."""
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
    assert until(lambda: threading.active_count() <= threads, HUNG)


@only(interruptible=True)
@pytest.mark.parametrize("form", FORMS)
def test_a_time_limit_stops_a_search_that_has_no_solution(solver: Solver, form: str) -> None:
    def stopped(small: bool) -> Outcome:
        model = fruitless(form, small=small)
        with ended_after(HUNG), solutions(model, solver.name, time_limit=0.3) as found:
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
        with ended_after(HUNG), pytest.raises(Incomplete):
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
        with ended_after(HUNG), pytest.raises(Stopped):
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
