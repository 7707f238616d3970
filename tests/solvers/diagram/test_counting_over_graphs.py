"""Counts of loops, paths, trees and regions by the frontier of a graph, known or found apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from everyway.models import (
    Model,
    connected,
    forest,
    indicator,
    loop,
    path,
    regions,
    total,
    tree,
    variables,
)
from everyway.models.language.global_constraints import constraint_classes
from everyway.models.language.global_constraints.connected import OverGraph
from everyway.models.language.sample_arguments import SHAPES, Draw
from everyway.solvers import count, solve_all


def grid(rows, columns=None):
    """The edges of a grid of points."""
    columns = columns or rows
    points = [(r, c) for r in range(rows) for c in range(columns)]
    ways = [((r, c), (r + d, c + 1 - d)) for r, c in points for d in (0, 1)]
    return [
        (r * columns + c, s * columns + d) for (r, c), (s, d) in ways if s < rows and d < columns
    ]


def of_vertices(n, word):
    chosen = variables("x", n * n, range(2))
    return Model("over a graph", chosen, word(chosen, grid(n)))


def of_edges(edges, word):
    chosen = variables("x", len(edges), range(2))
    return Model("over a graph", chosen, word(chosen, edges))


def corners(n):
    return lambda chosen, edges: path(chosen, edges, 0, n * n - 1)


def spanning(chosen, edges):
    return tree(chosen, edges, spanning=True)


def equal(n):
    return lambda same, edges: regions(same, edges, sizes=[n] * (n * n))


# A140517, A007764, A007341 and A172477 of the OEIS; the others were counted by two programs apart.
LOOPS = {2: 1, 3: 13, 4: 213, 5: 9349, 6: 1222363, 7: 487150371}
PATHS = {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816, 7: 575780564, 8: 789360053252}
PATHS[9] = 3266598486981642
TREES = {2: 4, 3: 192, 4: 100352, 5: 557568000, 6: 32565539635200}
FORESTS = {2: 15, 3: 3102, 4: 8790016, 5: 341008617408}
CONNECTED = {2: 14, 3: 219, 4: 11507, 5: 2301878, 6: 1732082742}
REGIONS = {2: 12, 3: 1434, 4: 1691690}
EQUAL = {3: 10, 4: 117, 5: 4006, 6: 451206}
SLOW = {(corners, 8), (corners, 9), (equal, 6)}


def counted(table, word):
    return [
        pytest.param(word, n, number, marks=[pytest.mark.slow] if (word, n) in SLOW else [])
        for n, number in table.items()
    ]


@pytest.mark.parametrize(
    ("word", "n", "number"),
    [
        *counted(LOOPS, lambda n: loop),
        *counted(PATHS, corners),
        *counted(TREES, lambda n: spanning),
        *counted(FORESTS, lambda n: forest),
        *counted(REGIONS, lambda n: regions),
        *counted(EQUAL, equal),
    ],
)
def test_edges_of_grids_are_counted(word, n, number):
    assert count(of_edges(grid(n), word(n)), "diagram") == number


@pytest.mark.parametrize("n", CONNECTED)
def test_connected_squares_of_a_grid_are_counted(n):
    assert count(of_vertices(n, connected), "diagram") == CONNECTED[n]


def merged(blocks, a, b):
    one, other = (next(block for block in blocks if end in block) for end in (a, b))
    return (blocks - {one, other}) | {one | other}


def connected_sets(n):
    """The connected sets of squares of a grid, by the blocks of the last n squares."""
    states = {(frozenset[frozenset[int]](), False): 1}
    for square in range(n * n):
        after = {}
        for ((blocks, closed), ways), chosen in product(states.items(), (False, True)):
            if chosen and closed:
                continue
            now, over = blocks, closed
            if chosen:
                now = now | {frozenset([square])}
                for other in ([square - 1] if square % n else []) + [square - n]:
                    if any(other in block for block in now):
                        now = merged(now, other, square)
            if frozenset([square - n]) in now:
                if len(now) > 1:
                    continue
                now, over = frozenset(), True
            now = frozenset(block - {square - n} for block in now)
            after[now, over] = after.get((now, over), 0) + ways
        states = after
    return sum(ways for (blocks, _), ways in states.items() if len(blocks) <= 1)


def forests(n):
    """The forests of a grid, edge by edge."""
    states = {frozenset(frozenset([v]) for v in range(n * n)): 1}
    edges = grid(n)
    for number, (a, b) in enumerate(edges):
        later = {end for edge in edges[number + 1 :] for end in edge}
        after = {}
        for blocks, ways in states.items():
            ways_on = [blocks]
            if not any({a, b} <= block for block in blocks):
                ways_on.append(merged(blocks, a, b))
            for found in ways_on:
                key = frozenset(block & later for block in found)
                after[key] = after.get(key, 0) + ways
        states = after
    return sum(states.values())


def spanning_trees(n):
    """The determinant of the Laplacian without its last row and column."""
    rows = [[Fraction(0)] * (n * n) for _ in range(n * n)]
    for a, b in grid(n):
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    rows = [row[:-1] for row in rows[:-1]]
    found = Fraction(1)
    for k, row in enumerate(rows):  # every leading minor of it is positive
        found *= row[k]
        for other in rows[k + 1 :]:
            factor = other[k] / row[k]
            other[k:] = [x - factor * y for x, y in zip(other[k:], row[k:], strict=True)]
    return found


def test_a_frontier_and_a_determinant_written_apart_count_as_many():
    assert connected_sets(5) == CONNECTED[5]
    assert count(of_vertices(7, connected), "diagram") == connected_sets(7)
    assert count(of_edges(grid(6), forest), "diagram") == forests(6)
    assert count(of_edges(grid(7), spanning), "diagram") == spanning_trees(7)


@pytest.mark.slow
def test_trees_and_loops_of_eight_by_eight_points_are_counted():
    assert count(of_edges(grid(8), spanning), "diagram") == spanning_trees(8)
    assert spanning_trees(8) == 126231322912498539682594816
    assert count(of_edges(grid(8), loop), "diagram") == 603841648931


@pytest.mark.parametrize(
    ("word", "number"), [(loop, LOOPS[6]), (spanning, TREES[6]), (corners(6), PATHS[6])]
)
def test_the_order_of_the_edges_does_not_matter(word, number):
    edges = grid(6)
    Random(1).shuffle(edges)
    assert count(of_edges(edges, word), "diagram") == number


def test_a_count_over_a_graph_is_not_listed():
    for model, number in (
        (of_edges(grid(7), loop), LOOPS[7]),
        (of_vertices(6, connected), CONNECTED[6]),
        (of_edges(grid(6), spanning), TREES[6]),
    ):
        assert count(model) == number


@pytest.mark.parametrize("first", [True, False], ids=["ends first", "edges first"])
def test_ends_of_a_path_may_be_variables_before_or_after_its_edges(first):
    edges = grid(2, 3)
    chosen, ends = variables("x", len(edges), range(2)), variables("end", 2, range(-1, 7))
    every = [*ends, *chosen] if first else [*chosen, *ends]
    model = Model("path", every, path(chosen, edges, *ends))
    assert count(model, "diagram") == count(model, "brute-force")


@pytest.mark.parametrize("first", [True, False], ids=["vertices first", "edges first"])
def test_sizes_roots_and_links_may_be_variables_before_or_after_edges(first):
    edges = grid(2)
    same, sizes = variables("x", len(edges), range(2)), variables("s", 4, range(5))
    marks = variables("r", 4, range(2))
    for some, rule in (
        (sizes, regions(same, edges, sizes=sizes)),
        (marks, regions(same, edges, roots=marks)),
        (marks, regions(same, edges, roots=marks, sizes=[2, 2, 2, 2])),
        (marks, connected(marks, edges, same)),
    ):
        every = [*some, *same] if first else [*same, *some]
        model = Model("regions", every, rule)
        assert count(model, "diagram") == count(model, "brute-force")


def test_negated_and_counted_words_are_read_by_their_frontier_too():
    edges = grid(4)
    for word in (loop, tree, forest, corners(4), regions):
        holds = of_edges(edges, word)
        not_so = of_edges(edges, lambda *given, word=word: ~word(*given))
        both = count(holds, "diagram") + count(not_so, "diagram")
        assert both == 2 ** len(edges)


def test_conditions_on_other_variables_may_be_chosen():
    numbers = variables("x", 9, range(3))
    rule = connected([x != 1 for x in numbers], grid(3))
    model = Model("conditions", numbers, rule, total(indicator(x == 0) for x in numbers) == 2)
    assert count(model, "diagram") == count(model, "brute-force") > 0


def test_an_edge_within_a_region_that_is_full_is_still_read():
    edges = grid(2, 4)
    model = of_edges(edges, lambda same, edges: regions(same, edges, sizes=[4] * 8))
    expected, found = (
        sorted(tuple(row.items()) for row in solve_all(model, solver))
        for solver in ("brute-force", "diagram")
    )
    assert found == expected


def test_small_graphs_have_the_solutions_of_brute_force():
    kinds = [kind for kind in constraint_classes() if issubclass(kind, OverGraph)]
    for seed in range(150):
        pick = Random(seed)
        draw = Draw(pick, pick.choice(SHAPES))
        rule = kinds[seed % len(kinds)].sample(draw)
        if draw.variables:
            model = Model("sample", draw.variables, rule)
            expected, found = (
                sorted(tuple(row.items()) for row in solve_all(model, solver))
                for solver in ("brute-force", "diagram")
            )
            assert found == expected, f"seed {seed}: {rule}"
            assert count(model, "diagram") == len(expected), f"seed {seed}: {rule}"
