"""Loops and forests as predicates of MiniZinc, whose auxiliary arrays are determined."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from ...models.language.global_constraints.connected import OverGraph
from ...models.language.global_constraints.loops_and_paths import Loop
from ...models.language.global_constraints.trees import Forest
from .brackets import bare

if TYPE_CHECKING:
    from .as_minizinc import _MiniZinc

Said = Loop | Forest
_ARRAYS = "int: n, array[int, int] of int: edge, array[int] of var bool: open"
_PIECES = rf"""
% the least vertex of the piece of each vertex, and how far off that is over open edges
function array[int] of var int: pieces({_ARRAYS}) =
    let {{
        array[1..n] of var 1..n: first; array[1..n] of var 0..n - 1: far;
        constraint forall(e in index_set(open))(open[e] -> first[edge[e, 1]] = first[edge[e, 2]]);
        constraint forall(v in 1..n)(first[v] <= v /\ far[v] = if first[v] = v then 0 else
            1 + min([n] ++ [if open[e] then far[edge[e, 1] + edge[e, 2] - v] else n endif
                | e in index_set(open) where v in {{edge[e, 1], edge[e, 2]}}]) endif);
    }} in first;
"""
OWN: dict[type[OverGraph], str] = {
    Loop: rf"""
predicate one_loop({_ARRAYS}) =
    let {{
        array[int] of var int: first = pieces(n, edge, open);
        array[int] of var int: degree = [sum(e in index_set(open)
            where v in {{edge[e, 1], edge[e, 2]}})(open[e]) | v in 1..n];
    }} in
    forall(v in 1..n)(degree[v] in {{0, 2}}) /\ sum(v in 1..n)(degree[v] > 0 /\ first[v] = v) = 1;
""",
    Forest: rf"""
predicate forest({_ARRAYS}) =
    let {{ array[int] of var int: first = pieces(n, edge, open) }} in
    sum(open) = sum(v in 1..n)(first[v] != v);
""",
}
"""The predicates; vertices count from 1, and `edge` has a row for each item of `open`."""


def included(kinds: Container[type[OverGraph]]) -> list[str]:
    """The lines of the predicates, and of the function that they use."""
    texts = [text for kind, text in OWN.items() if kind in kinds]
    return [line for text in [_PIECES, *texts] * bool(texts) for line in text.split("\n") if line]


def posted(text: _MiniZinc, one: Said) -> str:
    """The call that requires a constraint for which there is a predicate."""
    found = [text.truth_counted(part) for part in one.chosen]
    texts = [str(one).lower() if isinstance(one, bool) else bare(one) for one in found]
    edges = text.data([(a + 1, b + 1) for a, b in one.edges])
    name = "one_loop" if isinstance(one, Loop) else "forest"
    return f"{name}({one.size}, {edges}, [{', '.join(texts)}])"


def is_said(one: Said) -> bool:
    """True where a predicate says it: there are edges, and no two are parallel."""
    return one.is_simple and bool(one.edges)
