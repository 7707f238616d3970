"""The page of a benchmark: growth curves, a cactus plot, and the table behind them."""

from __future__ import annotations

from html import escape

from ...comparer.benchmark import Benchmark
from ...models.language.phrases import counted
from .page import Page, made, web_file


def bench_page(found: Benchmark) -> Page:
    """The times of a benchmark as curves; its JSON document is in the page."""
    solvers, puzzles = counted(len(found.solvers), "solver"), counted(len(found.puzzles), "puzzle")
    title = f"Times of {solvers} on {puzzles}"
    body = web_file("bench.html").replace("{{title}}", escape(title))
    styles = ["plots.css", "report.css", "bench.css"]
    scripts = ["plots.js", "sheet.js", "bench.js"]
    return made(title, body, found.to_json(), styles=styles, scripts=scripts)
