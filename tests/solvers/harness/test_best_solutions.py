"""The solutions of a model with an objective are exactly its best ones, by every solver."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.random_models import best_rows, models_with_objectives
from everyway.models import Model, ModelWarning, integer, variables
from everyway.solvers import (
    Incomplete,
    SolverFailed,
    Unsupported,
    count,
    first,
    improving,
    solutions,
    solve_all,
)
from everyway.solvers.harness.registry import solvers
from everyway.solvers.harness.running.independent_parts import story

from ...support import lying_optimisers

GENERAL = [s.name for s in solvers() if not s.traits.historical and s.is_installed()]
QUICK = ("auto", "flatmap", "brute-force", "sat", "cp-sat", "clingo")


def check(seed: int, names: tuple[str, ...] | list[str], random: Random) -> int:
    """Compare the variants of a model with brute force, each by one solver; how many were."""
    done = 0
    for model in models_with_objectives(seed):
        assert model.objective is not None
        name = random.choice(names)
        label = f"seed {seed}: {model.objective.words} by {name}"
        try:
            with solutions(model, name) as found:
                rows = [solution.row for solution in found]
        except Unsupported:
            continue
        assert len(rows) == len(set(rows)), label
        assert set(rows) == best_rows(model), label
        best = found.outcome.objective
        assert best is not None, label
        assert best.proven, label
        assert bool(best.points) == bool(rows), label
        done += 1
    return done


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_have_the_best_solutions_that_brute_force_finds() -> None:
    random = Random(1)
    assert sum(check(seed, QUICK, random) for seed in range(12)) > 45


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", GENERAL)
def test_each_solver_finds_the_best_solutions_of_300_models(name: str) -> None:
    assert sum(check(seed, [name], Random(seed)) for seed in range(300)) > 1000


def golomb(marks: int) -> Model:
    """A shortest Golomb ruler."""
    mark = variables("mark", marks, range(marks**2))
    gaps = [b - a for a, b in itertools.combinations(mark, 2)]
    apart = [a != b for a, b in itertools.combinations(gaps, 2)]
    rising = [a < b for a, b in itertools.pairwise(mark)]
    return Model("golomb", mark, mark[0] == 0, rising, apart, minimise=mark[marks - 1])


@pytest.mark.parametrize("solver", [name for name in QUICK if name != "brute-force"])
def test_known_rulers_are_found_by_every_verb(solver: str) -> None:
    model = golomb(4)
    assert {s.row for s in solve_all(model, solver)} == {(0, 1, 4, 6), (0, 2, 5, 6)}
    assert count(model, solver) == 2
    ruler = first(model, solver)
    assert ruler is not None
    assert ruler["mark"][3] == 6
    with solutions(model, solver, project=["mark[0]"]) as found:
        assert [s.row for s in found] == [(0,)]
    with solutions(model, solver, limit=1) as found:
        assert len(list(found)) == 1
    assert found.outcome.reason == "limit"


def test_a_best_value_is_reported_with_what_was_found_on_the_way() -> None:
    with solutions(golomb(4), "flatmap", isolate=True) as found:
        assert len(list(found)) == 2
    best = found.outcome.objective
    assert best is not None
    values = [value for _, value in best.incumbents]
    assert values == sorted(values, reverse=True)
    assert values[-1] == 6
    document = found.outcome.to_json()["objective"]
    assert document["best"] == document["bound"] == 6
    assert document["sense"] == "minimise"
    assert document["expression"] == "mark[3]"
    assert document["proven"] is True
    assert document["phase"] == "enumerating"


def test_where_there_is_no_solution_there_is_no_best_value() -> None:
    x = integer("x", 0, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        nothing = Model("nothing", x, x > 3, minimise=x)
        undefined = Model("undefined", x, minimise=x // (x * 0))
    for model in (nothing, undefined):
        with solutions(model) as found:
            assert list(found) == []
        best = found.outcome.objective
        assert best is not None
        assert best.proven
        assert best.value is None
        assert found.outcome.complete
        assert count(model) == 0


def test_questions_are_few_where_the_range_is_wide() -> None:
    x = integer("x", 0, 1000)
    for model in (Model("wide", x, x >= 333, minimise=x), Model("wide", x, x <= 333, maximise=x)):
        with solutions(model, "flatmap") as found:
            assert [s.row for s in found] == [(333,)]
        best = found.outcome.objective
        assert best is not None
        assert best.questions <= 16


def test_what_is_stopped_is_never_called_the_best() -> None:
    model = golomb(12)
    for solver in ("auto", "flatmap"):
        for limit in (0.02, 0.1, 0.3):
            with solutions(model, solver, time_limit=limit) as found:
                assert list(found) == []
            best = found.outcome.objective
            assert best is not None
            assert found.outcome.reason == "time limit"
            assert (not best.proven and "not proven" in best.words) or not best.points
            with pytest.raises(Incomplete):
                count(model, solver, time_limit=limit)


def test_a_stopped_first_phase_of_a_process_keeps_its_best() -> None:
    with solutions(golomb(9), "flatmap", isolate=True, time_limit=1.0) as found:
        assert list(found) == []
    best = found.outcome.objective
    assert best is not None
    assert best.points
    assert not best.proven
    assert best.words == f"best so far {best.value}, not proven"
    assert best.solution is not None


def test_a_story_says_the_best_value_after_each_rule() -> None:
    steps = list(story(golomb(4), "flatmap"))
    assert steps[-1].number == 2
    assert steps[-1].best == 6
    assert steps[0].best == 0


def test_stopped_at_any_moment_nothing_is_called_the_best_that_is_not() -> None:
    seen = set()
    for moment in range(50):
        lying_optimisers.MOMENTS["left"] = moment
        with solutions(golomb(4), "tests.support.lying_optimisers:stopping") as found:
            rows = [solution.row for solution in found]
        best = found.outcome.objective
        assert best is not None
        assert set(rows) <= {(0, 1, 4, 6), (0, 2, 5, 6)}
        assert best.proven == (best.phase == "enumerating")
        assert not best.proven or best.value == 6
        assert best.proven or ("not proven" in best.words or not best.points)
        assert found.outcome.complete == (len(rows) == 2 and found.outcome.reason is None)
        seen.add((found.outcome.status, best.phase, len(rows)))
    assert {status for status, _, _ in seen} == {"stopped", "complete"}
    ends = {(phase, number) for _, phase, number in seen}
    assert ends == {("improving", 0), ("enumerating", 1), ("enumerating", 2)}


def test_libraries_that_optimise_are_given_the_objective() -> None:
    for solver in ("cp-sat", "clingo", "sat"):
        steps = [s["mark"][3] for s in improving(golomb(4), solver)]
        assert steps[-1] == 6
        assert steps == sorted(set(steps), reverse=True)
        with solutions(golomb(4), solver) as found:
            assert len(list(found)) == 2
        best = found.outcome.objective
        assert best is not None
        assert (best.native, best.questions, best.bound) == (True, 1, 6)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize(
    "options", [{}, {"jobs": 2}, {"isolate": True}, {"hand_over": False}, {"limit": 1}], ids=str
)
def test_the_solution_that_proved_the_value_is_given_once(options: dict[str, Any]) -> None:
    processes = options.keys() & {"jobs", "isolate"}
    for solver in ("auto", "flatmap", "cp-sat"):
        for seed in range(1 if processes else 2):
            for model in islice(models_with_objectives(seed), 1 if processes else 9):
                expected = best_rows(model)
                with solutions(model, solver, **options) as found:
                    rows = [solution.row for solution in found]
                assert len(rows) == len(set(rows)) == min(len(expected), options.get("limit", 99))
                assert set(rows) <= expected
                name = model.variables[0].name
                with solutions(model, solver, project=[name], **options) as found:
                    rows = [solution.row for solution in found]
                firsts = {row[:1] for row in expected}
                assert len(rows) == len(set(rows)) == min(len(firsts), options.get("limit", 99))
                assert set(rows) <= firsts


def worse_and_worse(model: Model) -> Iterator[dict[str, int]]:
    """A solver that answers each question by the greatest values, whatever is asked."""
    yield {variable.name: int(variable.domain[-1]) for variable in model.variables}


def only_the_first_time(model: Model) -> Iterator[dict[str, int]]:
    """A solver that has a solution for a model of two rules only."""
    if len(model.rules) < 2:
        yield {variable.name: int(variable.domain[0]) for variable in model.variables}


@pytest.mark.parametrize("liar", [worse_and_worse, only_the_first_time])
def test_a_solver_that_contradicts_itself_between_questions_fails(liar: Any) -> None:
    x = integer("x", 0, 3)
    model = Model("lied", x, x >= 0, minimise=x)
    address = f"{__name__}:{liar.__name__}"
    with pytest.raises(SolverFailed, match=r"asked for|and then none"):
        list(solutions(model, address))
