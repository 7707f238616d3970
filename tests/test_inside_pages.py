"""The pages under docs/inside are true: files, the parts, what an addition takes, rules."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from everyway.formats import LANGUAGES
from everyway.models.language.errors import ExitCode
from everyway.solvers.harness.registry import solvers
from everyway.solvers.harness.saving.reading_saved import FORMATS

from . import test_house as house

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs" / "inside").glob("*.md"))
FRONT = ROOT / "docs" / "inside" / "README.md"
FILES = [
    str(file.relative_to(ROOT))
    for part in (*house.PARTS, "tests", "docs")
    for file in (ROOT / part).rglob("*.py")
]
FOLDERS = [
    f"/{folder.relative_to(ROOT)}/"
    for part in (*house.PARTS, "docs", "tests", "benchmarks")
    for folder in (ROOT / part, *(ROOT / part).rglob("*/"))
]
WRITTEN = "docs/reference/"
"""A build of the site makes it."""
ENGINE = next(file.parent for file in house.MODULES.values() if file.name == "kernel_engine.py")
"""The folder of our own engine."""
pytestmark = pytest.mark.skipif(not PAGES, reason="the documentation is not here")


def rows(page: Path, heading: str) -> Iterator[list[str]]:
    """The rows of the table below a heading, without its head."""
    text = page.read_text("utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    for line in re.findall(r"^\| (.*) \|$", text, re.MULTILINE)[1:]:
        yield re.split(r" (?<!\\)\| ", line)


def row(what: str) -> str:
    """The row of an addition."""
    (found,) = [" ".join(one) for one in rows(FRONT, "Adding") if one[0].startswith(what)]
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    named = re.findall(r"`([\w/]+\.py)`", text)
    assert len(named) > 1
    assert [
        name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in FILES)
    ] == []
    folders = set(re.findall(r"`((?:\w+/)+)`", text)) - {WRITTEN}
    assert [one for one in folders if not any(each.endswith(f"/{one}") for each in FOLDERS)] == []


def test_every_file_that_a_comment_or_a_docstring_names_is_there() -> None:
    examples = {"file.py", "mine.py", "submission.py", "theirs.py", "NAME.py"}
    for module in house.MODULES.values():
        with tokenize.open(module) as file:
            for found in tokenize.generate_tokens(file.readline):
                if found.type == tokenize.COMMENT or found.string.startswith('"""'):
                    named = (
                        set(re.findall(r"(?<![\w./*])[\w/]+\.py\b(?!\.)", found.string)) - examples
                    )
                    assert all(
                        any(f"/{one}".endswith(f"/{name}") for one in FILES) for name in named
                    ), f"{module}:{found.start[0]}: {sorted(named)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_parts_are_those_of_the_tree_and_import_what_the_table_says() -> None:
    stated = {part.strip("`/"): imports for part, _, imports in rows(FRONT, "The parts")}
    found: dict[str, set[str]] = defaultdict(set)
    for room, others in house.rooms().items():
        part = room.split(".")[1]
        found[part] |= {other.split(".")[1] for other in others} - {part}
    assert list(stated) == list(house.PARTS)
    assert set(stated) == {file.parent.name for file in ROOT.glob("*/__init__.py")} - {"tests"}
    assert {part: set(re.findall(r"`(\w+)`", words)) for part, words in stated.items()} == {
        part: found[part] for part in house.PARTS
    }


def test_a_normal_form_takes_the_files_that_are_named() -> None:
    asking = {
        file.name
        for file in house.MODULES.values()
        if file.is_relative_to(ENGINE) and "assert_never(form)" in file.read_text("utf-8")
    }
    named = set(re.findall(r"`(\w+\.py)`", row("a normal form")))
    assert named == asking | {"normal_forms.py", "normalise.py", "plan.py"}


def test_a_propagator_is_asked_by_its_kind() -> None:
    (kinds,), (settling,) = (list(ENGINE.rglob(f"{name}.py")) for name in ("kinds", "settling"))
    names = set(re.findall(r"\b[A-Z_]{3,}\b", kinds.read_text("utf-8").split('"""')[2]))
    asked = set(re.findall(r"kind == ([A-Z_]+)", settling.read_text("utf-8")))
    assert len(names) > 10
    assert names == asked


def test_the_exit_codes_are_those_of_the_table() -> None:
    page = ROOT / "docs" / "command_line.md"
    stated = {
        code: words.replace("`", "").replace("\\|", "|")
        for code, words in rows(page, "Read the results in a program")
        if code.isdigit()
    }
    assert stated == {str(int(code)): code.says for code in ExitCode}


def test_a_language_and_a_format_are_chosen_where_it_is_said() -> None:
    commands = {
        name: import_module(f"everyway.views.commands.{name}").command
        for name in ("show", "export")
    }
    choices = {
        name: next(tuple(p.type.choices) for p in command.params if p.name == parameter)
        for (name, command), parameter in zip(commands.items(), ("language", "form"), strict=True)
    }
    assert choices == {"show": (*LANGUAGES, "puzz.link"), "export": FORMATS}
    written = (ROOT / "docs" / "formats.md").read_text("utf-8")
    assert [language for language in choices["show"] if f"\n| `{language}` |" not in written] == []


def test_a_solver_has_its_extra_which_is_one_of_all() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    (everything,) = extras["all"]
    named = set(re.split(r"\W+", everything.removeprefix("everyway["))) - {""}
    assert named == {name for name, needs in extras.items() if needs} - {"all", "docs", "test"}
    asked = {one.traits.extra for one in solvers() if one.traits.extra}
    assert len(asked) > 3
    assert asked <= extras.keys()


def test_no_clock_decides_how_the_engine_goes_on() -> None:
    """One module measures calls of machine code, to end the next ones in time for Ctrl-C."""
    reading = {
        file.name
        for file in house.MODULES.values()
        if file.is_relative_to(ENGINE)
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        and "time" in {alias.name for alias in node.names} | {getattr(node, "module", "")}
    }
    assert len(reading) <= 1


def test_the_kernel_runs_where_there_is_no_llvmlite() -> None:
    program = (
        "import sys; sys.modules['llvmlite'] = None\n"
        "from everyway.models import load\n"
        "from everyway.solvers import solve_all\n"
        "print(len(solve_all(load('queens', n=6), 'auto[kernel]')))\n"
    )
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "4\n"
