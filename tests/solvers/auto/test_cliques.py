"""Pairs that differ are joined to all-different constraints of the same solutions."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from everyway.models import Model, Variable, variables
from everyway.solvers import count, solutions
from everyway.solvers.auto.plan import read
from everyway.solvers.auto.reading import cliques
from everyway.solvers.auto.reading.normal_forms import Distinct


def sizes(model: Model) -> list[int]:
    """The sizes of all forms that say that terms differ, in order."""
    return [len(form.terms) for form in read(model).forms if isinstance(form, Distinct)]


def test_pigeons_are_one_constraint() -> None:
    x = variables("x", 7, range(6))
    model = Model("pigeons", x, [a != b for a, b in combinations(x, 2)])
    assert sizes(model) == [7]
    assert count(model) == 0


def test_queens_by_pairs_are_mostly_three() -> None:
    x = variables("x", 6, range(6))
    pairs = list(combinations(range(6), 2))
    apart = [x[j] - x[i] != d for i, j in pairs for d in (0, j - i, i - j)]
    assert sizes(Model("queens", x, apart)).count(6) == 3
    assert count(Model("queens", x, apart)) == 4


def test_few_are_left_as_they_are_and_so_are_wide_ones() -> None:
    x = variables("x", 3, range(6))
    assert sizes(Model("three", x, [a != b for a, b in combinations(x, 2)])) == [2, 2, 2]
    wide = [Variable(f"w{i}", range(90 * i, 90 * i + 200)) for i in range(5)]
    assert 5 not in sizes(Model("wide", *wide, [a != b for a, b in combinations(wide, 2)]))


@pytest.mark.parametrize("few", [4, 3, 2])
def test_random_pairs_have_the_same_solutions(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cliques, "FEWEST", few)
    random, joined = Random(few), 0
    for _ in range(60):
        x = variables("x", random.randint(2, 6), range(random.randint(2, 4)))
        every = [(a, b) for a, b in product(x, repeat=2) if a is not b]
        shifts = random.choice([(0,), (0,), (0, 1), (-1, 0, 2)])
        chosen = random.sample(every, random.randint(1, len(every)))
        apart = [a - b != random.choice(shifts) for a, b in chosen]
        model = Model("pairs", x, apart)
        expected = {solution.row for solution in solutions(model, "brute-force")}
        joined += any(size > 2 for size in sizes(model))
        for solver in ("auto", "auto[kernel]", "auto[python]"):
            rows = [solution.row for solution in solutions(model, solver)]
            assert len(rows) == len(set(rows))
            assert set(rows) == expected
    assert joined > 5


def test_without_looks_pairs_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cliques, "MOST_STEPS", 0)
    x = variables("x", 5, range(6))
    assert set(sizes(Model("all", x, [a != b for a, b in combinations(x, 2)]))) == {2}


def test_the_sieve_leaves_pairs_of_cliques_and_no_others_where_pairs_are_few() -> None:
    random, kept, left_out = Random(5), 0, 0
    for size in range(12, 21):
        every = list(combinations(range(size), 2))
        pairs = {*random.sample(every, min(len(every), 2 * size))}
        pairs |= {*combinations(sorted(random.sample(range(size), 5)), 2)}
        of_cliques = {
            pair
            for five in combinations(range(size), 5)
            if pairs.issuperset(combinations(five, 2))
            for pair in combinations(five, 2)
        }
        sieved = cliques._in_triangles(pairs)
        assert of_cliques <= sieved <= pairs
        kept, left_out = kept + len(sieved), left_out + len(pairs - sieved)
    assert left_out > kept, (left_out, kept)


def test_without_triangles_no_pair_is_looked_at_again() -> None:
    strip = {(i, i + step) for i in range(2000) for step in (1, 2)}
    assert cliques._in_triangles(strip) == set()


def test_one_clique_in_a_sparse_graph_is_found() -> None:
    x = variables("x", 30, range(6))
    edges = [(i, i + 1) for i in range(29)] + [*combinations((3, 9, 14, 20, 27), 2)]
    assert sorted(sizes(Model("planted", x, [x[i] != x[j] for i, j in edges])))[-2:] == [2, 5]
