"""Functions of scripts without what they say of an argument that every call gives, or none."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

Parts = Sequence[tuple[str, str]]
"""Parts of functions, each with what is in its place."""

_ONES = "[1] * len(edges)"
_ROW = f"    links = {_ONES} if links is None else links\n"
_ROOTS = "(roots is None or sorted(found) == sorted({*part}))"
_RIGHT = "    right = all(part.count(part[v]) == number for v, number in enumerate(sizes))\n"
_FOUND = "    found = part if roots is None else [v for v, one in zip(part, roots) if one]\n"
_SIZED = "    for v, number in enumerate(sizes):\n        model.add(number == sum(holds("
_OPTIONAL: dict[str, tuple[Parts, Parts]] = {
    "sizes": (
        [("sizes=()", "sizes")],
        [
            (", sizes=()", ""),
            (f"{_SIZED}u == root[v]) for u in root))\n", ""),
            (f"{_SIZED}u == root[v], u != root[v]) for u in root))\n", ""),
            (" + [cp.sum(root == root[v]) == one for v, one in enumerate(sizes)]", ""),
            (_RIGHT, ""),
            ("inside and right", "inside"),
        ],
    ),
    "roots": (
        [
            ("size, roots=None", "size, roots"),
            ("sizes, roots=None", "sizes, roots"),
            ("root[v] <= v if roots is None else ", ""),
            ("part if roots is None else ", ""),
            (_ROOTS, "sorted(found) == sorted({*part})"),
        ],
        [
            (", roots=None", ""),
            (", size, roots)", ", size)"),
            (" if roots is None else (root[v] == v) == roots[v]", ""),
            (" if roots is None else is_root == roots[v]", ""),
            (_FOUND, ""),
            (f" and {_ROOTS}", ""),
        ],
    ),
    "links": (
        [
            ("links=None", "links"),
            (_ROW, ""),
            (f"{_ONES} if links is None else links", "links"),
            (f"links or {_ONES}", "links"),
        ],
        [
            (", links=None", ""),
            (_ROW, ""),
            (
                "one and chosen[a] and chosen[b] for one, (a, b) in zip(links, edges)",
                "chosen[a] and chosen[b] for a, b in edges",
            ),
            (f"(a, b), link in zip(edges, {_ONES} if links is None else links)", "a, b in edges"),
            (f"(a, b), link in zip(edges, links or {_ONES})", "a, b in edges"),
            (" + size * (1 - link)", ""),
        ],
    ),
}
"""For each argument, the parts where every call gives it, and where none does."""


def fitted(functions: Sequence[str], body: str) -> list[str]:
    """The functions, for the calls that they and `body` have."""
    found = [*functions]
    for name, parts in _OPTIONAL.items():
        are_given = {*_given(name, "".join([*found, body]))}
        if len(are_given) == 1:
            for old, new in parts[not are_given.pop()]:
                found = [text.replace(old, new) for text in found]
    return found


def _given(name: str, source: str) -> Iterator[bool]:
    """If each call of a function that need not have an argument gives it, but for its own."""
    every = [*ast.walk(ast.parse(source))]
    places, inside = dict[str, int](), set[ast.AST]()
    for one in every:
        names = [part.arg for part in one.args.args] if isinstance(one, ast.FunctionDef) else []
        if isinstance(one, ast.FunctionDef) and name in names:
            places[one.name] = names.index(name)
            inside |= {*ast.walk(one)}
    for one in every:
        called: Any = one.func if isinstance(one, ast.Call) else None
        if isinstance(one, ast.Call) and getattr(called, "id", "") in places:
            named = {word.arg: word.value for word in one.keywords}
            given = dict(enumerate(one.args)).get(places[called.id], named.get(name))
            if one not in inside or getattr(given, "id", "") != name:
                yield given is not None
