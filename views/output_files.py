"""Files that commands write, and pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .command_options import together
from .exit_codes import Refused
from .standard_streams import complain, say_bytes

if TYPE_CHECKING:
    from .pages.page import Page


class NewFile(click.Path):
    """A file to be written, in a folder that is there: known before any work is done for it."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = str(super().convert(value, param, ctx))
        folder = Path(path).parent
        if not folder.is_dir():
            self.fail(f"{path} cannot be written: there is no folder {folder}; make it first")
        return path


page_options = together(
    click.option(
        "-o",
        "--output",
        type=NewFile(),
        metavar="FILE",
        help="Write the page to FILE, or as - to standard output; else to PUZZLE.html here, which"
        " is replaced only if it is such a page.",
    ),
    click.option("--open", "show", is_flag=True, help="Open the page in a browser."),
)
"""For a command that gets `output` and `show`, for `write_page`."""


def write_page(page: Page, output: str | None, show: bool, name: str) -> None:
    """Write a page where it was asked for, else into a file called after `name`, and open it.

    Raises: Refused where it cannot be written.
    """
    if output == "-":
        say_bytes(page.html.encode())
        return
    path = Path(output) if output else _free(name)
    write_file(path, page.html.encode())
    complain(f"written to {path}")
    if show:
        import webbrowser

        if not webbrowser.open(path.absolute().as_uri()):
            complain(f"no browser was found; open {path} in one")


def _free(name: str) -> Path:
    """The file called after `name`. Raises: Refused if something else goes by that name."""
    from .pages.page import is_page

    path = Path(re.sub(r"[^\w-]+", "_", name) + ".html")
    if path.exists() and not is_page(path):
        raise Refused(f"{path} is there already and is no page of ours; give another name with -o")
    return path


def write_file(path: str | Path, data: bytes, *, replace: bool = True) -> None:
    """Write a file, whole or not at all; what was there stays until then.

    Raises: Refused where it cannot be written, or is there already, unless `replace`.
    """
    from ..solvers.harness.atomic_files import write_whole

    try:
        write_whole(path, lambda stream: stream.write(data), replace=replace)
    except FileExistsError:
        advice = "write another name, or move it away"
        raise Refused(f"{path} is there already; {advice}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused(f"{path} cannot be written: {reason}") from error
