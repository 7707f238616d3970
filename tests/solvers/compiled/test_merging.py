"""Counting by merging: right in any order, in the narrowest first, the same each time."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product
from random import Random

import pytest

from everyway.conformance.instances.random_models import random_model
from everyway.models import (
    Model,
    all_different,
    allowed,
    any_of,
    at_most,
    forbidden,
    load,
    total,
    variables,
)
from everyway.models.language.constraints import Constraint
from everyway.models.language.expressions import Variable
from everyway.models.language.viewpoints.labels import without_labels
from everyway.models.language.viewpoints.viewpoint import in_viewpoint
from everyway.solvers import count, solutions
from everyway.solvers.compiled import counting_by_merging
from everyway.solvers.compiled.counting_by_merging import Merging
from everyway.solvers.compiled.lowering.constraint_network import Network
from everyway.solvers.compiled.lowering.counting_orders import counting_orders
from everyway.solvers.compiled.lowering.ordering import orders
from everyway.solvers.compiled.plan import Task, task_of
from everyway.solvers.compiled.python import parts_below, residue_steps
from everyway.solvers.compiled.python.merging import Frontier
from everyway.solvers.harness.options import Options
from everyway.solvers.harness.running.independent_parts import Counted, counted

from ...support.settings import MODELS, SEED

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SEEDS = range(SEED, SEED + max(MODELS // 10, 1))

Edges = Iterable[tuple[int, int]]


def go_on() -> None:
    pass


def task(model: Model) -> Task:
    return task_of(in_viewpoint(without_labels(model)[0]).model, go_on)


def every_order(task: Task, seed: int) -> Iterator[tuple[int, ...]]:
    """Those that counting may take, and one at random."""
    assert task.domains is not None
    network = Network(task.domains, task.forms, task.place_of)
    for order in counting_orders(network, orders(task.domains, task.forms, task.place_of)):
        yield order.places
    yield tuple(Random(seed).sample(list(network.bits), len(network.bits)))


def mixed(seed: int) -> Model:
    """A few variables under constraints of all kinds that merging keeps a state of."""
    random = Random(seed)
    size = random.choice([2, 2, 3, 4])
    x = variables("x", random.randint(3, 9 if size == 2 else 6), range(size))

    def number() -> int:
        return random.randrange(size)

    def constraint() -> Constraint:
        some = random.sample(list(x), min(len(x), random.randint(2, 4)))
        width = len(some)
        return random.choice(
            [
                lambda: some[0] != some[1],
                lambda: some[0] + some[1] <= number(),
                lambda: any_of(v == number() for v in random.choice([some, list(x)])),
                lambda: total(random.choice([1, 2, -1]) * v for v in some) <= number(),
                lambda: total(x) == random.randint(0, len(x) * (size - 1)),
                lambda: all_different(some[:size]),
                lambda: all_different([some[0], some[1] + 1]),
                lambda: allowed(some, [[number() for _ in some] for _ in range(2 * width)]),
                lambda: forbidden(some, [[number() for _ in some] for _ in range(width)]),
                lambda: at_most(x, number(), 1),
            ]
        )()

    return Model("mixed", x, *(constraint() for _ in range(random.randint(1, len(x) + 3))))


@pytest.mark.parametrize("draw", [random_model, mixed])
def test_merging_is_right_in_any_order(draw: Callable[[int], Model]) -> None:
    parts = 0
    for seed in SEEDS:
        model = draw(seed)
        expected = sum(1 for _ in solutions(model, "flatmap"))
        asked = task(model)
        if asked.domains is None or not asked.open_variables:
            continue
        for order in every_order(asked, seed):
            frontier = Frontier(asked.program(order), go_on)
            work = 1
            while not frontier.merge(work):
                work *= 4
            assert frontier.total() == expected, f"{draw.__name__}({seed}), {order}"
            sampled = Frontier(asked.program(order), go_on).sampled(3, 10**6)
            assert expected or not sampled
            parts += not frontier.states()
    assert parts, "no model falls apart below a level"


# -------------------------------------------------------------------------------- families


def graph(vertices: int, edges: Edges, seed: int | None, colours: int) -> Model:
    """Independent sets, or with three colours or more colourings; declared in any order."""
    x = variables("x", vertices, range(max(colours, 2)))
    names, pairs = list(x), list(edges)
    if seed is not None:
        Random(seed).shuffle(names)
        Random(seed).shuffle(pairs)
    apart = [(names[a], names[b]) for a, b in pairs]
    rules = [a != b if colours > 2 else a + b <= 1 for a, b in apart]
    return Model("graph", x, *rules)


def grid(rows: int, columns: int) -> Edges:
    for row, column in product(range(rows), range(columns)):
        if column + 1 < columns:
            yield row * columns + column, row * columns + column + 1
        if row + 1 < rows:
            yield row * columns + column, (row + 1) * columns + column


def by_rows(rows: int, columns: int, colours: int) -> int:
    """The same number by going from row to row, each of which is a word or a tuple."""
    fits = (lambda a, b: a + b <= 1) if colours == 2 else (lambda a, b: a != b)
    lines = [
        line
        for line in product(range(colours), repeat=columns)
        if all(fits(a, b) for a, b in pairwise(line))
    ]
    after = [[k for k, other in enumerate(lines) if all(map(fits, line, other))] for line in lines]
    ways = [1] * len(lines)
    for _ in range(rows - 1):
        ways = [sum(ways[k] for k in following) for following in after]
    return sum(ways)


def by_merging(model: Model) -> Counted:
    found = counted(model)
    assert found is not None
    assert found.outcome.statistics["engine"] == "merging"
    return found


GRIDS = {(12, 12, 2): 162481813349792588536582997, (8, 8, 3): 40724629633188}


@pytest.mark.parametrize(
    ("rows", "columns", "colours"), [*GRIDS, (8, 30, 2), (5, 6, 4), (4, 12, 2)]
)
@pytest.mark.parametrize("seed", [None, 1], ids=["by rows", "shuffled"])
def test_grids_are_counted_however_they_are_declared(
    rows: int, columns: int, colours: int, seed: int | None
) -> None:
    found = by_merging(graph(rows * columns, grid(rows, columns), seed, colours))
    short, long = sorted((rows, columns))
    known = GRIDS.get((rows, columns, colours)) or by_rows(long, short, colours)
    assert found.number == known
    assert {"order", "residues", "merged_levels"} <= found.outcome.statistics.keys()


def test_the_same_is_done_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    model = graph(144, grid(12, 12), None, 2)
    first = by_merging(model)
    late = iter(range(10**9))
    for clock in ("perf_counter", "process_time", "monotonic"):
        monkeypatch.setattr(time, clock, lambda: float(next(late)))
    again = by_merging(model)
    assert again.outcome.statistics == first.outcome.statistics
    assert again.outcome.statistics["order"] == "declared"
    assert again.outcome.statistics["residues"] == 466


def test_what_is_surely_counted_needs_no_compiler() -> None:
    script = (
        "import sys; from everyway.models import Model, variables;"
        "from everyway.solvers import count;"
        "x = variables('x', 99, range(2));"
        "print(count(Model('path', x, *(a + b <= 1 for a, b in zip(x, x[1:]))))"
        " == 573147844013817084101, 'llvmlite' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False"]


def test_a_tree_is_counted_in_parts() -> None:
    random = Random(2)
    edges = [(random.randrange(child), child) for child in range(1, 300)]
    without, within = [1] * 300, [1] * 300
    for parent, child in reversed(edges):
        without[parent] *= without[child] + within[child]
        within[parent] *= without[child]
    for seed in (None, 1):
        assert by_merging(graph(300, edges, seed, 2)).number == without[0] + within[0]


def test_clauses_along_a_path_are_counted() -> None:
    random = Random(3)
    x = variables("x", 200, range(2))
    signs = [(random.randrange(2), random.randrange(2)) for _ in range(199)]
    rules = [(a == s) | (b == t) for a, b, (s, t) in zip(x, x[1:], signs, strict=False)]
    ways = {0: 1, 1: 1}
    for s, t in signs:
        ways = {b: sum(ways[a] for a in (0, 1) if a == s or b == t) for b in (0, 1)}
    random.shuffle(rules)
    assert by_merging(Model("path", x, *rules)).number == sum(ways.values())


def test_a_number_may_be_too_large_for_a_float() -> None:
    before, ways = 1, 2
    for _ in range(1599):
        before, ways = ways, before + ways
    assert ways > 10**320
    assert by_merging(graph(1600, ((k, k + 1) for k in range(1599)), None, 2)).number == ways


def dominoes(rows: int, columns: int) -> Model:
    places = list(grid(rows, columns))
    x = variables("d", len(places), range(2))
    cells: list[list[Variable]] = [[] for _ in range(rows * columns)]
    for domino, place in zip(x, places, strict=True):
        for cell in place:
            cells[cell].append(domino)
    return Model("dominoes", x, *(total(cell) == 1 for cell in cells))


def test_exact_covers_and_permutations_are_counted() -> None:
    assert count(dominoes(8, 8)) == 12988816
    assert by_merging(dominoes(8, 12)).number == 82741005829
    assert by_merging(load("rooks", n=14, k=14)).number == 87178291200
    near = [set(range(max(i - 3, 0), min(i + 4, 40))) for i in range(40)]
    x = [variables(f"x{i}", 1, sorted(values))[0] for i, values in enumerate(near)]
    assert by_merging(Model("near", *x, all_different(x))).number == 7451174146242927724


# ------------------------------------------------------------------------------- fall-backs


def test_what_needs_too_much_memory_is_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    model = graph(20, grid(4, 5), 1, 3)
    found = Merging(task(model), go_on).within(10**9)
    assert found is not None
    assert found[1].total() == 54450
    monkeypatch.setattr(residue_steps, "MOST_KEPT", 400)
    assert Merging(task(model), go_on).within(10**9) is None
    assert count(model, "generated") == 54450


def test_parts_that_are_too_deep_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_below, "MOST_NESTED", 0)
    model = graph(7, [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 6)], None, 2)
    for order in every_order(task(model), 1):
        frontier = Frontier(task(model).program(order), go_on)
        assert frontier.merge(10**6)
        assert frontier.states()
        assert frontier.total() == sum(1 for _ in solutions(model, "brute-force"))


def test_nothing_is_lowered_for_less_work_than_that_takes() -> None:
    trials = Merging(task(load("queens", n=8)), go_on)
    assert trials.within(3 * counting_by_merging.LEVEL) is None
    assert "narrowest" not in vars(trials), "not even the network was looked at"


def test_without_the_shortcut_nothing_is_merged() -> None:
    found = counted(graph(25, grid(5, 5), None, 2), options=Options(shortcuts=()))
    assert found is not None
    assert found.number == 55447
    assert found.outcome.statistics["engine"] != "merging"


def test_an_enumeration_that_was_thought_to_be_short_is_overtaken() -> None:
    """Clauses of three along a chain, whose solutions come in the order of a counter."""
    x = variables("x", 200, range(2))
    triples = zip(x, x[1:], x[2:], strict=False)
    model = Model("chain", x, *((a == 1) | (b == 1) | (c == 0) for a, b, c in triples))
    assert by_merging(model).number == 1188518561323126046432205871807859915657176
