"""The playground as a part of the site, or where it cannot be had, a page that says so."""

from __future__ import annotations

import shutil
from html import escape
from pathlib import Path

from sphinx.application import Sphinx

from everyway.views.exit_codes import Refused
from everyway.views.playground.folder import write_playground

LEFT_OUT = """\
<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>everyway playground</title>
<h1>The playground is left out</h1>
<p>This site was built without it: {why}.</p>
<p><a href="../playground.html">A command</a> writes it on your computer.</p>
"""


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the playground into the folder of a site that was built, with Pyodide by npm."""
    if error is None and app.builder.name == "html":
        folder = Path(app.outdir, "playground")
        shutil.rmtree(folder, ignore_errors=True)
        try:
            write_playground(folder, None)
        except Refused as refused:
            folder.mkdir()
            page = LEFT_OUT.format(why=escape(str(refused)))
            (folder / "index.html").write_text(page, "utf-8")
