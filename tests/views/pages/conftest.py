"""One browser for all tests of pages, and a way to open a page in which nothing may go wrong."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from everyway.views.pages.page import Page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("chrome")


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
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


Open = Callable[..., Any]


@pytest.fixture
def opened(chromium: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a page; an error, a message on the console, a dialog or a request is a fault."""
    faults: list[str] = []
    tabs: list[Any] = []

    def new_tab(size: tuple[int, int], theme: str) -> Any:
        view = {"width": size[0], "height": size[1]}
        tab = chromium.new_page(viewport=view, color_scheme=theme)
        tabs.append(tab)
        tab.on("pageerror", lambda error: faults.append(f"error: {error}"))
        tab.on("console", lambda message: faults.append(f"console: {message.text}"))
        tab.on("dialog", lambda dialog: faults.append(f"dialog: {dialog.message}"))
        tab.on("request", lambda r: None if r.url.startswith("file:") else faults.append(r.url))
        return tab

    def open_page(
        page: Page,
        hash: str = "",
        size: tuple[int, int] = (1280, 720),
        theme: str = "light",
        tab: Any = None,
    ) -> Any:
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.html"
        page.save(file)
        tab = tab or new_tab(size, theme)
        tab.goto(f"{file.as_uri()}#{hash}")
        tab.wait_for_selector("html[data-ready]")
        return tab

    yield open_page
    for number, tab in enumerate(tabs):
        if folder := os.environ.get("EVERYWAY_SCREENSHOTS"):
            name = re.sub(r"\W+", "_", f"{request.node.name}_{number}")
            tab.screenshot(path=Path(folder) / f"{name}.png")
        tab.close()
    assert faults == []
