"""Every solver on nasty numbers in each field of each constraint, against every assignment."""

from __future__ import annotations

import pytest

from everyway.solvers import Unsupported, solutions
from everyway.solvers.harness.registry import Solver

from ..support.nasty_models import KINDS, rows_of
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


def test_most_of_these_models_have_solutions_and_others() -> None:
    several = [rows_of(kind, seed) for kind in KINDS for seed in range(SEED, SEED + EACH)]
    sizes = [len(right) for _, right in several]
    assert sum(map(bool, sizes)) > 0.8 * len(sizes)
    assert len({tuple(map(str, model.constraints)) for model, _ in several}) > 0.9 * len(several)
