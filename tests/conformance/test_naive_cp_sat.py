"""The kit convicts CP-SAT of its own constraints where they are wrong."""

from __future__ import annotations

import pytest

from everyway.conformance import semantics
from everyway.conformance.instances.cells import first_of
from everyway.conformance.samples_and_random_models import Cases, Tally
from everyway.solvers.harness.registry import solver_named

MOST = 20


@pytest.mark.parametrize(
    ("fault", "kind", "column"),
    [
        ("inverse", "Inverse", "some twice"),
        ("no_duration", "NoOverlap", "3 to 9"),
        ("no_extent", "NoOverlap2D", "some twice"),
    ],
)
def test_a_wrong_constraint_is_convicted(fault: str, kind: str, column: str) -> None:
    solver = solver_named(f"tests.conformance.naive_cp_sat:{fault}")
    tally = Tally(kind, column)
    tally.judge(solver, first_of(kind, column, MOST), Cases(shrink=0))
    assert tally.failures
    rightly = Tally(kind, column)
    rightly.judge(solver_named("cp-sat"), first_of(kind, column, MOST), Cases(shrink=0))
    assert not rightly.failures


@pytest.mark.parametrize(
    ("fault", "test"),
    [
        ("forbidden", "test_rows_that_others_rule_out_forbid_nothing_more"),
        ("demands", "test_demands_and_a_capacity_may_all_be_open"),
    ],
)
def test_a_constraint_that_is_wrong_at_an_edge_is_convicted(fault: str, test: str) -> None:
    asked = getattr(semantics, test)
    asked(solver_named("cp-sat"))
    with pytest.raises(AssertionError):
        asked(solver_named(f"tests.conformance.naive_cp_sat:{fault}"))
