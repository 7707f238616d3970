"""Domains cut before anything is read: no solution is lost, and wide ones become small."""

from __future__ import annotations

from random import Random

import pytest

from everyway.models import (
    Constraint,
    Expression,
    Model,
    Variable,
    any_of,
    bin_packing,
    circuit,
    element,
    indicator,
    inverse,
    subcircuit,
)
from everyway.solvers import solutions
from everyway.solvers.auto.plan import read
from everyway.solvers.auto.reading.normalise import between

from .test_kernel import brute

FAR = range(-(10**9), 10**9)


@pytest.mark.parametrize(
    "domain", [range(-7, 9), range(-7, 9, 3), range(8, -7, -1)[::-1], (-7, -2, 0, 1, 8), range(0)]
)
def test_the_values_between_two(domain: range | tuple[int, ...]) -> None:
    ends = [None, *range(-12, 13)]
    for low, high in ((low, high) for low in ends for high in ends):
        kept = [
            value
            for value in domain
            if (low is None or low <= value) and (high is None or value <= high)
        ]
        assert list(between(domain, low, high)) == kept


def domains_left(variables: list[Variable], *constraints: Constraint) -> list[object]:
    found = read(Model("cut", variables, *constraints)).domains
    assert found is not None
    return [*found]


def test_successors_indices_and_ends_cut_wide_domains() -> None:
    w, x, y, z = (Variable(name, FAR) for name in "wxyz")
    assert domains_left([x, y, z], circuit([x, y, z])) == [range(3)] * 3
    assert domains_left([x, y, z], subcircuit([x, y, z])) == [range(3)] * 3
    assert domains_left([w, x, y, z], inverse([w, x], [y, z])) == [range(2)] * 4
    assert domains_left([x, y], bin_packing([x, y], [1, 2], [5, 6, 7])) == [range(3)] * 2
    assert domains_left([x], (x > -3) & (x <= 5) & (x != 0)) == [range(-2, 6)]
    nested = element([4, 5, element([7, 8], x)], y - 1) + z == element([0] * 5, 2 - z)
    assert domains_left([x, y, z], nested) == [range(2), range(1, 4), range(-2, 3)]
    assert domains_left([x], any_of([x > 5, element([7, 8], x) == 8])) == [FAR]
    counted = indicator(element([7, 8], x) == 8) + y == 1
    assert domains_left([x, y], counted, y <= 9) == [FAR, range(FAR[0], 10)]
    assert read(Model("none", [x], x > 5, x < 3)).domains is None


@pytest.mark.parametrize("seed", range(30))
def test_no_solution_is_cut(seed: int) -> None:
    random = Random(seed)
    x = [Variable(f"x{place}", range(-2, random.randint(2, 6))) for place in range(3)]

    def term() -> Expression:
        index = random.choice([*x, x[0] - 1, 3 - x[1], 2 * x[2]])
        return element([random.choice([*x, 1, 4]) for _ in range(random.randint(1, 4))], index)

    constraint = random.choice(
        [
            term() == x[0],
            element([term(), term()], x[0]) >= 2,
            any_of([term() == 1, x[0] == x[1]]),
            ~(term() <= 1),
            (x[1] >= 1) & (term() != 2),
            inverse(x[:2], [x[2], term()]),
            circuit([x[0], x[1], term()]),
        ]
    )
    model = Model("random", x, constraint)
    domains = read(model).domains or [()] * 3
    rows = brute(model)
    assert all(value in domain for row in rows for value, domain in zip(row, domains, strict=True))
    found = sorted(tuple(row[v.name] for v in x) for row in solutions(model, "auto"))
    assert found == rows
