"""Lessons as notebooks: their cells are run, and what each prints is held against the text."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parents[2] / "docs" / "_ext"))
MISSING = "not installed: install the extra test"
nbclient = pytest.importorskip("nbclient", reason=MISSING)
nbformat = pytest.importorskip("nbformat", reason=MISSING)
pytest.importorskip("ipykernel", reason=MISSING)
made = pytest.importorskip("lessons", reason="the documentation is not here")
slides = pytest.importorskip("slides", reason="the extra docs is not installed")

HEAD = """---
kernelspec:
  name: python3
  display_name: Python 3
  language: python
---
"""
"""The beginning of each lesson, by which editors open it as a notebook."""
COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FIGURE = re.compile(r"\d+(?:\.\d+)? m?s\b")
"""A time, which no lesson can know."""


def notebook(lesson: Path) -> Any:
    """The notebook of a lesson, as it is given to readers."""
    found = nbformat.from_dict(made.notebook(lesson.read_text("utf-8")))
    nbformat.validate(found)
    return found


def stated(lesson: Path) -> list[str | None]:
    """For each cell of code the output that the lesson states, if it does."""
    _, *cells = made.parts(made.divided(lesson.read_text("utf-8"))[0])
    found = [made.OUTPUT.search(below) for _, below in cells]
    return [output and output[1] for output in found]


def run(lesson: Path, folder: Path) -> list[tuple[str, str | None, str]]:
    """Each cell of code, in order: its text, the output that the lesson states, the one it has."""
    found = notebook(lesson)
    resources = {"metadata": {"path": str(folder)}}
    nbclient.NotebookClient(found, timeout=120, startup_timeout=180, resources=resources).execute(
        env=environment(folder)
    )
    codes = [cell for cell in found.cells if cell.cell_type == "code"]
    outputs = zip(codes, stated(lesson), strict=True)
    return [(cell.source, words, printed(cell)) for cell, words in outputs]


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
