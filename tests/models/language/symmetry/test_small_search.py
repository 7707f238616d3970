"""The search for counterexamples finds what solvers find, and a witness against false symmetry."""

from __future__ import annotations

from operator import eq, ge, gt, le, lt, ne
from random import Random

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    ModelError,
    all_different,
    load,
    symmetry,
    total,
    variables,
)
from everyway.models.language.symmetry.small_search import Search
from everyway.solvers import solve_all

from ....support.random_boards import random_board
from ....support.settings import SEED
from .moved import move


def rows(model, solutions):
    return sorted(str([values[v.name] for v in model.variables]) for values in solutions)


@pytest.mark.parametrize("number", range(60))
def test_it_finds_each_solution_once(number):
    random = Random(f"{SEED} small search {number}")
    model = (random_model if number % 3 else random_board)(random.getrandbits(32))
    search = Search(model)
    found = rows(model, search)
    everything = rows(model, (dict(s.assignment) for s in solve_all(model, "brute-force")))
    assert search.finished
    assert found == everything


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_without_variables_there_is_one_solution_or_none():
    assert list(Search(Model("", total([]) == 0))) == [{}]
    assert list(Search(Model("", total([]) == 1))) == []


@pytest.mark.parametrize(
    ("compare", "number"), [(eq, 5), (le, 2), (lt, 2), (ge, 6), (gt, 6), (ne, 4)]
)
def test_sums_with_signs_and_gaps(compare, number):
    x = variables("x", 3, [-2, 0, 3, 7])
    model = Model("", x, compare(2 * x[0] - x[1] + x[2], number))
    assert rows(model, Search(model)) == rows(model, (s.assignment for s in solve_all(model)))


def test_what_is_skipped_is_not_searched():
    x = variables("x", 3, range(3))
    model = Model("", x, all_different(x))
    first = ["x[2]"]
    search = Search(model, first=first, skipped=lambda values: values == {"x[2]": 1})
    assert [values["x[2]"] for values in search] == [0, 0, 2, 2]
    assert search.finished


def test_a_search_that_is_too_large_is_given_up():
    x = variables("x", 60, range(2))
    search = Search(Model("", x), most=100)
    assert 0 < len(list(search)) <= 100
    assert not search.finished


@pytest.mark.parametrize("n", [6, 8, 20])
@pytest.mark.parametrize("kind", ["shifted", "two squares", "two rows"])
def test_a_false_symmetry_of_queens_is_refused_with_a_witness(n, kind):
    model = load("queens", n=n)
    queen = model["queen"]
    swapped = {1: 2, 2: 1}
    false = {
        "shifted": move("s", [queen], lambda s: (s.row, s.column % n + 1)),
        "two squares": symmetry("s", {queen[1, 1]: queen[1, 2], queen[1, 2]: queen[1, 1]}),
        "two rows": move("s", [queen], lambda s: (swapped.get(s.row, s.row), s.column)),
    }[kind]
    with pytest.raises(ModelError, match=r"is no symmetry of .*: of the solution .* which breaks"):
        model.with_symmetries(false)


@pytest.mark.parametrize("name", ["crowns", "sudoku", "langford", "zebra", "magic_square"])
def test_a_false_symmetry_is_refused_with_a_witness(name):
    model = load(name)
    one, other = model.variables[1:3]
    with pytest.raises(ModelError, match=r"is no symmetry of .*: of the solution .* which breaks"):
        model.with_symmetries(symmetry("two exchanged", {one: other, other: one}))
