"""The page that says how a constraint is written does as it says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import everyway.models
from everyway.conformance.instances.cells import CONTEXTS
from everyway.models.language.sample_arguments import COMPOSED, HUGE, SIZES, TWO_ALIKE
from everyway.views.command_line import main

from ...test_documentation import commands

PAGE = Path(__file__).parents[3] / "docs" / "add_a_constraint.md"
FILE = re.compile(r"^```python\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_THE_LANGUAGE = re.compile(r"^```python\n# models/(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SOLVERS = ("brute-force", "flatmap", "auto", "cp-sat")
LOOKS = """
from everyway.conformance.instances.cells import first_of
from everyway.conformance.instances.cells import CONTEXTS, cell
from everyway.formats.writing.as_python import program_of
from everyway.models import Model, from_data, same, spread, symmetries, to_data, variables
from everyway.models.language.global_constraints.spread import Spread
from everyway.models.language.nodes import describe

x = variables("x", 3, range(5))
model = Model("apart", x, spread(x, 2))
assert describe(model.constraints[0]) == "spread([x[0], x[1], x[2]], 2)"
assert same(from_data(to_data(model)), model)
assert symmetries(model).order == 4, "the variables and the values, each turned round"
assert "spread(x, 2)" in program_of(model)
namespace = {}
exec(program_of(model), namespace)
assert same(namespace["model"], model)
for context in CONTEXTS:
    for _, sample in cell(Spread, context, 2):
        assert same(from_data(to_data(sample)), sample)
assert all(len(one.model.variables) > 9 for one in first_of("Spread", "10 to 40", 2))
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    for name, text in FILE.findall(PAGE.read_text("utf-8")):
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("spread", None)


def test_its_test_passes_and_sees_a_decomposition_that_is_wrong(project):
    test = (project / "test_spread.py").read_text("utf-8")
    namespace = {}
    exec(compile(test, "test_spread.py", "exec"), namespace)
    namespace["test_spread_means_one_thing"]()

    from everyway.models import ModelError

    namespace["Spread"].decompose = lambda self: [self.terms[0] != self.terms[-1]]
    with pytest.raises(ModelError):
        namespace["test_spread_means_one_thing"]()


def test_its_commands_print_what_it_shows(project):
    (session,) = SESSION.findall(PAGE.read_text("utf-8"))
    shown = commands(session)
    assert len(shown) == 2
    for command, lines in shown:
        result = CliRunner().invoke(main, command, prog_name="everyway")
        assert result.exit_code == 0, result.output
        assert set(lines) <= set(result.output.splitlines())


@pytest.fixture
def language(tmp_path):
    """An everyway with one file more, for the processes that are started with this environment."""
    models = Path(everyway.models.__path__[0])
    copy = tmp_path / "everyway" / "models"
    shutil.copytree(models, copy, ignore=shutil.ignore_patterns("__pycache__"))
    ((name, text),) = IN_THE_LANGUAGE.findall(PAGE.read_text("utf-8"))
    assert not (copy / name).exists()
    (copy / name).write_text(text, "utf-8")
    return {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}


def run(language, *words):
    command = [sys.executable, *words]
    done = subprocess.run(command, env=language, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_one_file_more_is_a_constraint_of_the_language(language):
    run(language, "-c", LOOKS)


def test_the_kit_tries_it_on_every_solver(language, tmp_path):
    chosen = [word for name in SOLVERS for word in ("--everyway-solver", name)]
    few = ["--everyway-samples", "1", "-p", "no:cacheprovider", "-q", f"--rootdir={tmp_path}"]
    said = run(language, "-m", "pytest", *chosen, *few, "-k", "Spread", str(tmp_path))
    # In each context, over known values, in each column of larger samples, and of harsh numbers.
    tests = len(CONTEXTS) + 1 + len((*SIZES, HUGE, TWO_ALIKE, COMPOSED)) + 1
    assert f"{len(SOLVERS) * tests} passed" in said
