"""The kernel finds what brute force finds, form by form and together, as Python and compiled."""

from __future__ import annotations

from contextlib import suppress
from itertools import product

import pytest

from everyway.solvers.auto.reading.normal_forms import (
    Absolute,
    Automaton,
    Circuit,
    Distinct,
    Form,
    Image,
    Linear,
    NValue,
    Table,
    Total,
    Unposted,
)

from .forms_by_hand import (
    ANY,
    CODES,
    Chance,
    Domains,
    at_root,
    by_brute_force,
    counted,
    found,
    permutations,
    plain,
)


def agree(domains: Domains, forms: list[Form], context: object = None) -> None:
    """Search, count and root against brute force; missing and extra rows are distinguished."""
    expected = by_brute_force(domains, forms)
    for name, code in CODES.items():
        rows = found(domains, forms, code)
        missing = sorted(set(expected) - set(rows))
        extra = sorted(set(rows) - set(expected))
        assert (missing, extra) == ([], []), f"{name}, {context}: {domains=} {forms=}"
        assert len(rows) == len(expected), f"{context}: a row comes twice"
        assert counted(domains, forms, code) == len(expected), f"{context}: another count"
    left = at_root(domains, forms)
    assert left is not None or not expected, f"{context}: the root loses everything"
    for place, domain in enumerate(left or ()):
        lost = {row[place] for row in expected} - set(domain)
        assert not lost, f"{context}: the root takes {lost} from {place}"


def problem(seed: int) -> tuple[Domains, list[Form]]:
    chance = Chance(seed)
    return chance.domains, [chance.form() for _ in range(1 + seed % 3)]


# ---------------------------------------------------------------------- against brute force


@pytest.mark.parametrize("batch", range(20))
def test_random_forms_have_the_solutions_of_brute_force(batch: int) -> None:
    taken = 0
    for seed in range(100 * batch, 100 * batch + 100):
        domains, forms = problem(seed)
        if not any(isinstance(form, Circuit) for form in forms):  # whose nodes the kernel reads
            with suppress(Unposted):
                agree(domains, forms, f"seed {seed}")
                taken += 1
    assert taken > 60


@pytest.mark.parametrize("seed", range(10))
def test_permutations_have_the_solutions_of_brute_force(seed: int) -> None:
    for domains, forms in permutations(seed):
        agree(domains, forms, f"seed {seed}")


def test_random_forms_have_both_solutions_and_others() -> None:
    both = 0
    for domains, forms in map(problem, range(200)):
        both += 0 < len(by_brute_force(domains, forms)) < len(list(product(*domains)))
    assert both > 60


FORMS: dict[str, tuple[Domains, list[Form]]] = {
    "nothing": ([range(2), range(3)], []),
    "no variables": ([], []),
    "no rows": ([range(2)], [Table((0,), (), allowed=True, constraint=ANY)]),
    "no rows of nothing": ([range(2)], [Table((), (), allowed=True, constraint=ANY)]),
    "the row of nothing": ([range(2)], [Table((), ((),), allowed=True, constraint=ANY)]),
    "not the row of nothing": ([range(2)], [Table((), ((),), allowed=False, constraint=ANY)]),
    "rows outside": (
        [range(2)] * 2,
        [Table((0, 1), ((5, 0), (1, 1)), allowed=True, constraint=ANY)],
    ),
    "a repeated term": ([range(2)] * 2, [Distinct(plain(0, 1, 0))]),
    "a repeated exempt term": ([range(3)] * 2, [Distinct(plain(0, 1, 0), exempt=2)]),
    "a constant term": ([range(3)] * 2, [Distinct((*plain(0, 1), Total(1)))]),
    "a term and its double": ([range(-2, 3)], [Distinct((Total(1, {0: 1}), Total(0, {0: 2})))]),
    "too few values": ([range(2)] * 3, [Distinct(plain(0, 1, 2))]),
    "a sum of nothing": ([range(2)], [Linear(Total(3), 3, 3)]),
    "a wrong sum of nothing": ([range(2)], [Linear(Total(3), 4, None)]),
    "an indivisible sum": ([range(9)] * 2, [Linear(Total(1, {0: 2, 1: -4}), 0, 0)]),
    "an interval": ([range(9)] * 2, [Linear(Total(0, {0: 3, 1: -5}), -2, 7)]),
    "marks": ([range(2)] * 5, [Linear(Total(0, dict.fromkeys(range(5), 1)), 2, 3)]),
    "exactly one": ([range(2)] * 4, [Linear(Total(-1, dict.fromkeys(range(4), 1)), 0, 0)]),
    "at most one": ([range(2)] * 4, [Linear(Total(0, dict.fromkeys(range(4), 1)), None, 1)]),
    "negative marks": ([range(2)] * 4, [Linear(Total(0, {0: 1, 1: -1, 2: -1, 3: 1}), 0, 0)]),
    "images": (
        [range(4)] * 3,
        [Linear(Total(0, {}, tuple(Image(p, {0: 1, 1: 0, 2: 1, 3: 0}) for p in range(3))), 1, 1)],
    ),
    "one value": ([range(3)] * 3, [NValue((0, 1, 2), 1, 1, ANY)]),
    "all values": ([range(3)] * 3, [NValue((0, 1, 2), 3, 3, ANY)]),
    "no values of nothing": ([range(3)], [NValue((), 0, 0, ANY)]),
    "a word of nothing": ([range(2)], [Automaton((), {}, 1, frozenset({1}), ANY)]),
    "a place read twice": (
        [range(3)] * 2,
        [
            Automaton(
                (0, 1, 0), {(0, 1): 1, (1, 2): 2, (2, 1): 3, (1, 1): 1}, 0, frozenset({1, 3}), ANY
            )
        ],
    ),
    "differences": (
        [range(5)] * 4,
        [
            Distinct(plain(0, 1, 2, 3)),
            Distinct(tuple(Absolute(Total(0, {p: 1, p + 1: -1})) for p in range(3))),
        ],
    ),
    "signed and absolute": (
        [range(-3, 4)] * 3,
        [Distinct((Total(0, {0: 1, 1: 1}), Absolute(Total(1, {1: -1, 2: 1})), Total(0, {2: -1})))],
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_corner_case_has_the_solutions_of_brute_force(name: str) -> None:
    agree(*FORMS[name], name)
