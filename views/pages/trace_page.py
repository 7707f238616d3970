"""The page on which a search is stepped through."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from ...models.language.model import Model
from .page import Page, made, web_file
from .recorded_search import LIMIT
from .trace_document import TraceDocument

SCRIPTS = ("replay", "propagation", "search", "words", "boards", "tree", "quiz", "program", "steps")
WALKS = ("depth", "levels")
MOST_KEPT = 5_000
"""The most removals and failures of one search that are in a page which can work them out."""


def trace(
    model: Model,
    *,
    order: str = "depth",
    propagation: bool = True,
    viewpoint: str = "auto",
    limit: int = LIMIT,
) -> Page:
    """The search of `model` by `flatmap`, step by step, as a page of HTML.

    The page begins with the search depth first, or with `order="levels"` level by level; without
    `propagation`, with the search that only checks. All of them are on the page, each up to
    `limit` tries. In a notebook it shows itself; `.save(path)` writes it, `.html` is its text.

    Raises: ValueError for another order, or a limit below 1; ModelError for a viewpoint that the
    model does not have.
    """
    if order not in WALKS:
        raise ValueError(f"a search goes in order 'depth' or 'levels', not {order!r}")
    if limit < 1:
        raise ValueError(f"a trace shows at least 1 try, not {limit}")
    document, grounds = TraceDocument(model, viewpoint).document(limit=limit, most_kept=MOST_KEPT)
    document["start"] = {"way": "fewest" if propagation else "check", "walk": order}
    return trace_page(model.name, document, grounds)


def trace_page(
    name: str, document: dict[str, Any], grounds: Sequence[str], *, every_colour: bool = False
) -> Page:
    """The page of a trace, drawn on the `grounds` of its boards; for `every_colour` see `made`."""
    body = web_file("trace.html").replace("{{name}}", escape(name))
    body += f'<div id="grounds" hidden>{"".join(grounds)}</div>'
    scripts = [f"{script}.js" for script in SCRIPTS]
    return made(
        f"{name}, step by step",
        body,
        document,
        styles=["trace.css"],
        scripts=scripts,
        every_colour=every_colour,
    )


def trace_data(model: Model, *, viewpoint: str = "auto", limit: int = LIMIT) -> dict[str, Any]:
    """The searches of `model` as `everyway.trace/1`, which the page replays."""
    return TraceDocument(model, viewpoint).document(limit=limit)[0]
