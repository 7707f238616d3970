"""A library's own optimiser finds the best value, and is believed only where it proves it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from everyway.comparer import compare
from everyway.conformance.instances.random_models import best_rows, models_with_objectives
from everyway.models import Model, integer
from everyway.solvers import Incomplete, SolverFailed, Unsupported, count, improving, solutions
from everyway.solvers.harness.contract import Best
from everyway.solvers.harness.registry import solver_named, solvers

from .test_best_solutions import golomb

NATIVE = [s.name for s in solvers() if s.improving is not None and s.is_installed()]
CHEAP = [name for name in NATIVE if not solver_named(name).traits.costly]
MODELS, VARIANTS = 20, 3
"""Random models for a solver, costly ones a tenth; minimised, maximised and in order."""
LIARS = """
from everyway.solvers.brute_force import solutions


def rows(model, goal, control):
    every = solutions(model, control)
    found = {goal.sign * row[str(goal.expression)]: row for row in every}
    return [found[cost] for cost in sorted(found, reverse=True)]


def improving(model, goal, control):
    yield from LIE
"""
LIES = {
    "stops at a near-optimum": ("rows(model, goal, control)[:-1]", {"not optimal", "missing"}),
    "minimises for maximise": ("rows(model, goal, control)[:1]", {"not optimal", "missing"}),
    "finds nothing": ("()", {"missing"}),
    "is honest": ("rows(model, goal, control)", set[str]()),
}


def best_of(model: Model, solver: str) -> tuple[set[tuple[object, ...]], Best]:
    """The solutions, each once, and how the best value was found."""
    with solutions(model, solver) as found:
        rows = [solution.row for solution in found]
    assert found.outcome.complete
    assert len(set(rows)) == len(rows)
    assert found.outcome.objective is not None
    return set(rows), found.outcome.objective


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("solver", NATIVE)
def test_random_models_are_optimised_by_the_library(solver: str) -> None:
    natively = 0
    models = MODELS if solver in CHEAP else MODELS // 10
    for seed in range(500, 500 + models):
        for model in itertools.islice(models_with_objectives(seed), VARIANTS):
            assert model.objective is not None
            label = f"seed {seed}: {model.objective.words} by {solver}"
            try:
                rows, best = best_of(model, solver)
            except Unsupported:
                continue
            assert rows == best_rows(model), label
            assert best.proven, label
            natively += best.native
    assert natively >= models


@pytest.mark.parametrize("solver", NATIVE)
def test_where_an_objective_is_undefined_there_is_no_solution(solver: str) -> None:
    x, y = integer("x", 0, 5), integer("y", 0, 3)
    model = Model("partial", x, y, x + y >= 1)
    assert best_of(model.minimising(x // y), solver)[0] == {
        row for row in itertools.product(range(6), range(4)) if row[0] < row[1]
    }
    rows, best = best_of(model.maximising(20 // (x * y), ("min", x + y)), solver)
    assert (rows, best.value, best.native) == ({(1, 1)}, [20, 2], True)
    rows, best = best_of(model.minimising(7 * (x // (y * 0))), solver)
    assert (rows, best.value, best.proven) == (set(), None, True)


@pytest.mark.parametrize("solver", NATIVE)
def test_variables_of_which_no_rule_speaks_take_every_value(solver: str) -> None:
    x, y = integer("x", 0, 5), integer("y", 0, 2)
    rows, best = best_of(Model("free", x, y, x >= 2, minimise=x), solver)
    assert (rows, best.value, best.native) == ({(2, 0), (2, 1), (2, 2)}, 2, True)


@pytest.mark.parametrize("solver", NATIVE)
def test_no_viewpoint_replaces_the_value_of_a_goal_that_is_0_or_1(solver: str) -> None:
    x, y, z = (integer(name, 0, 1) for name in "xyz")
    model = Model("three", x, y, z, y + z == 1, minimise=1 - x)
    for viewpoint in ("auto", "partition"):
        with solutions(model, solver, viewpoint=viewpoint) as found:
            assert {solution.row for solution in found} == {(1, 0, 1), (1, 1, 0)}
        assert found.outcome.objective is not None
        assert found.outcome.objective.native


@pytest.mark.parametrize("solver", NATIVE)
def test_values_beyond_the_numbers_of_a_library_are_right_or_refused(solver: str) -> None:
    x = integer("x", 0, 2000)
    model = Model("large", x, x <= 3, maximise=(x - 1001) ** 5)
    try:
        rows, best = best_of(model, solver)
    except Unsupported:
        return
    assert (rows, best.value) == ({(3,)}, -(998**5))


@pytest.mark.parametrize("solver", NATIVE)
def test_a_library_that_is_stopped_proves_nothing(solver: str) -> None:
    for limit in (0.1, 0.5):
        with solutions(golomb(12), solver, time_limit=limit) as found:
            assert list(found) == []
        best = found.outcome.objective
        assert best is not None
        assert found.outcome.reason == "time limit"
        assert not best.proven
        assert not best.points or "not proven" in best.words
    with pytest.raises(Incomplete):
        count(golomb(12), solver, time_limit=0.1)


@pytest.mark.parametrize("solver", CHEAP)
def test_a_wide_range_is_not_crept_through(solver: str) -> None:
    x = integer("x", 0, 900_000)
    try:
        rows, best = best_of(Model("wide", x, x <= 600_007, maximise=x), solver)
    except Unsupported:
        return
    assert rows == {(600_007,)}
    assert best.questions <= 60
    assert len(best.incumbents) < 1_100


@pytest.mark.parametrize("lie", LIES)
def test_an_optimum_that_was_not_one_is_convicted_by_a_better_solution(
    lie: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed, kinds = LIES[lie]
    name = f"liar_that_{lie.replace(' ', '_').replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(LIARS.replace("LIE", claimed))
    monkeypatch.syspath_prepend(str(tmp_path))
    x, y = integer("x", 0, 4), integer("y", 0, 4)
    model = Model("two", x, y, x + y >= 3, maximise=x * y - x)
    found = compare(model, ["flatmap", f"{name}:solutions"], isolate=False)
    assert found.verdict == ("differ" if kinds else "agree"), str(found)
    assert {one.solver for one in found.differences} <= {f"{name}:solutions"}
    assert {one.kind for one in found.differences} <= kinds
    assert all(one.better is not None for one in found.differences if one.kind == "not optimal")


BROKEN = {
    "better and better": "rows(model, goal, control)[::-1]",
    "found before": 'rows(model, goal, control)[-1:] if goal.sense == "min" else ()',
}
"""Part of the message where a library contradicts itself, and what it reports."""


@pytest.mark.parametrize("said", BROKEN)
def test_a_library_that_contradicts_itself_fails(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"broken_{said.replace(' ', '_')}"
    (tmp_path / f"{name}.py").write_text(LIARS.replace("LIE", BROKEN[said]))
    monkeypatch.syspath_prepend(str(tmp_path))
    x, y = integer("x", 0, 4), integer("y", 0, 4)
    model = Model("two", x, y, x + y >= 3, minimise=(x, ("max", y)))
    with pytest.raises(SolverFailed, match=said):
        list(solutions(model, f"{name}:solutions"))


def incumbents(model: Model, solver: str) -> Iterator[int]:
    return (solution["mark"][-1] for solution in improving(model, solver))


@pytest.mark.parametrize("solver", NATIVE)
def test_the_last_of_better_and_better_solutions_is_the_best(solver: str) -> None:
    values = list(incumbents(golomb(5), solver))
    assert values == sorted(set(values), reverse=True)
    assert values[-1] == 11
