"""The kit convicts Choco of its own constraints where they are wrong."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from everyway.conformance import semantics
from everyway.conformance.instances.cells import Larger, cell, first_of
from everyway.conformance.samples_and_random_models import Cases, Tally
from everyway.models import Model
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.sample_arguments import SIZES
from everyway.solvers.harness.registry import solver_named

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
pytest.importorskip("pychoco")


MOST = 12


@pytest.mark.parametrize(
    ("fault", "kind", "column"),
    [
        ("durations", "Cumulative", "top"),
        ("extents", "NoOverlap2D", "top"),
        ("str2", "Allowed", "top"),
        ("truths", "Regular", "or"),
        ("truths", "Circuit", "negated"),
        ("truths", "Cumulative", "negated"),
        ("truths", "BinPacking", "negated"),
        ("truths", "Subcircuit", "negated"),
        ("truths", "NoOverlap2D", "negated"),
        ("repeats", "Regular", "some twice"),
        ("far_apart", "Precedence", "3 to 9"),
    ],
)
def test_a_wrong_constraint_is_convicted(fault: str, kind: str, column: str) -> None:
    solver = solver_named(f"tests.conformance.naive_choco:{fault}")
    tally = Tally(kind, column)
    for model in models(kind, column):
        if not tally.failures:
            tally.judge(solver, [model], Cases(shrink=0))
    assert tally.failures


def test_a_circuit_of_one_node_is_convicted() -> None:
    asked = semantics.test_a_single_node_is_its_own_circuit
    with pytest.raises(AssertionError):
        asked(solver_named("tests.conformance.naive_choco:alone"))
    asked(solver_named("choco"))


def models(kind: str, column: str) -> Iterable[Model | Larger]:
    if column in SIZES:
        return first_of(kind, column, MOST)
    (found,) = (known for known in constraint_classes() if known.__name__ == kind)
    return [model for _, model in cell(found, column)]
