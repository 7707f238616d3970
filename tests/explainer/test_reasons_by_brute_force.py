"""All smallest sets, all repairs and their duality, against every subset and every assignment."""

from __future__ import annotations

import math
from itertools import product
from random import Random

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.explainer import Explanation, repairs, why
from everyway.explainer.explanation import units
from everyway.models import Model, rule
from everyway.models.language.expressions import size
from everyway.models.language.nodes import Program
from everyway.solvers import Unsupported
from everyway.solvers.harness.registry import solvers

Sets = set[frozenset[int]]
MOST_ASSIGNMENTS, MOST_UNITS = 400, 10
SOLVERS = [
    solver.name
    for solver in solvers()
    if solver.is_installed() and not solver.traits.historical and not solver.traits.costly
]


def unsatisfiable(seed: int) -> Model | None:
    """A random model with a few more values than it can have, if it has no solution."""
    draw, model = Random(seed), random_model(seed)
    if not model.variables or math.prod(size(v.domain) for v in model.variables) > MOST_ASSIGNMENTS:
        return None
    for number in range(draw.randint(1, 4)):
        variable = draw.choice(model.variables)
        value = draw.choice(list(variable.domain))
        given = variable == value if draw.random() < 0.7 else variable != value
        model = model + rule(f"given {number}", given)
    return model if 0 < len(units(model, "place")) <= MOST_UNITS else None


def held(model: Model) -> set[int]:
    """The units that hold together under each assignment, as the bits of a number."""
    blamed = units(model, "place")
    program = Program([unit.constraint for unit in blamed])
    names = [v.name for v in model.variables]
    found = set()
    for row in product(*(list(v.domain) for v in model.variables)):
        holds = program.run(dict(zip(names, row, strict=True)))
        found.add(sum(1 << place for place, one in enumerate(holds) if one))
    return found


def by_brute_force(together: set[int], number: int) -> tuple[Sets, Sets]:
    """Every minimal set that cannot hold together, and every minimal repair."""

    def members(bits: int) -> frozenset[int]:
        return frozenset(place for place in range(number) if bits >> place & 1)

    whole = (1 << number) - 1
    cannot = {s for s in range(whole + 1) if not any(a & s == s for a in together)}
    least = {members(s) for s in cannot if not any((s & ~(1 << p)) in cannot for p in members(s))}
    most = {a for a in together if not any(a != b and a & b == a for b in together)}
    return least, {members(whole & ~a) for a in most}


def places(found: Explanation, model: Model) -> list[frozenset[int]]:
    number = {unit.constraints: place for place, unit in enumerate(units(model, "place"))}
    return [frozenset(number[unit.constraints] for unit in one) for one in found.sets]


def agree(model: Model, solver: str | None, check: str | None) -> bool:
    """True if `model` has no solution, and all that is said of it is right."""
    number, together = len(units(model, "place")), held(model)
    least, mends = by_brute_force(together, number)
    every = why(model, all=True, solver=solver, check=check)
    if (1 << number) - 1 in together:
        assert every.has_solution is not None
        assert not every.sets
        return False
    found, mended = places(every, model), repairs(model, all=True, solver=solver, check=check)
    assert every.exact == "all"
    assert every.smallest
    assert len(found) == len(set(found))
    assert set(found) == least
    assert [len(one) for one in found] == sorted(map(len, found))
    shortest = why(model, solver=solver, check=check)
    assert set(places(shortest, model)) == {s for s in least if len(s) == len(found[0])}
    assert set(places(mended, model)) == mends
    assert len(mended.sets) == len(mends)
    for reason in every.reasons:
        assert len(reason.witnesses) == len(reason.members)
        assert reason.checked_by == check
    return True


def holding(seeds: range, solver: str | None, check: str | None = None, most: int = 10**6) -> int:
    """The number of models without solution, of these seeds, of which all that is said is right."""
    found = 0
    for seed in seeds:
        model = unsatisfiable(seed)
        if model is None:
            continue
        try:
            found += agree(model, solver, check)
        except Unsupported:
            assert solver is not None
            continue
        if found == most:
            break
    return found


def test_every_smallest_set_and_every_repair_is_found_once() -> None:
    assert holding(range(400), None, "flatmap") > 30


@pytest.mark.parametrize("solver", ["flatmap", "brute-force", "auto"])
def test_a_solver_serves_as_the_oracle(solver: str) -> None:
    assert holding(range(1000, 1200), solver, "sat", most=3) == 3


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_serves_as_the_oracle(solver: str) -> None:
    assert holding(range(2000, 2400), solver, most=3) == 3


@pytest.mark.slow
def test_three_hundred_models_without_solution() -> None:
    assert holding(range(10_000, 20_000), None, "auto", most=300) == 300
