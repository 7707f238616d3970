"""The constraints over graphs on the solvers that have them natively, against brute force."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.solving import reported
from everyway.formats import written
from everyway.models import (
    Constraint,
    Model,
    connected,
    element,
    forest,
    indicator,
    loop,
    path,
    regions,
    tree,
    variables,
)
from everyway.models.language.errors import TooLarge
from everyway.models.language.expressions import Constant
from everyway.solvers import Unsupported, count, first, sat
from everyway.solvers.cp_sat.translation import Translation
from everyway.solvers.harness.contract import Control
from everyway.solvers.harness.registry import solver_named
from tests.formats.reading_back import from_minizinc_text

NATIVE = ("cp-sat", "clingo", "flatmap", "sat", "choco")
"""The solvers that have them natively."""
GRAPHS = int(os.environ.get("EVERYWAY_GRAPHS", "40"))
"""The number of random graphs for each constraint and solver."""
Edges = list[tuple[int, int]]


class Drawn:
    """0/1 terms over a few variables, and edges, some of which are parallel, at random."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.x = variables("x", self.random.randint(1, 6), range(2))
        self.ends = variables("end", 2, range(-1, self.random.randint(2, 5)))
        self.used = [*self.x]

    def terms(self, number: int) -> list[Any]:
        """Most are variables, each one once where there are enough."""
        pick = self.random
        several = [pick.choice(self.x) if k >= len(self.x) else x for k, x in enumerate(self.x)]
        several += [pick.choice(self.x) for _ in range(number - len(several))]
        pick.shuffle(several)
        return [self._other(one) if pick.random() < 0.2 else one for one in several[:number]]

    def _other(self, x: Any) -> Any:
        others = [
            Constant(0),
            Constant(1),
            1 - x,
            x == self.x[0],
            element([0, 1], x + self.random.randint(0, 1)),
        ]
        return self.random.choice(others)

    def edges(self, size: int) -> Edges:
        pick = self.random
        number = pick.randint(0, 8) if size > 1 else 0
        found = [(a, b) for a, b in (pick.sample(range(size), 2) for _ in range(number))]
        return [
            pick.choice(found[:k]) if k and pick.random() < 0.3 else e for k, e in enumerate(found)
        ]

    def size(self) -> int:
        return self.random.randint(0, 5)

    def flip(self) -> bool:
        return self.random.random() < 0.5


class Simple(Drawn):
    """The same without parallel edges, and with ends in range."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.ends = variables("end", 2, range(2))

    def edges(self, size: int) -> Edges:
        found = {frozenset(edge): edge for edge in super().edges(size)}
        return [*found.values()]

    def size(self) -> int:
        return self.random.randint(2, 5)


def a_connected(drawn: Drawn) -> Constraint:
    size = drawn.size()
    edges = drawn.edges(size)
    return connected(drawn.terms(size), edges, drawn.terms(len(edges)) if drawn.flip() else None)


def a_loop(drawn: Drawn) -> Constraint:
    edges = drawn.edges(drawn.size())
    return loop(drawn.terms(len(edges)), edges)


def a_path(drawn: Drawn) -> Constraint:
    size = drawn.size()
    edges = drawn.edges(size)
    ends = [drawn.random.randint(-1, size) if drawn.flip() else end for end in drawn.ends]
    drawn.used += [end for end in drawn.ends if any(end is one for one in ends)]
    return path(drawn.terms(len(edges)), edges, *ends, vertices=size)


def a_tree(drawn: Drawn) -> Constraint:
    size = drawn.size()
    edges = drawn.edges(size)
    spanning = size > 0 and drawn.flip()
    return tree(drawn.terms(len(edges)), edges, vertices=size, spanning=spanning)


def a_forest(drawn: Drawn) -> Constraint:
    edges = drawn.edges(drawn.size())
    return forest(drawn.terms(len(edges)), edges)


def some_regions(drawn: Drawn) -> Constraint:
    size = drawn.size()
    edges, pick = drawn.edges(size), drawn.random
    several: list[Any] = [*range(1, 4), *(2 * x + 1 for x in drawn.x), *(1 + x for x in drawn.x)]
    sizes = [pick.choice(several) for _ in range(size)] if pick.random() < 0.4 else None
    given: list[Any] = [drawn.terms(size), pick.sample(range(size), min(size, 2)), None, None]
    roots = pick.choice(given)
    return regions(drawn.terms(len(edges)), edges, vertices=size, sizes=sizes, roots=roots)


def islands(drawn: Drawn) -> Constraint:
    """Regions of what is not shaded; what is shaded is alone, and mostly its own root."""
    pick, size = drawn.random, drawn.random.randint(1, 6)
    edges, shaded = drawn.edges(size), [pick.choice(drawn.x) for _ in range(size)]
    same = [(shaded[a] == 0) & (shaded[b] == 0) for a, b in edges]
    roots = [pick.choice([x, x, x == 0, False, 1 - drawn.x[0]]) for x in shaded]
    several: list[Any] = [*range(1, 4), *(2 * x + 1 for x in drawn.x), *(1 + x for x in drawn.x)]
    sizes = [pick.choice(several) for _ in range(size)] if drawn.flip() else None
    return regions(same, edges, vertices=size, sizes=sizes, roots=roots)


def pairs(drawn: Drawn) -> Constraint:
    """Regions of one or two in a row of vertices, of which every second or third is a root."""
    pick, size = drawn.random, drawn.random.randint(2, 6)
    edges = [(vertex, vertex + 1) for vertex in range(size - 1)]
    sizes = [pick.choice([2, *(1 + x for x in drawn.x)]) for _ in range(size)]
    roots = range(0, size, pick.randint(2, 3))
    return regions(drawn.terms(len(edges)), edges, vertices=size, sizes=sizes, roots=roots)


WORDS: dict[str, Callable[[Drawn], Constraint]] = {
    "connected": a_connected,
    "loop": a_loop,
    "path": a_path,
    "tree": a_tree,
    "forest": a_forest,
    "regions": some_regions,
    "islands": islands,
    "pairs": pairs,
}
CONTEXTS: dict[str, Callable[[Any, Any], Any]] = {
    "required": lambda c, x: c,
    "negated": lambda c, x: ~c,
    "reified": lambda c, x: indicator(c) == x[0],
    "in an or": lambda c, x: c | (x[0] == x[-1]),
    "twice": lambda c, x: [c, indicator(c) + x[-1] >= 1],
}


@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("name", NATIVE)
def test_a_graph_constraint_on_random_small_graphs(name: str, word: str) -> None:
    """With parallel edges, isolated vertices, repeated terms and constants, in every context."""
    solver = solver_named(name)
    if not solver.is_installed():
        pytest.skip(f"not installed: {solver.how_to_install}")
    both = 0
    for seed in range(GRAPHS):
        drawn = Drawn(seed)
        rule = WORDS[word](drawn)
        context = [*CONTEXTS][0 if seed % 2 else seed // 2 % len(CONTEXTS)]
        model = Model(f"{word} {context}", drawn.used, CONTEXTS[context](rule, drawn.x))
        expected = solution_rows(model)
        assert reported(model, solver) == expected, (seed, context, rule)
        both += 0 < len(expected)
    assert both > GRAPHS // 4


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
@pytest.mark.parametrize("word", ["connected", "path", "tree"])
def test_minizinc_has_those_of_simple_graphs(word: str, tmp_path: Path) -> None:
    """The solver, and the text that is written, each of which starts MiniZinc."""
    solver = solver_named("minizinc")
    if not solver.is_installed():
        pytest.skip(f"not installed: {solver.how_to_install}")
    both = 0
    for seed in range(GRAPHS // 2):
        drawn = Simple(seed)
        model = Model(word, drawn.used, rule := WORDS[word](drawn))
        expected, text = solution_rows(model), written(model, "minizinc")
        assert reported(model, solver) == expected, (seed, rule)
        assert Counter(from_minizinc_text(text, model, tmp_path)) == Counter(expected), (seed, rule)
        both += "predicate" in text and 0 < len(expected)
    assert both > GRAPHS // 8


def grid(rows: int, columns: int) -> Edges:
    """The edges of a grid of points."""
    beside = [(k, k + 1) for k in range(rows * columns) if (k + 1) % columns]
    return beside + [(k, k + columns) for k in range((rows - 1) * columns)]


GRIDS: dict[str, tuple[int, Callable[[Any, Edges], Constraint], int]] = {
    "vertex sets": (9, connected, 219),
    "cycles": (12, loop, 13),
    "paths": (12, lambda x, edges: path(x, edges, 0, 8), 12),
    "closed paths": (12, lambda x, edges: path(x, edges, 0, 0), 1),
    "spanning trees": (12, lambda x, edges: tree(x, edges, spanning=True), 192),
    "forests": (12, forest, 3102),
}
"""Terms over the grid of 3 × 3 points, and numbers of solutions that are known."""


@pytest.mark.parametrize("what", GRIDS)
@pytest.mark.parametrize("name", NATIVE)
def test_a_grid_has_the_number_of_solutions_that_is_known(name: str, what: str) -> None:
    solver = solver_named(name)
    if not solver.is_installed():
        pytest.skip(f"not installed: {solver.how_to_install}")
    number, rule, known = GRIDS[what]
    x = variables("x", number, range(2))
    assert len(reported(Model(what, x, rule(x, grid(3, 3))), solver)) == known


LARGE: dict[str, Callable[[Any, Edges], Constraint]] = {
    "connected": lambda x, edges: connected([*x[:400], *[0] * (400 - len(x))], edges),
    "loop": loop,
    "path": lambda x, edges: path(x, edges, 0, 1),
    "tree": tree,
    "forest": forest,
    "regions": regions,
}


@pytest.mark.parametrize("word", LARGE)
def test_too_large_a_decomposition_is_refused_before_it_is_built(word: str) -> None:
    edges = grid(2, 500) if word in ("loop", "forest") else grid(20, 20)
    x = variables("x", min(len(edges), 400) if word == "connected" else len(edges), range(2))
    rule: Any = LARGE[word](x, edges)
    with pytest.raises(TooLarge):
        next(iter(rule.decompose()))
    model = Model("large", x, rule)
    for name in ("z3", "sat+decomposed", "flatmap+decomposed", "diagram+decomposed"):
        with pytest.raises(
            Unsupported, match=rf"{word} over .* more than the 500 000.*cp-sat.*sat"
        ):
            first(model, name)
    Translation(model, lambda: None)  # which posts it whole
    if solver_named("sat").is_installed():
        assert first(model, "sat") is not None


COUNTS: dict[str, tuple[Callable[[Any, Edges], Constraint], int, int]] = {
    "vertex sets": (connected, 3, 219),
    "cycles": (loop, 4, 213),
    "paths from corner to corner": (lambda x, edges: path(x, edges, 0, 15), 4, 184),
    "spanning trees": (lambda x, edges: tree(x, edges, spanning=True), 3, 192),
    "partitions": (regions, 3, 1434),
    "fours": (lambda x, edges: regions(x, edges, sizes=[4] * 16), 4, 117),
}
"""Known counts on square grids, as of `tests/solvers/auto/test_kernel_graphs.py`."""


@pytest.mark.parametrize("what", COUNTS)
def test_sat_finds_all_by_cuts(what: str) -> None:
    """On grids the two sides of a cut are larger than in the random graphs."""
    word, side, number = COUNTS[what]
    edges = grid(side, side)
    x = variables("x", side * side if word is connected else len(edges), range(2))
    assert count(Model(what, x, word(x, edges)), "sat") == number


def test_a_script_for_python_sat_is_refused_where_clauses_come_while_it_searches() -> None:
    x = variables("x", 4, range(2))
    some = Model("some", x, loop(x, grid(2, 2)))
    with pytest.raises(NotImplementedError, match="once they are broken"):
        sat.script(some, [], "about")
    other = Model("other", x, ~loop(x, grid(2, 2)))
    assert "CLAUSES" in sat.script(other, [], "about")


def test_a_cut_that_would_not_exclude_the_model_is_an_error() -> None:
    """It would be asked for again without end."""
    clauses: list[list[int]] = []
    native = SimpleNamespace(add_clause=clauses.append)
    translation = sat.Translation(native, Model("empty"), Control())
    assert not translation.cut([1, -2, 3])
    cuts: list[list[int]] = [[2, -3]]
    translation.checks.append(lambda held: cuts)
    assert translation.cut([1, -2, 3])
    assert clauses[-1] == [2, -3]
    with pytest.raises(AssertionError, match="found again"):
        translation.cut([1, 2, 3])
