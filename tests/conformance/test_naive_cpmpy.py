"""The kit convicts CPMpy of its own constraints where they are wrong."""

from __future__ import annotations

import pytest

from everyway.conformance import semantics
from everyway.conformance.samples_and_random_models import Cases, Tally
from everyway.solvers.harness.contract import SolverFailed
from everyway.solvers.harness.registry import solver_named

from .test_naive_choco import models

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
pytest.importorskip("cpmpy")


@pytest.mark.parametrize(
    ("fault", "kind", "column"),
    [
        ("ortools", "Regular", "some twice"),
        ("ortools", "Inverse", "some twice"),
        ("exact", "Regular", "negated"),
        ("pumpkin", "NoOverlap", "top"),
        ("pumpkin", "Cumulative", "3 to 9"),
        ("values", "Count", "top"),
        ("places", "Circuit", "top"),
        ("numbers", "Allowed", "top"),
    ],
)
def test_a_wrong_constraint_is_convicted(fault: str, kind: str, column: str) -> None:
    pytest.importorskip({"exact": "exact", "pumpkin": "pumpkin_solver"}.get(fault, "cpmpy"))
    solver = solver_named(f"tests.conformance.naive_cpmpy:{fault}")
    tally = Tally(kind, column)
    for model in models(kind, column):
        if not tally.failures:
            tally.judge(solver, [model], Cases(shrink=0))
    assert tally.failures


@pytest.mark.parametrize(
    ("fault", "test", "name"),
    [
        ("ortools", "test_rows_that_others_rule_out_forbid_nothing_more", ""),
        ("ortools", "test_demands_and_a_capacity_may_all_be_open", ""),
        ("states", "test_states_may_have_any_numbers", ""),
        ("empty", "test_empty_scopes_mean_nothing_rather_than_everything", "lexicographic"),
        ("empty", "test_empty_scopes_mean_nothing_rather_than_everything", "precedence"),
    ],
)
def test_a_constraint_that_is_wrong_at_an_edge_is_convicted(
    fault: str, test: str, name: str
) -> None:
    asked = getattr(semantics, test)
    solver = solver_named(f"tests.conformance.naive_cpmpy:{fault}")
    with pytest.raises((AssertionError, SolverFailed)):
        asked(solver, name) if name else asked(solver)
