"""The scripts that show a fault in a library's own words find what the library finds."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from everyway.conformance.instances.enumerate_naively import Row, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import Model, circuit, variables
from everyway.models.language.files.model_from_data import NODES
from everyway.models.language.nodes import Node, topological
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers.harness.adapting.recording import Script, script_of
from everyway.solvers.harness.contract import Control, Unsupported
from everyway.solvers.harness.registry import Solver, solver_named, solvers
from everyway.solvers.minizinc import script as minizinc_script
from everyway.solvers.minizinc.original import if_installed
from everyway.solvers.minizinc.translation import Translation

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")

ALL = """
import contextlib, io, json, sys
sys.modules["everyway"] = None
ends = []
for path in sys.argv[1:]:
    written, end = io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(written):
            exec(compile(open(path).read(), path, "exec"), {})
    except SystemExit as ended:
        end = ended.code
    ends.append((end, written.getvalue()))
print(json.dumps(ends))
"""
WRITERS = {solver.name: solver for solver in solvers() if script_of(solver) is not None}


@pytest.fixture(params=sorted(WRITERS))
def writer(request: pytest.FixtureRequest) -> Solver:
    found = WRITERS[request.param]
    if not found.is_installed():
        pytest.skip(f"not installed: {found.how_to_install}")
    return found


def written(writer: Solver) -> Script:
    script = script_of(writer)
    assert script is not None
    return script


@cache
def covering() -> list[tuple[Model, list[Row]]]:
    """Random models that have every constraint and expression between them, and solutions."""
    found: list[tuple[Model, list[Row]]] = []
    left: set[type[Node]] = set(NODES.values())
    for seed in count():
        model, _ = without_labels(random_model(seed))
        kinds = {type(node) for node in topological(model.constraints)}
        rows = sorted(solution_rows(model).elements()) if kinds & left else []
        if len(rows) > 1:
            found.append((model, rows))
            left -= kinds
        if not left:
            break
    return found


def asked(writer: Solver) -> list[tuple[Model, list[Row]]]:
    """Those models that `writer` has words for: most of them."""
    found = [(model, rows) for model, rows in covering() if is_written(writer, model)]
    assert len(found) > 0.7 * len(covering())
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


def run_all(texts: list[str], folder: Path) -> list[list[object]]:
    """The exit code and output of each script, in one process: a library is imported once."""
    paths = [folder / f"{number}.py" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    words = [sys.executable, "-I", "-c", ALL, *map(str, paths)]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    written: list[list[object]] = json.loads(ended.stdout.splitlines()[-1])
    return written


def test_a_script_finds_every_solution_and_nothing_else(writer: Solver, tmp_path: Path) -> None:
    models = asked(writer)
    texts = [written(writer)(model, rows, "about") for model, rows in models]
    for (model, rows), text, ended in zip(models, texts, run_all(texts, tmp_path), strict=True):
        assert not re.search("^ *(import|from) +everyway", text, re.MULTILINE)
        assert ended[0] == 0, f"{model}\n{text}\n{ended}"
        assert f"{len(rows)} solutions reported" in str(ended[1])


def test_a_script_says_what_is_missing_and_what_is_invented(writer: Solver, tmp_path: Path) -> None:
    model, rows = asked(writer)[0]
    lost, *others = rows
    ended = run(written(writer)(model, others, "about"), tmp_path)
    assert ended.returncode == 1, ended
    assert f"invented or repeated: [{lost!r}]" in ended.stdout
    ended = run(written(writer)(model, [lost, *rows], "about"), tmp_path)
    assert ended.returncode == 1, ended
    assert f"missing: [{lost!r}]" in ended.stdout


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_a_script_can_be_read(name: str) -> None:
    """It says what it is about, how it ends, and which variable is which."""
    model, rows = covering()[0]
    try:
        text = written(WRITERS[name])(model, rows, 'about a\\b and """')
    except ImportError:
        pytest.skip(f"not installed: {WRITERS[name].how_to_install}")
    purpose = ast.get_docstring(ast.parse(text)) or ""
    assert "about a/b and" in purpose
    assert "Exit status 1 while the fault is there" in purpose
    assert all(variable.name in text for variable in model.variables)


def test_a_script_for_minizinc_holds_the_model_also_where_that_is_not_installed() -> None:
    model, rows = covering()[0]
    translation = Translation(model, Control().check, if_installed())
    translation.post(model.constraints)
    assert f'r"""\n{translation.text()}"""' in minizinc_script(model, rows, "about")


@pytest.mark.parametrize("backend", ["gecode", "chuffed"])
def test_a_script_for_minizinc_runs_the_solver_that_was_asked(backend: str):
    text = written(solver_named(f"minizinc[{backend}]"))(one_tour(), [], "about")
    named = re.search(r'"--solver", \'(.*?)\'', text)
    assert named is not None
    assert named[1].rpartition(".")[2] == backend  # by its whole name, where it is installed


@pytest.mark.parametrize("name", ["minizinc", "cp-sat"])
def test_a_script_for_decomposed_models_has_no_native_constraint(name: str):
    native, decomposed = (written(solver_named(one)) for one in (name, f"{name}+decomposed"))
    assert "circuit" in native(one_tour(), [], "")
    assert "circuit" not in decomposed(one_tour(), [], "")


def one_tour() -> Model:
    after = variables("after", 3, range(3))
    return Model("tour", after, circuit(after))
