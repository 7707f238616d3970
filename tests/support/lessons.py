"""Lessons as notebooks: their cells are run, and what each prints is held against the text."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MISSING = "not installed: install the extra test"
jupytext = pytest.importorskip("jupytext", reason=MISSING)
nbclient = pytest.importorskip("nbclient", reason=MISSING)
pytest.importorskip("ipykernel", reason=MISSING)

HEAD = """---
kernelspec:
  name: python3
  display_name: Python 3
  language: python
---
"""
"""The beginning of each lesson, by which it is opened as a notebook."""
STATED = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FIGURE = re.compile(r"\d+(?:\.\d+)? m?s\b")
"""A time, which no lesson can know."""


def run(lesson: Path, folder: Path) -> list[tuple[str, str | None, str]]:
    """Each cell of code, in order: its text, the output that the lesson states, the one it has."""
    notebook = jupytext.reads(lesson.read_text("utf-8"), fmt="md:myst")
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(
        notebook, timeout=120, startup_timeout=180, resources=resources
    ).execute(env=environment(folder))
    stated = list(_stated(notebook.cells))
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [(cell.source, words, printed(cell)) for cell, words in zip(codes, stated, strict=True)]


def _stated(cells: list[Any]) -> Iterator[str | None]:
    """For each cell of code the first block of text between it and the next, if there is one."""
    for place, cell in enumerate(cells):
        if cell.cell_type == "code":
            following = cells[place + 1 : place + 2]
            prose = "".join(one.source for one in following if one.cell_type == "markdown")
            found = STATED.search(prose + "\n")
            yield found[1] if found else None


def printed(cell: Any) -> str:
    """The text that a cell prints, or the value of its last line."""
    parts = [
        output.text if output.output_type == "stream" else output.data.get("text/plain", "")
        for output in cell.outputs
    ]
    text = COLOURS.sub("", "".join(parts)).replace("\r", "")
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n"))


def agrees(stated: str, found: str) -> bool:
    """True if the lines are the same, times aside; a line `…` stands for any number of lines."""
    lines = (re.escape(FIGURE.sub("0 s", line.rstrip())) for line in stated.strip("\n").split("\n"))
    pattern = "\n".join(r"[\s\S]*?" if line == re.escape("…") else line for line in lines)
    return re.fullmatch(pattern, FIGURE.sub("0 s", found)) is not None


def environment(folder: Path) -> dict[str, str]:
    """That of a kernel: it finds the command of this Python, and writes to `folder` alone."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    own = {"IPYTHONDIR": str(folder / ".ipython"), "COLUMNS": "100", "NO_COLOR": "1"}
    return {**os.environ, "PATH": path, **own}
