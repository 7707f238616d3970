"""Exact cover and graphs as public helpers."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from everyway.comparer import compare
from everyway.models import Graph, Model, ModelError, ModelWarning, exact_cover, graph, variables
from everyway.models.queens import queens
from everyway.solvers import count, first, solve_all

KNUTH = {"A": "ce", "B": "adg", "C": "bcf", "D": "adf", "E": "bg", "F": "deg"}
"""D. E. Knuth, The Art of Computer Programming 4B, 7.2.2.1, with letters for his options."""


def names(solution):
    return {name for name, value in zip("ABCDEF", solution.row, strict=True) if value}


def test_the_one_cover_of_knuths_example_is_found_by_every_solver():
    model = Model("cover", *exact_cover({name: list(some) for name, some in KNUTH.items()}))
    assert compare(model, ["auto", "flatmap", "cp-sat"]).verdict == "agree"
    covers = [
        set(some)
        for size in range(7)
        for some in combinations(KNUTH, size)
        if sorted(chain.from_iterable(KNUTH[name] for name in some)) == list("abcdefg")
    ]
    assert [names(solution) for solution in solve_all(model)] == covers != []


def test_an_optional_item_is_covered_at_most_once():
    options = {"A": ["x", "s"], "B": ["y", "s"], "C": ["y"]}
    model = Model("m", *exact_cover(options, optional=["s"]))
    assert first(model)["chosen"] == {"A": 1, "B": 0, "C": 1}
    assert count(model) == 1


def test_queens_are_an_exact_cover_with_optional_diagonals():
    options = {
        f"{r},{c}": [("row", r), ("column", c), ("falling", r - c), ("rising", r + c)]
        for r in range(6)
        for c in range(6)
    }
    lines = [(kind, line) for kind in ("row", "column") for line in range(6)]
    diagonals = {item for some in options.values() for item in some} - set(lines)
    chosen, covered = exact_cover(options, lines, optional=sorted(diagonals))
    assert count(Model("queens", chosen, covered)) == count(queens(6)) == 4


def test_an_item_in_no_option_is_covered_by_none():
    with pytest.warns(ModelWarning, match="can never hold"):
        model = Model("m", *exact_cover({"A": "x"}, "xy"))
    assert count(model) == 0
    assert count(Model("m", *exact_cover({}))) == 1


@pytest.mark.parametrize(
    ("options", "items", "said"),
    [
        ({"A": "xx"}, None, "option 'A' has the item 'x' twice"),
        ({"A": "xz"}, "xy", "option 'A' has the item 'z', which is none; the items are x, y"),
    ],
)
def test_options_that_cannot_be_read_are_refused(options, items, said):
    with pytest.raises(ModelError, match=said):
        exact_cover(options, items)


def test_a_graph_goes_by_its_name_or_by_its_edges():
    assert isinstance(graph("petersen"), Graph)
    assert graph([(1, 0), (1, 2), (0, 1)]).edges == graph("0-1 1-2").edges == ((0, 1), (1, 2))
    assert graph([]).size == 0
    colour = variables("colour", 10, range(3))
    rules = (colour[a] != colour[b] for a, b in graph("petersen").edges)
    assert count(Model("colours", colour, rules)) == 120


@pytest.mark.parametrize("edge", [(0,), (0, -1), (0, 1.0), "01", (True, 2), (0, 10**9)])
def test_what_is_no_edge_is_refused(edge):
    with pytest.raises(ModelError, match="is no edge; write two vertices from 0"):
        graph([edge])
