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
AND_A_LOOP = [(0, 1), (2, 3), (3, 2), (1, 4)]
TRIANGLE = [(0, 1), (1, 2), (2, 0)]
ONE_OF_EACH = (0, 1, 0, 1), (0, 1, 1, 0), (1, 0, 0, 1), (1, 0, 1, 0)
OVER_GRAPHS: dict[str, tuple[int, Callable[[Any], Any], set[Any]]] = {
    "connected, no vertex": (1, lambda v: connected([], []), {0, 1}),
    "connected, one vertex": (1, lambda v: connected(v, []), {0, 1}),
    "connected, no edges": (2, lambda v: connected(v, []), {0, 1}),
    "connected, one term": (2, lambda v: connected([v[0], v[1], v[0]], TWICE), {(0, 0), (0, 1)}),
    "connected, links": (2, lambda v: connected([1, 1], TWICE, v), {1, 2}),
    "loop, no edges": (1, lambda v: loop([], []), set()),
    "loop, parallel edges": (2, lambda v: loop(v, TWICE), {2}),
    "loop, or two": (4, lambda v: loop(v, PAIRS), {(1, 1, 0, 0), (0, 0, 1, 1)}),
    "path, no vertex": (1, lambda v: path([], [], v[0], v[0]), set()),
    "path, equal ends": (2, lambda v: path(v, TWICE, 1, 1), {0}),
    "path, isolated end": (2, lambda v: path(v, TWICE, 2, 2, vertices=3), {0}),
    "path, parallel edges": (2, lambda v: path(v, TWICE, 1, 0), {1}),
    "path, a loop beside it": (3, lambda v: path([1, *v], AND_A_LOOP, 0, 1), {0}),
    "path, no vertex by that": (2, lambda v: path([v[0]], [(0, 1)], 0, v[1] * 2 - 1), {2}),
    "path, undefined start": (2, lambda v: path([1], [(0, 1)], 1 // v[0] - 1, v[1]), {2}),
    "tree, no edges": (1, lambda v: tree([], []), {0, 1}),
    "tree, parallel edges": (2, lambda v: tree(v, TWICE), {0, 1}),
    "tree, spanning one": (1, lambda v: tree([], [], vertices=1, spanning=True), {0, 1}),
    "tree, spanning": (2, lambda v: tree(v, TWICE, spanning=True), {1}),
    "tree, spanning others": (2, lambda v: tree(v, TWICE, vertices=3, spanning=True), set()),
    "tree, or two": (4, lambda v: tree(v, PAIRS), {0, 1}),
    "forest, no edges": (1, lambda v: forest([], []), {0, 1}),
    "forest, parallel edges": (2, lambda v: forest(v, TWICE), {0, 1}),
    "forest, two trees": (4, lambda v: forest(v, PAIRS), {0, 1, *ONE_OF_EACH}),
    "regions, no vertex": (1, lambda v: regions([], []), {0, 1}),
    "regions, parallel edges": (2, lambda v: regions(v, TWICE), {0, 2}),
    "regions, triangle": (3, lambda v: regions(v, TRIANGLE), {0, 1, 3}),
    "regions, size 0": (1, lambda v: regions([], [], vertices=1, sizes=v), {1}),
    "regions, sizes": (2, lambda v: regions(v[:1], [(0, 1)], sizes=[2, 1 + v[1]]), {2}),
    "regions, a root": (2, lambda v: regions(v, TWICE, roots=[1]), {2}),
    "regions, no root": (2, lambda v: regions(v[:1], [(0, 1)], roots=[v[1], 0]), {2}),
}
"""The number of variables, the constraint over them, and the rows that keep it: all with such a
number of ones, or a row itself.
"""


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("name", OVER_GRAPHS)
def test_the_edges_of_constraints_over_graphs(solver: Solver, name: str) -> None:
    number, made, right = OVER_GRAPHS[name]
    v = variables("v", number, range(2))
    every = list(product(range(2), repeat=number))
    expected = [row for row in every if sum(row) in right or row in right]
    check(solver, Model(name, v, made(v)), expected)
    check(solver, Model(name, v, ~made(v)), [row for row in every if row not in expected])
