"""The documentation is run: doctests, the snippets and commands of every page, and its links."""

import doctest
import inspect
import pkgutil
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner

import everyway.comparer
import everyway.conformance
import everyway.explainer
import everyway.models
import everyway.solvers
import everyway.views
from everyway.comparer.comparison import AGREE, DIFFER, UNDECIDED
from everyway.comparer.model_comparison import DIFFERENT, FEW, MANY, SAME
from everyway.views.command_line import COMMANDS, main

from .support.lessons import agrees

ROOT = Path(__file__).parent.parent
NOT_RUN_HERE = {
    "add_a_constraint.md": "tests/models/language/test_add_a_constraint.py runs it",
    "add_a_solver.md": "tests/conformance/test_conformance.py runs it",
    "cluster.md": "tests/solvers/harness/test_cluster.py runs a cluster of two workers",
    "performance.md": "its Python is a part of what is generated",
    "solvers.md": "tests/test_solvers_page.py runs docs/faults",
}
"""Pages whose snippets cannot run one after the other, with the reason."""
GENERATED = ROOT / "docs" / "reference"
"""Pages that a build of the site has written; its tests follow the links to them."""
PAGES = {
    str(page.relative_to(ROOT)): page
    for page in [*ROOT.glob("*.md"), *sorted((ROOT / "docs").rglob("*.md"))]
    if GENERATED not in page.parents
}
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
FIGURE = re.compile(r"\d (ms|s)\b|…|tries|branches|not reported")


def blocks(page, *languages):
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind in languages]


def pages_with(*languages, run=True):
    return [
        name
        for name, page in PAGES.items()
        if blocks(page, *languages) and not (run and page.name in NOT_RUN_HERE)
    ]


def modules():
    for package in (everyway.models, everyway.solvers, everyway.views):
        yield package.__name__
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield found.name


@pytest.mark.parametrize("name", list(modules()))
def test_the_examples_in_docstrings_are_true(name):
    failed, _ = doctest.testmod(import_module(name))
    assert not failed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder where the snippets of a page are run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_files(page, folder):
    """Write each snippet that names its file; the other snippets of `page`, in order."""
    others = []
    for snippet in blocks(page, "python"):
        first, _, _ = snippet.partition("\n")
        if first.startswith("# file: "):
            (folder / first.removeprefix("# file: ").strip()).write_text(snippet, "utf-8")
        else:
            others.append(snippet)
    return others


@pytest.mark.parametrize("name", pages_with("python"))
def test_the_python_of_a_page_runs_in_order(name, folder):
    namespace = {"__name__": "page"}
    for snippet in write_files(PAGES[name], folder):
        exec(compile(snippet, name, "exec"), namespace)


@pytest.mark.parametrize("name", pages_with("console"))
def test_the_commands_of_a_page_print_what_it_shows(name, folder):
    write_files(PAGES[name], folder)
    sessions = [found for text in blocks(PAGES[name], "console") for found in commands(text)]
    assert sessions
    for command, shown in sessions:
        result = CliRunner().invoke(main, command, prog_name="everyway")
        assert result.exit_code in (0, 1), (command, result.output)
        printed = [" ".join(line.split()) for line in result.output.splitlines() if line.strip()]
        for line in shown:  # columns are as wide as their figures
            known = FIGURE.search(line) or " ".join(line.split()) in printed
            assert known, (command, line, result.output)
        whole = "\n".join(" ".join(line.split()) for line in shown)
        # What the README leaves out is marked.
        assert name != "README.md" or agrees(whole, "\n".join(printed)), (command, result.output)


@pytest.mark.parametrize("name", pages_with("sh", "console", "text", run=False))
def test_the_options_that_a_page_shows_are_there(name):
    for text in blocks(PAGES[name], "sh", "console", "text"):
        for line in text.splitlines():
            _, started, arguments = line.partition("everyway ")
            if started and line.removeprefix("$ ").startswith("everyway "):
                command, *rest = split(arguments)
                with main.make_context("everyway", [command]) as context:
                    main.get_command(context, command).make_context(command, rest)


@pytest.mark.parametrize("name", PAGES)
def test_every_link_of_a_page_leads_somewhere(name):
    page = PAGES[name]
    for link in LINK.findall(BLOCK.sub("", page.read_text("utf-8"))):
        if "://" not in link:
            path, _, heading = link.partition("#")
            target = page.parent / path if path else page
            if GENERATED in target.parents:
                continue
            assert target.exists(), link
            assert not heading or heading in headings(target), link


def headings(page):
    """The anchors of a page's headings, as hosts of repositories make them."""
    text = BLOCK.sub("", page.read_text("utf-8"))
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def test_the_index_names_every_page():
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link in LINK.findall(index.read_text("utf-8"))}
    front = index.with_name("index.md")  # of the site: the same table, and the trees
    pages = [page for page in (ROOT / "docs").glob("*.md") if page not in (index, front)]
    assert [page.name for page in pages if page.resolve() not in linked] == []


def test_the_page_on_comparing_names_every_verdict_and_every_exception():
    text = (ROOT / "docs" / "comparing.md").read_text("utf-8")
    verdicts = {AGREE, DIFFER, UNDECIDED, SAME, MANY, FEW, DIFFERENT}
    modules = (everyway.models, everyway.solvers, everyway.comparer)
    public = {name: getattr(module, name) for module in modules for name in module.__all__}
    kinds = {name: value for name, value in public.items() if inspect.isclass(value)}
    errors = {name for name, kind in kinds.items() if issubclass(kind, Exception)}
    assert len(errors) > 8
    named = set(re.findall(r"`([\w ]+)`", text))
    assert {verdict.upper() for verdict in verdicts} | errors <= named
    assert {"complete", "stopped", "failed", "unsupported", "unavailable"} <= named


def test_the_page_of_formats_names_every_schema():
    text = (ROOT / "docs" / "formats.md").read_text("utf-8")
    parts = (
        everyway.models,
        everyway.solvers,
        everyway.comparer,
        everyway.explainer,
        everyway.conformance,
        everyway.views,
    )
    files = [file for part in parts for file in Path(part.__path__[0]).rglob("*.py")]
    found = [re.findall(r'"(everyway\.\w+/\d)"', file.read_text("utf-8")) for file in files]
    schemas = {schema for some in found for schema in some}
    assert len(schemas) > 10
    assert {schema for schema in schemas if schema not in text} == set()


def test_the_page_of_the_command_line_names_every_command():
    text = (ROOT / "docs" / "command_line.md").read_text("utf-8")
    assert set(re.findall(r"^\| `everyway (\w+)", text, re.MULTILINE)) == set(COMMANDS)


def test_every_old_address_leads_to_a_heading(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    pytest.importorskip("sphinx", reason="the extra docs is not installed")
    moved = import_module("redirects").MOVED
    copied = {f"reference/{name}": f for f, name in import_module("links").COPIED.items()}
    assert len(moved) > 10
    for old, new in moved.items():
        page, _, heading = new.partition("#")
        assert not (ROOT / "docs" / f"{old}.md").exists() or "reference" in old, old
        assert heading in headings(ROOT / copied.get(page, f"docs/{page}.md")), new


def test_the_index_of_the_site_names_every_page():
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    names = set(re.findall(r"^(\w+)$", text, re.MULTILINE))
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")} - {"README", "index"}
    assert pages <= names


def test_the_readme_stays_short_and_leaves_the_rest_to_the_pages():
    assert len((ROOT / "README.md").read_text("utf-8").split()) <= 1000


def test_what_the_commands_of_the_readme_need_stands_where_ci_looks():
    text = (ROOT / "README.md").read_text("utf-8")
    for heading, program in (("## Run it", "everyway compare"), ("## Test it", "pytest")):
        assert program in text.split(f"\n{heading}\n")[1].split("```sh\n")[1].split("```")[0]


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
    return shlex.split(line.partition(" #")[0])
