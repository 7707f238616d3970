"""Solvers that are given our decompositions alone pass the kit as well."""

from __future__ import annotations

from everyway.conformance.instances.cells import cell
from everyway.conformance.instances.random_models import random_model
from everyway.conformance.solving import difference_if_supported
from everyway.models.language.constraints import Core
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.phrases import snake_case
from everyway.solvers import solutions
from everyway.solvers.harness.registry import DECOMPOSED, Solver, solver_named


def decomposed(solver: Solver) -> Solver:
    return solver_named(f"{solver.name}+{DECOMPOSED}")


def test_a_decomposed_solver_has_the_solutions_of_random_models(solver: Solver) -> None:
    if not solver.traits.module and not solver.traits.program:
        return  # its own, which is not asked for a library's constraints
    for seed in range(3 if solver.traits.costly else 15):
        model = random_model(seed)
        assert difference_if_supported(model, decomposed(solver)) in (None, "")


def test_a_decomposed_solver_is_asked_for_no_constraint_of_its_own(solver: Solver) -> None:
    for kind in constraint_classes():
        name = snake_case(kind.__name__)
        if issubclass(kind, Core) or name == "predicate":
            continue
        model = next(model for sample, model in cell(kind, "top", 1) if sample.shape == "plain")
        with solutions(model, decomposed(solver).name, limit=1) as found:
            next(found, None)
        posting = found.outcome.posting
        assert posting is not None
        assert name in posting.ways["decomposed"]
        if solver.traits.costly:
            return
