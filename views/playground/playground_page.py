"""The page of the playground: the puzzles, an editor, and what runs Python beside the page."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...models.language.files.catalogue import puzzles
from ...models.language.model import Model
from ...solvers.harness.registry import Solver, solvers
from ..pages.page import Page, made, web_file
from ..pages.trace_document import TraceDocument
from ..pages.trace_page import trace_page
from .in_browser import MOST_BOARDS

FOR_PROGRAMS = {
    "connect-src": "'self'",
    "frame-src": "blob:",
    "img-src": "data: blob:",
    "trusted-types": "worker",
    "worker-src": "blob:",
}
"""The sources that the policy allows beside the page's own: files of its folder, a worker and
frames that inherit it. Once all is loaded, the page takes back that anything is fetched."""

COMPARED = ("flatmap", "auto", "flatmap-levels")
"""The solvers that are compared unless the reader chooses."""


def playground_page(wheels: Sequence[str]) -> Page:
    """The page, which runs these `wheels` by the Pyodide in its folder."""
    traced = re.findall(r"(style|script)-src ('[^']+')", _trace_of_nothing().html)
    hashes = {f"{kind}-src": hash for kind, hash in traced}
    hashes["script-src"] += " 'self' 'wasm-unsafe-eval'"
    data = {
        "wheels": list(wheels),
        "worker": web_file("worker.js"),
        "traced": hashes["script-src"].split()[0],
        "puzzles": list(_gallery()),
        "solvers": [_solver(solver) for solver in solvers() if not solver.traits.historical],
        "compared": COMPARED,
        "most": MOST_BOARDS,
    }
    return made(
        "everyway playground",
        web_file("playground.html"),
        data,
        styles=["playground.css"],
        scripts=["playground.js"],
        allowed=FOR_PROGRAMS | hashes,
    )


def _trace_of_nothing() -> Page:
    """A page of a trace: all have the same script and styles, which the policy is to allow."""
    document, grounds = TraceDocument(Model("nothing")).document()
    return trace_page("nothing", document, grounds, every_colour=True)


def _gallery() -> list[dict[str, str]]:
    """Each puzzle that comes with the package: its name, what it is, and its file."""
    built_in = [puzzle for puzzle in puzzles() if puzzle.where == "built in"]
    return [
        {
            "name": puzzle.name,
            "summary": puzzle.summary,
            "program": Path(inspect.getfile(inspect.unwrap(puzzle.function))).read_text("utf-8"),
        }
        for puzzle in built_in
    ]


def _solver(solver: Solver) -> dict[str, Any]:
    """A solver, and how to install what it needs that no browser has, if anything."""
    needs = bool(solver.traits.module or solver.traits.program)
    return {
        "name": solver.name,
        "summary": solver.summary,
        "install": solver.how_to_install if needs else None,
    }
