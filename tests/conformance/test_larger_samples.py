"""Constraints at the size that people use, on every solver there is: the kit's own tests."""

from __future__ import annotations

import pytest

from everyway.conformance.instances.cells import KINDS, first_of, larger
from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.limits import limited
from everyway.conformance.samples_and_random_models import MOST_LATE, Cases, Tally
from everyway.models import same
from everyway.models.language.sample_arguments import FAR, SIZES
from everyway.solvers.harness.registry import Solver, solver_named

from ..support.settings import BRIEFLY, SAMPLES

EVERY_KIND = pytest.mark.parametrize("kind", KINDS)
COLUMNS = pytest.mark.parametrize("column", SIZES)


@EVERY_KIND
def test_a_number_is_one_model_whose_solutions_are_all_its_rows(kind: str) -> None:
    for number in range(3):
        drawn, again = (larger(kind, "3 to 9", number) for _ in range(2))
        assert same(drawn.model, again.model)
        assert solution_rows(drawn.model) == drawn.rows


@EVERY_KIND
@COLUMNS
def test_the_column_holds_what_its_name_says(kind: str, column: str) -> None:
    for drawn in first_of(kind, column, 6):
        assert len(drawn.model.variables) in SIZES[column]
        assert len(drawn.rows) > 0


def test_some_domains_hold_few_values_far_apart() -> None:
    far = [
        kind
        for kind in KINDS
        for drawn in first_of(kind, "3 to 9", 6)
        if any({*v.domain} & {FAR[0], FAR[-1]} for v in drawn.model.variables)
    ]
    assert len(set(far)) > 8


def tally(solver: Solver, kind: str, column: str, number: int) -> Tally:
    made = Tally(kind, column)
    with limited(BRIEFLY):
        made.judge(solver, first_of(kind, column, number), Cases(shrink=0))
    return made


@EVERY_KIND
@pytest.mark.engines
def test_every_solver_is_right_on_larger_constraints(solver: Solver, kind: str) -> None:
    columns = list(SIZES)[: 1 if solver.traits.costly else None]  # the kit asks all of them
    found = [tally(solver, kind, column, max(1, SAMPLES // 2)) for column in columns]
    assert not sum(one.failures for one in found), "\n".join(one.first for one in found)
    if any(one.late == MOST_LATE for one in found):
        pytest.skip("slow, and right as far as it came")


def test_an_automaton_that_repeats_solutions_is_convicted() -> None:
    found = tally(solver_named("tests.conformance.naive_solvers:automaton"), "Regular", "3 to 9", 8)
    assert found.failures
    assert "extra or repeated" in found.first


@pytest.mark.parametrize(
    ("kind", "column"),
    [("Subcircuit", "10 to 40"), ("NoOverlap", "3 to 9"), ("NoOverlap2D", "10 to 40")],
)
def test_constraints_of_cp_that_lose_solutions_are_convicted(kind: str, column: str) -> None:
    found = tally(solver_named("tests.conformance.naive_solvers:cp_globals"), kind, column, 8)
    assert "missing" in found.first
