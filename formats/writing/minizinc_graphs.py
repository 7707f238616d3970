"""Graphs as predicates of MiniZinc, whose own arrays are determined."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from itertools import groupby
from string import Template
from typing import TYPE_CHECKING, assert_never

from ...models.language.expressions import Expression
from ...models.language.global_constraints.connected import Connected
from ...models.language.global_constraints.loops_and_paths import Loop
from ...models.language.global_constraints.regions import Regions
from ...models.language.global_constraints.trees import Forest
from .brackets import bare
from .families import letters_but

if TYPE_CHECKING:
    from .as_minizinc import _MiniZinc

_NOT = "each"
_NEGATED = re.compile(r"not \w+\[[\w, ]+\]")
Said = Connected | Loop | Forest | Regions
_ARRAYS = "int: n, array[int, int] of int: edge, array[int] of var bool: open"
_IN_LINES = _ARRAYS.replace("edge, ", "edge,\n    ")
_FIRST = Template(r"""
% the $what of the piece of each vertex, and how far off that is over open edges
function array[int] of var int: $name($given) =
    let {
        array[1..n] of var 1..n: first; array[1..n] of var 0..n - 1: far;
        constraint forall(e in index_set(open))(open[e] -> first[edge[e, 1]] = first[edge[e, 2]]);
        constraint forall(v in 1..n)($holds /\ far[v] =
            if first[v] = v then 0 else
            1 + min([n] ++ [if open[e] then far[edge[e, 1] + edge[e, 2] - v] else n endif
                | e in index_set(open) where v in {edge[e, 1], edge[e, 2]}]) endif);
    } in first;
""")
_PIECES = _FIRST.substitute(
    what="least vertex", name="pieces", given=_IN_LINES, holds="first[v] <= v"
)
_ROOTED = _FIRST.substitute(
    what="root",
    name="rooted",
    given=f"{_IN_LINES}, array[int] of var bool: root",
    holds="(first[v] = v) = root[v]",
)
_DIVIDED = "forall(e in index_set(open))(first[edge[e, 1]] = first[edge[e, 2]] -> open[e])"
_JOINED = Template(r"""
predicate $name(int: n, array[int, int] of int: edge, array[int] of var bool: chosen$given) =
    let {
        % how far each chosen vertex is from the first, over $over; n for the others
        array[1..n] of var 0..n: far;
        constraint forall(v in 1..n)(far[v] = if not chosen[v] then n
            elseif not exists(u in 1..v - 1)(chosen[u]) then 0 else
            1 + min([n] ++ [$far
                | e in index_set_1of2(edge) where v in {edge[e, 1], edge[e, 2]}]) endif);
    } in forall(v in 1..n)(chosen[v] -> far[v] < n);
""")
_FAR = "far[edge[e, 1] + edge[e, 2] - v]"
OWN = {
    "one_if": """
% bool2int, safe in Gecode
function var 0..1: one_if(var bool: truth) :: promise_total =
    let { var bool: holds; constraint holds <-> truth } in bool2int(holds);
""",
    "joined": _JOINED.substitute(name="joined", given="", over="chosen ones", far=_FAR),
    "joined_over": _JOINED.substitute(
        name="joined_over",
        given=",\n    array[int] of var bool: open",
        over="these by open edges",
        far=f"if open[e] then {_FAR} else n endif",
    ),
    "one_loop": rf"""
predicate one_loop({_ARRAYS}) =
    let {{
        array[int] of var int: degree = [sum(e in index_set(open)
            where v in {{edge[e, 1], edge[e, 2]}})(open[e]) | v in 1..n];
        % how far each vertex of the loop is from the first one; n for the others
        array[1..n] of var 0..n: far;
        constraint forall(v in 1..n)(far[v] = if degree[v] = 0 then n
            elseif sum(degree[1..v - 1]) = 0 then 0 else
            1 + min([n] ++ [if open[e] then {_FAR} else n endif
                | e in index_set(open) where v in {{edge[e, 1], edge[e, 2]}}]) endif);
    }} in sum(open) > 0 /\ forall(v in 1..n)(degree[v] in {{0, 2}});
""",
    "forest": rf"""
predicate forest({_ARRAYS}) =
    let {{ array[int] of var int: first = pieces(n, edge, open) }} in
    sum(open) = sum(v in 1..n)(first[v] != v);
""",
    "regions": rf"""
predicate regions({_ARRAYS}) =
    let {{ array[int] of var int: first = pieces(n, edge, open) }} in
    {_DIVIDED};
""",
    "rooted_regions": rf"""
predicate rooted_regions({_ARRAYS},
    array[int] of var bool: root) =
    let {{ array[int] of var int: first = rooted(n, edge, open, root) }} in
    {_DIVIDED};
""",
    "sized_regions": rf"""
predicate sized_regions({_ARRAYS},
    array[int] of var int: size, array[int] of var bool: root) =
    let {{
        % how far two vertices of a region are apart; `most` for those of two regions
        int: most = max(1, min(n, ub_array(size)));
        array[1..n, 1..n] of var 0..most: far;
        constraint forall(u, v in 1..n)(far[u, v] = if u = v then 0 else
            min([most] ++ [if open[e] then 1 + far[u, edge[e, 1] + edge[e, 2] - v] else most endif
                | e in index_set(open) where v in {{edge[e, 1], edge[e, 2]}}]) endif);
    }} in
    forall(e in index_set(open))(open[e] <-> far[edge[e, 1], edge[e, 2]] < most) /\
    forall(v in 1..n)(size[v] = sum(u in 1..n)(far[u, v] < most)) /\
    forall(u, v in 1..n where u < v)(
        far[u, v] = far[v, u] /\ (far[u, v] < most -> size[u] = size[v])) /\
    forall(v in index_set(root))(sum(u in 1..n)(root[u] /\ far[u, v] < most) = 1);
""",
}
"""The functions of a text; vertices count from 1, and `edge` has a row for each item of `open`."""


def included(names: Container[str]) -> list[str]:
    """The lines of the predicates, and of the functions that they use."""
    own = "".join(text for name, text in OWN.items() if name in names)
    used = {"= pieces(": _PIECES, "= rooted(": _ROOTED}
    texts = [*(text for call, text in used.items() if call in own), own]
    return [line for text in texts for line in text.split("\n") if line]


def posted(text: _MiniZinc, one: Said) -> tuple[str, str]:
    """The predicate, and the call that requires a constraint."""

    def truths(parts: Sequence[Expression]) -> list[str]:
        found = [text.truth_counted(part) for part in parts]
        return [str(one).lower() if isinstance(one, bool) else bare(one) for one in found]

    def listed(texts: Sequence[str]) -> str:
        if texts and {"true", "false"}.issuperset(texts):
            chosen = ", ".join(str(number) for number, one in enumerate(texts, 1) if one == "true")
            v = letters_but(text.taken)[0]
            if "false" not in texts:
                return f"[true | {v} in 1..{len(texts)}]"
            return f"[{v} in {{{chosen}}} | {v} in 1..{len(texts)}]"
        opposites = [one.removeprefix("not ") for one in texts]
        if texts and _NOT not in text.taken and all(map(_NEGATED.fullmatch, texts)):
            return f"[not {_NOT} | {_NOT} in [{', '.join(opposites)}]]"
        return f"[{', '.join(texts)}]"

    def in_order(marks: Sequence[str]) -> tuple[str, str]:
        """The name of the edges, and the list of their marks, in the order that is shorter."""
        edges = [(a + 1, b + 1) for a, b in one.edges]
        orders = [range(len(edges)), sorted(range(len(edges)), key=lambda k: _apart(edges[k]))]
        ways = [
            ([edges[k] for k in ks], listed([marks[k] for k in ks[: len(marks)]])) for ks in orders
        ]
        pairs, said = min(
            ways, key=lambda way: len(edges_said(way[0])) + len(text.arrays.tidied(way[1]))
        )
        return text.data(pairs), said

    def call(name: str, *given: str) -> tuple[str, str]:
        return name, f"{name}({', '.join([str(one.size), *given])})"

    match one:
        case Regions(same, _, _, sizes, roots):
            kind = "sized_" if sizes else "rooted_" if roots else ""
            numbers = [bare(term.native) for term in text.required(sizes)]
            more = [f"[{', '.join(numbers)}]"] if sizes else []
            more += [listed(truths(roots))] if sizes or roots else []
            return call(f"{kind}regions", *in_order(truths(same)), *more)
        case Connected(chosen, _, links):
            marks, vertices = truths(links), listed(truths(chosen))
            if {*marks} == {"true"}:
                return call("joined", in_order([])[0], vertices)
            edges, said = in_order(marks)
            return call("joined_over", edges, vertices, said)
        case Loop(chosen) | Forest(chosen):
            return call(
                "one_loop" if isinstance(one, Loop) else "forest", *in_order(truths(chosen))
            )
        case _:
            assert_never(one)


def _apart(edge: tuple[int, int]) -> tuple[int, int]:
    return edge[1] - edge[0], edge[0]


def edges_said(edges: Sequence[tuple[int, int]]) -> str:
    """An array of edges, which count from 1, by loops over those equally far apart if shorter."""
    table = f"[| {' | '.join(f'{a},{b}' for a, b in edges)} |]"
    if any(a > b for a, b in edges):
        return table
    size, wide, parts = max(map(max, edges)), max(b - a for a, b in edges), list[str]()
    by_rows = [(i, i + j) for i in range(1, size + 1) for j in (1, wide)]
    if [*edges] == [(a, b) for a, b in by_rows if (a % wide if b == a + 1 else b <= size)]:
        where = f"if j = 1 then i mod {wide} > 0 else i <= {size - wide} endif"
        every = f"i in 1..{size}, j in {{1, {wide}}} where {where}, k in 0..1"
        return min(table, f"array2d(1..{len(edges)}, 1..2, [i + j * k | {every}])", key=len)
    for gap, some in groupby(edges, lambda edge: edge[1] - edge[0]):
        starts = [a for a, _ in some]
        span = range(starts[0], starts[-1] + 1)
        step = next((n for n in span[1:] if n not in starts), 1)
        where = f" where i mod {step} > 0" if step > 1 else ""
        if [a for a in span if step == 1 or a % step] != starts:
            return table
        ends = f"i + {gap} * k" if gap > 1 else "i + k"
        parts.append(f"[{ends} | i in {span[0]}..{span[-1]}{where}, k in 0..1]")
    said = f"array2d(1..{len(edges)}, 1..2, {' ++ '.join(parts)})"
    return min(table, said, key=len)


def is_said(one: Said) -> bool:
    """True where a predicate says it: there are edges, and no two are parallel."""
    return one.is_simple and bool(one.edges)
