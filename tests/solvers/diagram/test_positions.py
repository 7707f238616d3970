"""Permutations that are only compared are counted by the variable at each position."""

from __future__ import annotations

from itertools import combinations
from math import factorial
from random import Random

import pytest

from everyway.models import Model, all_different, increasing, variable, variables
from everyway.solvers import count
from everyway.solvers.diagram.positions import by_positions

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def drawn(seed: int) -> Model:
    """A permutation of values that need not follow each other, some of which are impossible."""
    r = Random(seed)
    size, first, step = r.randint(1, 6), r.randint(-3, 3), r.choice([1, 1, 2])
    values = [first + step * place for place in range(size)]
    x = [
        variable(f"x{place}", sorted(r.sample(values, max(1, size - r.choice([0, 0, 0, 1])))))
        for place in range(size)
    ]
    rules = [all_different(r.sample(x, size))]
    for a, b in combinations(x, 2):
        if r.random() < 0.25:
            rules.append(r.choice([a < b, b > a, a <= b, b >= a, a < b, b < a]))
    if r.random() < 0.3:
        rules.append(r.choice([x[0] != values[0], x[-1] >= values[0], x[0] <= values[-1]]))
    if size > 2 and r.random() < 0.3:
        rules.append(increasing(r.sample(x, 3), strict=r.random() < 0.5))
    return Model("permutation", x, rules)


def test_random_permutations_have_as_many_solutions() -> None:
    models = [drawn(seed) for seed in range(100)]
    taken = [model for model in models if by_positions(model) is not None]
    assert len(taken) > 30
    numbers = [count(model, "brute-force") for model in taken]
    assert [count(model, "diagram") for model in taken] == numbers
    assert 0 in numbers
    assert max(numbers) > 50


def test_labels_are_left_to_the_variables() -> None:
    colours = variables("colour", 2, ["red", "green"])
    assert by_positions(Model("labels", colours, all_different(colours))) is None


def test_linear_extensions_that_nobody_could_list_are_counted() -> None:
    chains = [variables(name, 7, range(21)) for name in "abc"]
    different = all_different([x for chain in chains for x in chain])
    model = Model("chains", *chains, different, [increasing(one, strict=True) for one in chains])
    assert count(model) == factorial(21) // factorial(7) ** 3
    assert by_positions(Model("free", *chains, different)) is None  # nothing says which is first


@pytest.mark.parametrize(
    "rule",
    [
        lambda x: x[0] + 1 < x[1],
        lambda x: x[0] * x[1] == 6,
        lambda x: (x[0] < x[1]) | (x[2] < x[3]),
        lambda x: all_different(x[0] + 1, x[1]),
    ],
)
def test_what_else_is_asked_is_left_to_the_variables(rule) -> None:
    x = variables("x", 4, range(4))
    model = Model("other", x, all_different(x), x[2] < x[3], rule(x))
    assert by_positions(model) is None
    assert count(model, "diagram") == count(model, "brute-force")


def test_more_values_than_variables_are_left_to_the_variables() -> None:
    far = variables("far", 2, range(10**12))
    assert by_positions(Model("far", far, all_different(far), far[0] < far[1])) is None
    x = variables("x", 3, range(5))
    model = Model("choice", x, all_different(x), x[0] < x[1])
    assert by_positions(model) is None
    assert count(model, "diagram") == 30
