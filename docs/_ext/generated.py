"""The pages of the site that are generated, written before Sphinx looks for pages."""

from __future__ import annotations

import pictures
from api_pages import api_pages
from command_pages import command_pages
from constraint_pages import constraint_pages, constructors
from lessons import lesson_files
from links import GENERATED, TREE, copied_pages
from live import live_pages
from puzzle_pages import puzzle_pages


def write_pages() -> None:
    """Write every generated page that is not there as it should be, and remove others."""
    pages = dict(copied_pages())
    pages.update(api_pages(frozenset(f"everyway.models.{name}" for name in constructors())))
    pages.update(constraint_pages())
    pages.update(puzzle_pages())
    pages.update(command_pages())
    written = {GENERATED / f"{name}.md": _within(name, text, pages) for name, text in pages.items()}
    static = {"pictures.css": pictures.style()} | live_pages()
    static |= {f"lessons/{name}": text for name, text in lesson_files().items()}
    written |= {GENERATED / "_static" / name: text for name, text in static.items()}
    for old in set(GENERATED.rglob("*.*")) - written.keys():
        old.unlink()
    for path, text in written.items():
        if not (path.exists() and path.read_text("utf-8") == text):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")


def _within(name: str, text: str, pages: dict[str, str]) -> str:
    """A page of many below the index of its kind, or the index, which has them all in its tree."""
    folder, _, page = name.rpartition("/")
    if not folder:
        return text
    if page == "index":
        return f"{text}\n{TREE.format('*')}"
    index = pages.get(f"{folder}/index", "# The command line")
    above = "index.md" if f"{folder}/index" in pages else "/command_line.md"
    title = index.partition("\n")[0].removeprefix("# ")
    return f"[← {title}]({above})\n\n{text}"
