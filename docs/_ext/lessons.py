"""Lessons as notebooks and as slides, made of the same text: `python docs/_ext/lessons.py FOLDER`.

A lesson is prose with cells of Python. The first block of text between a cell and the next is what
the cell prints. A notebook has the cells without it, since it prints that itself; so a question
stands unanswered until its cell is run. Notes for teachers are on slides, and in no notebook.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LEARN = Path(__file__).parent.parent / "learn"
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)\n```\n", re.MULTILINE | re.DOTALL)
OUTPUT = re.compile(r"^```text\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
NOTHING = re.compile(r"<details><summary>Answer</summary>\s*</details>\n|<!-- .* -->\n")


def divided(text: str) -> tuple[str, str]:
    """The text of a lesson without its head, and its notes for teachers apart."""
    lesson, _, rest = text.partition("\n## For teachers\n")
    notes, blank, following = rest.rpartition("\n\n")
    return lesson[lesson.index("\n# ") :] + blank + following, notes


def parts(text: str) -> Iterator[tuple[str, str]]:
    """Each cell with all that stands below it, up to the next; at first prose, without a cell."""
    prose, *cells = CELL.split(text)
    return zip(["", *cells[::2]], [prose, *cells[1::2]], strict=True)


def relinked(text: str, suffix: str) -> str:
    """`text` with links to lessons, as files of that suffix beside it; others become text."""
    text = re.sub(r"\]\((\d\d_\w+)\.md\)", rf"](\1.{suffix})", text)
    return re.sub(rf"\[([^\]]*)\]\((?!\w+:|\d\d_\w+\.{suffix}\))[^)]*\)", r"\1", text)


def notebook(text: str) -> dict[str, Any]:
    """A notebook of a lesson, of cells that have not been run."""
    cells: list[dict[str, Any]] = []
    for source, below in parts(divided(text)[0]):
        if source:
            cells.append({"cell_type": "code", "execution_count": None, "outputs": []})
            cells[-1]["source"] = source
        prose = NOTHING.sub("", OUTPUT.sub("", below, 1) if source else below).strip()
        if prose:
            cells.append({"cell_type": "markdown", "source": relinked(prose, "ipynb")})
    named = [{"id": f"cell-{place}", "metadata": {}} | cell for place, cell in enumerate(cells)]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": named, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


INSTALLS = {"cell_type": "code", "id": "installs", "metadata": {}, "outputs": []} | {
    "execution_count": None,
    "source": "%pip install -q everyway",
}
"""The cell that a notebook begins with: nothing is installed where it is opened on Colab."""


def lesson_files() -> dict[str, str]:
    """The notebook and the slides of each lesson, by their names."""
    from slides import slides

    files = {}
    for lesson in sorted(LEARN.glob("[0-9]*.md")):
        text = lesson.read_text("utf-8")
        made = notebook(text)
        made["cells"].insert(0, INSTALLS)
        files[f"{lesson.stem}.ipynb"] = json.dumps(made, ensure_ascii=False, indent=1)
        files[f"{lesson.stem}.html"] = slides(text).html
    return files


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in lesson_files().items():
        (folder / name).write_text(made, "utf-8")
    print(f"the notebook and the slides of each lesson written to {folder}")
