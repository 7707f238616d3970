"""Options are one value, from a caller or the command line down to the solver."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError, fields

import pytest

from everyway.comparer import compare, compare_models, solver_claim
from everyway.models.queens import queens
from everyway.solvers import (
    Options,
    count,
    count_orbits,
    counterexample,
    first,
    measure_breaking,
    orbits,
    save,
    solutions,
    solve_all,
)
from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.options import CountOptions, SearchOptions

from ...support.fake_solvers import Asked, numbers, register

DOORS = [solutions, first, count, solve_all, orbits, count_orbits, measure_breaking, counterexample]
DOORS += [save, compare, compare_models, solver_claim]
OFFERED = {field.name: field.type for field in fields(Options)}


def test_every_option_is_a_keyword_argument_of_its_type():
    keywords = inspect.get_annotations(CountOptions)
    types = {name: kind.__forward_arg__ for name, kind in keywords.items()}
    assert types == {"options": "Options", **OFFERED}


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_signature_names_the_options_that_it_takes(door):
    parameters = inspect.signature(door).parameters
    assert parameters.keys() >= {"options", *inspect.get_annotations(SearchOptions)}
    assert all(parameters[name].kind is not inspect.Parameter.VAR_KEYWORD for name in parameters)


def test_options_are_given_as_a_value_and_a_keyword_overrides_it():
    two = Options(limit=2, seed=1)
    assert sum(1 for _ in solutions(queens(6), options=two)) == 2
    assert sum(1 for _ in solutions(queens(6), options=two, limit=3)) == 3
    assert (repr(two), repr(Options())) == ("Options(limit=2, seed=1)", "Options()")
    with pytest.raises(FrozenInstanceError):
        two.limit = 3


def test_names_to_project_on_may_come_once():
    options = Options(project=iter(["queen"]))
    assert [count(queens(4), options=options) for _ in range(2)] == [2, 2]


def test_the_control_has_all_options(monkeypatch):
    asked = Options(seed=7, time_limit=50.0)
    seen: list[Control] = []

    class Listening(Asked):
        def __call__(self, model, control):
            seen.append(control)
            return super().__call__(model, control)

    register(monkeypatch, Listening([{"x": 0}]))
    assert len(list(solutions(numbers(1)[0], "fake", options=asked))) == 1
    assert [control.options for control in seen] == [asked]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: save(queens(4), "x.db", limit=3),
        lambda: save(queens(4), "x.db", options=Options(isolate=True)),
        lambda: orbits(queens(4), isolate=True),
        lambda: compare_models(queens(4), queens(4), project=["queen"]),
    ],
)
def test_an_option_that_a_function_does_without_is_refused(wrong, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TypeError, match=r"takes no (limit|isolate|project); leave it out"):
        wrong()


def test_an_unknown_option_is_refused():
    with pytest.raises(TypeError, match="no option 'limt'; did you mean 'limit'"):
        count(queens(4), limt=3)


def test_solutions_are_counted_in_a_process_of_its_own():
    assert count(queens(6), "flatmap", isolate=True) == 4
