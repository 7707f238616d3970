"""Puzzles are found by name, file and entry point, and every bad one is told in a line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Literal

import pytest

import everyway.models
from everyway.models import Model, ModelError, all_different, variables
from everyway.models.language import catalogue
from everyway.models.language.catalogue import Puzzle, find, known, load, puzzle, puzzles
from everyway.models.language.parameters import arguments

OUR_PUZZLES = {"langford", "map_colouring", "queens", "send_more_money", "zebra"}

GOOD = '''
from everyway.models import Model, variables

def twice(n: int = 2, low: int = 0) -> Model:
    """Two of each."""
    return Model(f"{n} twice", variables("x", n, range(low, low + 2)))
'''


def permutation(n: int = 3, wrap: bool = False, holes: Iterable[int] = ()) -> Model:
    """Every order of n things."""
    place = variables("place", n, range(n))
    return Model("permutation", place, all_different(place))


KNOWN = (
    known("the factorial", n={1: 1, 3: 6}),
    known("a rumour", wrap=True, n={3: 7}),
    known("another", holes=[1, 2], count=9),
)


def file_of(folder: Path, text: str | bytes, name: str = "twice.py") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


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
        "import sys; from everyway.models.language.catalogue import puzzles; found = puzzles();"
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
        ("xyzzy", {}, ["'xyzzy'", "langford", "everyway list"]),
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
def test_a_wrong_name_or_parameter_is_told_with_what_there_is(name, params, parts):
    with pytest.raises(ModelError) as error:
        load(name, **params)
    assert [part for part in parts if part not in str(error.value)] == []


# ---------------------------------------------------------------------- text parameters


def every_kind(
    n: int,
    wrap: bool = False,
    ratio: float = 1.0,
    title: str = "",
    size: tuple[int, int] = (2, 3),
    cells: tuple[int, ...] = (),
    squares: Sequence[tuple[int, int]] = (),
    words: list[str] | None = None,
    most: int | None = None,
    mode: Literal["thin", "wide", 3] = "thin",
    grid: str | Sequence[Sequence[int]] = "",
    bare=4,
    loose=None,
) -> None: ...


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("n", "-12", -12),
        *(("wrap", text, True) for text in ("true", "yes", "1", "True")),
        *(("wrap", text, False) for text in ("false", "no", "0", "NO")),
        ("wrap", True, True),
        ("ratio", "2.5", 2.5),
        ("ratio", 2, 2.0),
        ("title", "12", "12"),
        ("size", "4,5", (4, 5)),
        ("cells", "1, 2,3", (1, 2, 3)),
        ("cells", "", ()),
        ("cells", [1, 2], (1, 2)),
        ("squares", "1,2;3,4", ((1, 2), (3, 4))),
        ("squares", "1,2", ((1, 2),)),
        ("squares", [(1, 2)], ((1, 2),)),
        ("words", "a,b", ["a", "b"]),
        ("words", "none", None),
        ("most", "3", 3),
        ("most", "none", None),
        ("most", None, None),
        ("mode", "wide", "wide"),
        ("mode", "3", 3),
        ("grid", "1,2", "1,2"),
        ("grid", [[1, 2]], ((1, 2),)),
        ("bare", "5", 5),
        ("loose", "5", 5),
        ("loose", "five", "five"),
    ],
)
def test_text_becomes_the_type_that_the_parameter_says(name, text, value):
    read = arguments("it", every_kind, {"n": 1, name: text}).arguments[name]
    assert (type(read), read) == (type(value), value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("n", ""),
        ("n", "1e3"),
        ("n", "9" * 5000),
        ("wrap", "maybe"),
        ("wrap", 1),
        ("ratio", "half"),
        ("title", 3),
        ("size", "4"),
        ("size", "4,5,6"),
        ("cells", "1,x"),
        ("cells", 3),
        ("squares", "1;2"),
        ("most", "few"),
        ("mode", "tall"),
        ("bare", "x"),
    ],
)
def test_a_value_of_the_wrong_type_names_the_parameter_and_the_value(name, text):
    with pytest.raises(ModelError, match=rf"it: {name} is .* it must be "):
        arguments("it", every_kind, {"n": 1, name: text})


def test_a_missing_parameter_is_named():
    with pytest.raises(ModelError, match=r"it needs the parameter n \(a whole number\); write n="):
        arguments("it", every_kind, {})


def test_parameters_without_names_of_their_own_are_passed_on():
    def loose(n: int = 1, /, *rest: int, **others: str) -> None: ...

    bound = arguments("it", loose, {"n": "2", "colour": "red"})
    assert (bound.args, bound.kwargs) == ((2,), {"colour": "red"})


# ------------------------------------------------------------------------------- files


def test_a_file_is_loaded_by_its_path_with_parameters(tmp_path, monkeypatch):
    path = file_of(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    for given in (path, "./twice.py", "twice.py", Path("twice.py")):
        model = load(given, n="3")
        assert (model.name, len(model.variables)) == ("3 twice", 3)
        assert model.recipe is not None
        assert model.recipe.params == {"n": 3, "low": 0}
        assert load(model.recipe.puzzle, **model.recipe.params).name == "3 twice"


def test_a_file_is_loaded_afresh_and_leaves_no_trace_in_the_search_path(tmp_path):
    path = file_of(tmp_path, GOOD + "\nMADE = []\n")
    before = list(sys.path)
    first, second = load(path), load(path)
    assert everyway.models.same(first, second)
    file_of(tmp_path, GOOD.replace("twice(n: int = 2", "twice(n: int = 4"))
    assert len(load(path).variables) == 4
    assert sys.path == before
    assert "twice" not in sys.modules


def test_a_decorated_puzzle_in_a_file_keeps_its_known_counts(tmp_path):
    text = GOOD.replace("def ", "@puzzle(known('by hand', n={2: 4}))\ndef ")
    path = file_of(
        tmp_path, f"from everyway.models.language.catalogue import known, puzzle\n{text}"
    )
    model = load(path)
    assert model.known is not None
    assert model.known.count == 4
    assert model.recipe is not None
    assert model.recipe.puzzle == os.path.realpath(path)


def test_a_hyphen_in_a_files_name_is_an_underscore_in_its_functions(tmp_path):
    assert load(file_of(tmp_path, GOOD.replace("twice", "my_twice"), "my-twice.py")).name


def test_a_file_without_its_dot_is_pointed_to(tmp_path, monkeypatch):
    file_of(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ModelError, match=r"write \./twice\.py"):
        load("twice")


BAD_FILES = {
    "missing": (None, ["there is no file", "twice.py"]),
    "binary": (b"\x7fELF\0\0", ["is binary"]),
    "not UTF-8": (b"# one\n# caf\xe9\n", ["twice.py:2", "0xe9", "UTF-8"]),
    "syntax": ("x = 1\ndef twice(:\n", ["twice.py:2", "syntax error"]),
    "raises": ("x = 1\ny = x / 0\n", ["ZeroDivisionError", "line 2"]),
    "exits": ("raise SystemExit(3)\n", ["SystemExit: 3", "line 1"]),
    "imports": ("import no_such_thing\n", ["ModuleNotFoundError", "no_such_thing", "line 1"]),
    "model error": (
        "from everyway.models import integer\n\nx = integer('x', 3, 1)\n",
        ["lower bound 3", "line 3"],
    ),
    "empty": ("", ["no function 'twice'", "none"]),
    "other": ("def twicer(): ...\n", ["no function 'twice'", "did you mean 'twicer'"]),
    "no function": ("twice = 2\n", ["is 2", "must be a function"]),
    "no model": ("def twice():\n    pass\n", ["returned None", "return Model"]),
    "function fails": (
        "def twice():\n    return one()\ndef one():\n    return [][1]\n",
        ["IndexError", "line 4"],
    ),
    "function exits": ("def twice():\n    raise SystemExit\n", ["SystemExit", "line 2"]),
    "parameter": ("def twice(n): ...\n", ["needs the parameter n"]),
}


@pytest.mark.parametrize(("text", "parts"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_told_in_a_line(tmp_path, text, parts):
    path = str(tmp_path / "twice.py") if text is None else file_of(tmp_path, text)
    with pytest.raises(ModelError) as error:
        load(path)
    message = str(error.value)
    assert [part for part in [*parts, "twice"] if part not in message] == []
    assert "\n" not in message


def test_what_is_no_python_file_is_refused(tmp_path):
    (tmp_path / "folder.py").mkdir()
    for name, part in [
        ("folder.py", "is a folder"),
        ("", "not a Python file"),
        ("no/such/twice.py", "no folder"),
        ("crowns.toml", ".py"),
        ("notes.txt", ".py"),
    ]:
        with pytest.raises(ModelError, match=part):
            load(f"{tmp_path}/{name}")


def test_a_puzzles_own_error_passes_through(tmp_path):
    path = file_of(tmp_path, GOOD)
    with pytest.raises(ModelError, match=r"^x must have a number of variables from 0, not -1$"):
        load(path, n=-1)


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
