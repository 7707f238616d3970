"""The site: `python -m sphinx -W docs build/site` builds it from these pages and the docstrings."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import code_cells
import site_links

project = "everyway"
copyright = "the authors of everyway"
release = version = installed_version("everyway")
extensions = ["myst_parser"]
exclude_patterns = ["README.md"]
nitpicky = True
default_role = "code"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]

html_theme = "furo"
html_title = f"everyway {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False


def write_pages(app: Sphinx) -> None:
    """Write the pages that are generated, before Sphinx looks for pages."""
    site_links.write_copies()


def setup(app: Sphinx) -> None:
    """Connect what the site adds to Sphinx."""
    app.add_directive("code-cell", code_cells.CodeCell)
    app.connect("builder-inited", write_pages)
    app.connect("source-read", site_links.read_source)
