"""Changes that must not matter, or must matter in a known way, on random models."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from everyway.conformance.instances.enumerate_naively import Row
from everyway.conformance.instances.random_models import Wild, random_model
from everyway.conformance.solving import reported
from everyway.models import Constraint, Model, Variable, any_of, boolean, variables
from everyway.models.language.expressions import Constant
from everyway.models.language.nodes import Node, rebuild, topological
from everyway.models.language.sample_arguments import Draw
from everyway.solvers.harness.registry import Solver

from ..support.settings import MODELS, SEED, for_solver

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SEEDS = range(SEED, SEED + MODELS // 50)
"""Random models that each solver gets in each of these tests."""


def declared(
    variables_: Sequence[Variable], constraints: Sequence[Constraint], name: str = "changed"
) -> Model:
    return Model(name, list(variables_), list(constraints))


def further_rule(model: Model, random: Random) -> Constraint:
    """A constraint over the variables of `model`, if it has any."""
    return Wild(random, list(model.variables), 1).constraint(1)


def said(model: Model, solver: Solver, rows: object) -> str:
    return f"{solver.name} on {model.name}: {rows}"


def test_renamed_variables_have_the_same_values(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        names = {v: Variable(f"the {k}-th", v.domain) for k, v in enumerate(model.variables)}
        roots: list[Node] = [*model.variables, *model.constraints]
        changed = rebuild(roots, lambda node, old, names=names: names.get(node))
        count = len(model.variables)
        renamed = declared(cast(Any, changed[:count]), cast(Any, changed[count:]))
        assert reported(renamed, solver) == reported(model, solver), (solver.name, seed)


def test_permuted_variables_and_constraints_have_the_same_solutions(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model, random = random_model(seed), Random(seed)
        order = random.sample(range(len(model.variables)), len(model.variables))
        rules = random.sample(model.constraints, len(model.constraints))
        permuted = declared([model.variables[place] for place in order], rules)
        expected = Counter(tuple(row[k] for k in order) for row in reported(model, solver))
        assert reported(permuted, solver) == expected, (solver.name, seed)


def test_double_negation_changes_nothing(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        doubled = declared(model.variables, [~~constraint for constraint in model.constraints])
        assert reported(doubled, solver) == reported(model, solver), (solver.name, seed)


def test_a_redundant_constraint_changes_nothing(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        known = model.constraints[0] if model.constraints else Constant(1) == 1
        weaker = any_of([known, further_rule(model, Random(seed))])
        for redundant in (known, weaker):
            more = model + redundant
            assert reported(more, solver) == reported(model, solver), (solver.name, seed)


def test_a_constraint_and_its_negation_share_out_the_solutions(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        constraint = further_rule(model, Random(f"rule {seed}"))
        kept, others = reported(model + constraint, solver), reported(model + ~constraint, solver)
        assert kept + others == reported(model, solver), f"{solver.name} {seed}: {constraint}"


def test_a_second_run_on_the_same_model_finds_the_same(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        assert reported(model, solver) == reported(model, solver), (solver.name, seed)


def test_a_free_boolean_doubles_the_solutions(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        expected = Counter(
            {(*row, b): n for row, n in reported(model, solver).items() for b in (0, 1)}
        )
        assert reported(model + boolean("free"), solver) == expected, (solver.name, seed)


def test_a_determined_variable_changes_no_count(solver: Solver) -> None:
    for seed in for_solver(solver, SEEDS):
        model = random_model(seed)
        b = boolean("determined")
        mark = b == further_rule(model, Random(seed))
        found = reported(model + b + mark, solver)
        shorter: Counter[Row] = Counter()
        for row, times in found.items():
            shorter[row[:-1]] += times
        assert shorter == reported(model, solver), (solver.name, seed)


@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    domains=st.lists(st.sets(st.integers(-4, 4), min_size=1, max_size=3), max_size=4),
    shift=st.integers(-5, 5),
)
def test_shifted_domains_shift_the_solutions(
    solver: Solver, domains: list[set[int]], shift: int
) -> None:
    def built(by: int) -> Model:
        q = [variables(f"q{k}", 1, [v + by for v in d])[0] for k, d in enumerate(domains)]
        return Model("shifted", q, *(a + b != 1 + 2 * by for a, b in itertools.pairwise(q)))

    moved = {tuple(value + shift for value in row) for row in reported(built(0), solver)}
    found = reported(built(shift), solver)
    assert found == Counter(moved)


def test_further_rules_are_drawn_over_the_variables() -> None:
    """The rules that share out the solutions do so: not all of them are constant."""
    model = next(m for m in map(random_model, SEEDS) if len(m.variables) > 2)
    rules = [further_rule(model, Random(seed)) for seed in range(20)]
    assert isinstance(Wild(Random(0), [], 1), Draw)
    assert sum(any(isinstance(n, Variable) for n in topological([r])) for r in rules) > 10
