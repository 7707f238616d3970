"""Two searches side by side show each combination of the projected variables once."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, subcircuit, total, variable, variables
from everyway.solvers import SolverFailed, count, solutions
from everyway.solvers.auto import plan, projection
from everyway.solvers.auto.kernel import kernel_search

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")


def loops(rows: int, columns: int) -> Model:
    """Loops on a grid of points, shown by their edges, each of which two circuits run through."""
    points = [(row, column) for row in range(rows) for column in range(columns)]
    place = {point: number for number, point in enumerate(points)}
    edges = [(p, q) for p in points for q in ((p[0], p[1] + 1), (p[0] + 1, p[1])) if q in place]
    beside = {p: [b if a == p else a for a, b in edges if p in (a, b)] for p in points}
    after = [
        variable(f"after {place[p]}", sorted(place[q] for q in [p, *beside[p]])) for p in points
    ]
    line = [variable(f"{place[p]}-{place[q]}", range(2)) for p, q in edges]
    drawn = [
        x == ((after[place[p]] == place[q]) | (after[place[q]] == place[p]))
        for x, (p, q) in zip(line, edges, strict=True)
    ]
    model = Model("loops", *after, *line, subcircuit(after), *drawn)
    return model.projecting(*[variable.name for variable in line])


def shown(model: Model, **options) -> tuple[Counter, dict]:
    with solutions(model, "auto", **options) as found:
        rows = Counter(tuple(one.row) for one in found)
    assert found.outcome.complete
    return rows, found.outcome.statistics


def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of a few decisions."""
    monkeypatch.setattr(projection, "TURN", 300)
    monkeypatch.setattr(projection, "LONGER", 1.1)
    monkeypatch.setattr(kernel_search, "STEPS_A_CALL", 1)
    monkeypatch.setattr(kernel_search, "ROWS_AT_FIRST", 1)


def test_loops_are_shown_once_though_two_circuits_run_along_each() -> None:
    # none, one edge there and back, and the cycles of the grid (OEIS A140517)
    assert count(loops(3, 3)) == 1 + 12 + 13
    assert count(loops(4, 4)) == 1 + 24 + 213


def test_what_the_kernel_does_not_take_is_projected_by_loops() -> None:
    far, near = variable("far", range(3)), variables("near", 2, range(2))
    model = Model("far", far, *near, far * 2**62 + far < 2**63).projecting("far", "near[0]")
    rows, statistics = shown(model)
    assert sorted((row[0], row[1]) for row in rows) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert statistics["engine"] != "kernel"
    assert count(model) == 4


@pytest.mark.parametrize("alone", ["first", "all", "neither"])
def test_random_models_by_turns_and_by_one_that_goes_on_alone(
    monkeypatch: pytest.MonkeyPatch, alone: str
) -> None:
    short(monkeypatch)
    chosen = {
        "first": lambda search, work: search._first if work > 1_000 else None,
        "all": lambda search, work: search._all if work > 1_000 else None,
        "neither": lambda search, work: None,
    }
    monkeypatch.setattr(projection.Projected, "_chosen", chosen[alone])
    for seed in range(40):
        model = random_model(seed)
        if not model.variables:
            continue
        names = [v.name for v in model.variables[:: 1 + seed % 3]]
        places = [place for place, v in enumerate(model.variables) if v.name in names]
        expected = {tuple(row[place] for place in places) for row in solution_rows(model)}
        rows, _ = shown(model.projecting(*names))
        assert rows == Counter(expected), seed
        assert count(model.projecting(*names)) == len(expected), seed


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_combinations_and_far_more_solutions(monkeypatch: pytest.MonkeyPatch, jobs) -> None:
    monkeypatch.setattr(plan, "MOST_HELD", 10_000)
    monkeypatch.setattr(projection, "SHORT", 5_000_000)
    x, y = variables("x", 5, range(8)), variables("y", 4, range(20))
    model = Model("many", x, y, total(x) <= total(y), total(y) <= 20 + x[0])
    rows, _ = shown(model.projecting("x"), jobs=jobs)
    assert rows == Counter(dict.fromkeys(rows, 1))
    assert len(rows) == sum(1 for one in product(range(8), repeat=5) if sum(one) <= 20 + one[0])


@pytest.mark.parametrize(("after", "patience"), [(1, 0), (3_000, 0), (300, 10**9)])
def test_the_rest_is_handed_over_where_both_find_little(
    monkeypatch: pytest.MonkeyPatch, after: int, patience: int
) -> None:
    pytest.importorskip("ortools")
    short(monkeypatch)
    monkeypatch.setattr(projection, "SKIPPED", 0)
    monkeypatch.setattr(plan, "TURN", after)
    monkeypatch.setattr(plan, "PATIENCE", patience)
    monkeypatch.setattr(plan, "EFFORT", 1e-6)
    for name in ("WORTH_A_SOLUTION", "HOPELESS"):
        monkeypatch.setattr(plan, name, -1)
    model = loops(3, 3)
    rows, statistics = shown(model)
    assert rows == Counter(dict.fromkeys(rows, 1))
    assert len(rows) == count(model) == 1 + 12 + 13
    assert ("handed_over" in statistics) == (patience == 0)  # else its turns are too short
    assert "handed_over" not in shown(model, hand_over=False)[1]


@pytest.mark.parametrize("loser", ["first", "all"])
def test_a_search_that_ends_without_what_the_other_found_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, loser: str
) -> None:
    short(monkeypatch)

    def chosen(search, work):
        return search._first if loser == "first" and search._listed else None

    monkeypatch.setattr(projection.Projected, "_chosen", chosen)
    finds, losing = kernel_search.finds, []

    def losing_some(search, memory, *given, **more):
        if not losing:
            losing.append(memory)  # of the search that begins
        is_first = memory is losing[0]
        for rows in finds(search, memory, *given, **more):
            if is_first != (loser == "first"):
                yield rows

    monkeypatch.setattr(kernel_search, "finds", losing_some)
    with pytest.raises(SolverFailed, match="lost"):
        count(loops(3, 3))
