"""The time from opening the playground to an answer, each from a cold start of Chromium.

    python benchmarks/playground.py [--pyodide FOLDER]

Median of three, in seconds: 8 queens solved, their story, and the trace of them. Ends with 1 where
one takes 20 s or more.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from everyway.views.playground.folder import write_playground

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


def measured(playwright: Any, address: str, action: str) -> float:
    """The seconds from opening the page to the answer of a command."""
    browser = playwright.chromium.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox"]
    )
    try:
        tab = browser.new_page()
        began = time.perf_counter()
        tab.goto(address)
        tab.click(f"[data-action={action}]")
        tab.wait_for_selector(ANSWERS[action], timeout=120_000)
        if action == "trace":
            inside = tab.frame_locator("iframe").locator("html[data-ready]")
            inside.wait_for(state="attached", timeout=120_000)
        return time.perf_counter() - began
    finally:
        browser.close()


def main() -> int:
    """Measure; 0 where every answer is there in time."""
    from playwright.sync_api import sync_playwright

    pyodide = Path(sys.argv[2]) if sys.argv[1:2] == ["--pyodide"] else None
    late = 0
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        write_playground(Path(folder, "site"), pyodide)
        handler = partial(Quiet, directory=folder)
        with ThreadingHTTPServer(("localhost", 0), handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://localhost:{server.server_address[1]}/site/"
            for action in ANSWERS:
                took = median(measured(playwright, address, action) for _ in range(3))
                late += took >= MOST
                print(f"{action:<10}{took:>6.1f} s")
            server.shutdown()
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
