"""The time that trace pages, or the playground, take in Chromium: medians of three.

    python benchmarks/pages.py [--playground [PYODIDE]]

The size of trace pages, and the milliseconds until they are open and for a step. Ends with 1 where
a page opens in 500 ms or more, or a step takes 50 ms or more (80 with 500 solutions).

With `--playground` the seconds from opening the playground to an answer, each from a cold start of
Chromium: 8 queens solved, their story, and the trace of them; PYODIDE is a folder that holds it.
Ends with 1 where one takes 20 s or more.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from everyway.models.latin_square import latin_square
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.views import trace
from everyway.views.playground.folder import write_playground

OPENS, STEP, STEP_OF_MANY = 500.0, 50.0, 80.0
"""Milliseconds."""
PAGES = {
    "4 queens": (queens(4), "check", STEP),
    "6 queens": (queens(6), "check", STEP),
    "8 queens": (queens(8), "check", STEP),
    "9 queens, 20 000 tries": (queens(9), "check", STEP),
    "sudoku": (sudoku(), "check", STEP),
    "latin 4, 576 solutions": (latin_square(4), "fewest", STEP_OF_MANY),
}
STEPS = """() => {
  const times = [], last = page.search.size - 1, from = Math.max(0, last - 40);
  page.to(from);
  for (let t = from; t < last; t++) {
    const began = performance.now();
    page.next();
    document.body.getBoundingClientRect();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}"""


@contextmanager
def chromium(playwright: Any) -> Iterator[Any]:
    """A browser that was just started."""
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
    )
    try:
        yield browser
    finally:
        browser.close()


def page_measured(browser: Any, file: Path, way: str) -> tuple[float, float]:
    """The milliseconds until a page can be used, and those of a step near its end."""
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto(f"{file.as_uri()}#way={way}")
    ready = float(tab.locator("html[data-ready]").get_attribute("data-ready"))
    step = float(tab.evaluate(STEPS))
    tab.close()
    return ready, step


def trace_pages(playwright: Any, folder: Path) -> int:
    """Measure each page; the number of those that are late."""
    late, file = 0, folder / "page.html"
    print(f"{'page':<24}{'kB':>6}{'opens':>8}{'a step':>8}")
    with chromium(playwright) as browser:
        for name, (model, way, most) in PAGES.items():
            trace(model).save(file)
            runs = [page_measured(browser, file, way) for _ in range(3)]
            opens, step = (median(column) for column in zip(*runs, strict=True))
            late += opens >= OPENS or step >= most
            print(f"{name:<24}{file.stat().st_size / 1000:>6.0f}{opens:>8.0f}{step:>8.1f}")
    return late


MOST = 20.0
"""Seconds."""
ANSWERS = {
    "solve": "#answer >> text=92 solutions, complete",
    "story": "#answer >> text=at most 1 queen",
    "trace": "iframe",
    "compare": "#answer >> text=AGREE",
}
"""The sign that a command is done, by its name."""


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, *words: object) -> None:
        """Say nothing."""


def answer_measured(playwright: Any, address: str, action: str) -> float:
    """The seconds from opening the page to the answer of a command."""
    with chromium(playwright) as browser:
        tab = browser.new_page()
        began = time.perf_counter()
        tab.goto(address)
        tab.click(f"[data-action={action}]")
        tab.wait_for_selector(ANSWERS[action], timeout=120_000)
        if action == "trace":
            inside = tab.frame_locator("iframe").locator("html[data-ready]")
            inside.wait_for(state="attached", timeout=120_000)
        return time.perf_counter() - began


def playground(playwright: Any, folder: Path, pyodide: Path | None) -> int:
    """Measure each command of the playground; the number of answers that are late."""
    late = 0
    write_playground(folder / "site", pyodide)
    with ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://localhost:{server.server_address[1]}/site/"
        for action in ANSWERS:
            took = median(answer_measured(playwright, address, action) for _ in range(3))
            late += took >= MOST
            print(f"{action:<10}{took:>6.1f} s")
        server.shutdown()
    return late


def main(words: list[str]) -> int:
    """Measure; 0 where everything is quick."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as name:
        if words[:1] == ["--playground"]:
            pyodide = Path(words[1]) if words[1:] else None
            return int(playground(playwright, Path(name), pyodide) > 0)
        return int(trace_pages(playwright, Path(name)) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
