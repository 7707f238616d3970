"""Random models: the oracle against every solver.

`EVERYWAY_SEED=… EVERYWAY_MODELS=1` repeats one.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import Row, size_of, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.conformance.samples_and_random_models import Cases
from everyway.conformance.solving import difference, shrunk, simpler
from everyway.formats.writing.as_python import as_code, program_of
from everyway.models import Constraint, Model, fingerprint, same, variable
from everyway.models.language.files.model_from_data import NODES
from everyway.models.language.global_constraints.table import Allowed, Forbidden
from everyway.models.language.nodes import topological
from everyway.solvers.harness.registry import Solver

from ..support.settings import MODELS, SEED, for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
CHUNKS = 10
"""The models of a run are split over this many tests, so that a failure names fewer."""
SLOW = 50_000


@cache
def drawn(seed: int) -> tuple[Model, Counter[Row]]:
    model = random_model(seed)
    return model, solution_rows(model)


def check(solver: Solver, seed: int) -> None:
    model, rows = drawn(seed)
    found = difference(model, solver, rows)
    again = f"EVERYWAY_SEED={seed} EVERYWAY_MODELS=1 pytest tests/solvers/test_random_models.py"
    assert not found, f"repeat with {again}\n{Cases(1).case(model, solver, found)}"


@pytest.mark.engines
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_solver_finds_exactly_the_solutions(solver: Solver, chunk: int) -> None:
    for seed in for_solver(solver, range(SEED + chunk, SEED + MODELS, CHUNKS)):
        check(solver, seed)


@pytest.mark.slow
@pytest.mark.engines
def test_every_solver_finds_exactly_the_solutions_of_many(solver: Solver) -> None:
    for seed in range(SEED, SEED + max(SLOW, MODELS)):
        check(solver, seed)


def test_a_seed_is_one_model() -> None:
    assert all(same(random_model(seed), random_model(seed)) for seed in range(50))


def test_random_models_differ_and_most_have_solutions_and_others() -> None:
    models = [drawn(seed) for seed in range(500)]
    assert len({fingerprint(model) for model, _ in models}) > 450
    both = sum(0 < len(rows) < size_of(model.variables) for model, rows in models)
    assert both > 250


def test_random_models_use_the_whole_language() -> None:
    models = [drawn(seed)[0] for seed in range(500)]
    nodes = {type(n).__name__ for m in models for n in topological(m.constraints)}
    assert nodes == set(NODES)
    assert any(not model.variables for model in models)
    assert any(variable.labelled for model in models for variable in model.variables)
    assert any(len(model.groups) < len(model.variables) for model in models)
    assert any(set(model.variables) - set(topological(model.constraints)) for model in models), (
        "no model has an unused variable"
    )


def test_shrinking_keeps_the_fault_and_drops_the_rest() -> None:
    def fails(model: Model) -> bool:
        return any(type(n).__name__ == "Modulo" for n in topological(model.constraints))

    model = next(random_model(seed) for seed in range(100) if fails(random_model(seed)))
    smallest = shrunk(model, fails)
    assert fails(smallest)
    assert len(smallest.constraints) == 1
    assert all(len(variable.domain) == 1 for variable in smallest.variables)
    assert len(topological(smallest.constraints)) <= 5


def test_a_table_loses_a_column_with_its_term() -> None:
    lost = 0
    for model in map(random_model, range(60)):
        wide = max((len(n.terms) for n in tables_of(model)), default=0)
        for smaller in simpler(model):
            for table in tables_of(smaller):
                assert all(len(row) == len(table.terms) for row in table.rows)
                lost += len(table.terms) < wide
    assert lost


def tables_of(model: Model) -> list[Allowed | Forbidden]:
    return [n for n in topological(model.constraints) if isinstance(n, Allowed | Forbidden)]


def test_a_model_as_code_is_the_same_model() -> None:
    for seed in range(100):
        names: dict[str, Any] = {}
        exec(as_code(random_model(seed)), names)
        assert same(names["model"], random_model(seed)), seed


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch, solver: Solver) -> None:
    """The test itself can fail: a rule that the solver does not see shows as extra solutions."""
    x = variable("x", range(3))
    rule: Constraint = x != 1
    assert difference(Model("two", x, rule), solver) == ""
    found = difference(Model("two", x, rule), solver, Counter([(0,), (1,), (1,)]))
    assert "2 missing: [(1,)]" in found
    assert "1 extra or repeated: [(2,)]" in found


def test_a_program_in_the_public_language_declares_a_model_with_the_same_solutions() -> None:
    written = 0
    for seed in range(150):
        names: dict[str, Any] = {}
        text = program_of(random_model(seed))
        exec(text, names)
        assert solution_rows(names["model"]) == drawn(seed)[1], text
        written += "from_data" not in text
    assert written > 135, "the others are written as data"
