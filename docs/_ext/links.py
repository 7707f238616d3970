"""Links of the repository's pages, made to lead to pages of the site.

On a host of repositories a page links to files: `../README.md`, `inside/README.md`, a folder. The
site has copies of the pages above `docs/`, and a link to what it has not becomes text.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from live import framed
from sphinx.application import Sphinx
from synonyms import with_synonyms

DOCS = Path(__file__).parent.parent
ROOT = DOCS.parent
COPIED = {
    "README.md": "overview",
    "SECURITY.md": "security",
    "CHANGELOG.md": "changelog",
    "CONTRIBUTING.md": "contributing",
    "CODE_OF_CONDUCT.md": "conduct",
}
"""Pages beside `docs/`, each with its name on the site."""
GENERATED = DOCS / "reference"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
FOLDER = os.environ.get("FOLDER", "dev")
"""The folder of the branch `gh-pages` in which the site is published."""
COMMAND = re.compile(r"^(\| )(`everyway (\w+)[^`]*`)", re.MULTILINE)
"""A command in the first column of a table."""
TREE = "```{{toctree}}\n:hidden:\n:glob:\n{}\n```\n"
"""A tree, which no page shows, of the pages that a pattern names."""
INSTALLING = re.compile(r"^```sh\n(?=python3 -m venv).*?\n```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def copied_pages() -> Iterator[tuple[str, str]]:
    """The name on the site and the text of each page beside `docs/`."""
    for source, name in COPIED.items():
        text = (ROOT / source).read_text("utf-8")
        yield name, relinked(text.replace("# everyway\n", "# Overview\n", 1), ROOT)


def relinked(text: str, folder: Path) -> str:
    """`text` of a page in `folder`, its links leading to pages of the site."""

    def link(found: re.Match[str]) -> str:
        image, label, path, heading = found.groups(default="")
        if ":" in path or path.startswith("/"):
            return found[0]
        place = site_path((folder / path).resolve())
        return f"{image}[{label}]({place}{heading})" if place else label

    return LINK.sub(link, text)


def site_path(target: Path) -> str | None:
    """The path, from the root of the site's sources, of a file; None if the site has none."""
    if target == DOCS / "README.md":
        return "/index.md"
    if target.parent == ROOT and target.name in COPIED:
        return f"/reference/{COPIED[target.name]}.md"
    if target.is_relative_to(DOCS) and not target.is_dir():
        return f"/{target.relative_to(DOCS).as_posix()}"
    return None


def in_tabs(text: str) -> str:
    """`text` with what pip installs also by uv."""

    def tabs(found: re.Match[str]) -> str:
        by_uv = found[0].replace("python3 -m venv", "uv venv")
        by_uv = re.sub(r"(\S+)/bin/pip install", r"uv pip install -p \1", by_uv)
        return (
            f"::::{{tab-set}}\n:sync-group: installer\n\n"
            f":::{{tab-item}} pip\n:sync: pip\n\n{found[0]}\n:::\n\n"
            f":::{{tab-item}} uv\n:sync: uv\n\n{by_uv}\n:::\n::::"
        )

    return INSTALLING.sub(tabs, text)


def read_source(app: Sphinx, name: str, content: list[str]) -> None:
    """Rewrite the links of a page that Sphinx has read; each command leads to its options."""
    content[0] = framed(relinked(content[0], (DOCS / name).parent), name)
    content[0] = in_tabs(with_synonyms(content[0], name))
    if re.match(r"learn/\d", name):
        content[0] = re.sub(
            r"^# .*\n", rf"\g<0>\n{_made_of(name)}\n", content[0], count=1, flags=re.MULTILINE
        )
    if name == "command_line":
        content[0] = COMMAND.sub(r"\1[\2](/reference/commands/\3.md)", content[0])
        content[0] += TREE.format("/reference/commands/*")


def _made_of(lesson: str, repository: str = REPOSITORY) -> str:
    """Links to what is made of a lesson, also where others run it, once the address is known."""
    address = f"_static/lessons/{lesson.removeprefix('learn/')}"
    links = {"Slides": f'"../{address}.html"', "Notebook": f'"../{address}.ipynb" download'}
    if "OWNER" not in repository:
        name, file = repository.removeprefix("https://github.com/"), f"{FOLDER}/{address}.ipynb"
        colab = f'"https://colab.research.google.com/github/{name}/blob/gh-pages/{file}"'
        binder = f'"https://mybinder.org/v2/gh/{name}/gh-pages?labpath={file}"'
        links |= {"Colab": colab, "Binder": binder}
    html = " · ".join(f"<a href={link}>{title}</a>" for title, link in links.items())
    return f"```{{raw}} html\n<p>{html}</p>\n```"


def read_included(app: Sphinx, path: Path, name: str, content: list[str]) -> None:
    """Rewrite the links of a page that is a part of another."""
    content[0] = framed(relinked(content[0], DOCS), name)
