"""The page that says how a constraint is written does as it says."""

import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from everyway.views.command_line import main

from .test_documentation import commands

PAGE = Path(__file__).parent.parent / "docs" / "add_a_constraint.md"
FILE = re.compile(r"^```python\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


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
