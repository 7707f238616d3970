"""A puzzle is read from a file by its path, and every bad file is told in a line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import everyway.models
from everyway.models import ModelError
from everyway.models.language.catalogue import load

GOOD = '''
from everyway.models import Model, variables

def twice(n: int = 2, low: int = 0) -> Model:
    """Two of each."""
    return Model(f"{n} twice", variables("x", n, range(low, low + 2)))
'''


def file_of(folder: Path, text: str | bytes, name: str = "twice.py") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


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
    "copied from the gallery": (
        "from .language.board import Board\n",
        ["relative import", "line 1", "write: from everyway.models import"],
    ),
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
        ("crowns.toml", "there is no file"),
        ("notes.txt", ".py"),
    ]:
        with pytest.raises(ModelError, match=part):
            load(f"{tmp_path}/{name}")


def test_a_puzzles_own_error_passes_through(tmp_path):
    path = file_of(tmp_path, GOOD)
    with pytest.raises(ModelError, match=r"^x must have a number of variables from 0, not -1$"):
        load(path, n=-1)
