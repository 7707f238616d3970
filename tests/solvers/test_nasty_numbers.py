"""Every solver on nasty numbers in each field of each constraint, against every assignment."""

from __future__ import annotations

from functools import cache
from math import prod

import pytest

from everyway.models import Model
from everyway.solvers import Unsupported, solutions
from everyway.solvers.harness.registry import Solver

from ..support.nasty_models import KINDS, large_models, rows_of
from ..support.settings import SEED

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
EACH, OF_A_COSTLY_ONE = 10, 1
"""The models of a kind for a solver."""


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_any_size_are_held_or_refused(solver: Solver, kind: str) -> None:
    if solver.traits.historical:
        pytest.skip("it knows one puzzle")
    for seed in range(SEED, SEED + (OF_A_COSTLY_ONE if solver.traits.costly else EACH)):
        model, right = rows_of(kind, seed)
        try:
            found = sorted(solution.row for solution in solutions(model, solver.name))
        except Unsupported:
            continue
        assert found == sorted(right), (kind, seed, [str(rule) for rule in model.constraints])


@pytest.mark.parametrize("model", large_models(), ids=lambda model: model.name)
def test_large_forms_are_whole(solver: Solver, model: Model) -> None:
    if solver.traits.historical:
        pytest.skip("it knows one puzzle")
    right = _right(model)
    assert 0 < len(right) < prod(len(variable.domain) for variable in model.variables)
    assert sorted(solution.row for solution in solutions(model, solver.name)) == right


@cache
def _right(model: Model) -> list[tuple[object, ...]]:
    return sorted(solution.row for solution in solutions(model, "brute-force"))


def test_most_of_these_models_have_solutions_and_others() -> None:
    several = [rows_of(kind, seed) for kind in KINDS for seed in range(SEED, SEED + EACH)]
    sizes = [len(right) for _, right in several]
    assert sum(map(bool, sizes)) > 0.8 * len(sizes)
    assert len({tuple(map(str, model.constraints)) for model, _ in several}) > 0.9 * len(several)
