"""The page coming_from.md is as its script writes it, and the peers find as many solutions.

The Python of the page, CPMpy's and python-constraint's too, is run with that of all other pages.
"""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path
from shutil import which
from types import ModuleType

import pytest

from everyway.formats import from_minizinc, from_xcsp3
from everyway.solvers import count

DOCS = Path(__file__).parent.parent / "docs"
sys.path.insert(0, str(DOCS))
TITLES = importlib.import_module("ten_models").TITLES
sys.path.remove(str(DOCS))


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("make_coming_from")


def test_the_page_is_that_of_the_script(writer: ModuleType) -> None:
    assert all(models.keys() == writer.OURS.keys() for models in writer.THEIRS.values())
    assert writer.PAGE.read_text("utf-8") == writer.page(), "run docs/make_coming_from.py"


@pytest.mark.skipif(which("minizinc") is None, reason="MiniZinc is not installed")
@pytest.mark.parametrize("name", TITLES)
def test_minizinc_finds_as_many(writer: ModuleType, tmp_path: Path, name: str) -> None:
    file = tmp_path / "model.mzn"
    file.write_text(writer.THEIRS["minizinc"][name], "utf-8")
    assert count(from_minizinc(file)) == TITLES[name][1]
    if name == "golomb":  # minizinc -a prints no other best one
        return
    command = ["minizinc", "--solver", "gecode", "-G", "std", "-a", str(file)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert len(re.findall("^-{10}$", run.stdout, re.MULTILINE)) == TITLES[name][1]


@pytest.mark.parametrize("name", TITLES)
def test_clingo_finds_as_many(writer: ModuleType, name: str) -> None:
    clingo = pytest.importorskip("clingo")
    best = ["--opt-mode=optN"] if name == "golomb" else []
    control = clingo.Control(["0", *best])
    control.add("base", [], writer.THEIRS["clingo"][name])
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        number = sum(not best or one.optimality_proven for one in found)
    assert number == TITLES[name][1]


@pytest.mark.slow
@pytest.mark.parametrize("name", TITLES)
def test_what_pycsp3_writes_has_as_many(writer: ModuleType, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pycsp3")
    program = tmp_path / "model.py"
    body = writer.THEIRS["xcsp3"][name]
    program.write_text(f"from pycsp3 import *\n{body}\ncompile()\n", "utf-8")
    command = [sys.executable, str(program)]
    subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    (file,) = tmp_path.glob("*.xml")
    assert count(from_xcsp3(file)) == TITLES[name][1]
