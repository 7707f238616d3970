"""The kernel's all-different: taken amounts, an amount that is spared, and matchings."""

from __future__ import annotations

from random import Random

import pytest

from everyway.solvers.auto.kernel.kernel_code import kernel, uncompiled
from everyway.solvers.auto.kernel.kernel_search import finds, posted, root
from everyway.solvers.auto.reading.normal_forms import Distinct, Form, Total

from .forms_by_hand import Code, Domains, by_brute_force, never, plain


def kernel_rows(
    domains: Domains, forms: list[Form], *, code: Code = kernel
) -> list[tuple[int, ...]]:
    """The rows that the kernel finds, in ascending order."""
    found = posted(domains, forms, code=code)
    width = found.width
    return sorted(
        tuple(batch[first : first + width])
        for batch in finds(found, found.memory, never)
        for first in range(0, len(batch), width)
    )


def assert_found(domains: Domains, forms: list[Form]) -> None:
    """The kernel finds what brute force does, as machine code and as Python."""
    expected = by_brute_force(domains, forms)
    assert kernel_rows(domains, forms) == expected
    assert kernel_rows(domains, forms, code=uncompiled) == expected


def random_domain(random: Random, low: int, most: int) -> range | tuple[int, ...]:
    start = low + random.randint(0, 3)
    if random.random() < 0.5:
        return range(start, start + random.randint(1, most))
    return tuple(
        sorted({start + random.randint(0, 2 * most) for _ in range(random.randint(1, most))})
    )


@pytest.mark.parametrize("seed", range(60))
def test_terms_that_are_different(seed: int) -> None:
    random = Random(seed)
    number = random.randint(1, 5)
    low, far = random.choice([-60, -2, 0, 9]), random.choice([0, 0, 0, 50, 70, 3000])
    domains: Domains = [
        random_domain(random, low + random.choice([0, far]), 4 if number > 3 else 6)
        for _ in range(number)
    ]
    moved = random.choice([0, 0, 2])
    forms: list[Form] = []
    for _ in range(random.randint(1, 2)):
        places = random.choices(range(number), k=random.randint(0, number + 1))
        terms = [Total(random.randint(0, moved), {p: random.choice([1, 1, 1, -1])}) for p in places]
        exempt = random.choice([None, None, low + 2, low + far + 3])
        forms.append(Distinct(tuple(terms), exempt))
    assert_found(domains, forms)


def test_a_variable_without_bits_differs_from_what_is_taken_inside_of_it() -> None:
    domains: Domains = [range(3000, 8000), (3001, 7000), (3001, 5000, 7000)]
    found = kernel_rows(domains, [Distinct(plain(0, 1, 2))])
    assert len(found) == len(set(found)) == 4998 * 4
    assert all(len(set(row)) == 3 for row in found)


@pytest.mark.parametrize("code", [kernel, uncompiled])
@pytest.mark.parametrize("seed", range(25))
def test_each_value_that_is_left_at_the_root_is_in_a_solution(seed: int, code: Code) -> None:
    random = Random(seed)
    number = random.randint(3, 6)
    wide = 25 if seed % 2 else 1
    moved = [random.randint(0, 3 * wide) for _ in range(number)]
    domains: Domains = [
        tuple(sorted({wide * random.randint(0, number) - by for _ in range(random.randint(1, 4))}))
        for by in moved
    ]
    form = Distinct(tuple(Total(by, {place: 1}) for place, by in enumerate(moved)))
    rows = by_brute_force(domains, [form])
    left = root(posted(domains, [form], code=code), domains, never)
    if not rows:
        assert left is None
    else:
        assert left is not None
        assert [set(domain) for domain in left] == [
            set(values) for values in zip(*rows, strict=True)
        ]


def test_few_values_for_many_terms_fail_at_once() -> None:
    pigeons: Domains = [*[range(100, 108)] * 9, *[range(200)] * 291]
    assert root(posted(pigeons, [Distinct(plain(*range(300)))]), pigeons, never) is None
    all_needed: Domains = [range(300), *[range(299)] * 299]
    left = root(posted(all_needed, [Distinct(plain(*range(300)))]), all_needed, never)
    assert left is not None
    assert left[0] == range(299, 300)
