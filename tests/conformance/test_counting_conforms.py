"""Counts, arrays and projections, on every solver there is: the kit's own tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from everyway.conformance import counting
from everyway.conformance.counting import *  # noqa: F403 - conftest gives each test its solvers
from everyway.conformance.limits import limited
from everyway.conformance.samples_and_random_models import Budget
from everyway.models import Model
from everyway.solvers import flatmap
from everyway.solvers.harness.contract import Assignment, Control, Traits
from everyway.solvers.harness.registry import Solver, solver_named

from ..support.settings import BRIEFLY, MODELS


@pytest.fixture
def budget(solver: Solver) -> Budget:
    """A part of what the kit asks of it."""
    return Budget(models=MODELS // (20 if solver.traits.costly else 4))


@pytest.fixture(autouse=True)
def limits() -> Iterator[None]:
    with limited(BRIEFLY):
        yield


def counts(model: Model, control: Control) -> Iterator[int]:
    """One too many where there are several."""
    number = sum(1 for _ in flatmap.solutions(model, control))
    yield number + (number > 1)


def projects(model: Model, control: Control) -> Iterator[Assignment]:
    """The first combination of what matters, and no other."""
    for values in flatmap.solutions(model, control):
        yield values
        if control.project is not None:
            return


def blocks(model: Model, control: Control) -> Iterator[Any]:
    """The first block of many."""
    import numpy

    rows = [list(values.values()) for values in flatmap.solutions(model, control)]
    yield numpy.array(rows[:5], dtype=int).reshape(-1, len(model.variables))


@pytest.mark.parametrize(
    ("test", "planted", "traits"),
    [
        (counting.test_the_count_is_the_number_of_solutions, {"counts": counts}, {}),
        (counting.test_arrays_hold_every_solution_once, {"blocks": blocks}, {"blocks": True}),
        (
            counting.test_a_projection_holds_every_combination_once,
            {"solutions": projects},
            {"projects": True},
        ),
    ],
)
def test_each_catches_a_planted_fault(
    monkeypatch: pytest.MonkeyPatch, test: Any, planted: dict[str, Any], traits: dict[str, bool]
) -> None:
    module = ModuleType("planted")
    vars(module).update({"solutions": flatmap.solutions, "TRAITS": Traits(**traits), **planted})
    monkeypatch.setitem(sys.modules, "planted", module)
    with pytest.raises(pytest.fail.Exception, match="planted:solutions on") as caught:
        test(solver_named("planted:solutions"), Budget())
    assert "from everyway.models import Model" in str(caught.value), "no program shows it"
