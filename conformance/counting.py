"""Counts, arrays and projections: a solver may come to them by another way than by enumerating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from ..models import Model, ModelError, all_different, variables
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.counting import count
from ..solvers.harness.enumeration import solutions
from ..solvers.harness.registry import Solver
from .enumerate_naively import Row, solution_rows
from .limits import soon, time_limit
from .random_models import random_model

MODELS = 60
"""So many random models are counted, taken as arrays and projected."""


def of_two_parts() -> Model:
    """Two parts that share no variable, with a symmetry of values, and a variable of its own."""
    p, q = variables("p", 4, range(5)), variables("q", 3, range(3))
    free = variables("free", 1, range(2))
    return Model("two parts", p, q, free, all_different(p), all_different(q))


def holds_for_each(solver: Solver, wrong: Callable[[Model], str]) -> None:
    """Fails where `wrong` says something of any model; what the solver refuses is left out."""
    refused = 0
    models = [of_two_parts(), *map(random_model, range(MODELS))]
    for model in models:
        try:
            said = wrong(model)
        except Unsupported:
            refused += 1
            continue
        assert not said, f"{solver.name} on {model.name}: {said}"
    if refused == len(models):
        pytest.skip("unsupported")


def test_the_count_is_the_number_of_solutions(solver: Solver) -> None:
    def wrong(model: Model) -> str:
        right = solution_rows(model).total()
        with soon():
            found = count(model, solver.name, time_limit=time_limit())
        return "" if found == right else f"it counts {found} of {right} solutions"

    holds_for_each(solver, wrong)


def test_arrays_hold_every_solution_once(solver: Solver) -> None:
    pytest.importorskip("numpy")

    def wrong(model: Model) -> str:
        rows: Counter[Row] = Counter()
        try:
            with soon(), solutions(model, solver.name, time_limit=time_limit()) as found:
                for block in found.arrays():
                    rows.update(map(tuple, block.tolist()))
        except ModelError:
            return ""  # it has labels
        assert found.outcome.complete, found.outcome
        return _difference(solution_rows(model), rows)

    holds_for_each(solver, wrong)


def test_a_projection_holds_every_combination_once(solver: Solver) -> None:
    def wrong(model: Model) -> str:
        names = [variable.name for variable in model.variables]
        if not names:
            return ""
        chance = Random(model.name)
        chosen = sorted(chance.sample(range(len(names)), chance.randint(1, len(names))))
        right = Counter({tuple(row[place] for place in chosen): 1 for row in solution_rows(model)})
        project = [names[place] for place in chosen]
        options: dict[str, Any] = {"project": project, "time_limit": time_limit()}
        with soon(), solutions(model, solver.name, **options) as found:
            rows = Counter(
                tuple(solution.assignment[name] for name in project) for solution in found
            )
        assert found.outcome.complete, found.outcome
        return _difference(right, rows)

    holds_for_each(solver, wrong)


def _difference(right: Counter[Row], rows: Counter[Row]) -> str:
    missing, extra = right - rows, rows - right
    if not missing and not extra:
        return ""
    return f"{missing.total()} missing, {extra.total()} invented or repeated, e.g. " + str(
        next(iter((missing or extra).elements()))
    )
