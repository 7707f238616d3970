"""Diagrams built from the declaration: against brute force, by both constructions, in any order."""

from __future__ import annotations

import time
from array import array
from functools import partial
from itertools import pairwise

import pytest

from everyway.conformance.instances.enumerate_naively import solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    all_different,
    allowed,
    boolean,
    circuit,
    integer,
    load,
    number_of_values,
    precedence,
    regular,
    subcircuit,
    total,
    variable,
    variables,
)
from everyway.models.language.own_constraints import without_own
from everyway.models.language.viewpoints.labels import without_labels
from everyway.solvers import (
    Incomplete,
    TooLarge,
    Unsupported,
    count,
    solution_set,
    solutions,
    solve_all,
)
from everyway.solvers.diagram import diagram_levels, folded_rows, model_diagrams, numbered_residuals
from everyway.solvers.diagram.computed_residuals import Linear
from everyway.solvers.diagram.construction import Construction
from everyway.solvers.diagram.decision_diagram import Diagram, Level, Limits, resident
from everyway.solvers.diagram.folded_rows import folded, folded_arrays
from everyway.solvers.diagram.reading_of_model import requirements

from ...support.settings import SEED


def limits(nodes: int = 1_000_000, memory: int | None = None) -> Limits:
    return Limits(lambda: None, nodes, memory)


def in_every_order(model: Model) -> dict[str, Diagram]:
    """The diagrams of a model by the order."""
    building = Construction(model, limits())
    return {order: building.in_order(order) for order in building.orders}


def faults(seeds: range) -> list[tuple[int, str]]:
    """The seeds of random models of which a diagram is wrong, and the order."""
    found = []
    for seed in seeds:
        model = without_labels(without_own(random_model(seed)))[0]
        rows = sorted(solution_rows(model))
        names = [v.name for v in model.variables]
        for order, diagram in in_every_order(model).items():
            at = [diagram.names.index(name) for name in names]
            got = sorted(tuple(row[k] for k in at) for row in diagram.rows())
            fold = partial(folded, diagram.names, diagram.domains)
            if got != rows or diagram.count() != len(rows) or diagram != fold(diagram.rows()):
                found.append((seed, order))
    return found


def test_random_models_have_exactly_their_solutions_in_every_order():
    assert faults(range(SEED, SEED + 250)) == []


def test_states_that_are_numbered_as_they_come_or_computed_lose_nothing(monkeypatch):
    """No machine is small enough to be minimised beforehand."""
    monkeypatch.setattr(numbered_residuals, "MOST_STATES", 0)
    assert faults(range(SEED, SEED + 150)) == []


def test_a_few_edges_at_a_time_lose_nothing(monkeypatch):
    code = diagram_levels.uncompiled()._replace(pairs=8)
    monkeypatch.setattr(diagram_levels, "compiled", lambda: code)
    assert faults(range(25)) == []
    assert solution_set(load("queens", n=7)).count() == 40


@pytest.mark.slow
def test_ten_thousand_random_models_have_exactly_their_solutions():
    assert faults(range(10_000)) == []


def test_a_construction_that_merges_too_much_would_be_seen(monkeypatch):
    """Nodes are taken for equal where they have as many edges."""

    def careless(places, children, begins, check):
        return carefully(places * 0, children, begins, check)

    carefully = folded_rows.kinds_of_nodes
    monkeypatch.setattr(folded_rows, "kinds_of_nodes", careless)
    assert faults(range(30))


def test_residuals_that_forget_would_be_seen(monkeypatch):
    """A sum forgets its last bit."""
    step = Linear._left
    monkeypatch.setattr(Linear, "_left", lambda self, total, *rest: step(self, total // 2, *rest))
    assert faults(range(120))


# ------------------------------------------------------------------------------ known counts


def independent_sets(n: int) -> Model:
    x = [[boolean(f"x{r}_{c}") for c in range(n)] for r in range(n)]
    across = [a + b <= 1 for row in x for a, b in pairwise(row)]
    down = [a + b <= 1 for r, s in pairwise(x) for a, b in zip(r, s, strict=True)]
    return Model("independent sets", [v for row in x for v in row], across, down)


def different(n: int) -> Model:
    q = variables("q", n, range(n))
    return Model("different values", q, all_different(q))


def near(n: int, far: int) -> Model:
    q = variables("q", n, range(n))
    return Model("near places", q, all_different(q), [abs(q[i] - i) <= far for i in range(n)])


def words(n: int) -> Model:
    moves = {("", 0): "0", ("", 1): "", ("0", 0): "00", ("0", 1): "", ("00", 1): ""}
    x = variables("x", n, range(2))
    return Model("words without 000", x, regular(x, moves, "", ["", "0", "00"]))


def colourings(n: int, colours: int) -> Model:
    x = [[integer(f"x{r}_{c}", 1, colours) for c in range(n)] for r in range(n)]
    columns = [list(column) for column in zip(*x, strict=True)]
    pairs = [(a, b) for line in [*x, *columns] for a, b in pairwise(line)]
    return Model("colourings", [v for row in x for v in row], [a != b for a, b in pairs])


def tribonacci(n: int) -> int:
    a, b, c = 1, 2, 4
    for _ in range(n):
        a, b, c = b, c, a + b + c
    return a


KNOWN = {
    "independent sets 12": (
        lambda: independent_sets(12),
        162481813349792588536582997,  # OEIS A006506
    ),
    "16 different values": (lambda: different(16), 20922789888000),
    "words of 200": (lambda: words(200), tribonacci(200)),
    "near places": (lambda: near(40, 3), 7451174146242927724),  # OEIS A002526
    "colourings": (lambda: colourings(6, 4), 380053267505964),  # OEIS A068271
    "dominoes 12": (lambda: load("dominoes", rows=12, columns=12), 53060477521960000),
    "sign matrices 8": (lambda: load("alternating-sign-matrix", n=8), 10850216),
}


@pytest.mark.parametrize("name", KNOWN)
def test_counts_far_beyond_enumeration_are_exact(name):
    model, number = KNOWN[name]
    found = solution_set(model())
    assert found.diagram.count() == number
    assert not found.is_listed


def test_a_diagram_is_reduced_and_numbered_as_a_walk_meets_it():
    found = solution_set(different(6)).diagram
    assert [level.nodes for level in found.levels] == [1, 6, 15, 20, 15, 6]
    for level, below in zip(found.levels, [*found.levels[1:], None], strict=True):
        ends = list(pairwise(level.starts))
        edges = [tuple(zip(level.places[a:b], level.children[a:b], strict=True)) for a, b in ends]
        assert len(set(edges)) == len(edges)
        met = list(dict.fromkeys(level.children))
        assert met == list(range(below.nodes if below else 1))


def test_formulations_of_one_set_have_one_diagram():
    n = 7
    q = variables("q", n, range(n))
    whole = Model("queens", q, *(all_different(q[i] + k * i for i in range(n)) for k in (-1, 0, 1)))
    apart = [
        (q[i] != q[j]) & (q[i] - q[j] != i - j) & (q[i] + i != q[j] + j)
        for j in range(n)
        for i in range(j)
    ]
    pairs = Model("queens in pairs", q, apart)
    board = load("queens", n=n)
    names = [v.name for v in board.variables]
    one, other = (solution_set(model).diagram for model in (whole, pairs))
    assert one == other
    squares = solution_set(board, viewpoint="squares").diagram
    rows = [tuple(s.assignment[name] for name in names) for s in solve_all(board)]
    assert squares == folded(squares.names, squares.domains, rows)
    assert one != solution_set(Model("fewer", q, apart, q[0] != 3)).diagram


def test_differences_in_pairs_are_read_as_all_different():
    q = variables("q", 5, range(9))
    pairs = [q[i] != q[j] for j in range(5) for i in range(j)]
    assert [type(c).__name__ for c in requirements(pairs)] == ["AllDifferent"]
    shifted = [q[j] - i != q[i] - j for j in range(4) for i in range(j)]
    assert [len(c.parts) for c in requirements(shifted)] == [4]
    assert len(requirements([q[0] != q[1], q[1] != q[2]])) == 2


@pytest.mark.parametrize(
    "of",
    [
        lambda x: circuit(x),
        lambda x: ~circuit(x),
        lambda x: subcircuit(x),
        lambda x: ~subcircuit(x),
        lambda x: number_of_values(x, 3) | (x[0] == x[3]),
        lambda x: ~precedence(x, [2, 0, 3]),
        lambda x: ~all_different(x) & ~allowed(x[:2], [(0, 1), (2, 2), (3, 0)]),
        lambda x: x[0] // x[1] != x[2] % x[3],
        lambda x: ~(x[0] // x[1] == x[2]),
    ],
)
def test_constraints_of_many_parts_are_read_in_any_order(of):
    x = variables("x", 5, range(-1, 5))
    y = x[::-1] if len(of.__code__.co_names) % 2 else list(x)
    model = Model("parts", x, of([y[2], y[4], y[0], y[3], y[1]]))
    rows = sorted(solution_rows(model))
    for diagram in in_every_order(model).values():
        at = [diagram.names.index(v.name) for v in model.variables]
        assert sorted(tuple(row[k] for k in at) for row in diagram.rows()) == rows


def test_a_table_without_rows_has_no_solution():
    x = [*variables("x", 2, range(1, 2)), *variables("y", 2, range(2))]
    for table in (allowed(x, []), allowed(x[:2], []), allowed(x[2:], []) | (x[2] == 0)):
        model = Model("no rows", x, table)
        assert solution_set(model).diagram.count() == len(solution_rows(model))


# ------------------------------------------------------------------ what a solution is made of


def agrees(model: Model, **options) -> None:
    found = solution_set(model, **options)
    rows = list(found)
    projected = {key: value for key, value in options.items() if key == "project"}
    wanted = list(solutions(model, **projected))
    assert sorted(rows) == sorted(wanted)
    assert found.diagram.count() == len(wanted)


@pytest.mark.parametrize("viewpoint", ["auto", "squares", "rows", "columns"])
@pytest.mark.parametrize("nodes", [20_000, 5])
def test_solutions_are_those_of_the_declared_squares(viewpoint, nodes):
    agrees(load("queens", n=6), viewpoint=viewpoint, nodes=nodes)


@pytest.mark.parametrize("nodes", [20_000, 8])
def test_a_projection_has_each_projected_solution_once(nodes):
    model = load("magic-square", n=3)
    names = [model.variables[4].name, model.variables[0].name]
    agrees(model, project=names, nodes=nodes)
    agrees(model.projecting(*names), nodes=nodes)
    assert solution_set(model, project=names).diagram.count() == 4
    assert count(model, "diagram", project=names) == 4


def test_labels_come_back():
    colour = variable("colour", ["red", "blue", "green"])
    agrees(Model("two", colour, integer("x", -1, 1), colour != "blue"))


def test_of_an_objective_the_set_holds_the_best_solutions():
    x = variables("x", 4, range(6))
    model = Model("best", x, all_different(x), maximise=x[0] + x[1] - x[2])
    agrees(model)
    assert solution_set(model).diagram.count() == 6
    agrees(Model("none", x, total(x) == 50, minimise=x[0]))


@pytest.mark.parametrize("nodes", [1_000, 1])
def test_models_without_variables_or_solutions(nodes):
    x = integer("x", 0, 10**12)
    agrees(Model("empty"), nodes=nodes)
    agrees(Model("none", x, x * x == 2, x <= 100), nodes=nodes)
    agrees(Model("few of many", x, x <= 3), nodes=1_000)
    with pytest.warns(UserWarning, match="can never hold"):
        false = Model("false", all_different(1, 1))
    assert solution_set(false, nodes=nodes).diagram.is_empty


def test_values_that_no_array_holds_are_kept(monkeypatch):
    x = variables("x", 2, [-(10**30), 0, 10**30])
    for nodes in (1_000, 3):
        agrees(Model("large", x, x[0] + x[1] == 0), nodes=nodes)


# ----------------------------------------------------------------------------- listed instead


def test_listed_rows_make_the_same_diagram(monkeypatch):
    model = load("dominoes", rows=4, columns=4)
    built, listed = solution_set(model), solution_set(model, nodes=40)
    assert not built.is_listed
    assert listed.is_listed
    assert listed.order == "declared"
    assert built.diagram == listed.diagram
    rows = list(built.diagram.rows())
    plain = folded(built.diagram.names, built.diagram.domains, reversed(rows))
    assert plain == built.diagram


def test_a_row_that_is_listed_twice_is_refused():
    numpy = pytest.importorskip("numpy")
    names, domains = ("x", "y"), (range(3), (1, 5))
    with pytest.raises(ValueError, match="twice"):
        folded(names, domains, [(0, 1), (2, 5), (0, 1)])
    with pytest.raises(ValueError, match="twice"):
        folded_arrays(names, domains, numpy.array([(0, 1), (2, 5), (0, 1)]), limits())


def test_the_solver_never_lists():
    with pytest.raises(Unsupported, match="more than 2 000 000 nodes"):
        next(solutions(load("latin-square", n=6), "diagram"))


# ------------------------------------------------------------------------------------- limits


def test_where_it_is_too_large_both_ways_it_says_where():
    with pytest.raises(TooLarge, match=r"more than 3 000 nodes.*and 1 other.*3 000 sol") as refused:
        solution_set(load("latin-square", n=5), nodes=3_000)
    error = refused.value
    assert (error.levels, error.order) == (25, "declared")
    assert 0 < error.level < 25


def test_memory_has_a_limit_by_default(monkeypatch):
    if not resident():
        pytest.skip("not known here: the memory of this process")
    monkeypatch.setattr(model_diagrams, "MOST_BYTES", -(1 << 40))
    with pytest.raises(TooLarge, match=r"bytes .the limit `memory`."):
        solution_set(load("latin-square", n=4))
    assert solution_set(load("latin-square", n=4), memory=1 << 40).count() == 576


def test_memory_is_kept():
    memory = resident() + 40_000_000
    if memory < 40_000_001:
        pytest.skip("not known here: the memory of this process")
    began = time.process_time()
    building = Construction(load("latin-square", n=6), limits(50_000_000, memory))
    with pytest.raises(TooLarge, match="bytes"):
        building.raced()
    assert resident() < memory * 1.2
    assert time.process_time() - began < 60


def test_a_time_limit_leaves_no_part_of_a_set():
    with pytest.raises(Incomplete, match="time limit"):
        solution_set(load("latin-square", n=7), time_limit=0.3, nodes=10**9)


def test_a_level_holds_its_edges_in_order():
    level = Level(array("q", [0, 2, 3]), array("i", [0, 2, 1]), array("i", [0, 1, 1]))
    last = Level(array("q", [0, 1, 2]), array("i", [0, 1]), array("i", [0, 0]))
    first = Level(array("q", [0, 2]), array("i", [0, 1]), array("i", [0, 1]))
    diagram = Diagram(("a", "b", "c"), (range(2), range(3), range(2)), (first, level, last))
    assert list(diagram.rows()) == [(0, 0, 0), (0, 2, 1), (1, 1, 1)]
    assert list(diagram.rows(1)) == [(0, 0, 0), (1, 1, 1)]
    assert diagram.count() == 3
    assert diagram.nodes == 5
