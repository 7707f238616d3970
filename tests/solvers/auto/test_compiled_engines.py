"""The engines of the compiled solver, each by itself, on random models and in random orders.

What the solvers choose between is forced here: loops in any order of the variables, propagation,
a search that stops in Python and goes on in machine code, and every way of counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from everyway.conformance.instances.enumerate_naively import Row, solution_rows
from everyway.conformance.instances.random_models import random_model
from everyway.formats.writing.as_python import as_code
from everyway.models import Model, all_different, any_of, integer, predicate, variable, variables
from everyway.models.language.viewpoints.labels import without_labels
from everyway.models.language.viewpoints.viewpoint import in_viewpoint
from everyway.models.latin_square import latin_square
from everyway.models.queens import queens
from everyway.models.rooks import rooks
from everyway.solvers import count, solutions
from everyway.solvers.auto.common.code import Program
from everyway.solvers.auto.common.python_source import generate
from everyway.solvers.auto.engine_run import tuples
from everyway.solvers.auto.loops import ordering
from everyway.solvers.auto.loops.integers import NotCompilable
from everyway.solvers.auto.loops.machine_loops import Compiled, finds, replay
from everyway.solvers.auto.loops.ordering import Descent
from everyway.solvers.auto.loops_engine import mirrored_halves
from everyway.solvers.auto.plan import Task, read

from ...support.settings import MODELS, SEED

pytestmark = pytest.mark.filterwarnings("ignore::everyway.models.ModelWarning")
SEEDS = range(SEED, SEED + max(MODELS // 4, 1))
HANDED_OVER = range(SEED, SEED + max(MODELS // 40, 1))

Rows = list[tuple[int, ...]]


@cache
def drawn(seed: int) -> tuple[Model, Counter[Row], Task, Callable[[Mapping[str, Any]], Any]]:
    model = random_model(seed)
    coded, decode = without_labels(model)
    view = in_viewpoint(coded)
    task = read(view.model)
    return model, solution_rows(model), task, lambda values: decode(view.restore(values))


def _go_on() -> None:
    pass


def _never() -> bool:
    return False


def declared(seed: int, rows: Iterable[tuple[int, ...]]) -> Counter[Row]:
    """Rows of the rewritten model as rows of the declared one."""
    model, _, task, restore = drawn(seed)
    found: Counter[Row] = Counter()
    for row in rows:
        values = restore(dict(zip(task.names, row, strict=True)))
        found[tuple(values[variable.name] for variable in model.variables)] += 1
    return found


def in_any_order(task: Task, seed: int) -> Program:
    assert task.domains is not None
    order = [place for place, domain in enumerate(task.domains) if len(domain) > 1]
    Random(seed).shuffle(order)
    return task.program(order)


def check(search: Callable[[Task, int], Rows], seeds: Iterable[int]) -> None:
    for seed in seeds:
        model, expected, task, _ = drawn(seed)
        rows = [] if task.domains is None else search(task, seed)
        assert declared(seed, rows) == expected, f"random_model({seed})\n{as_code(model)}"


# ------------------------------------------------------------------------------ enumerating


def test_loops_are_right_in_any_order() -> None:
    def by_loops(task: Task, seed: int) -> Rows:
        program = in_any_order(task, seed)
        rows = list(generate(program, counting=False)(_never))
        assert generate(program, counting=True)(_never) == len(rows)
        return rows

    check(by_loops, SEEDS)


class Enough(Exception):
    """Raised by a ticker."""


class Ticker:
    """Stops when it is called for the `number`th time."""

    def __init__(self, number: int) -> None:
        self.left = number

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Enough


def test_a_search_goes_on_in_machine_code() -> None:
    pytest.importorskip("llvmlite")
    handed = 0

    def in_both(task: Task, seed: int) -> Rows:
        nonlocal handed
        program, random = in_any_order(task, seed), Random(seed)
        rows, ticker = list[Row](), Ticker(random.randrange(30))
        try:
            rows.extend(generate(program, counting=False, unwatched=0)(ticker))
        except Enough:
            try:
                rows += _rest(program, len(rows), random.choice([1, 2, 7]))
            except NotCompilable:
                return list(generate(program, counting=False)(_never))
            handed += 1
        return rows

    check(in_both, HANDED_OVER)
    assert handed > len(HANDED_OVER) // 5


def _rest(program: Program, number: int, capacity: int) -> Iterator[tuple[int, ...]]:
    compiled = Compiled(program, rows=True)
    words = compiled.layout.fresh()
    replay(compiled, words, number, _go_on)
    for batch in finds(compiled, words, _go_on, capacity=capacity):
        yield from tuples(batch, len(program.names))


# --------------------------------------------------------------------------------- counting


@pytest.mark.parametrize("solver", ["auto[python]", "auto[loops]", "auto"])
@pytest.mark.parametrize("shortcuts", [(), ("mirror",), ("merge",), ("mirror", "merge")])
def test_shortcuts_change_no_count(solver: str, shortcuts: tuple[str, ...]) -> None:
    if solver == "auto[loops]":
        pytest.importorskip("llvmlite")
    assert count(queens(9), solver, shortcuts=shortcuts) == 352
    assert count(queens(10), solver, shortcuts=shortcuts) == 724
    assert count(latin_square(4), solver, shortcuts=shortcuts) == 576
    assert count(rooks(8, k=8), solver, shortcuts=shortcuts) == 40320


def test_many_rooks_are_counted_by_the_diagram() -> None:
    assert count(rooks(12, k=12)) == 479001600
    with pytest.raises(ValueError, match="no shortcut guess"):
        count(rooks(4), shortcuts=["guess"])


@pytest.mark.parametrize("size", [7, 8])
def test_queens_are_mirrored_and_what_is_lopsided_is_not(size: int) -> None:
    def halves(model: Model) -> list[tuple[int, int]] | None:
        view = in_viewpoint(without_labels(model)[0]).model
        return mirrored_halves(view, read(view).best.program)

    model = queens(size)
    found = halves(model)
    assert found is not None
    assert sum(ways * word.bit_count() for word, ways in found) == size
    assert halves(model + (model["queen"][1, 2] == 0)) is None
    assert halves(model + predicate(lambda a, b: not a or not b, *model.variables[:2])) is None


def test_what_a_first_level_filters_is_not_mirrored() -> None:
    """Half of its candidates would be tried without the filter."""
    pytest.importorskip("llvmlite")
    x, one, z = integer("x", 0, 3), integer("one", 0, 0), variables("z", 13, range(4))
    inside = [x + one >= 1, 3 - x + one >= 1]
    model = Model("inside", [x, one, *z], inside, x != z[0], [a != b for a, b in pairwise(z)])
    assert count(model, "auto[loops]") == 2 * 3**13


def test_a_tree_that_is_plainly_too_large_is_planned_in_one_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Planning takes longer than a kernel's first solution."""

    def fails(*given: Any) -> Any:
        raise AssertionError("other orders are for later")

    x = variables("x", 12, range(40))
    large = Model("large", x, [a + b <= 70 for a, b in pairwise(x)])
    monkeypatch.setattr(ordering, "orders", fails)
    pytest.importorskip("llvmlite")
    assert len(list(solutions(large, limit=1))) == 1
    descents = Counter[Any]()
    descend = Descent.descend

    def noted(self: Descent) -> Any:
        one = descend(self)

        def counted(random: Any) -> float:
            descents[self.program] += 1
            return one(random)

        return counted

    monkeypatch.setattr(Descent, "descend", noted)
    small = queens(6)
    assert all(read(model).declared for model in (large, small))
    assert [*descents.values()] == [8, 64], "an estimate of either may be rough"


def test_a_wide_range_falls_back_on_python() -> None:
    x = variables("x", 3, range(1, 2000))
    model = Model("wide", x, all_different(x), x[0] * x[1] == x[2], x[2] == 36)
    assert count(model, "auto[python]") == count(model, "flatmap") == 6
    assert count(model) == 6


def test_a_table_is_no_longer_than_the_numbers_between_its_values() -> None:
    """Ten variables of two values have 1,024 assignments, and 10**18 numbers between."""
    q = [variable(f"x{k}", (1, 64)) for k in range(10)]
    rule = any_of(x == 64 if k % 2 else x != 1 for k, x in enumerate(q))
    model = Model("apart", q, rule, predicate(lambda *values: sum(values) > 10, q))
    with solutions(model, "auto[python]", time_limit=60) as found:
        assert sum(1 for _ in found) == 2**10 - 1
