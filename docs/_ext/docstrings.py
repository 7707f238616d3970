"""Docstrings and signatures as pages of the site show them."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from importlib import import_module
from itertools import pairwise
from typing import Any

from sphinx.util.inspect import stringify_signature

PUBLIC = (
    "everyway.models",
    "everyway.models.boards",
    "everyway.models.graphs",
    "everyway.models.pictures",
    "everyway.solvers",
    "everyway.comparer",
    "everyway.explainer",
    "everyway.formats",
    "everyway.views",
    "everyway.conformance",
)
"""Modules with public names; what several export is described with the first."""
SECTION = re.compile(r"^(Raises|Source|Formula):\s*")
PROPERTIES = (property, cached_property)


def home(module: str, name: str) -> str:
    """The full name under which a public name is described: the first that it has."""
    value = getattr(import_module(module), name)
    modules = [other for other in PUBLIC if name in import_module(other).__all__]
    first = next(other for other in modules if getattr(import_module(other), name) is value)
    return f"{first}.{name}"


@cache
def public_names() -> dict[str, str]:
    """The full name of everything public by its short name, if that has one meaning."""
    found: dict[str, set[str]] = {}
    for module in PUBLIC:
        for name in import_module(module).__all__:
            found.setdefault(name, set()).add(home(module, name))
    return {name: next(iter(homes)) for name, homes in found.items() if len(homes) == 1}


def in_markdown(text: str, own: frozenset[str] = frozenset()) -> str:
    """A docstring as Markdown: examples in blocks, public names as links but for its `own`."""
    blocks: list[str] = []
    for block in inspect.cleandoc(text).split("\n\n"):
        if block.startswith(">>>"):
            blocks.append(f"```pycon\n{block}\n```")
        elif block.startswith("    "):
            blocks.append(f"```text\n{inspect.cleandoc(block)}\n```")
        else:
            blocks.append(SECTION.sub(r"**\1:** ", linked(block, own)))
    return "\n\n".join(blocks)


def linked(text: str, own: frozenset[str] = frozenset()) -> str:
    """`text` with a link at each public name between backticks, but for `own` names."""

    def link(found: re.Match[str]) -> str:
        full = public_names().get(found[1])
        return f"{{py:obj}}`{found[1]} <{full}>`" if full and found[1] not in own else found[0]

    shown = re.sub(r"<(?=[A-Za-z/!])", r"\\<", text)
    return re.sub(r"(?<!\})`(\w+)`", link, shown)


def plain(text: str) -> str:
    """`text` on one line, without a sign that Markdown reads."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", " ".join(text.split()))


def signature(function: Callable[..., Any]) -> str:
    """The parameters of `function`, with links to the public types; empty where it has none."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    shown = re.sub(r"<[^<>]*(<\w+>)?[^<>]*>(?=[,)])", "...", stringify_signature(found))

    def link(name: re.Match[str]) -> str:
        full = public_names().get(name[0])
        return f"~{full}" if full else name[0]

    return re.sub(r"(?<![\w.'])[A-Z]\w+\b(?!\()", link, shown)


def entry(module: str, name: str) -> str:
    """The description of a public name, with that of its public members where it is a class."""
    value = getattr(import_module(module), name)
    if inspect.isclass(value):
        kind = "exception" if issubclass(value, Exception) else "class"
        inside = f"{in_markdown(value.__doc__ or '')}\n\n" + "\n".join(members(value))
        shown = "" if kind == "exception" else signature(value)
        return directive(f"py:{kind}", f"{name}{shown}", inside, module, 4)
    if inspect.isroutine(value):
        return directive("py:function", f"{name}{signature(value)}", doc_of(value), module, 4)
    return directive("py:data", name, constant_doc(name, value), module, 4)


def members(kind: type) -> Iterator[str]:
    """The descriptions of the public members of a class, each by the first docstring for it."""
    found: dict[str, str] = {}
    for base in kind.__mro__:
        if base.__module__.startswith("everyway."):
            for name, text in (*_fields(base), *_methods(base, kind)):
                if not name.startswith("_") and text:
                    found.setdefault(name, text)
    return iter(found.values())


def _fields(base: type) -> Iterator[tuple[str, str]]:
    """The fields of a class that have a docstring below them."""
    for (owner, name), text in attribute_docs(base.__module__).items():
        if owner == base.__name__:
            yield name, directive("py:attribute", name, in_markdown(text))


@cache
def attribute_docs(module: str) -> dict[tuple[str, str], str]:
    """The docstrings below the assignments of a module, by the class, if any, and the name."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    classes = [(one.name, ast.walk(one)) for one in tree.body if isinstance(one, ast.ClassDef)]
    found = {}
    for owner, blocks in [*classes, ("", [tree])]:
        for block in blocks:
            body = getattr(block, "body", None)
            for one, below in pairwise(body if isinstance(body, list) else ()):
                match below:
                    case ast.Expr(ast.Constant(str(text))):
                        found.update({(owner, name): text for name in _assigned(one)})
    return found


def _assigned(statement: ast.stmt) -> Iterator[str]:
    """The names that a statement assigns to, be it one of `self`."""
    match statement:
        case ast.Assign(targets):
            nodes = targets
        case ast.AnnAssign(target):
            nodes = [target]
        case _:
            nodes = []
    for node in (inner for one in nodes for inner in ast.walk(one)):
        match node:
            case ast.Attribute(ast.Name("self"), name) | ast.Name(name, ast.Store()):
                yield name


def _methods(base: type, kind: type) -> Iterator[tuple[str, str]]:
    """The properties and methods that a base of a class defines."""
    for name, value in list(vars(base).items()):
        method = getattr(kind, name, None)
        if isinstance(value, PROPERTIES):
            text = in_markdown(inspect.getdoc(value) or "")
            yield name, text and directive("py:property", name, text)
        elif inspect.isroutine(method):
            head = re.sub(r"\(self(, )?", "(", name + signature(method), count=1)
            yield name, directive("py:method", head, doc_of(method))


def constant_doc(name: str, value: Any) -> str:
    """The docstring below a constant or a kind of value, and the value."""
    texts = (
        attribute_docs(module).get(("", name), "")
        for module in sorted(sys.modules)
        if module.startswith("everyway.") and getattr(sys.modules[module], name, None) is value
    )
    return f"{in_markdown(next(filter(None, texts), ''))}\n\n`{value!r}`"


def doc_of(function: Callable[..., Any]) -> str:
    """The docstring of a function as Markdown."""
    own = frozenset(inspect.signature(function).parameters)
    return in_markdown(inspect.getdoc(function) or "", own)


def directive(kind: str, head: str, text: str, module: str = "", colons: int = 3) -> str:
    """A directive of Sphinx in MyST."""
    fence = ":" * colons
    option = f":module: {module}\n" if module else ""
    return f"{fence}{{{kind}}} {head}\n{option}\n{text}\n{fence}\n"
