"""Models with an objective have exactly their best solutions, each once."""

from __future__ import annotations

from collections import Counter
from itertools import count, islice

import pytest

from ..models import Model
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .instances.models_with_objectives import best_rows, models_with_objectives
from .solving import refuse_wrong

MODELS, FEW_MODELS = 40, 3
"""Random models for a solver, and for one to which each model is costly."""


def test_random_models_have_exactly_their_best_solutions(solver: Solver) -> None:
    models = (model for seed in count() for model in models_with_objectives(seed))
    few = FEW_MODELS if solver.traits.costly else MODELS
    if not sum(_is_checked(solver, model) for model in islice(models, few)):
        pytest.skip("unsupported")


def _is_checked(solver: Solver, model: Model) -> bool:
    """True if it was tried. Fails where other rows are found than the best."""
    assert model.objective is not None, "it has one"
    try:
        with solutions(model, solver.name) as found:
            rows = [solution.row for solution in found]
    except Unsupported:
        return False
    said, best = f"{model.name}, {model.objective.words}", best_rows(model)
    refuse_wrong(model, Counter(rows))
    assert set(rows) <= best, f"{said}: not optimal {min(set(rows) - best)}"
    assert set(rows) == best, f"{said}: missing {min(best - set(rows))}"
    known = found.outcome.objective
    assert known is not None, f"{said}: nothing is known of the best value"
    assert known.proven, f"{said}: the best value is not proven"
    return True
