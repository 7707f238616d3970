"""Models with an objective have exactly their best solutions, each once."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import count, islice

import pytest

from ..models import Model
from ..solvers.harness.contract import SolverFailed, Unsupported
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .instances.random_models import (
    best_rows,
    models_with_many_values,
    models_with_objectives,
    models_with_ties,
)
from .solving import refuse_wrong, reproduction, smallest

MODELS, FEW_MODELS = 80, 3
"""Random models for a solver, and for one to which each model is costly."""


def test_random_models_have_exactly_their_best_solutions(solver: Solver) -> None:
    makers = (models_with_objectives, models_with_ties, models_with_many_values)
    models = (model for seed in count() for make in makers for model in make(seed))
    is_tried = False
    for model in islice(models, FEW_MODELS if solver.traits.costly else MODELS):
        try:
            wrong = _fault(solver, model)
        except Unsupported:
            continue
        is_tried = True
        if wrong:
            small = smallest(model, partial(_fault_again, solver))
            again = _fault_again(solver, small) or "it fails now and then"
            text = f"{model.name}: {wrong}\n# the smallest that fails: {again}"
            pytest.fail(f"{text}\n{reproduction(small, solver)}")
    if not is_tried:
        pytest.skip("unsupported")


def _fault_again(solver: Solver, model: Model) -> str:
    """The fault on a smaller model; none on one without objective, or where it breaks off."""
    try:
        return _fault(solver, model) if model.objective else ""
    except SolverFailed:
        return ""


def _fault(solver: Solver, model: Model) -> str:
    """The fault in words; empty where it finds exactly the best rows. Raises: Unsupported."""
    assert model.objective is not None, "it has one"
    with solutions(model, solver.name) as found:
        rows = [solution.row for solution in found]
    best, known = best_rows(model), found.outcome.objective
    refuse_wrong(model, Counter(rows))
    said = ""
    if not set(rows) <= best:
        said = f"not optimal {min(set(rows) - best)}"
    elif set(rows) != best:
        said = f"missing {min(best - set(rows))}"
    elif known is None or not known.proven:
        said = "the best value is not proven"
    return f"{model.objective.words}: {said}" if said else ""
