"""OxiDD counts past what machine words hold, ends where memory does, and keeps its order."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import combinations, pairwise

import pytest

from everyway.models import Model, integer, total, variables
from everyway.solvers import count, solutions
from everyway.solvers import oxidd as adapter
from everyway.solvers.harness.contract import Control

pytest.importorskip("oxidd")


def test_a_count_may_exceed_64_bits():
    x = variables("x", 120, range(3))
    apart = Model("apart", x, (one != other for one, other in pairwise(x)))
    assert next(adapter.counts(apart, Control())) == 3 * 2**119
    assert count(apart, "oxidd") == 3 * 2**119


def test_solutions_come_in_canonical_order():
    x, y, z = (integer(name, 0, 4) for name in "xyz")
    found = [one.row for one in solutions(Model("m", z, x, y, x + y == 2 * z), "oxidd")]
    assert len(found) == 13
    assert found == sorted(found)


def test_what_does_not_fit_is_stopped_by_memory_and_leaves_the_next_model_alone(monkeypatch):
    monkeypatch.setattr(adapter, "MOST_NODES", 2**10)
    adapter._idle.clear()
    x = variables("x", 24, range(2))
    pairs = Model("pairs", x, (x[k] == x[k + 12] for k in range(12)))
    with solutions(pairs, "oxidd") as found:
        assert list(found) == []
    assert (found.outcome.status, found.outcome.reason) == ("stopped", "memory")
    held = found.outcome
    small = Model("small", x[:3], total(x[:3]) == 1)
    assert count(small, "oxidd") == 3
    assert held.error is not None
    adapter._idle.clear()  # its manager is too small for others


def test_a_manager_is_kept_for_the_next_model_and_two_at_once_have_their_own():
    x = variables("x", 6, range(6))
    model = Model("m", x, (one != other for one, other in combinations(x, 2)))
    first, second = solutions(model, "oxidd"), solutions(model, "oxidd")
    rows = [(one.row, other.row) for one, other in zip(first, second, strict=True)]
    assert len(rows) == 720
    assert all(one == other for one, other in rows)


FORKED = """
import os, sys
from everyway.models import Model, variables
from everyway.solvers import count
x = variables("x", 3, range(3))
model = Model("m", x, x[0] < x[1])
assert count(model, "oxidd") == 9
child = os.fork()
assert count(model, "oxidd") == 9
sys.exit(0 if child == 0 else os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not copy processes")
def test_a_copy_of_a_process_ends_though_its_manager_has_no_threads():
    done = subprocess.run([sys.executable, "-c", FORKED], timeout=60, check=False)
    assert done.returncode == 0
