"""Counting by parts that share no variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, ModelWarning, all_different, any_of, total, variable, variables
from everyway.models.queens import queens
from everyway.solvers import Incomplete, Outcome, count, solutions
from everyway.solvers.auto import engines
from everyway.solvers.auto.engine_run import Run
from everyway.solvers.auto.plan import read
from everyway.solvers.harness.contract import Control, Stopped
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.registry import Solver
from everyway.solvers.harness.running import independent_parts
from everyway.solvers.harness.running.independent_parts import components, counted
from everyway.solvers.harness.running.optimising import FirstPhase


def three_parts() -> Model:
    a, b, free = (
        variables("a", 3, range(5)),
        variables("b", 2, range(4)),
        variables("f", 2, ["red", "green", "blue"]),
    )
    return Model("three parts", a, b, free, all_different(a), b[0] < b[1])


def test_numbers_of_parts_multiply(solver: Solver) -> None:
    assert count(three_parts(), solver.name) == 60 * 6 * 9


def test_the_parts_share_no_variable_and_free_variables_multiply() -> None:
    free, parts = components(three_parts())
    assert free == 9
    assert [len(part.variables) for part in parts] == [3, 2]


def test_without_rules_nothing_is_searched() -> None:
    squares = queens(8)
    for rule in squares.rules:
        squares = squares.without(rule.label)
    assert count(squares) == 2**64


def test_a_part_without_solutions_makes_none() -> None:
    model = three_parts()
    assert count(model + (model["a"][0] > 4)) == 0
    with pytest.warns(ModelWarning):
        assert count(three_parts() + any_of([])) == 0


def test_a_model_in_one_piece_is_enumerated() -> None:
    assert counted(queens(6), "flatmap") is None
    assert counted(three_parts(), options=Options(limit=3)) is None


def test_how_it_was_counted_is_reported() -> None:
    found = counted(three_parts(), "flatmap")
    assert found is not None
    assert (found.number, found.parts, found.outcome.complete) == (3240, 3, True)
    assert found.outcome.solutions == 66


def test_a_stopped_part_is_no_number() -> None:
    model = queens(20) + variables("f", 3, range(7))
    with pytest.raises(Incomplete) as error:
        count(model, time_limit=0.2)
    assert error.value.found == 0


def test_what_was_counted_before_a_stop_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel holds what it has found until an engine is chosen."""

    def stopped(asking: object, work: float, *most: float) -> None:
        if work:
            raise Stopped

    model = Model("lines", x := variables("x", (6, 6), range(20)), [all_different(x[0])])
    model += [all_different(line) for line in (x[:, 0], x[3])]
    expected = sum(engines.counts(model, Control(Options())))
    monkeypatch.setattr(engines.Asking, "count", stopped)
    parts = engines.counts(model, Control(Options()))
    assert 0 < next(parts) < expected
    with pytest.raises(Stopped):
        next(parts)


def test_a_diagram_gets_a_share_of_what_one_of_several_threads_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[float]()

    def found(asking: object, work: float, **least: float) -> int:
        asked.append(work)
        return 7

    monkeypatch.setattr(engines.Asking, "count", found)
    monkeypatch.setattr(Run, "may_compile", True)
    for jobs in (1, 2):
        run = Run(queens(6), Control(Options(jobs=jobs)), counting=True)
        assert [*engines._by_loops(run, read(run.model).best)] == [7]
    assert 0 < asked[1] == asked[0] / 2


def test_nothing_is_counted_twice_after_a_stop() -> None:
    class Trial:
        def take(self) -> list[int]:
            return [7, 5]

    def parts() -> Iterator[int]:
        yield 10
        raise Stopped

    found = engines._and_held(parts(), cast(Any, Trial()))
    assert [next(found), next(found)] == [10, 2]
    with pytest.raises(Stopped):
        next(found)


def test_where_a_solution_is_known_one_at_least_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    x = variables("x", 3, range(4))
    model = Model("best", x, all_different(x), maximise=total(x))
    with monkeypatch.context() as second:  # the search for all of them is stopped at once
        second.setattr(independent_parts, "_left", lambda *of: 1e-9)
        found = counted(model)
        assert found is not None
        assert (found.number, found.outcome.complete) == (1, False)
    with monkeypatch.context() as lost:  # a whole search that finds none is not talked over
        lost.setattr(independent_parts, "_enumerated", lambda run, hear: [*run] and 0)
        found = counted(model, "flatmap")
        assert found is not None
        assert (found.number, found.outcome.complete) == (0, True)
    settled = FirstPhase.settled

    def stopped(self: FirstPhase) -> tuple[None, Outcome]:
        return None, replace(settled(self)[1], status="stopped", reason="time limit")

    monkeypatch.setattr(FirstPhase, "settled", stopped)
    found = counted(model)
    assert found is not None
    assert (found.number, found.outcome.complete) == (1, False)


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
def test_random_models_have_as_many_by_parts() -> None:
    split = 0
    for seed in range(300):
        model = random_model(seed)
        split += counted(model, "flatmap") is not None
        assert count(model, "flatmap") == sum(1 for _ in solutions(model)), seed
    assert split > 30


def test_only_what_holds_by_the_bounds_of_a_product_is_left_out_of_parts() -> None:
    x, y, z = variable("x", [1, 2, 4]), variable("y", range(1, 4)), variable("z", range(-1, 2))
    kept = [x * y > 1, x * y < 12, x * z >= 0, z * z >= 0, (x // y) * z <= 4, (x // z) * y >= -99]
    for constraint in [x * y > 0, x * y >= 1, x * y <= 12, x * y * y < 37, x * z >= -4]:
        assert components(Model("apart", x, y, z, constraint)) == (27, [])
    for constraint in kept:
        model = Model("joined", x, y, z, constraint)
        assert len(components(model)[1]) == 1
        assert count(model) == len([*solutions(model, "brute-force")])
    assert count(Model("free", x, y, z, x * y > 0)) == 27
