"""Pages that everyway writes, shown in a frame where a page has `<!-- live: NAME -->`.

On a host of repositories that is a comment. A frame is loaded when it is seen, and may do nothing
but run its own script, as in a notebook; below it is a link to the page alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from everyway.models.crowns import crowns
from everyway.models.queens import queens
from everyway.views import trace
from everyway.views.pages.page import Page

FRAMES: dict[str, tuple[str, Callable[[], Page]]] = {
    "six_queens": ("The search for all ways to place 6 queens: press →", lambda: trace(queens(6))),
    "levels": (
        "The same level by level, as in SICP: press →",
        lambda: trace(queens(6), order="levels", way="check"),
    ),
    "crowns": ("A crown in each row, column and region: press →", lambda: trace(crowns())),
}
"""The caption of each frame, and its page."""
_MARK = re.compile(r"^<!-- live: (\w+) -->$", re.MULTILINE)


def live_pages() -> dict[str, str]:
    """The file of each frame, below the site's static files, and its text."""
    return {f"live/{name}.html": page().html for name, (_, page) in FRAMES.items()}


def framed(text: str, page: str) -> str:
    """`text` of a page of the site, by its name, with its frames."""
    above = "../" * page.count("/")

    def frame(found: re.Match[str]) -> str:
        caption, address = FRAMES[found[1]][0], f"{above}_static/live/{found[1]}.html"
        rights = 'loading="lazy" sandbox="allow-scripts"'
        shown = f'<iframe src="{address}" title="{caption}" {rights}></iframe>'
        link = f'<figcaption><a href="{address}">{caption}</a></figcaption>'
        return f'```{{raw}} html\n<figure class="live">{shown}{link}</figure>\n```'

    return _MARK.sub(frame, text)
