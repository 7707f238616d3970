"""The search with propagation finds what brute force finds, form by form and together."""

from __future__ import annotations

from itertools import product

import pytest

from everyway.solvers.compiled import dynamic
from everyway.solvers.compiled.forms import (
    Form,
)
from everyway.solvers.compiled.propagation import root

from .forms_by_hand import Chance, Domains, by_brute_force, names, permutations


def never() -> None:
    """A check that lets the search go on."""


def found(domains: Domains, forms: list[Form]) -> list[tuple[int, ...]]:
    return sorted(dynamic.search(domains, forms, names(len(domains)), never, {}))


def agree(domains: Domains, forms: list[Form], context: object = None) -> None:
    """Search, count and root against brute force; missing and extra rows are told apart."""
    rows, expected = found(domains, forms), by_brute_force(domains, forms)
    missing = sorted(set(expected) - set(rows))
    extra = sorted(set(rows) - set(expected))
    assert (missing, extra) == ([], []), f"{context}: {domains=} {forms=}"
    assert len(rows) == len(expected), f"{context}: a row comes twice"
    size = dynamic.count(domains, forms, names(len(domains)), never, {})
    assert size == len(expected), f"{context}: counted {size}"
    left = root(domains, forms, names(len(domains)), never)
    assert left is not None or not expected, f"{context}: the root loses everything"
    for place, domain in enumerate(left or ()):
        lost = {row[place] for row in expected} - set(domain)
        assert not lost, f"{context}: the root takes {lost} from {place}"


@pytest.mark.parametrize("batch", range(20))
def test_random_forms_have_the_solutions_of_brute_force(batch: int) -> None:
    for seed in range(100 * batch, 100 * batch + 100):
        chance = Chance(seed)
        agree(chance.domains, [chance.form() for _ in range(1 + seed % 3)], f"seed {seed}")


@pytest.mark.parametrize("seed", range(10))
def test_permutations_have_the_solutions_of_brute_force(seed: int) -> None:
    for domains, forms in permutations(seed):
        agree(domains, forms, f"seed {seed}")


def test_random_forms_have_solutions_and_have_not() -> None:
    solved = 0
    for seed in range(200):
        chance = Chance(seed)
        rows = by_brute_force(chance.domains, [chance.form() for _ in range(1 + seed % 3)])
        solved += 0 < len(rows) < len(list(product(*chance.domains)))
    assert solved > 60
