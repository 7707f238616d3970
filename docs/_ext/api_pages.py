"""Pages of the public names of Python, each with its signature and docstring."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from docstrings import PUBLIC, entry, home, in_markdown

KINDS = ("Functions", "Classes", "Errors and warnings", "Values")


def api_pages(elsewhere: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The name and text of a page for each public module; names `elsewhere` have pages already."""
    modules = [f"- [{m}]({m}.md): {summary_of(m)}" for m in PUBLIC]
    yield "python/index", "# Python\n\n" + "\n".join(modules) + "\n"
    for module in PUBLIC:
        yield f"python/{module}", _page(module, elsewhere)


def _page(module: str, elsewhere: frozenset[str]) -> str:
    found = import_module(module)
    parts = [f"# {module}\n", in_markdown(found.__doc__ or ""), ""]
    homes = {name: home(module, name) for name in sorted(found.__all__)}
    ours = [n for n, full in homes.items() if full == f"{module}.{n}" and full not in elsewhere]
    for kind in KINDS:
        names = [name for name in ours if _kind(getattr(found, name)) == kind]
        parts += [f"## {kind}\n"] * bool(names) + [entry(module, name) for name in names]
    links = [f"{{py:obj}}`{n} <{full}>`" for n, full in homes.items() if n not in ours]
    if links:
        parts.append(f"## On other pages\n\n{', '.join(links)}\n")
    return "\n".join(parts)


def summary_of(module: str) -> str:
    """The first line of the docstring of a module."""
    return (import_module(module).__doc__ or "").strip().partition("\n")[0]


def _kind(value: Any) -> str:
    if inspect.isclass(value):
        return "Errors and warnings" if issubclass(value, Exception) else "Classes"
    return "Functions" if inspect.isroutine(value) else "Values"
