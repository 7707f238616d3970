"""Domains of few values far apart: nothing is as long as what lies between them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from everyway.models import Model, element, variable
from everyway.solvers import Unsupported, solutions
from everyway.solvers.harness.registry import Solver

from .peaks import FAR, RULES

MEGABYTES = 20
"""More than a model of near values takes."""
FEW = ("1e8",)

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def faults(solver: str, spans: list[str]) -> list[str]:
    """The models that took too much memory, or were not solved and not refused in words."""
    words = [sys.executable, "-m", "tests.models.language.peaks", solver, *spans]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, len(rows)) == (0, 2 * len(RULES) * len(spans)), done.stderr[-2000:]
    return [str(row) for row in rows if row["more"] > MEGABYTES or not is_right(row)]


def is_right(row: dict[str, str]) -> bool:
    """True if a solver that found another number than it should have says that it had to stop."""
    return row["outcome"].startswith("refused: ") or (
        "time limit" in row["outcome"] or row["outcome"].removeprefix("count ") == row["truth"]
    )


@needs_proc
def test_values_far_apart_take_no_more_memory_than_near_ones(solver: Solver) -> None:
    assert not faults(solver.name, list(FEW))


@needs_proc
@pytest.mark.slow
def test_no_span_takes_more_memory(solver: Solver) -> None:
    assert not faults(solver.name, list(FAR))


@pytest.mark.parametrize(
    "domain", [[0, 1, 2**24 + 1], [-(2**31) - 1, 0, 2**31 - 1], range(0, 2**40, 2**30)]
)
def test_cp_refuses_values_too_far_apart_for_its_bits(domain: list[int] | range) -> None:
    x = variable("x", domain)
    with pytest.raises(Unsupported, match="cp holds a bit for each integer between the values"):
        list(solutions(Model("far", x), "cp"))


def test_cp_chooses_among_items_without_going_through_all_that_an_index_spans() -> None:
    index, x, y = variable("i", [0, 1, 7, 10**7]), variable("x", range(3)), variable("y", range(3))
    model = Model("far", index, x, y, element([x, y], index) == 2)
    with solutions(model, "cp", isolate=True, time_limit=30) as found:
        assert len(list(found)) == 6
    assert found.outcome.complete
