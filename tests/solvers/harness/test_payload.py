"""A model with a Python predicate travels to another process, or is refused."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from everyway.comparer import compare
from everyway.models import Model, ModelError, integer, predicate
from everyway.models.language.files.catalogue import load
from everyway.solvers.harness.processes.payload import payload_of, structure_hash


def is_even(value: int) -> bool:
    return value % 2 == 0


def is_bad(value: int) -> bool:
    return 1 // (value - 1) > 0


def of_predicate(function: object) -> Model:
    x = integer("x", 0, 2)
    return Model("predicate", x, predicate(function, x))


def test_a_predicate_of_a_module_travels():
    assert compare(of_predicate(is_even), ["flatmap", "cp-sat"], isolate=True).verdict == "agree"


def test_a_predicate_that_raises_is_a_failure_of_the_run():
    found = compare(of_predicate(is_bad), ["flatmap", "cp-sat"], isolate=True)
    assert [run.status for run in found.runs] == ["failed", "failed"]
    assert "is_bad raised ZeroDivisionError" in str(found.runs[0].outcome.reason)
    assert found.exit_code() == 4


def test_a_predicate_that_cannot_travel_is_refused_before_anything_runs():
    with pytest.raises(ModelError, match="with def at the top level of a module"):
        compare(of_predicate(lambda x: x > 0), ["flatmap", "cp-sat"], isolate=True)


PUZZLE = """
from everyway.models import Model, integer, predicate

def odd(top: int = 5) -> Model:
    '''Odd numbers.'''
    number = integer("number", 0, top)
    return Model("odd", number, predicate(lambda n: n % 2 == TURN, number))
"""


def test_a_predicate_of_a_puzzle_file_travels_by_the_recipe(tmp_path: Path):
    path = tmp_path / "odd.py"
    path.write_text(PUZZLE.replace("TURN", "1"))
    assert compare(load(path, top=7), ["flatmap", "cp-sat"], isolate=True).common.count == 4


def test_a_puzzle_that_changes_is_refused(tmp_path: Path):
    path = tmp_path / "odd.py"
    path.write_text(PUZZLE.replace("TURN", "1"))
    model = load(path)
    path.write_text(PUZZLE.replace("0, top", "1, top"))
    with pytest.raises(ModelError, match="its recipe makes another model"):
        compare(model, ["flatmap"], isolate=True)


def test_a_model_is_packed_once_and_is_itself_only_where_it_was_packed():
    model = load("queens", n=4)
    payload = payload_of(model)
    assert payload_of(model) is payload
    assert payload.found() is model
    elsewhere = pickle.loads(pickle.dumps(replace(payload, token=b"another process")))
    found = elsewhere.found()
    assert found is not model
    assert structure_hash(found) == structure_hash(model)
    assert payload_of(load("queens", n=4)).token != payload.token
