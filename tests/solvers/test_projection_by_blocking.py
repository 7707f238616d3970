"""Projection by blocking: what was found is forbidden before all its completions are read."""

from __future__ import annotations

from collections import Counter

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, integer, total, variable, variables
from everyway.solvers import solutions
from everyway.solvers.harness.registry import Solver

pytest.importorskip("ortools")
from everyway.solvers.cp_sat import search

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def overlapping(chosen: int, free: int) -> Model:
    """Booleans `p`, all combinations of which are possible, each with very many of `f`."""
    p, f = variables("p", chosen, range(2)), variables("f", free, range(2))
    rules = [total([p[i % chosen], f[i], f[i + 1]]) >= 1 for i in range(free - 1)]
    return Model("overlapping", p, f, rules)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first repeat ends a search, if there is anything new to forbid."""
    monkeypatch.setattr(
        search.Projection, "_is_worth_another", lambda self, repeats: bool(self._to_forbid)
    )


def test_solvers_that_project_find_few_combinations_among_very_many_solutions(
    solver: Solver,
) -> None:
    if not solver.traits.projects:
        pytest.skip("it goes through every solution")
    model = Model("few of many", variables("p", 3, range(2)), variables("f", 60, range(2)))
    with solutions(model, solver.name, project=["p"]) as found:
        rows = [solution.row for solution in found]
    assert found.outcome.complete
    assert len(rows) == len(set(rows)) == 8


def test_the_work_grows_with_the_combinations_and_not_with_the_solutions() -> None:
    for chosen in (3, 6):
        with solutions(overlapping(chosen, 25), "cp-sat", project=["p"]) as found:
            assert len(set(found)) == 2**chosen
        assert found.outcome.complete
        work = found.outcome.statistics
        assert 1 < int(work["searches"]) <= 2**chosen + 1
        assert int(work["repeats"]) <= int(work["searches"]) * (search.PATIENCE + 2**chosen)


def test_one_search_is_enough_where_nothing_repeats() -> None:
    p = variables("p", 4, range(3))
    with solutions(Model("determined", p, integer("s", 0, 8), total(p) == 4), "cp-sat") as whole:
        expected = len({s.row[:4] for s in whole})
    model = Model("determined", p, total(p) == 4)
    with solutions(model, "cp-sat", project=["p"]) as found:
        assert len(list(found)) == expected
    assert found.outcome.statistics["searches"] == 1


@pytest.mark.usefixtures("impatient")
def test_what_is_forbidden_is_what_was_found_and_nothing_else() -> None:
    searches = 0
    for seed in range(150):
        model = random_model(seed)
        if not model.variables:
            continue
        chosen = [v.name for v in model.variables[:: 1 + seed % 3]]
        places = [i for i, v in enumerate(model.variables) if v.name in chosen]
        expected = Counter({tuple(row[i] for i in places) for row in solution_rows(model)})
        with solutions(model, "cp-sat", project=chosen) as found:
            assert Counter(solution.row for solution in found) == expected, seed
        searches += int(found.outcome.statistics["searches"])
    assert searches > 200


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "domain",
    [
        range(5, 6),
        range(-3, 3, 2),
        range(0, 5_000_000, 1_000_000),
        range(0, 2**30 * 3_000, 2**30 * 999),
        range(7, 7 + 3 * 2_000, 3),
        [-(2**40), 0, 2**40],
        ["red", "green", "blue"],
    ],
    ids=repr,
)
def test_values_of_every_kind_are_forbidden(domain: range | list[object]) -> None:
    x, y = variable("x", domain), variable("y", [0, 1])
    few = [x == value for value in list(domain)[:4]]
    model = Model("kinds", x, y, variables("f", 3, range(2)), few[0] | few[-1] | few[len(few) // 2])
    expected = Counter({(s.row[0], s.row[1]) for s in solutions(model)})
    with solutions(model, "cp-sat", project=["x", "y"]) as found:
        assert Counter(solution.row for solution in found) == expected
    assert int(found.outcome.statistics["searches"]) > 1


@pytest.mark.usefixtures("impatient")
def test_past_what_can_be_forbidden_the_search_goes_on_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "MOST_FORBIDDEN", 5)
    with solutions(overlapping(4, 6), "cp-sat", project=["p"]) as found:
        rows = [solution.row for solution in found]
    assert found.outcome.complete
    assert len(rows) == len(set(rows)) == 16


def test_a_limit_of_time_and_number_hold_between_searches(impatient: None) -> None:
    model = overlapping(10, 25)
    with solutions(model, "cp-sat", project=["p"], limit=20) as found:
        assert len(set(found)) == 20
    assert found.outcome.reason == "limit"
    with solutions(model, "cp-sat", project=["p"], time_limit=0.2) as hurried:
        assert len(list(hurried)) < 1024
    assert hurried.outcome.reason == "time limit"
