"""The site builds without a warning, needs no other host, and has a place for each public name."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from everyway.models.language.constraints import RELATIONS
from everyway.models.language.files.catalogue import puzzles
from everyway.models.language.files.rule_text import _ALONG, FAMILIES
from everyway.models.language.files.variable_rules import FUNCTIONS
from everyway.views.command_line import COMMANDS

from .shared import CONTRAST, LAPTOP, PHONE, goes_out_of_the_window

for module in ("furo", "myst_parser", "sphinx_copybutton", "sphinx_design"):
    pytest.importorskip(module, reason="the extra docs is not installed")

ROOT = Path(__file__).parents[3]
KINDS = (
    "index",
    "comparing",
    "declaring",
    "learn/04_propagation",
    "learn/index",
    "reference/commands/compare",
    "reference/constraints/regular",
    "reference/puzzles/index",
    "reference/puzzles/sudoku",
    "reference/python/everyway.solvers",
    "reference/text_rules",
)
"""A page of each kind."""
PUBLIC = ("models", "solvers", "comparer", "views", "conformance")
pytestmark = pytest.mark.site


class Page(HTMLParser):
    """The links of a page, the files that it loads, and its places that a link may name."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.places: set[str] = {""}
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag != "a":
            self.loaded += [found[name] for name in ("src", "href") if name in found]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built by the command of the documentation."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    (line,) = re.findall(r"^\S+ (-m sphinx .*) build/site$", text, re.MULTILINE)
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, *shlex.split(line), "-q", str(folder)]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_link_within_the_site_leads_somewhere(pages: dict[Path, Page], site: Path) -> None:
    assert len(pages) > 180
    for path, page in pages.items():
        for link in {*page.links, *page.loaded}:
            parts = urlsplit(link)
            if not parts.scheme:
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
                assert target.is_file(), (path, link)
                if target in pages and parts.fragment and "=" not in parts.fragment:
                    assert unquote(parts.fragment) in pages[target].places, (path, link)


def test_no_page_needs_another_host(pages: dict[Path, Page], site: Path) -> None:
    for path, page in pages.items():
        assert [link for link in page.loaded if urlsplit(link).netloc] == [], path
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", style.read_text("utf-8"))


@pytest.mark.parametrize("part", PUBLIC)
def test_everything_public_has_a_place(part: str, site: Path) -> None:
    inventory = zlib.decompress((site / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    known = {line.split(" py:")[0] for line in inventory.splitlines() if " py:" in line}
    modules = {name: import_module(f"everyway.{name}") for name in PUBLIC}
    for name in modules[part].__all__:
        value = getattr(modules[part], name)
        same = [m for m in modules.values() if getattr(m, name, None) is value]
        assert known & {f"{module.__name__}.{name}" for module in same}, name


def test_every_constraint_has_a_formula_and_an_example(site: Path) -> None:
    """A page has a picture only where an example ends in a constraint or an expression."""
    index = Page(site / "reference" / "constraints" / "index.html")
    linked = {link for link in index.links if re.fullmatch(r"\w+\.html", link)}
    assert len(linked) > 35
    for link in linked:
        text = (site / "reference" / "constraints" / link).read_text("utf-8")
        assert "Formula:</strong>" in text, link
        assert "<svg" in text.split("<h2>")[1], link


def test_every_puzzle_command_and_rule_can_be_looked_up(site: Path) -> None:
    folder = site / "reference"
    for puzzle in (found for found in puzzles() if found.where == "built in"):
        text = (folder / "puzzles" / f"{puzzle.name}.html").read_text("utf-8")
        assert "<svg" in text.split("<h1>")[1], puzzle.name
        assert not puzzle.knowns or "Known numbers of solutions" in text, puzzle.name
    for command in COMMANDS:
        assert "--help" in (folder / "commands" / f"{command}.html").read_text("utf-8"), command
    text = unescape((folder / "text_rules.html").read_text("utf-8"))
    shown = " ".join(re.sub("<[^<>]+>", "", text).split())
    for rule in (f"{name} <= 1" for name in FAMILIES):
        assert rule in shown, rule
    for relation in (*RELATIONS, *_ALONG, *FUNCTIONS):
        assert relation in shown, relation


@pytest.mark.parametrize(("size", "theme"), [(LAPTOP, "light"), (PHONE, "dark")], ids=str)
def test_a_page_of_each_kind_can_be_read(
    size: tuple[int, int], theme: str, chromium: Any, site: Path
) -> None:
    """It loads files alone, fits into the window, and has no faint text."""
    tab = chromium.new_page(color_scheme=theme, viewport={"width": size[0], "height": size[1]})
    faults: list[str] = []
    tab.on("pageerror", lambda error: faults.append(f"error: {error}"))
    tab.on("console", lambda message: faults.append(f"console: {message.text}"))
    tab.on("request", lambda r: None if r.url.startswith("file:") else faults.append(r.url))
    for kind in KINDS:
        tab.goto((site / f"{kind}.html").as_uri())
        assert tab.locator("h1").inner_text()
        assert not goes_out_of_the_window(tab), kind
        assert tab.evaluate(CONTRAST) == [], kind
        assert faults == [], kind
    tab.close()


LIVE = {
    "index": 2,
    "trace": 1,
    "report": 1,
    "teaching": 1,
    "proofs": 1,
    "explaining": 1,
    "optimising": 1,
    "variants": 1,
    "learn/03_filter_and_flatmap": 1,
    "learn/05_two_viewpoints": 1,
    "learn/09_why_solvers_differ": 1,
}
"""The pages that show others in frames, with the number of these."""


@pytest.fixture
def tab(chromium: Any) -> Iterator[Any]:
    """A tab in which nothing may go wrong."""
    found = chromium.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda error: faults.append(f"error: {error}"))
    found.on("console", lambda message: faults.append(f"console: {message.text}"))
    yield found
    found.close()
    assert faults == []


@pytest.mark.parametrize("name", LIVE)
def test_the_frames_in_a_page_are_live(name: str, tab: Any, site: Path) -> None:
    text = (site / f"{name}.html").read_text("utf-8")
    assert len(re.findall(r'<figure class="live"[^>]*><a [^>]*><svg', text)) == LIVE[name]
    tab.goto((site / f"{name}.html").as_uri())
    for frame in tab.locator(".live iframe").all():
        frame.scroll_into_view_if_needed()
        assert frame.get_attribute("sandbox") == "allow-scripts"
        frame.content_frame.locator("html[data-ready]").wait_for(state="attached")
    assert tab.locator(".live iframe").count() == LIVE[name]


@pytest.mark.parametrize("name", ["queens", "slitherlink", "zebra"])
def test_a_puzzle_is_stepped_through_on_its_page(name: str, tab: Any, site: Path) -> None:
    tab.goto((site / f"reference/puzzles/{name}.html").as_uri())
    current = tab.locator(".sidebar-tree .current-page > a")
    assert current.inner_text() == name
    assert current.evaluate("one => one.getBoundingClientRect().top < innerHeight")
    assert tab.locator(".sidebar-tree .toctree-l2").count() == 1
    assert tab.locator(".prev-page, .next-page").count() == 2
    assert tab.locator("button.copybtn").count() > 1
    tab.click(".step-through")
    frame = tab.frame_locator(".live iframe")
    frame.locator("html[data-ready]").wait_for(state="attached")
    frame.locator("#next").click()
    frame.locator("#count", has_text="step 1 of").wait_for()


def test_every_puzzle_can_be_stepped_through_and_opened_in_the_playground(site: Path) -> None:
    for puzzle in (found for found in puzzles() if found.where == "built in"):
        page = site / "reference" / "puzzles" / f"{puzzle.name}.html"
        text = page.read_text("utf-8")
        assert f'href="../../playground/index.html#puzzle={puzzle.name}"' in text
        data = re.findall(r'<script type="application/json">(.*?)</script>', text)[0]
        assert [*map(type, json.loads(data))] == [str, str, str], puzzle.name
        assert len(text) < 150_000, puzzle.name


def test_a_site_without_npm_says_what_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    app = SimpleNamespace(outdir=tmp_path, builder=SimpleNamespace(name="html"))
    import_module("playground_page").write(app, None)
    text = (tmp_path / "playground" / "index.html").read_text("utf-8")
    assert "comes by npm, which is not installed" in text


def test_a_group_of_the_gallery_holds_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs" / "_ext"))
    groups = import_module("puzzle_groups").GROUPS
    names = [name for group in groups.values() for name in group.split()]
    assert len(set(names)) == len(names)
    assert {*names} <= {puzzle.name for puzzle in puzzles()}


def test_the_gallery_shows_what_is_chosen(tab: Any, site: Path) -> None:
    tab.goto((site / "reference/puzzles/index.html").as_uri())
    shown = tab.locator(".gallery > a:visible b")
    everything = shown.count()
    tab.fill(".filter [type=search]", "queen")
    assert 4 < shown.count() < 20
    tab.select_option("[name=kind]", "Pieces on boards")
    tab.select_option("[name=size]", "37 1000")
    assert shown.all_inner_texts() == ["queens", "symmetric queens"]
    tab.check("[name=lesson]")
    assert shown.all_inner_texts() == ["queens"]
    assert tab.inner_text(".filter output") == f"1 of {everything}"
    tab.check("[name=one]")
    assert shown.count() == 0


SEARCHES = {
    "timeout": "solving.html#index-0",
    "alldifferent": "reference/constraints/all_different.html#index-0",
    "grade": "teaching.html#index-0",
    "windows": "reference/overview.html#index-0",
    "optimal": "optimising.html#index-0",
}


@pytest.mark.parametrize("word", SEARCHES)
def test_a_search_knows_other_words_and_needs_no_server(word: str, tab: Any, site: Path) -> None:
    tab.goto(f"{(site / 'search.html').as_uri()}?q={word}")
    tab.locator(".search-summary", has_text="Search finished").wait_for()
    found = tab.locator("#search-results li a").first.get_attribute("href")
    assert found == SEARCHES[word]
    assert len(tab.locator("#search-results li .context").first.inner_text()) > 50


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_of_each_kind_can_be_read_by_all(
    theme: str, tab: Any, site: Path, violations: Any
) -> None:
    tab.emulate_media(color_scheme=theme)
    for kind in (*KINDS, "solvers"):
        tab.goto((site / f"{kind}.html").as_uri())
        assert violations(tab) == [], kind
