"""Bounds of sums, by solvers that have a literal for each value."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import Model, Variable, integer, total, variable
from everyway.models.language.constraints import RELATIONS as ALL_RELATIONS
from everyway.solvers import solutions
from everyway.solvers.harness.adapting import literals
from everyway.solvers.harness.registry import solver_named
from everyway.solvers.sat import translation

SOLVERS = [name for name in ("sat", "clingo") if solver_named(name).is_installed()]
each_solver = pytest.mark.parametrize("name", SOLVERS)
RELATIONS = {sign: related for sign, related in ALL_RELATIONS.items() if sign != "!="}


def rows(model: Model, solver: str) -> set[tuple[object, ...]]:
    found = [solution.row for solution in solutions(model, solver)]
    assert len(found) == len(set(found))
    return set(found)


@each_solver
@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("by", ["totalisers", "adders"])
def test_each_bound_of_a_sum_keeps_just_its_solutions(
    name: str, relation: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(literals, "MOST_TABULATED", 0)
    if by == "adders":
        monkeypatch.setattr(translation, "MOST_IN_SUMS", 0)
    for seed in range(6):
        random = Random(seed)
        widest = (1, 3)[seed % 2]
        several = [integer(f"x{n}", low := random.randint(-1, 0), low + widest) for n in range(5)]
        left, right = (_sum(random, several) for _ in range(2))
        for bound in (-7, -1, 0, 3, 8):
            rule = RELATIONS[relation](left, right + bound)
            model = Model("bounded", *several, rule)
            assert rows(model, name) == rows(model, "brute-force"), (seed, bound)


def _sum(random: Random, several: list[Variable]) -> object:
    weights = random.choice(((1,), (-1, 1), (1, 2, -4)))
    return total(random.choice(weights) * x for x in random.sample(several, 3)) + 1


@each_solver
@pytest.mark.parametrize("weight", [2**30, 2**40])
def test_large_weights_are_added_up_or_tabulated(name: str, weight: int) -> None:
    several = [integer(f"x{n}", 0, 1) for n in range(4)]
    model = Model("large", *several, total(weight * x for x in several) <= 2 * weight + 1)
    assert len(rows(model, name)) == 11


@each_solver
def test_both_sides_of_an_equation_must_be_added_up(name: str) -> None:
    """From the other end the weights are larger: all but one are far above the least."""
    x, y = variable("x", (-100, 0, 1, 100_000_000)), variable("y", (-100, 1_000_000))
    model = Model("lopsided", x, y, (9 * x + y == -91) & (x % x == 0))
    assert rows(model, name) == rows(model, "brute-force")


@each_solver
def test_a_sum_of_very_many_values_is_bounded(name: str) -> None:
    several = [integer(f"x{n}", 0, 9) for n in range(8)]
    factors = (1, 7, 49, 343, 2401, 16807, 117649, 823543)
    pairs = zip(factors, several, strict=True)
    model = Model("wide", several, total(factor * x for factor, x in pairs) == 6 * 960800 + 5)
    assert rows(model, name) == rows(model, "flatmap")
    assert rows(model, name)


@each_solver
def test_a_part_that_is_undefined_makes_a_bound_false(name: str) -> None:
    x, y = integer("x", 0, 3), integer("y", 0, 3)
    model = Model("partial", x, y, x // y + 2 * y - x // y <= 4)
    assert rows(model, name) == rows(model, "brute-force")
