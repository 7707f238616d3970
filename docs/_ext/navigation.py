"""The tree at the side: the playground, and of many pages of a kind the open one alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sphinx.application import Sphinx

MANY = "reference/puzzles/"
"""The folder of more pages than a page should name."""
_OTHER = re.compile(r'<li class="toctree-l2"><a[^>]*>[^<]*</a></li>\n?')


def trim_tree(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Let the theme show the branches that are open, and its captions be headings with a level."""
    whole: Callable[..., str] | None = context.get("toctree")
    if whole is None:
        return
    address = context["pathto"]("playground/index.html", 1)
    link = f'<a class="reference internal" href="{address}">Playground: run it here</a>'

    def trimmed(**options: Any) -> str:
        shown = whole(**options | {"collapse": True})
        shown = shown.replace('role="heading"', 'role="heading" aria-level="2"')
        if page.startswith(MANY):
            shown = _OTHER.sub("", shown)
        return f'<ul><li class="toctree-l1">{link}</li></ul>\n{shown}'

    context["toctree"] = trimmed
