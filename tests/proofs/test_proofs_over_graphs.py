"""Proofs of words over graphs: by their own meaning, and by what the checker sees at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from everyway.models import (
    Constraint,
    Model,
    ModelError,
    connected,
    forest,
    loop,
    path,
    regions,
    tree,
    variables,
)
from everyway.models.language.global_constraints.connected import Connected
from everyway.models.language.global_constraints.loops_and_paths import Loop, Path
from everyway.models.language.global_constraints.regions import Regions
from everyway.models.language.global_constraints.trees import Forest, Tree
from everyway.models.language.sample_arguments import SHAPES, Draw
from everyway.proofs import check
from everyway.proofs.proof_files import prove
from everyway.solvers import count

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")

GRID = [(0, 1), (1, 2), (3, 4), (4, 5), (6, 7), (7, 8), *((v, v + 3) for v in range(6))]
"""The 3 × 3 grid of points."""


@pytest.mark.parametrize("kind", [Connected, Loop, Path, Tree, Forest, Regions])
def test_small_words_have_as_many_solutions_as_they_hold(kind: Any) -> None:
    for seed in range(24):
        draw = Draw(Random(seed), SHAPES[seed % len(SHAPES)])
        try:
            word: Constraint = kind.sample(draw)
        except ModelError:
            continue  # such as a term that is neither 0 nor 1
        if draw.variables:
            model = Model("word", draw.variables, ~word if seed % 3 == 2 else word)
            assert prove(model, "tree").number == count(model, "brute-force"), model.constraints


def test_a_tree_over_a_grid_is_found_without_listing() -> None:
    edge, vertex = variables("edge", 12, range(2)), variables("vertex", 9, range(2))
    for word, number in (
        (loop(edge, GRID), 13),
        (path(edge, GRID, 0, 8), 12),
        (tree(edge, GRID, spanning=True) & (edge[0] == 0), 56),
        (forest(edge, GRID) & tree(edge, GRID, spanning=True) & (edge[0] == 0), 56),
        (regions(edge, GRID, sizes=[3] * 9), 10),
        (regions(edge, GRID, roots=[0, 8], sizes=[3, *[6] * 8]), 0),
        (connected(vertex, GRID) & ~vertex[4] & vertex[0] & vertex[8], 13),
    ):
        over = vertex if "connected" in str(word) else edge
        assert prove(Model("grid", over, word), "tree").number == number, word


@pytest.mark.parametrize(
    ("kind", "terms", "edges", "may_hold"),
    [
        ("Connected", [{1}, {0}, {1}], [[0, 1], [1, 2]], False),
        ("Connected", [{1}, {0, 1}, {1}], [[0, 1], [1, 2]], True),
        ("Loop", [{1}, {0, 1}, {0}], [[0, 1], [1, 2], [2, 0]], False),
        ("Loop", [{1}, {1}, {0, 1}], [[0, 1], [0, 1], [1, 2]], True),
        ("Loop", [{1}, {1}, {1}], [[0, 1], [0, 1], [1, 2]], False),
        ("Forest", [{1}, {1}], [[0, 1], [0, 1]], False),
        ("Forest", [{1}, {0, 1}], [[0, 1], [0, 1]], True),
    ],
)
def test_only_what_cannot_hold_is_hopeless(
    kind: str, terms: list[set[int]], edges: list[list[int]], may_hold: bool
) -> None:
    rest = [[{0, 1}] * len(edges)] if kind == "Connected" else []
    assert check.hopeless(kind, terms, edges, *rest) is not may_hold


@pytest.mark.parametrize(
    ("node", "words"),
    [
        (["Loop", [0, 0], [[0, 1]]], "has 1 items"),
        (["Loop", [0], [[0, 0]]], "is not an edge"),
        (["Loop", [0], [[-1, 0]]], "is not an edge"),
        (["Connected", [0, 0], [[0, 2]], [0]], "more vertices"),
        (["Tree", [0], [[0, 1]], 1, False], "more vertices"),
        (["Regions", [0], [[0, 1]], 2, [0], []], "more vertices"),
        (["Path", [0], [[0, 1]], 0, 0, True], "whole number"),
    ],
)
def test_a_word_that_is_written_badly_is_no_proof(node: list[Any], words: str) -> None:
    with pytest.raises(check.NoProof, match=words):
        check.Model([[["Variable", "x", [0, 1]], node], [0], [1]], check.Limits())
