"""Puzzles are found by name, file and entry point, and every bad one is reported in a line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import EntryPoint

import pytest

import everyway.models
from everyway.models import Model, ModelError, all_different, variables
from everyway.models.language.files import catalogue
from everyway.models.language.files.catalogue import Puzzle, find, load, puzzles
from everyway.models.language.files.puzzle_files import known, puzzle

from .test_puzzle_files import GOOD, file_of

OUR_PUZZLES = {"langford", "map_colouring", "queens", "send_more_money", "zebra"}


def permutation(n: int = 3, wrap: bool = False, holes: Iterable[int] = ()) -> Model:
    """Every order of n things."""
    place = variables("place", n, range(n))
    return Model("permutation", place, all_different(place))


KNOWN = (
    known("the factorial", n={1: 1, 3: 6}),
    known("a rumour", wrap=True, n={3: 7}),
    known("another", holes=[1, 2], count=9),
)


# ------------------------------------------------------------------- known and @puzzle


@pytest.mark.parametrize(
    ("args", "count"),
    [
        ({}, (6, "the factorial")),
        ({"n": 1}, (1, "the factorial")),
        ({"n": 2}, None),
        ({"wrap": True}, (7, "a rumour")),
        ({"wrap": True, "n": 1}, None),
        ({"holes": (1, 2)}, (9, "another")),
        ({"holes": iter([1, 2])}, (9, "another")),
        ({"holes": (1, 2), "n": 1}, None),
    ],
)
def test_a_known_count_stands_for_its_parameters_and_the_defaults_of_the_others(args, count):
    model = puzzle(*KNOWN)(permutation)(**args)
    assert (model.known and (model.known.count, model.known.source)) == count


def test_a_model_knows_the_full_parameters_it_was_made_with():
    recipe = puzzle(permutation)(2).recipe
    assert recipe is not None
    assert recipe.puzzle == "permutation"
    assert recipe.params == {"n": 2, "wrap": False, "holes": ()}


def test_a_changed_model_forgets_its_recipe_and_known_count():
    model = puzzle(*KNOWN)(permutation)()
    changed = model + (model["place"][0] == 1)
    assert (changed.recipe, changed.known) == (None, None)
    assert model.without(model.rules[0].label).known is None


def test_the_decorated_function_keeps_its_name_and_docstring():
    made = puzzle(*KNOWN)(permutation)
    assert (made.__name__, made.__doc__) == ("permutation", permutation.__doc__)


@pytest.mark.parametrize(
    ("build", "part"),
    [
        (lambda: known("x"), "count=…"),
        (lambda: known("x", count=3, n={1: 2}), "['n', 'count']"),
        (lambda: known("x", m={1: 1}, n={1: 2}), "['m', 'n']"),
        (lambda: known("x", count=-1), "-1"),
        (lambda: known("x", n={1: 2.0}), "2.0"),
        (lambda: known("x", count=True), "True"),
        (lambda: puzzle(known("x", m={1: 1}))(permutation), "'m'"),
        (lambda: puzzle(known("x", warp=True, count=1))(permutation), "did you mean 'wrap'"),
        (lambda: puzzle("OEIS"), "'OEIS'"),
        (lambda: puzzle(least={"m": 1})(permutation), "'m'"),
        (lambda: puzzle(least={"n": 1})(permutation)(0), "permutation has n = 0; write n from 1"),
        (lambda: puzzle(lambda: 5)(), "5"),
    ],
)
def test_a_known_count_that_makes_no_sense_is_refused(build, part):
    with pytest.raises(ModelError) as error:
        build()
    assert part in str(error.value)


# --------------------------------------------------------------------------- by name


def test_the_puzzles_of_the_house_are_listed_without_importing_them():
    code = (
        "import sys; from everyway.models.language.files.catalogue import puzzles;"
        "found = puzzles();"
        "print([p.name for p in found if 'everyway.models.' + p.name in sys.modules])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == "[]"
    assert {p.name for p in puzzles() if p.where == "built in"} >= OUR_PUZZLES


@pytest.mark.parametrize("found", puzzles(), ids=lambda found: found.name)
def test_every_puzzle_says_what_it_is_and_can_be_made(found: Puzzle):
    assert found.error is None
    assert found.summary.endswith(".")
    assert all(p.annotation is not p.empty for p in found.parameters)
    model = found.model()
    assert model.recipe is not None
    assert model.recipe.puzzle == found.name
    assert load(found.name, **model.recipe.params).recipe == model.recipe


@pytest.mark.parametrize("found", puzzles(), ids=lambda found: found.name)
def test_no_puzzle_bears_a_public_name_of_the_language(found: Puzzle):
    assert found.name not in everyway.models.__all__


def test_hyphens_and_underscores_are_alike():
    assert find("map-colouring").name == find("map_colouring").name == "map_colouring"
    assert load("map-colouring", colours="4").known == load("map_colouring", colours=4).known


@pytest.mark.parametrize(
    ("name", "params", "parts"),
    [
        ("langfrod", {}, ["'langfrod'", "did you mean 'langford'", "everyway list"]),
        ("xyzzy", {}, ["'xyzzy'", "there are a", "everyway list"]),
        ("", {}, ["''", "everyway list"]),
        ("language", {}, ["no puzzle 'language'"]),
        ("langford", {"m": 3}, ["'m'", "n (a whole number)"]),
        ("map_colouring", {"colour": 3}, ["did you mean 'colours'", "colours (a whole number)"]),
        ("langford", {"n": "seven"}, ["langford: n is 'seven'", "a whole number"]),
        ("langford", {"n": "7.0"}, ["'7.0'"]),
        ("langford", {"n": 7.0}, ["7.0", "a whole number"]),
        ("langford", {"n": None}, ["None"]),
        ("langford", {"n": True}, ["True"]),
        ("map_colouring", {"map": "mars"}, ["'mars'", "australia, south_america, usa"]),
        ("zebra", {"n": 3}, ["'n'", "its parameters are none"]),
        ("langford", {"n": -1}, ["n = -1"]),
    ],
)
def test_a_wrong_name_or_parameter_is_reported_with_what_there_is(name, params, parts):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert [part for part in parts if part not in str(error.value)] == []


# ------------------------------------------------------------- what others drop in


def test_a_file_dropped_into_the_house_appears_by_itself(tmp_path, monkeypatch):
    file_of(tmp_path, GOOD, "twice.py")
    file_of(tmp_path, "raise ValueError('half written')\n", "broken_one.py")
    monkeypatch.setattr(everyway.models, "__path__", [*everyway.models.__path__, str(tmp_path)])
    found = {p.name: p for p in puzzles()}
    assert found["twice"].summary == "Two of each."
    assert [p.name for p in found["twice"].parameters] == ["n", "low"]
    assert "ValueError: half written" in (found["broken_one"].error or "")
    assert load("twice", n="5").name == "5 twice"
    with pytest.raises(ModelError, match="half written"):
        load("broken_one")


def test_puzzles_of_other_packages_are_found_and_a_broken_one_breaks_no_other(
    tmp_path, monkeypatch
):
    file_of(tmp_path, GOOD, "their_puzzles.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    entries = [
        EntryPoint(name, value, "everyway.models")
        for name, value in [
            ("their-twice", "their_puzzles:twice"),
            ("lost", "their_puzzles:lost"),
            ("gone", "no_such_package:twice"),
            ("number", "their_puzzles:__name__"),
            ("langford", "their_puzzles:twice"),
        ]
    ]
    monkeypatch.setattr(catalogue, "_entry_points", lambda: entries)
    found = {p.name: p for p in puzzles()}
    assert found["their-twice"].where == "entry point their_puzzles:twice"
    assert found["langford"].where == "built in"
    for name, part in [
        ("lost", "AttributeError"),
        ("gone", "no_such_package"),
        ("number", "no function"),
    ]:
        assert part in (found[name].error or "")
    model = load("their_twice", low="1")
    assert model.recipe is not None
    assert model.recipe.puzzle == "their-twice"
