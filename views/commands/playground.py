"""`everyway playground`: A folder in which everyway runs in a browser, without a server's help."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from ...models.language.errors import ExitCode
from .. import command_options as option
from ..progress import Progress
from ..standard_streams import complain

EXAMPLES = """\
  everyway playground -o playground
  everyway playground -o playground --with sat,z3,clingo
  everyway playground -o playground --pyodide node_modules/pyodide
"""


@option.as_command(EXAMPLES, as_json=False)
@option.text(
    "-o --output DIR",
    "Write the folder DIR; one that is there is replaced only if it is a playground, or empty.",
    type=click.Path(path_type=Path),
    required=True,
)
@option.text(
    "--pyodide FOLDER",
    "Take Pyodide from FOLDER, the files of its npm package; else npm downloads it.",
    type=click.Path(path_type=Path),
)
@option.text(
    "--with packed SOLVERS",
    "Pack these too, from PyPI and npm, to be loaded when asked for: `sat,z3`, or `all` of clingo"
    " (2.7 MB), minizinc (18.6), python-constraint (0.1), sat (1.2) and z3 (6.7).",
    default="",
)
def command(output: Path, pyodide: Path | None, packed: str) -> int:
    """Write a folder in which everyway runs in a browser: the puzzles, the exercises, an
    editor, the solvers that are Python alone, and the commands that need no file.

    Any server of files can serve it, from any path. Programs are run in the browser of whoever
    reads the page, and are sent nowhere.
    """
    from ..playground.folder import write_playground
    from ..playground.packed_solvers import chosen

    solvers = chosen(packed)
    with Progress("writing the playground"):
        write_playground(output, pyodide, solvers)
    again = f"serve it, for example: python -m http.server -d {shlex.quote(str(output))}"
    complain(f"written to {output}; {again}")
    return ExitCode.OK
