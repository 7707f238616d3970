"""The site, of these pages and the docstrings: `python -m sphinx -E -W docs build/site`."""

from __future__ import annotations

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

from pygments.lexers.python import PythonLexer
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE)]

import code_cells  # noqa: E402 - these are found in the folder above
import excerpts  # noqa: E402
import generated  # noqa: E402
import links  # noqa: E402
import navigation  # noqa: E402
import playground_page  # noqa: E402
import redirects  # noqa: E402

project = "everyway"
copyright = "the authors of everyway"
release = version = installed_version("everyway")
extensions = ["myst_parser", "sphinx_copybutton", "sphinx_design"]
exclude_patterns = ["README.md"]
python_maximum_signature_line_length = 88
add_module_names = False
nitpicky = True
smartquotes = False  # two dashes begin an option
nitpick_ignore_regex = [("py:class", r".*")]  # types in signatures; our own are full names
default_role = "code"
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_selector = "div:not(.highlight-text) > div.highlight > pre"

html_theme = "furo"
html_title = f"everyway {release}"
html_static_path = ["_static", "reference/_static"]
html_css_files = ["site.css", "pictures.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False


def setup(app: Sphinx) -> None:
    """Connect what the site adds to Sphinx."""
    app.add_directive("code-cell", code_cells.CodeCell)
    app.add_lexer("minizinc", TextLexer)  # Pygments knows none of it
    app.add_lexer("pycsp3", PythonLexer)  # Python that the tests of pages do not run
    generated.write_pages()
    app.connect("source-read", links.read_source)
    app.connect("include-read", links.read_included)
    app.connect("html-page-context", navigation.trim_tree, priority=400)  # the theme's is 500
    app.connect("html-page-context", excerpts.keep_text)
    app.connect("build-finished", excerpts.write)
    app.connect("build-finished", playground_page.write)
    app.connect("build-finished", redirects.write_redirects)
