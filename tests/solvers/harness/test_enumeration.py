"""Running a solver within limits of solutions and of time."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest

from everyway.models import Model, integer
from everyway.solvers import count, first, solutions
from everyway.solvers.harness import contract

from ...support.fake_solvers import Asked, Clock, ending, numbers, register, three


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(contract, "time", clock)
    return clock


# -------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_last_of_a_limit_comes_before_anything_further_is_looked_for(monkeypatch, limit):
    model, solver = three(monkeypatch)
    found = solutions(model, "fake", limit=limit)
    assert [next(found)["x"] for _ in range(limit)] == list(range(limit))
    assert (solver.asked, solver.ended) == (limit, False)


@pytest.mark.parametrize(
    ("limit", "asked", "end"),
    [(1, 2, ("stopped", "limit")), (2, 3, ("stopped", "limit")), (3, 3, ("complete", None))],
)
@pytest.mark.parametrize("ask", ["the outcome", "the next"])
def test_whether_there_is_more_is_looked_for_once_it_is_asked(monkeypatch, limit, asked, end, ask):
    model, solver = three(monkeypatch)
    found = solutions(model, "fake", limit=limit)
    handed = [next(found) for _ in range(limit)]
    if ask == "the next":
        assert next(found, None) is None
    assert ending(found) == end
    assert found.outcome.solutions == len(handed) == limit
    assert (solver.asked, solver.closed) == (asked, True)
    assert list(found) == []


def test_the_outcome_before_the_limit_looks_no_further(monkeypatch):
    model, solver = three(monkeypatch)
    found = solutions(model, "fake", limit=2)
    assert ending(found) == ("running", None)
    next(found)
    assert (ending(found), solver.asked) == (("running", None), 1)


def test_first_never_looks_ahead_and_closes(monkeypatch):
    model, solver = three(monkeypatch)
    assert first(model, "fake")["x"] == 0
    assert (solver.asked, solver.closed, solver.ended) == (1, True, False)


def test_first_of_none_is_none(monkeypatch):
    register(monkeypatch, Asked([]))
    assert first(numbers(3)[0], "fake") is None


@pytest.mark.parametrize("option", ["limit", "time_limit"])
@pytest.mark.parametrize("value", [0, -1, float("nan"), True, False, "3", [2], Fraction(1, 2)])
def test_a_limit_that_is_no_positive_number_is_refused_by_name(option, value):
    with pytest.raises(ValueError, match=rf"^{option} is .*; it must be a "):
        solutions(numbers(3)[0], **{option: value})


def test_a_limit_is_whole_and_a_time_limit_need_not_be():
    with pytest.raises(ValueError, match=r"limit is 1\.5; it must be a whole number from 1"):
        solutions(numbers(3)[0], limit=1.5)
    assert count(numbers(3)[0], time_limit=1.5) == count(numbers(3)[0], time_limit=1e9) == 3


# ---------------------------------------------------------------------------------------- time


def test_time_for_which_a_solution_is_held_counts_for_nothing(monkeypatch, clock):
    def slowly(model, control):
        for x in range(3):
            clock.now += 1
            yield {"x": x}

    register(monkeypatch, slowly)
    found = solutions(numbers(3)[0], "fake", time_limit=3.5)
    for _ in found:
        clock.now += 1000
    assert ending(found) == ("complete", None)
    assert found.outcome.seconds["all"] == 3


def test_a_consumer_may_sleep_longer_than_the_limit():
    found = solutions(Model("free", integer("x", 0, 3)), "flatmap", time_limit=0.2)
    next(found)
    time.sleep(0.25)
    assert len(list(found)) == 3
    assert ending(found) == ("complete", None)


@pytest.mark.parametrize(("build", "step", "handed"), [(5, 0, 0), (0, 2, 1), (2.5, 0.3, 1)])
def test_a_time_limit_covers_build_and_search(monkeypatch, clock, build, step, handed):
    def slowly(model, control):
        clock.now += build
        control.check()
        control.searching()
        for x in range(3):
            clock.now += step
            control.check()
            yield {"x": x}

    register(monkeypatch, slowly)
    found = solutions(numbers(3)[0], "fake", time_limit=3)
    assert len(list(found)) == handed
    assert ending(found) == ("stopped", "time limit")


def test_a_solver_that_knows_of_no_limit_is_stopped_between_two_solutions(monkeypatch, clock):
    def heedless(model):
        for _ in range(10):
            clock.now += 1
            yield {"x": 0}

    register(monkeypatch, heedless)
    found = solutions(numbers(3)[0], "fake", time_limit=3)
    assert len(list(found)) == 3
    assert ending(found) == ("stopped", "time limit")


def test_a_solver_that_ends_in_silence_when_its_time_is_over_is_not_complete(monkeypatch, clock):
    def quits(model, control):
        while not control.should_stop():
            clock.now += 1
            yield {"x": 0}
            clock.now += 1

    register(monkeypatch, quits)
    found = solutions(numbers(3)[0], "fake", time_limit=3.5)
    list(found)
    assert ending(found) == ("stopped", "time limit")


def test_seconds_are_of_the_import_the_build_and_the_search_apart(monkeypatch, clock, tmp_path):
    def slowly(model, control):
        clock.now += 2
        control.searching()
        for x in range(3):
            clock.now += 1
            yield {"x": x}
        clock.now += 0.5

    module = register(monkeypatch, slowly, module="slow_library")
    vars(module)["clock"] = clock
    monkeypatch.setattr("everyway.solvers.harness.registry.time", clock)
    (tmp_path / "slow_library.py").write_text("from fake_solver import clock\nclock.now += 4\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = solutions(numbers(3)[0], "fake")
    for _ in found:
        clock.now += 64
    assert found.outcome.seconds == {"import": 4, "build": 2, "first": 1, "all": 3.5}
