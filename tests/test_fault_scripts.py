"""The scripts that show a fault in a library's own words find what the library finds."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.conformance.enumerate_naively import Row, solution_rows
from everyway.conformance.random_models import random_model
from everyway.models import Model
from everyway.models.language.labels import without_labels
from everyway.solvers.harness.contract import Unsupported
from everyway.solvers.harness.registry import Solver, solvers
from everyway.solvers.harness.script import Script, script_of

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")

MODELS = 4
WRITERS = {solver.name: solver for solver in solvers() if script_of(solver) is not None}


@pytest.fixture(params=sorted(WRITERS))
def writer(request: pytest.FixtureRequest) -> Solver:
    found = WRITERS[request.param]
    if not found.is_installed():
        pytest.skip(found.how_to_install)
    return found


def written(writer: Solver) -> Script:
    script = script_of(writer)
    assert script is not None
    return script


def asked(writer: Solver, number: int) -> list[tuple[Model, list[Row]]]:
    """The first random models that `writer` has words for and that have solutions."""
    found: list[tuple[Model, list[Row]]] = []
    seed = 0
    while len(found) < number:
        model, _ = without_labels(random_model(seed))
        seed += 1
        rows = sorted(solution_rows(model).elements())
        if len(rows) > 1 and is_written(writer, model):
            found.append((model, rows))
    return found


def is_written(writer: Solver, model: Model) -> bool:
    try:
        written(writer)(model, [], "about")
    except (NotImplementedError, Unsupported):
        return False
    return True


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The script run by itself: nothing of this package can be imported."""
    path = folder / "shown.py"
    path.write_text(text, encoding="utf-8")
    alone = "import sys; sys.modules['everyway'] = None\n"
    words = [
        sys.executable,
        "-I",
        "-c",
        f"{alone}exec(compile(open({str(path)!r}).read(), '', 'exec'))",
    ]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def test_a_script_finds_every_solution_and_nothing_else(writer: Solver, tmp_path: Path) -> None:
    for model, rows in asked(writer, MODELS):
        text = written(writer)(model, rows, "about")
        assert not re.search("^ *(import|from) +everyway", text, re.MULTILINE)
        ended = run(text, tmp_path)
        assert (ended.returncode, ended.stderr) == (0, ""), f"{model}\n{text}\n{ended}"


def test_a_script_tells_what_is_missing_and_what_is_invented(
    writer: Solver, tmp_path: Path
) -> None:
    model, rows = asked(writer, MODELS)[-1]
    lost, *others = rows
    ended = run(written(writer)(model, others, "about"), tmp_path)
    assert ended.returncode == 1, ended
    assert f"invented or repeated: [{lost!r}]" in ended.stdout
    ended = run(written(writer)(model, [lost, *rows], "about"), tmp_path)
    assert ended.returncode == 1, ended
    assert f"missing: [{lost!r}]" in ended.stdout


def test_a_script_can_be_read(writer: Solver) -> None:
    """It says what it is about, how it ends, and which variable is which."""
    model, rows = asked(writer, 1)[0]
    text = written(writer)(model, rows, 'about a\\b and """')
    told = ast.get_docstring(ast.parse(text)) or ""
    assert "about a/b and" in told
    assert "Exit status 1 while the fault is there" in told
    assert all(variable.name in text for variable in model.variables)
