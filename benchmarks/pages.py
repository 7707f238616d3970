"""The size of trace pages, and the time that they take in Chromium: median of three, in ms.

    python benchmarks/pages.py

Ends with 1 where a page opens in 500 ms or more, or a step takes 50 ms or more (80 with 500
solutions).
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from everyway.models.latin_square import latin_square
from everyway.models.queens import queens
from everyway.models.sudoku import sudoku
from everyway.views import trace

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


def measured(browser: Any, file: Path, way: str) -> tuple[float, float]:
    """The milliseconds until a page can be used, and those of a step near its end."""
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto(f"{file.as_uri()}#way={way}")
    ready = float(tab.locator("html[data-ready]").get_attribute("data-ready"))
    step = float(tab.evaluate(STEPS))
    tab.close()
    return ready, step


def main() -> int:
    """Measure; 0 where every page is quick."""
    from playwright.sync_api import sync_playwright

    late = 0
    print(f"{'page':<24}{'kB':>6}{'opens':>8}{'a step':>8}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (model, way, most) in PAGES.items():
            file = Path(folder) / "page.html"
            trace(model).save(file)
            runs = [measured(browser, file, way) for _ in range(3)]
            opens, step = (median(column) for column in zip(*runs, strict=True))
            late += opens >= OPENS or step >= most
            print(f"{name:<24}{file.stat().st_size / 1000:>6.0f}{opens:>8.0f}{step:>8.1f}")
        browser.close()
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
