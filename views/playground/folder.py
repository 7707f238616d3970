"""The folder of the playground: whole, or not written at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..exit_codes import Refused
from ..pages.page import is_page
from .playground_page import playground_page
from .pyodide_files import copy_pyodide
from .wheels import write_wheels

NAMES = {"index.html", "pyodide", "wheels"}
"""All that the folder holds."""


def write_playground(folder: Path, pyodide: Path | None) -> None:
    """Write the playground into `folder`, with Pyodide from a folder, else by npm.

    A playground that is there is replaced when the new one is whole.
    Raises: Refused where something else is there, or where Pyodide is not to be had.
    """
    folder = folder.resolve()
    _refuse_others(folder)
    try:
        with tempfile.TemporaryDirectory(prefix=".everyway-", dir=folder.parent) as beside:
            made = Path(beside, "new")
            _fill(made, pyodide)
            _put(made, folder, Path(beside, "old"))
    except OSError as error:
        raise Refused(f"{folder} cannot be written: {error.strerror or error}") from error


def _refuse_others(folder: Path) -> None:
    """Raises: Refused unless `folder` is a playground, is empty or is not there."""
    if folder.is_dir():
        names = set(os.listdir(folder))
        if not names or (names <= NAMES and is_page(folder / "index.html")):
            return
    elif not folder.exists():
        return
    raise Refused(f"{folder} is there already and is no playground; name another, or an empty one")


def _fill(folder: Path, pyodide: Path | None) -> None:
    for name in ("", "pyodide", "wheels"):
        (folder / name).mkdir()
    copy_pyodide(pyodide, folder / "pyodide")
    playground_page(write_wheels(folder / "wheels")).save(folder / "index.html")


def _put(made: Path, folder: Path, old: Path) -> None:
    """Put `made` in the place of `folder`, which goes back to its own if that fails."""
    if not folder.exists():
        made.rename(folder)
        return
    folder.rename(old)
    try:
        made.rename(folder)
    except BaseException:
        old.rename(folder)
        raise
