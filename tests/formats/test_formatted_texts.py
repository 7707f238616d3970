"""Texts of Python are laid out as its formatter does, and our own pass its linter."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.formats import written
from everyway.formats.writing.python_layout import laid_out
from everyway.models import Model, load
from everyway.models.language.files.catalogue import puzzles
from tests.support.random_boards import random_board

NAMES = [found.name for found in puzzles()]
LIBRARIES = ["cpmpy", "ortools", "python-constraint"]


def _ruff(*words: str) -> str:
    """Its complaints, none where it is content."""
    command = [sys.executable, "-m", "ruff", words[0], "--isolated", *words[1:]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr if done.returncode else ""


def _formatted(models: dict[str, Model], language: str, folder: Path) -> str:
    pytest.importorskip("ruff")
    for name, model in models.items():
        (folder / f"{name}.py").write_text(written(model, language), encoding="utf-8")
    assert any(folder.iterdir())
    return _ruff("format", "--diff", "--line-length=88", str(folder))


def test_own_programs_are_formatted_and_pass_the_linter(tmp_path: Path):
    models = {name: load(name) for name in NAMES}
    assert not _formatted(models, "python", tmp_path)
    assert not _ruff("check", str(tmp_path))


@pytest.mark.parametrize("language", ["python", *LIBRARIES])
def test_random_scripts_are_formatted(language: str, tmp_path: Path):
    models = {f"random_{seed}": random_model(seed) for seed in range(40)}
    models |= {f"board_{seed}": random_board(seed) for seed in range(20)}
    assert not _formatted(models, language, tmp_path)


@pytest.mark.parametrize("language", LIBRARIES)
def test_some_scripts_are_formatted(language: str, tmp_path: Path):
    assert not _formatted({name: load(name) for name in NAMES[::24]}, language, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("language", LIBRARIES)
def test_every_script_is_formatted(language: str, tmp_path: Path):
    assert not _formatted({name: load(name) for name in NAMES}, language, tmp_path)


@pytest.mark.parametrize("language", LIBRARIES)
def test_lines_say_the_same_however_far_they_are_indented(language: str):
    makers = (random_model, random_board)
    texts = [written(make(seed), language) for make in makers for seed in range(60, 80)]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    values = [node.value for node in nodes if isinstance(node, ast.Expr | ast.Assign)]
    assert len(values) > 200
    for value in values:
        source = ast.unparse(value)
        for indent in (0, 40, 84):
            lines = laid_out(source, indent)
            assert ast.dump(ast.parse(f"(\n{lines})", mode="eval").body) == ast.dump(value), lines


def _longest(names: list[str], language: str) -> int:
    """The signs of the longest line that is no remark or head of a rule."""
    lines = [line for name in names for line in written(load(name), language).split("\n")]
    kept = [line for line in lines if not line.startswith(("%", "constraint ::"))]
    assert max(map(len, kept)) > 90
    return max(map(len, kept))


@pytest.mark.parametrize("language", ["minizinc", "clingo"])
def test_no_line_is_longer_than_100_signs(language: str):
    names = ["tatamibari", "statue_park", "kropki", "send_more_money", "magnets", "yajilin"]
    assert _longest(names, language) <= 100


@pytest.mark.slow
@pytest.mark.parametrize("language", ["minizinc", "clingo"])
def test_no_line_of_any_puzzle_is_longer_than_100_signs(language: str):
    left = {"egyptian_fractions", "polydivisible"} if language == "clingo" else set()
    assert _longest([name for name in NAMES if name not in left], language) <= 100


def test_minizinc_has_no_function_that_nothing_calls():
    for name in ("masyu", "simple_loop", "snake", "tatamibari"):
        text = written(load(name), "minizinc")
        own = re.findall(r"(?m)^(?:predicate|function .*?:) (\w+)\(", text)
        assert own
        assert all(text.count(f"{one}(") > 1 for one in own), own
