"""Sets of very many listed solutions: in order without comparing two, found without a search."""

from __future__ import annotations

import random
from array import array
from itertools import chain, product

import pytest

from everyway.models import Model, Solution, variable, variables
from everyway.solvers import solutions, solve_all
from everyway.solvers.auto import engines
from everyway.solvers.diagram.solution_diagram import MANY, SolutionSet
from everyway.solvers.harness.contract import Incomplete, Stopped

from ...support.clocks import growth

GAPS = [-30, -2, 5, 400]
MODELS = [
    Model("numbers", variables("x", 3, range(-5, 5))),
    Model("gaps", variable("a", GAPS), variable("b", range(-9, 9, 3)), variable("c", [8, 1])),
    Model("labels", variables("x", 3, ["one", "two", "a", "three", "ten"])),
    Model(
        "mixed",
        variable("a", ["z", "y", "x"]),
        variable("b", range(-3, 4)),
        variable("c", ["x", "y", "z"]),
        variable("d", ["z", "y", "x"]),
    ),
]


def in_any_order(model: Model) -> list[Solution]:
    found = list(solutions(model, "brute-force"))
    return random.Random(1).sample(found, len(found))


@pytest.fixture
def without_comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two solutions are compared for their order."""

    def compared(*_: object) -> bool:
        raise AssertionError("two solutions were compared")

    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        monkeypatch.setattr(Solution, name, compared)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_solutions_sort_by_declaration_and_domain(model):
    domains = [list(variable.domain) for variable in model.variables]

    def places(one: Solution) -> list[int]:
        return [domain.index(value) for domain, value in zip(domains, one.row, strict=True)]

    found = in_any_order(model)
    assert sorted(found) == sorted(found, key=places)
    assert [one.row for one in SolutionSet(model, found)] == [one.row for one in sorted(found)]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
@pytest.mark.usefixtures("without_comparing")
def test_a_set_is_sorted_by_a_key(model):
    found = in_any_order(model)
    one, other = SolutionSet(model, found), SolutionSet(model, found[::-1])
    assert list(one) == list(other) == list(solve_all(model, "flatmap"))
    assert one == other
    assert not one - other
    assert all(one.place(solution) == place for place, solution in enumerate(other))
    assert all(solution in one for solution in found)


def test_a_place_is_had_by_names_too_and_refused_for_what_is_no_solution():
    model = Model("m", variables("x", 2, range(3)))
    every = solve_all(model)
    assert every.place({"x[0]": 1, "x[1]": 2}) == 5
    part = every - SolutionSet(model, [every[0]])
    with pytest.raises(ValueError, match="no solution of m that is held here"):
        part.place(every[0])


@pytest.mark.parametrize("labels", [False, True])
def test_the_cost_of_a_set_grows_with_its_solutions(labels):
    def model(size: int) -> Model:
        return Model("m", variables("x", size, [*"abcdefghij"] if labels else range(10)))

    several = {size: in_any_order(model(size)) for size in (3, 4)}

    def make(size: int) -> None:
        assert len(SolutionSet(several[size][0].model, several[size] * 4)) == 4 * 10**size

    assert growth(make, 3, 4) < 30  # 10 in proportion


def test_rows_put_together_come_all_also_before_a_stop():
    def reports():
        yield from [(1, 2), (3, 4), array("q", [5, 6])]
        yield (7, 2**70)
        raise Stopped

    found, stream = [], engines._together(reports(), engines._packed)
    with pytest.raises(Stopped):
        found.extend(stream)
    given = [(1, 2), (3, 4), array("q", [5, 6]), (7, 2**70)]
    assert sorted(found, key=str) == sorted(given, key=str)


FAR = [0, 1, 2**70]
DOMAINS = {"numbers": range(-1, 2), "labels": ["c", "a", "b"], "past 64 bits": FAR}


@pytest.mark.parametrize("kind", DOMAINS)
def test_a_long_list_has_the_rows_of_the_stream_in_order(kind):
    x = variables("x", 9, DOMAINS[kind])
    model = Model("many", x, x[0] != x[8])
    every, found = solve_all(model), sorted(solutions(model))
    assert (every._table is not None) == (kind == "numbers")
    assert len(every) == len(found) == 2 * 3**8 > MANY
    assert [*every] == found
    assert every[5000] in every
    assert not every.is_repeating
    assert every == SolutionSet(model, found)


def test_a_long_list_of_small_values_of_a_large_domain_is_no_array():
    x = variables("x", 14, FAR)
    every = solve_all(Model("small values", x, [one <= 1 for one in x]))
    assert len(every) == 2**14
    assert every._table is None


@pytest.mark.parametrize("many", [False, True])
def test_a_row_that_is_there_twice_is_seen(many):
    model = Model("digits", variables("x", 5, range(10)))
    rows = array("q", chain.from_iterable(product(range(10), repeat=5)))
    parts = [rows if many else rows[:500], [(3, 1, 4, 1, 5)] * (1 if many else 2)]
    assert SolutionSet.of_parts(model, parts, None).is_repeating
    assert not SolutionSet.of_parts(model, parts[:1], None).is_repeating


def test_a_long_list_that_a_limit_stops_has_all_that_was_found():
    model = Model("digits", variables("x", 5, range(10)))
    with pytest.raises(Incomplete, match="after 20001 solutions") as raised:
        solve_all(model, limit=20_001)
    assert len({one.row for one in raised.value.found}) == 20_001
