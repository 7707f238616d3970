"""The search with propagation is lazy, can be stopped, and copes with wide and many variables."""

from __future__ import annotations

import tracemalloc
from itertools import count, islice
from random import Random

import pytest

from everyway.models.language.expressions import variable
from everyway.solvers.compiled.propagation.dynamic import Dynamic
from everyway.solvers.compiled.propagation.fixpoint import root
from everyway.solvers.compiled.reading.normal_forms import Distinct, Form, Linear, Logic, Total

from .forms_by_hand import Domains, by_brute_force, counted, found, names, never, plain

# ------------------------------------------------------------------------------------- wide


def test_a_wide_multiple_is_found_lazily() -> None:
    domains: Domains = [range(10**12), range(10**12)]
    forms: list[Form] = [Linear(Total(0, {0: 1, 1: -7}), 0, 0)]
    first = list(islice(Dynamic(domains, forms, names(2)).rows(never, {}), 3))
    assert first == [(0, 0), (7, 1), (14, 2)]


def test_wide_variables_that_follow_are_found() -> None:
    domains: Domains = [range(0, 10**15, 3), range(5), range(-(10**9), 10**9)]
    forms: list[Form] = [
        Linear(Total(0, {0: 1, 1: -(10**9)}), 0, 10),
        Linear(Total(0, {2: 1, 1: 7}), 14, 14),
    ]
    rows = found(domains, forms)
    expected = sorted(
        (x, y, 14 - 7 * y) for y in range(5) for x in range(10**9 * y, 10**9 * y + 11) if x % 3 == 0
    )
    assert rows == expected


def test_a_wide_product_is_found_from_its_factors() -> None:
    x, y = variable("v0", range(1, 20)), variable("v1", range(1, 20))
    product = variable("v2", range(10**12))
    domains: Domains = [range(1, 20), range(1, 20), range(10**12)]
    forms: list[Form] = [Logic((x**2 * y) // 2 == product), Linear(Total(0, {0: 1, 1: 1}), 9, 9)]
    expected = [(a, 9 - a, a * a * (9 - a) // 2) for a in range(1, 9)]
    assert found(domains, forms) == expected


def test_a_wide_multiple_of_what_is_wide_is_undone() -> None:
    x, y = variable("v0", range(10**12)), variable("v1", range(10**12))
    forms: list[Form] = [Logic(x // y == 10**6), Linear(Total(0, {1: 1}), None, 1)]
    rows = Dynamic([range(10**12)] * 2, forms, names(2)).rows(never, {})
    assert list(islice(rows, 2)) == [(10**6, 1)]


def test_ends_that_creep_are_left_for_the_search() -> None:
    domains: Domains = [range(10**9), range(10**9)]
    forms: list[Form] = [
        Linear(Total(1, {0: 1, 1: -1}), None, 0),
        Linear(Total(0, {0: -1, 1: 1}), None, 1),
    ]
    rows = Dynamic(domains, forms, names(2)).rows(never, {})
    assert list(islice(rows, 2)) == [(0, 1), (1, 2)]


def test_free_variables_are_multiplied() -> None:
    forms: list[Form] = [Distinct(plain(1, 2))]
    assert counted([range(10**20), range(3), range(3)], forms) == 6 * 10**20


def test_the_root_reduces_a_wide_variable_until_it_is_not() -> None:
    forms: list[Form] = [Linear(Total(0, {0: 1, 1: -3}), 0, 0)]
    assert root([range(10**9), range(5)], forms, names(2), never) == [range(13), range(5)]


# ------------------------------------------------------------------------------- the search


class Stop(Exception):
    """The check has had enough."""


def test_a_fruitless_search_is_stopped() -> None:
    asked = count()

    def check() -> None:
        if next(asked) == 3:
            raise Stop

    forms: list[Form] = [
        Distinct(plain(*range(12))),
        Linear(Total(0, dict.fromkeys(range(12), 2)), 133, 133),
    ]
    with pytest.raises(Stop):
        list(Dynamic([range(12)] * 12, forms, names(12)).rows(check, {}))


def test_many_variables_need_no_recursion() -> None:
    domains: Domains = [range(2)] * 3000
    forms: list[Form] = [Linear(Total(0, {p: 1, p + 1: -1}), None, 0) for p in range(0, 2998, 2)]
    assert len(list(islice(Dynamic(domains, forms, names(3000)).rows(never, {}), 3))) == 3


def test_memory_does_not_grow_with_the_solutions() -> None:
    rows = Dynamic([range(6)] * 8, [Distinct(plain(0, 1))], names(8)).rows(never, {})
    tracemalloc.start()
    for _ in islice(rows, 2000):
        pass
    before = tracemalloc.get_traced_memory()[0]
    for _ in islice(rows, 20000):
        pass
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 20_000


def test_nodes_are_counted() -> None:
    statistics: dict[str, int | float | str] = {}
    list(Dynamic([range(3)] * 2, [Distinct(plain(0, 1))], names(2)).rows(never, statistics))
    assert statistics["nodes"] == 9


def test_an_engine_can_be_searched_again_and_twice_at_once() -> None:
    domains: Domains = [range(5)] * 5
    forms: list[Form] = [
        Distinct(plain(*range(5))),
        Distinct(tuple(Total(p, {p: 1}) for p in range(5))),
    ]
    engine = Dynamic(domains, forms, names(5))
    pairs = list(zip(engine.rows(never, {}), engine.rows(never, {}), strict=True))
    assert sorted(a for a, _ in pairs) == sorted(b for _, b in pairs)
    assert sorted(a for a, _ in pairs) == by_brute_force(domains, forms)


def test_a_descent_estimates_the_tree() -> None:
    engine = Dynamic([range(4)] * 4, [Distinct(plain(*range(4)))], names(4))
    statistics: dict[str, int | float | str] = {}
    size = sum(1 for _ in engine.rows(never, statistics))
    nodes, visited = engine.descend(Random(1), never)
    assert size == 24
    assert (visited, nodes) == (4, 1 + 4 + 12 + 24)
