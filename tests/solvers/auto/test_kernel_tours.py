"""The kernel's tours, and numbers of different values."""

from __future__ import annotations

from random import Random

import pytest

from everyway.solvers.auto.kernel.kernel_search import finds, posted, root
from everyway.solvers.auto.reading.normal_forms import (
    Circuit,
    Distinct,
    Form,
    Linear,
    NValue,
    Total,
)

from .forms_by_hand import ANY, Domains, never, plain
from .test_kernel_distinct import assert_found


def tour_of(size: int, *, partial: bool) -> list[Form]:
    """The forms that say that some successors form a tour."""
    places = tuple(range(size))
    inside = [Linear(Total(0, {place: 1}), 0, size - 1) for place in places]
    return [Circuit(places, partial, ANY), *inside, Distinct(plain(*places))]


@pytest.mark.parametrize("seed", range(60))
def test_tours(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 6)
    beyond = random.choice([0, 1, 2]) if size < 5 else 0
    domains: Domains = []
    for _ in range(size):
        values = range(-beyond, size + beyond)
        most = len(values) if size < 6 else 4
        domains.append(tuple(sorted(random.sample(values, random.randint(1, most)))))
    assert_found(domains, tour_of(size, partial=seed % 2 == 0))


@pytest.mark.parametrize("seed", range(60))
def test_numbers_of_different_values(seed: int) -> None:
    random = Random(seed)
    size, far = random.randint(1, 5), random.choice([1, 1, 40])
    domains: Domains = [
        tuple(sorted({far * random.randint(-2, 4) for _ in range(random.randint(1, 5))}))
        for _ in range(size)
    ]
    low = random.randint(0, size)
    places = tuple(random.sample(range(size), random.randint(1, size)))
    assert_found(domains, [NValue(places, low, low + random.randint(0, 2), ANY)])


def test_one_value_too_many_fails_at_once() -> None:
    """Variables that share no value take one each, and few values are taken by many."""
    pairs: Domains = [range(-70, 70, 139)] * 3
    assert root(posted(pairs, [NValue((0, 1, 2), 3, 3, ANY)]), pairs, never) is None
    domains: Domains = [range(30 * number, 30 * number + 20) for number in range(9)]
    few = NValue(tuple(range(9)), 0, 8, ANY)
    assert root(posted(domains, [few]), domains, never) is None
    exact = NValue(tuple(range(10)), 0, 9, ANY)
    left = root(posted([*domains, range(300)], [exact]), [*domains, range(300)], never)
    assert left is not None
    assert left[9] == tuple(value for domain in domains for value in domain)


def test_two_islands_of_a_tour_fail_at_once() -> None:
    domains: Domains = [range(1, 50), *[range(50)] * 49, *[range(50, 90)] * 40]
    assert root(posted(domains, tour_of(90, partial=False)), domains, never) is None
    left = root(posted(domains, tour_of(90, partial=True)), domains, never)
    assert left is not None
    assert left[1] == range(50)
    assert left[50:] == [range(node, node + 1) for node in range(50, 90)]


def test_cycles_of_a_knight() -> None:
    """A board of 5 × 6 cells has 8 of them, each in two directions."""
    cells = [(row, column) for row in range(5) for column in range(6)]
    domains: Domains = [
        tuple(
            number
            for number, (a, b) in enumerate(cells)
            if {abs(a - row), abs(b - column)} == {1, 2}
        )
        for row, column in cells
    ]
    search = posted(domains, tour_of(30, partial=False))
    assert sum(finds(search, search.memory, never, counting=True)) == 16
