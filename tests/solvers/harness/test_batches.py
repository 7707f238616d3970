"""Solutions that come many at once: as lazy, as limited and as checked as one by one."""

from __future__ import annotations

import copy
from array import array
from itertools import islice

import pytest

from everyway.models import Model, load, variables
from everyway.solvers import SolverFailed, solutions
from everyway.solvers import auto as module

pytest.importorskip("llvmlite")
pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def queens():
    return load("queens", n=9)


@pytest.fixture(scope="module")
def every(queens):
    return {solution.row for solution in solutions(queens, "flatmap")}


def test_each_comes_once_and_reads_as_one_that_came_alone(queens, every):
    found = list(solutions(queens, "auto"))
    assert len(found) == len(every) == 352
    for one in found:
        assert copy.copy(one).row in every
        again = queens.solution(one.assignment)
        assert (one, hash(one), one["queen"]) == (again, hash(again), again["queen"])
    assert {one.row for one in found} == every


@pytest.mark.parametrize("limit", [1, 2, 63, 64, 65, 351, 352])
def test_a_limit_holds_within_a_batch(queens, limit):
    with solutions(queens, "auto", limit=limit) as found:
        assert len(list(found)) == limit == found.outcome.solutions
    assert found.outcome.status == ("complete" if limit == 352 else "stopped")
    assert found.outcome.reason == (None if limit == 352 else "limit")


def test_what_is_closed_within_a_batch_ends_there(queens):
    found = solutions(queens, "auto")
    assert len(list(islice(found, 70))) == 70 == found.latest.solutions
    found.close()
    assert next(found, None) is None
    assert (found.outcome.reason, found.outcome.solutions) == ("closed", 70)


def test_a_value_outside_its_domain_is_loud_where_it_stands(monkeypatch):
    x = variables("x", 2, range(3))
    rows = [0, 0, 0, 1, 0, 3, 1, 1]
    monkeypatch.setattr(module, "batches", lambda model, control: iter([(2, 2), array("b", rows)]))
    found = solutions(Model("pairs", x), "auto")
    assert [next(found).row for _ in range(3)] == [(2, 2), (0, 0), (0, 1)]
    with pytest.raises(SolverFailed, match="has not a value of its domain"):
        next(found)
    assert (found.outcome.status, found.outcome.solutions) == ("failed", 3)
