"""What the documentation says is run: doctests, and the snippets of the README."""

import doctest
import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import everyway.models
import everyway.solvers
import everyway.views
from everyway.views.command_line import main

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIGURE = re.compile(r"\d (ms|s)\b|…|tries|branches|not reported")


def blocks(language):
    return [text for kind, text in BLOCK.findall(README.read_text("utf-8")) if kind == language]


def modules():
    for package in (everyway.models, everyway.solvers, everyway.views):
        yield package.__name__
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield found.name


@pytest.mark.parametrize("name", list(modules()))
def test_the_examples_in_docstrings_are_true(name):
    failed, _ = doctest.testmod(import_module(name))
    assert not failed


def test_the_python_of_the_readme_runs_in_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    snippets = blocks("python")
    namespace = {"__name__": "readme"}
    for snippet in snippets:
        first = snippet.partition("\n")[0]
        if first.startswith("# file: "):
            path = tmp_path / first.removeprefix("# file: ").strip()
            path.write_text(snippet, "utf-8")
        else:
            exec(compile(snippet, "README.md", "exec"), namespace)
    assert len(snippets) >= 4


def test_the_commands_of_the_readme_print_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for snippet in blocks("python"):
        first = snippet.partition("\n")[0]
        if first.startswith("# file: "):
            (tmp_path / first.removeprefix("# file: ").strip()).write_text(snippet, "utf-8")
    sessions = [session for text in blocks("console") for session in commands(text)]
    assert sessions
    for command, shown in sessions:
        result = CliRunner().invoke(main, command, prog_name="everyway")
        printed = {line.strip() for line in result.output.splitlines()}
        for line in shown:
            assert FIGURE.search(line) or line.strip() in printed, (command, line, result.output)


def commands(text):
    """Each `$ everyway …` line of a console block, as arguments, with the lines shown below it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ everyway "):
            found.append(([*split(line.removeprefix("$ everyway "))], []))
        elif found and line.strip():
            found[-1][1].append(line)
    return found


def split(line):
    import shlex

    return shlex.split(line.partition(" #")[0])
