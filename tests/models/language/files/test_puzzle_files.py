"""A puzzle is read from a file by its path, and every bad file is reported in a line."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from everyway.models import ModelError, same
from everyway.models.language.files.catalogue import load

from ....support.command_lines import everyway

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
    assert same(first, second)
    file_of(tmp_path, GOOD.replace("twice(n: int = 2", "twice(n: int = 4"))
    assert len(load(path).variables) == 4
    assert sys.path == before
    assert "twice" not in sys.modules


def test_a_decorated_puzzle_in_a_file_keeps_its_known_counts(tmp_path):
    text = GOOD.replace("def ", "@puzzle(known('by hand', n={2: 4}))\ndef ")
    path = file_of(
        tmp_path,
        f"from everyway.models.language.files.puzzle_files import known, puzzle\n{text}",
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
    "relative": ("from .other import x\n", ["relative import", "line 1"]),
    "model error": (
        "from everyway.models import integer\n\nx = integer('x', 3, 1)\n",
        ["lower bound 3", "line 3"],
    ),
    "empty": ("", ["has no puzzle", "write a function that returns a Model"]),
    "several": (
        "def one(): ...\ndef two(): ...\ndef three(): ...\n",
        ["several puzzles, one, two and three", "choose one: ", "twice.py:one"],
    ),
    "no function": ("twice = 2\n", ["is 2", "must be a function"]),
    "partial": (
        "from functools import partial\ntwice = partial(print, 4)\n",
        ["is functools.partial", "must be a function"],
    ),
    "no model": ("def twice():\n    pass\n", ["returned None", "return Model"]),
    "function fails": (
        "def twice():\n    return one()\ndef one():\n    return [][1]\n",
        ["IndexError", "line 4"],
    ),
    "function exits": ("def twice():\n    raise SystemExit\n", ["SystemExit", "line 2"]),
    "parameter": ("def twice(n): ...\n", ["needs the parameter n"]),
}


@pytest.mark.parametrize(("text", "parts"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_reported_in_a_line(tmp_path, text, parts):
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


# ------------------------------------------------------- which of a file is the puzzle

BEGIN = "from everyway.models import Model, puzzle, variables\n"
MODEL = "Model('m', variables('x', 2, range(2)))"
CHOSEN = {
    "the only function": ("def table(n=3): return Model('t', variables('x', n, range(2)))", 3),
    "the only model": (f"m = {MODEL}", 2),
    "a model under two names": (f"m = model = {MODEL}", 2),
    "a model beside helpers": (f"def near(a, b): ...\nm = {MODEL}", 2),
    "what says that it returns a model": (
        f"def near(a, b): ...\ndef table() -> Model: return {MODEL}",
        2,
    ),
    "what is marked as a puzzle": (f"def near(a): ...\n@puzzle\ndef table(): return {MODEL}", 2),
    "what says so as text": (f"def near(a): ...\ndef table() -> 'Model': return {MODEL}", 2),
    "the function of the file's name": (
        f"def near() -> Model: ...\ndef twice(): return {MODEL}",
        2,
    ),
    "a model of the file's name": (f"def near() -> Model: ...\ntwice = {MODEL}", 2),
    "no name of the language": (f"from everyway.models import * \ndef f(): return {MODEL}", 2),
    "no class": (f"class Seat: ...\ndef table(): return {MODEL}", 2),
}


@pytest.mark.parametrize(("text", "number"), CHOSEN.values(), ids=CHOSEN)
def test_the_puzzle_of_a_file_is_found_whatever_its_name(tmp_path, text, number):
    assert load(file_of(tmp_path, BEGIN + text, "same.py" if "*" in text else "twice.py"))
    model = load(file_of(tmp_path, BEGIN + text))
    assert len(model.variables) == number
    assert model.recipe is not None
    assert load(model.recipe.puzzle, **model.recipe.params).name == model.name


TWO = BEGIN + "def one(n: int = 1) -> Model: return Model('1', variables('x', n, range(2)))\n"
TWO += f"@puzzle\ndef two(): return {MODEL}\nm = {MODEL}\n"


def test_a_name_behind_the_file_chooses_of_several(tmp_path, monkeypatch):
    path = file_of(tmp_path, TWO)
    monkeypatch.chdir(tmp_path)
    assert len(load(f"{path}:one", n=4).variables) == 4
    for name in ("two", "m"):
        model = load(f"twice.py:{name}")
        assert model.recipe is not None
        assert model.recipe.puzzle == f"twice.py:{name}"
    with pytest.raises(ModelError, match="several puzzles, m, one and two; choose one: "):
        load(path)
    with pytest.raises(ModelError, match="has no puzzle 'on'; did you mean 'one'"):
        load(f"{path}:on")
    with pytest.raises(ModelError, match="has no parameter 'n'"):
        load(f"{path}:m", n=3)
    with pytest.raises(ModelError, match="leave out 'x'"):
        load("crowns.toml:x")


@pytest.mark.parametrize(
    "words", ["count", "solve --all", "show", "story", "compare -S flatmap -S auto", "list"]
)
def test_every_command_takes_the_chosen_puzzle_of_a_file(tmp_path, words):
    command, *options = words.split()
    result = everyway(command, file_of(tmp_path, TWO) + ":two", *options)
    assert result.exit_code == 0, result.output


def test_check_takes_the_chosen_puzzle_of_a_file(tmp_path):
    path = file_of(tmp_path, TWO)
    assert everyway("check", f"{path}:one", '{"x": [1]}').exit_code == 0
    assert everyway("check", f"{path}:two", "--against", f"{path}:m").exit_code == 0
    assert everyway("compare", f"{path}:two", f"{path}:m").exit_code == 0


PRINTS = """
from everyway.models import Model, predicate, variables
print("as it is read")

def seen(x):
    print("as it is tested")
    return x > 0

def prints() -> Model:
    print("as it is made")
    x = variables("x", 2, range(3))
    return Model("prints", x, predicate(seen, x[0]))
"""


@pytest.mark.parametrize("words", ["count --json", "solve --all --jsonl", "show --json", "count"])
def test_what_a_file_prints_is_no_part_of_the_answer(tmp_path, words):
    command, *options = words.split()
    result = everyway(command, file_of(tmp_path, PRINTS, "prints.py"), *options)
    assert result.exit_code == 0
    for text in ("as it is read", "as it is tested", "as it is made"):
        assert text in result.stderr
        assert text not in result.stdout
    for line in result.stdout.splitlines() if "--jsonl" in options else [result.stdout]:
        json.loads(line)
