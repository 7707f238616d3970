"""The edge cases of the constraints over graphs, on every solver, against sets known by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from ..models import Model, connected, forest, loop, path, regions, tree, variables
from ..solvers.harness.registry import Solver
from .semantics import check

TWICE = [(0, 1), (0, 1)]
PAIRS = [*TWICE, (2, 3), (3, 2)]
OVER_GRAPHS: dict[str, tuple[int, Callable[[Any], Any], Callable[..., bool]]] = {
    "connected, no vertex": (1, lambda v: connected([], []), lambda p: True),
    "connected, one vertex": (1, lambda v: connected(v, []), lambda p: True),
    "connected, no edges": (2, lambda v: connected(v, []), lambda p, q: not (p and q)),
    "connected, one term": (2, lambda v: connected([v[0], v[1], v[0]], TWICE), lambda p, q: not p),
    "connected, links": (2, lambda v: connected([1, 1], TWICE, v), lambda p, q: p or q),
    "loop, no edges": (1, lambda v: loop([], []), lambda p: False),
    "loop, parallel edges": (2, lambda v: loop(v, TWICE), lambda p, q: p and q),
    "loop, or two": (4, lambda v: loop(v, PAIRS), lambda *p: p in ((1, 1, 0, 0), (0, 0, 1, 1))),
    "path, no vertex": (1, lambda v: path([], [], v[0], v[0]), lambda p: False),
    "path, equal ends": (2, lambda v: path(v, TWICE, 1, 1), lambda p, q: not (p or q)),
    "path, isolated end": (
        2,
        lambda v: path(v, TWICE, 2, 2, vertices=3),
        lambda p, q: not (p or q),
    ),
    "path, parallel edges": (2, lambda v: path(v, TWICE, 1, 0), lambda p, q: p != q),
    "path, a loop beside it": (
        3,
        lambda v: path([1, *v], [(0, 1), (2, 3), (3, 2), (1, 4)], 0, 1),
        lambda *p: not any(p),
    ),
    "path, no vertex by that": (
        2,
        lambda v: path([v[0]], [(0, 1)], 0, v[1] * 2 - 1),
        lambda p, q: p and q,
    ),
    "path, undefined start": (
        2,
        lambda v: path([1], [(0, 1)], 1 // v[0] - 1, v[1]),
        lambda p, q: p and q,
    ),
    "tree, no edges": (1, lambda v: tree([], []), lambda p: True),
    "tree, parallel edges": (2, lambda v: tree(v, TWICE), lambda p, q: not (p and q)),
    "tree, spanning one": (1, lambda v: tree([], [], vertices=1, spanning=True), lambda p: True),
    "tree, spanning": (2, lambda v: tree(v, TWICE, spanning=True), lambda p, q: p != q),
    "tree, spanning others": (
        2,
        lambda v: tree(v, TWICE, vertices=3, spanning=True),
        lambda p, q: False,
    ),
    "tree, or two": (4, lambda v: tree(v, PAIRS), lambda *p: sum(p) < 2),
    "forest, no edges": (1, lambda v: forest([], []), lambda p: True),
    "forest, parallel edges": (2, lambda v: forest(v, TWICE), lambda p, q: not (p and q)),
    "forest, two trees": (
        4,
        lambda v: forest(v, PAIRS),
        lambda p, q, r, s: not ((p and q) or (r and s)),
    ),
    "regions, no vertex": (1, lambda v: regions([], []), lambda p: True),
    "regions, parallel edges": (2, lambda v: regions(v, TWICE), lambda p, q: p == q),
    "regions, triangle": (
        3,
        lambda v: regions(v, [(0, 1), (1, 2), (2, 0)]),
        lambda *p: sum(p) != 2,
    ),
    "regions, size 0": (1, lambda v: regions([], [], vertices=1, sizes=v), lambda p: p),
    "regions, sizes": (
        2,
        lambda v: regions(v[:1], [(0, 1)], sizes=[2, 1 + v[1]]),
        lambda p, q: p and q,
    ),
    "regions, a root": (2, lambda v: regions(v, TWICE, roots=[1]), lambda p, q: p and q),
    "regions, no root": (
        2,
        lambda v: regions(v[:1], [(0, 1)], roots=[v[1], 0]),
        lambda p, q: p and q,
    ),
}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", OVER_GRAPHS)
def test_the_edges_of_constraints_over_graphs(solver: Solver, name: str) -> None:
    number, made, holds = OVER_GRAPHS[name]
    v = variables("v", number, range(2))
    every = list(product(range(2), repeat=number))
    expected = [row for row in every if holds(*row)]
    check(solver, Model(name, v, made(v)), expected)
    check(solver, Model(name, v, ~made(v)), [row for row in every if row not in expected])
