"""A page for each constraint: signature, meaning, picture, what solvers do, decomposition."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from doctest import DocTestParser
from functools import cache
from itertools import islice
from typing import Any

import make_solvers
import pictures
from docstrings import entry, in_markdown

import everyway.models
from everyway.models import Constraint, Rule, all_of, iff
from everyway.models.language.constraints import Comparison, Core
from everyway.models.language.global_constraints.predicate import Predicate

KINDS = ("Constraints", "Logic and comparisons", "Expressions")
MOST_PARTS = 8
"""The most constraints of a decomposition that are shown."""
WAYS = {
    "native": "native",
    "sometimes": "native in some cases, else decomposed",
    "decomposed": "decomposed",
    "table": "a table, from calls on every assignment",
    "unsupported": "unsupported",
}
INTRODUCTION = """\
Each picture shows an example over all assignments: rows of values that are allowed, and others
struck out; or, of two variables, a disc where the constraint holds, and of an expression the value.
[What it means exactly](/declaring.md#what-it-means-exactly) has the semantics that all share.
"""
WORDS = {sign: kind for kind, sign in make_solvers.SIGNS.items()}


@cache
def constructors() -> dict[str, Any]:
    """The public functions that make constraints and expressions, by name; and comparisons."""
    found = {"comparison": Comparison}
    for name in everyway.models.__all__:
        function = getattr(everyway.models, name)
        if inspect.isroutine(function):
            result = inspect.signature(function).return_annotation
            if result in ("Constraint", "Expression") or name == "exact_cover":
                found[name] = function
    return found


def example(function: Any) -> Any:
    """The last value that the examples of a docstring show."""
    found = DocTestParser().get_examples(inspect.getdoc(function) or "")
    if not found:
        raise ValueError(f"the docstring of {function.__name__} has no example to draw")
    namespace: dict[str, Any] = {}
    for one in found[:-1]:
        exec(one.source, namespace)
    value = eval(found[-1].source, namespace)
    return all_of(value.constraints) if isinstance(value, Rule) else value


def constraint_pages() -> Iterator[tuple[str, str]]:
    """The name and the text of each page, the index first."""
    pages = {name: _page(name, function) for name, function in constructors().items()}
    parts = ["# Constraints and expressions\n", INTRODUCTION]
    for kind in KINDS:
        cards = [
            (f"{name}.html", pages[name][1], name, summary(function))
            for name, function in sorted(constructors().items(), key=lambda one: one[0].lower())
            if _kind(function) == kind
        ]
        parts.append(f"## {kind}\n\n{pictures.gallery(cards)}")
    yield "constraints/index", "\n".join(parts)
    for name, (text, _) in pages.items():
        yield f"constraints/{name}", text


def summary(function: Any) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(function) or "").partition("\n")[0].replace("`", "")


def _kind(function: Any) -> str:
    if inspect.signature(function).return_annotation == "Expression":
        return "Expressions"
    return KINDS[function.__module__ in (Comparison.__module__, iff.__module__)]


def _page(name: str, function: Any) -> tuple[str, str]:
    """The text of the page, and the picture on it."""
    shown = example(function)
    picture, held, of = pictures.meaning(shown)
    public = hasattr(everyway.models, name)
    head = entry("everyway.models", name) if public else in_markdown(function.__doc__)
    parts = [f"# {name}\n", head, "## What it allows\n", pictures.raw(picture)]
    if isinstance(shown, Constraint):
        parts.append(f"In the example, {held} of {of} assignments.\n")
        parts += [_solvers(type(shown).__name__), *_decomposition(shown)]
    else:
        parts[2] = "## Its values\n"
    return "\n".join(parts), picture


def _solvers(kind: str) -> str:
    """The ways in which the solvers take constraints of this class."""
    ways: dict[str, list[str]] = {}
    for solver, signs in columns().items():
        ways.setdefault(WORDS[signs[kind]], []).append(solver)
    lines = [f"- **{WAYS[way]}**: {', '.join(ways[way])}" for way in WAYS if way in ways]
    return f"## What the solvers do with it\n\n{kind_of(kind)}" + "\n".join(lines) + "\n"


@cache
def columns() -> dict[str, dict[str, str]]:
    """The signs of each solver, from the page that was found by watching them."""
    return make_solvers.columns_of(make_solvers.PAGE.read_text("utf-8"))


def kind_of(kind: str) -> str:
    """A sentence that names the constraint."""
    return f"It makes a `{kind}`, seen at the top of a model ([all of them](/solvers.md)):\n\n"


def _decomposition(shown: Constraint) -> list[str]:
    """The smaller constraints that mean the same as the example."""
    if isinstance(shown, Core | Predicate):
        return []
    decided = (part for part in shown.decompose() if pictures.scope_of(part))
    parts = [repr(part) for part in islice(decided, MOST_PARTS + 1)]
    more = ["…"] * (len(parts) > MOST_PARTS)
    text = "\n".join([*parts[:MOST_PARTS], *more])
    return [f"## Decomposed\n\nIn the example, into:\n\n```text\n{text}\n```\n"]
