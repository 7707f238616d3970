"""Threads of the compiled solver find what one finds, each solution once, and stop together."""

from __future__ import annotations

import threading
from collections import Counter
from itertools import islice

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, all_different, total, variables
from everyway.models.queens import queens
from everyway.solvers import Incomplete, count, solutions
from everyway.solvers.auto.engines import FIRST_ROWS
from everyway.solvers.auto.reading import cliques
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.rows.packing import digest_of
from everyway.solvers.harness.running.independent_parts import counted

from ...support.clocks import without_hanging

pytest.importorskip("llvmlite", reason="several threads need llvmlite")


def threads() -> int:
    return sum(thread.name == "everyway threads" for thread in threading.enumerate())


def large() -> Model:
    return queens(18)


@pytest.mark.parametrize("jobs", [1, 2, 3, 8])
def test_the_count_does_not_depend_on_jobs(jobs):
    assert count(queens(10), "auto", jobs=jobs, shortcuts=()) == 724


@pytest.mark.parametrize("jobs", [2, 5])
def test_the_digest_does_not_depend_on_jobs(jobs):
    one = digest_of(s.row for s in solutions(queens(9), "auto"))
    several = digest_of(s.row for s in solutions(queens(9), "auto", jobs=jobs))
    assert several == one
    assert several.count == 352


@pytest.mark.parametrize("seed", range(60))
def test_random_models_have_the_same_solutions_with_several_jobs(seed):
    model = random_model(seed)
    one = Counter(s.row for s in solutions(model, "auto"))
    several = Counter(s.row for s in solutions(model, "auto", jobs=3))
    assert several == one


def test_auto_takes_several_jobs_over_from_python():
    rows = Counter(s.row for s in solutions(queens(11), "auto", jobs=2))
    assert len(rows) == sum(rows.values()) == 2680


def test_a_model_of_many_rows_is_streamed_in_parts():
    q = variables("q", 7, range(9))
    found = solutions(Model("free", q, total(q) >= 0), "auto", jobs=2)
    with found:
        assert len(list(islice(found, 100_000))) == 100_000
    assert threads() == 0


def test_the_outcome_says_how_many_jobs_there_were():
    parts = counted(queens(12), "auto", Options(jobs=2, shortcuts=()))
    assert parts is not None
    assert parts.outcome.statistics["jobs"] == 2
    assert int(parts.outcome.statistics["tasks"]) >= 2


def test_no_thread_is_left_behind():
    count(queens(9), "auto", jobs=4)
    assert threads() == 0


def test_closing_stops_every_thread():
    found = solutions(large(), "auto", jobs=3)
    for _ in range(FIRST_ROWS + 1):  # the first ones come before the search is shared
        next(found)
    assert threads() == 3
    with without_hanging():
        found.close()
    assert threads() == 0


def test_a_limit_stops_every_thread():
    with solutions(large(), "auto", jobs=2, limit=10) as found:
        assert len(list(found)) == 10
    assert found.outcome.reason == "limit"
    assert threads() == 0


def test_a_time_limit_stops_every_thread():
    with without_hanging(), pytest.raises(Incomplete, match="time limit") as caught:
        count(large(), "auto", jobs=2, time_limit=1, shortcuts=())
    assert caught.value.found > 0
    assert threads() == 0


def test_a_limit_of_time_also_stops_where_there_is_no_solution(monkeypatch):
    monkeypatch.setattr(cliques, "FEWEST", 99)  # or the pigeons would be seen at once
    q = variables("q", 13, range(12))
    pairs = (a != b for n, a in enumerate(q) for b in q[:n])
    with pytest.raises(Incomplete, match="time limit"):
        count(Model("pigeons", q, *pairs), jobs=2, time_limit=0.2, shortcuts=())
    assert threads() == 0


def test_an_interrupt_of_the_one_who_asks_stops_every_thread(monkeypatch):
    found = solutions(large(), "auto", jobs=2)
    next(found)
    monkeypatch.setattr(found._control, "check", interrupt)
    with pytest.raises(KeyboardInterrupt):
        for _ in found:
            pass
    assert threads() == 0


def interrupt() -> None:
    raise KeyboardInterrupt


def test_what_goes_wrong_in_a_thread_is_raised(monkeypatch):
    from everyway.solvers.auto.loops import state

    def broken(*arguments):
        raise ValueError("in a thread")

    monkeypatch.setattr(state, "halved", broken)
    with pytest.raises(Exception, match="in a thread"):
        count(large(), "auto", jobs=2, shortcuts=())
    assert threads() == 0


def test_a_model_without_solutions():
    q = variables("q", 4, range(3))
    assert count(Model("pigeons", q, all_different(q)), "auto", jobs=2) == 0


@pytest.mark.parametrize("jobs", [-1, 1.5, True, "many", None])
def test_a_number_of_jobs_that_is_none_is_refused(jobs):
    with pytest.raises(ValueError, match="a whole number from 1"):
        solutions(queens(4), "auto", jobs=jobs)


@pytest.mark.parametrize("jobs", ["auto", 0])
def test_as_many_jobs_as_cores(jobs):
    assert count(queens(8), "auto", jobs=jobs) == 92
