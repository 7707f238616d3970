"""One browser with one tab for all tests of pages, in which nothing may go wrong.

    pytestmark = pytest.mark.web

    def test_a_page(opened):
        tab = opened(report(queens(6)), "theme=dark", size=PHONE)
        tab.click("#next")

`opened` shows a `Page`, or a `Path` or an address, in the one tab, a tab of playwright's, which it
returns: what was open before is gone, so a test that needs two pages looks at one after the other.
After the test, an error in the page, a message on its console, a dialog, or a request to anywhere
but a file or an address that the test itself opened is a fault. To open costs a quarter of a second
of CPU, a key or a click a fiftieth: ask several things of one page in one test, read what many
steps show with one `tab.evaluate`, make a document once (`functools.cache`), and never wait for a
time, but for a state (`tab.wait_for_function`). Tests marked `web` run in one process, so that one
Chromium starts. With EVERYWAY_SCREENSHOTS=folder each test leaves a picture of how it ended.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from everyway.views.pages.page import Page

from .shared import LAPTOP

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")
FRUGAL = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-software-rasterizer",
    "--num-raster-threads=1",
]
AXE = Path(__file__).parents[3] / "build/npm/node_modules/axe-core/axe.min.js"
VIOLATIONS = """async () => (await axe.run(document, {
  resultTypes: ['violations'],
  preload: false,
  rules: {'label-content-name-mismatch': {enabled: false}},  // a board's name is not its letters
})).violations.map(one => [one.id, one.nodes.map(node => node.html.slice(0, 200))])"""
Open = Callable[..., Any]
FORGET = """() => addEventListener('pagehide', () => {
  try { localStorage.clear(); } catch { /* there is none */ }
})"""
"""After all that a page keeps when it is left."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium without a window; skips where it or playwright is not installed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        pytest.skip("not installed: pip install playwright")
    if CHROMIUM is None:
        pytest.skip("not installed: Chromium, such as Debian's package chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FRUGAL)
        yield found
        found.close()


class _Tab:
    """The one tab, what went wrong in it, and the files of the pages that it showed."""

    def __init__(self, chromium: Any, folder: Path) -> None:
        self.native = chromium.new_page(reduced_motion="reduce")
        self.native.set_default_timeout(10_000)
        self.faults: list[str] = []
        self.own: tuple[str, ...] = ()
        self._loads = 0
        self._folder = folder
        self._file = cache(self._written)
        on = self.native.on
        on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        on("console", lambda message: self.faults.append(f"console: {message.text}"))
        on("dialog", self._dialog)
        on("request", self._request)

    def open(self, page: Page | Path | str, hash: str, size: tuple[int, int], theme: str) -> None:
        """Load a page anew, also one that is open; nothing is kept of what was typed."""
        address = page if isinstance(page, str) else self._file(page).as_uri()
        self._loads += 1
        self.leave()
        self.own = ("file:", "blob:", "data:", address) if isinstance(page, str) else ("file:",)
        self.native.set_viewport_size({"width": size[0], "height": size[1]})
        self.native.emulate_media(color_scheme=theme, media="screen")
        self.native.goto(f"{address}?{self._loads}#{hash}")
        self.native.wait_for_selector("html[data-ready]", state="attached")

    def leave(self) -> None:
        """Forget what was typed, and wait for no worker: what one still loads is its page's own."""
        self.native.evaluate(FORGET)
        if self.native.url.startswith("http"):
            self.native.goto("about:blank")

    def _written(self, page: Page | Path) -> Path:
        if isinstance(page, Path):
            return page.absolute()
        file = self._folder / f"{len(list(self._folder.iterdir()))}.html"
        page.save(file)
        return file

    def _request(self, request: Any) -> None:
        if not request.url.startswith(self.own):
            self.faults.append(request.url)

    def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@pytest.fixture(scope="session")
def _one_tab(chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> _Tab:
    return _Tab(chromium, tmp_path_factory.mktemp("pages"))


@pytest.fixture
def opened(_one_tab: _Tab, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a page in the one tab, and returns the tab; see the head of this file."""
    _one_tab.faults.clear()

    def open_page(
        page: Page | Path | str,
        hash: str = "",
        size: tuple[int, int] = LAPTOP,
        theme: str = "light",
    ) -> Any:
        _one_tab.open(page, hash, size, theme)
        return _one_tab.native

    yield open_page
    if folder := os.environ.get("EVERYWAY_SCREENSHOTS"):
        name = re.sub(r"\W+", "_", request.node.name)
        _one_tab.native.screenshot(path=Path(folder) / f"{name}.png")
    assert _one_tab.faults == []


@pytest.fixture
def faults(_one_tab: _Tab) -> list[str]:
    """The faults so far, for a test that provokes some and takes them away."""
    return _one_tab.faults


@pytest.fixture
def leave(_one_tab: _Tab) -> Callable[[], None]:
    """Leaves the page, of which the next test finds nothing that was typed."""
    return _one_tab.leave


@pytest.fixture(scope="session")
def violations() -> Callable[[Any], list[Any]]:
    """The violations that axe-core finds in a tab; skips where it is not installed."""
    if not AXE.exists():
        pytest.skip("not installed: npm install --prefix build/npm axe-core@4")
    source = AXE.read_text("utf-8")

    def found(tab: Any) -> list[Any]:
        if not tab.evaluate("() => 'axe' in window"):
            tab.evaluate(source)
        return tab.evaluate(VIOLATIONS)

    return found
