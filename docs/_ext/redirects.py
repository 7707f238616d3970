"""Old addresses of the site, each a page that leads to where its text is now."""

from __future__ import annotations

from html import escape
from pathlib import Path

from sphinx.application import Sphinx

LANGUAGES = ("minizinc", "cpmpy", "python_constraint", "clingo")
MOVED = {
    **{f"coming_from_{one}": f"coming_from#{one.replace('_', '-')}" for one in LANGUAGES},
    "coming_from_xcsp3": "coming_from#xcsp3-and-pycsp3",
    "minizinc": "bring_a_model#minizinc",
    "cpmpy": "bring_a_model#cpmpy",
    "developing": "reference/contributing#contribute-to-everyway",
    "other_languages": "formats#a-model-in-other-languages",
    "messages": "comparing#messages",
    "performance_families": "performance_results#families-that-it-was-not-tuned-for",
    "inside/explainer": "inside/comparer#explanations",
    "inside/site": "inside/pages#the-site",
    "reference/commands/index": "command_line#the-command-line",
}
"""The place of each, as a page and a heading."""


def write_redirects(app: Sphinx, error: Exception | None) -> None:
    """Write a page at every old address of a site that was built."""
    if error is None and app.builder.name == "html":
        for old, new in MOVED.items():
            page, _, heading = new.partition("#")
            up = "../" * old.count("/")
            target = escape(f"{up}{page}.html#{heading}")
            text = (
                f'<!doctype html><meta charset="utf-8"><title>moved</title>'
                f'<meta http-equiv="refresh" content="0; url={target}">'
                f'<p>This page is <a href="{target}">here</a> now.</p>\n'
            )
            path = Path(app.outdir, f"{old}.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
