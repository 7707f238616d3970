"""`everyway trace`: A page that shows the search for solutions, step by step."""

from __future__ import annotations

import re
import webbrowser
from pathlib import Path

import click

from .. import exit_codes
from ..command_options import as_command, viewpoint_option
from ..exit_codes import Refused
from ..output_files import write_file
from ..progress import Progress
from ..puzzles import refusals
from ..searching import failures
from ..standard_streams import complain, say_bytes, say_json
from ..variants import Asked, load, puzzle_options

EXAMPLES = """\
  everyway trace crowns --open
  everyway trace queens n=6 -o queens6.html
  everyway trace queens n=6 --order levels --no-propagation
  everyway trace ./my_puzzle.py size=4 --open
"""


@as_command(EXAMPLES)
@puzzle_options()
@click.option(
    "--order",
    type=click.Choice(["depth", "levels"]),
    default="depth",
    help="Begin with the search depth first, or level by level; the page has both.",
)
@click.option(
    "--no-propagation",
    is_flag=True,
    help="Begin with the search that holds each value against what is decided, and no more.",
)
@viewpoint_option
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="Write the page to FILE, or as - to standard output; else to PUZZLE.html here, which is"
    " replaced only if it is such a page.",
)
@click.option("--open", "show", is_flag=True, help="Open the page in a browser.")
def command(
    asked: Asked,
    order: str,
    no_propagation: bool,
    viewpoint: str,
    output: str | None,
    show: bool,
    as_json: bool,
) -> int:
    """Write a page that shows the search for the solutions of a puzzle, step by step.

    The page needs no network and no installation. It replays what the solver flatmap does: what is
    tried, what each rule takes away and why, dead ends and solutions, up to 20000 tries. With
    --json, print the search as data instead.
    """
    from ..pages.trace_page import trace, trace_data

    if show and (output == "-" or as_json):
        raise Refused("--open needs a file to open; leave out -o - and --json")
    model = load(asked)
    with refusals(), failures(), Progress(f"tracing {model.name}"):
        if as_json:
            say_json(trace_data(model, viewpoint=viewpoint))
            return exit_codes.OK
        page = trace(model, order=order, propagation=not no_propagation, viewpoint=viewpoint)
    written = page.html.encode()
    if output == "-":
        say_bytes(written)
        return exit_codes.OK
    path = Path(output) if output else _free(asked, model.name)
    write_file(path, written)
    complain(f"written to {path}")
    if show and not webbrowser.open(path.absolute().as_uri()):
        complain(f"no browser was found; open {path} in one")
    return exit_codes.OK


def _free(asked: Asked, name: str) -> Path:
    """The file named after the puzzle. Raises: Refused if something else goes by that name."""
    from ..pages.page import is_page

    named = Path(asked.words[0]).stem if asked.words else name
    path = Path(re.sub(r"[^\w-]+", "_", named) + ".html")
    if path.exists() and not is_page(path):
        raise Refused(f"{path} is there already and is no page of ours; give another name with -o")
    return path
