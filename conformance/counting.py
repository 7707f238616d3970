"""Counts, arrays and projections: a solver may come to them by another way than by enumerating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import factorial, isqrt
from random import Random
from typing import Any

import pytest

from ..formats.writing.as_python import program_of
from ..models import Model, ModelError, all_different, integer, total, variable, variables
from ..models.language.sample_arguments import SIZES
from ..solvers.harness.contract import Incomplete, Unsupported
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.registry import Solver
from ..solvers.harness.rows.arrays import ROWS
from ..solvers.harness.running.enumeration import solutions
from ..solvers.harness.running.independent_parts import count
from .instances.cells import KINDS, first_of
from .instances.enumerate_naively import Row, solution_rows
from .instances.random_models import random_model
from .known_puzzles import SECONDS, queens
from .limits import Late, soon, time_limit
from .samples_and_random_models import Budget
from .solving import smallest

MOST_LATE = 3
"""A solver that is late on so many models is not asked the rest of them."""
MODELS = 60
"""Random models among those that are counted, taken as arrays and projected."""
Wrong = Callable[[Model, Counter[Row]], str]
"""The fault of the answer on a model with these solutions; "" where it is right."""


def of_two_parts() -> Model:
    """Two parts that share no variable, with a symmetry of values, and a variable of its own."""
    p, q = variables("p", 4, range(5)), variables("q", 3, range(3))
    free = variables("free", 1, range(2))
    return Model("two parts", p, q, free, all_different(p), all_different(q))


def asked(budget: Budget) -> Iterator[tuple[Model, Counter[Row]]]:
    """Models, each with its solutions: fewer where `budget` is smaller than usual."""
    drawn = [partial(_random, seed) for seed in range(MODELS)]
    drawn += [partial(_larger, kind, column) for kind in KINDS for column in SIZES]
    several = min(len(drawn), len(drawn) * budget.models // Budget.models)
    yield of_two_parts(), solution_rows(of_two_parts())
    for one in Random(budget.seed).sample(drawn, several):
        yield one()


def _random(seed: int) -> tuple[Model, Counter[Row]]:
    model = random_model(seed)
    return model, solution_rows(model)


def _larger(kind: str, column: str) -> tuple[Model, Counter[Row]]:
    (first,) = first_of(kind, column, 1)
    return first.model, first.rows


def holds_for_each(solver: Solver, budget: Budget, wrong: Wrong, program: str) -> None:
    """Fails where `wrong` says something of any model; what the solver refuses is left out.

    `program` is what shows it, behind the declaration of the smallest such model.
    """
    answered = late = 0
    for model, rows in asked(budget):
        try:
            said = wrong(model, rows)
        except Unsupported:
            continue
        except Late:
            late += 1
            if late == MOST_LATE:
                break
            continue
        if said:
            small = smallest(model, lambda smaller: wrong(smaller, solution_rows(smaller)))
            text = f"{program_of(small)}\n{program.format(solver=solver.name)}"
            pytest.fail(
                f"{solver.name} on {model.name}: {said}\n"
                f"# the smallest that fails: {wrong(small, solution_rows(small))}\n{text}",
                pytrace=False,
            )
        answered += 1
    if not answered:
        pytest.skip("unsupported, or late")


def test_the_count_is_the_number_of_solutions(solver: Solver, budget: Budget) -> None:
    def wrong(model: Model, right: Counter[Row]) -> str:
        try:
            with soon():
                found = count(model, solver.name, time_limit=time_limit())
        except Incomplete as error:
            raise Late(str(error)) from error
        several = right.total()
        return "" if found == several else f"it counts {found} of {several} solutions"

    shows = "from everyway.solvers import count\nprint(count(model, {solver!r}))"
    holds_for_each(solver, budget, wrong, shows)


def test_arrays_hold_every_solution_once(solver: Solver, budget: Budget) -> None:
    pytest.importorskip("numpy")

    def wrong(model: Model, right: Counter[Row]) -> str:
        rows: Counter[Row] = Counter()
        try:
            with soon(), solutions(model, solver.name, time_limit=time_limit()) as found:
                for block in found.arrays():
                    rows.update(map(tuple, block.tolist()))
        except ModelError:
            return ""  # it has labels
        _refuse_stopped(found.outcome)
        return _difference(right, rows)

    shows = "from everyway.solvers import solutions\nprint(*solutions(model, {solver!r}).arrays())"
    holds_for_each(solver, budget, wrong, shows)


def test_a_projection_holds_every_combination_once(solver: Solver, budget: Budget) -> None:
    def wrong(model: Model, right: Counter[Row]) -> str:
        names = [variable.name for variable in model.variables]
        if not names:
            return ""
        chance = Random(f"{model.name} {len(names)}")
        chosen = chance.sample(range(len(names)), chance.randint(1, len(names)))
        parts = Counter({tuple(row[place] for place in chosen): 1 for row in right})
        project = [names[place] for place in chosen]
        limit = time_limit()
        with soon(), solutions(model, solver.name, project=project, time_limit=limit) as found:
            rows = Counter(
                tuple(solution.assignment[name] for name in project) for solution in found
            )
        _refuse_stopped(found.outcome)
        said = _difference(parts, rows)
        return f"of {project}: {said}" if said else ""

    shows = (
        "from everyway.solvers import solutions\n"
        "for found in solutions(model, {solver!r}, project=[...]):  # as said above\n"
        "    print(found)"
    )
    holds_for_each(solver, budget, wrong, shows)


def many(side: int) -> Model:
    """Pairs of numbers that differ, each with a 0 and with a 1."""
    x, y, b = integer("x", 1, side), integer("y", 1, side), integer("b", 0, 1)
    return Model("many", x, y, b, x != y, x + y + b > 0)


def test_arrays_hold_more_rows_than_a_block(solver: Solver) -> None:
    """A solver that needs long is slow, not wrong."""
    pytest.importorskip("numpy")
    side = 2 + isqrt(ROWS // 2)
    seen: set[Row] = set()
    rows = 0
    with soon(), solutions(many(side), solver.name, time_limit=SECONDS) as found:
        for block in found.arrays():
            seen.update(map(tuple, block.tolist()))
            rows += len(block)
    assert len(seen) == rows, "rows are repeated"
    assert all(x != y for x, y, _ in seen)
    _refuse_slow(found.outcome)
    assert rows == 2 * side * (side - 1) > ROWS


def _rows_in_time(model: Model, solver: Solver, **asked: Any) -> list[Row]:
    """The rows that `solver` reports, none twice; skips where its time is over."""
    with soon(), solutions(model, solver.name, time_limit=SECONDS, **asked) as found:
        rows = [solution.row for solution in found]
    assert len({*rows}) == len(rows), "rows are repeated"
    _refuse_slow(found.outcome)
    return rows


@pytest.mark.parametrize("jobs", [2, 3, 4])
def test_several_jobs_find_every_row_of_many_once(solver: Solver, jobs: int) -> None:
    """A solver with threads of its own is given more; one that needs long is slow, not wrong."""
    model = ordered(9) if solver.traits.threads else many(72)
    number = factorial(9) // 2 if solver.traits.threads else 2 * 72 * 71
    rows = _rows_in_time(model, solver, jobs=jobs, hand_over=False)
    assert len(rows) == number, f"{len(rows)} of {number} rows by {jobs} jobs"


def ordered(size: int) -> Model:
    """The permutations of so many numbers whose first two are ascending."""
    p = variables("p", size, range(size))
    return Model("ordered", p, all_different(p), p[0] < p[1])


def test_a_projection_holds_thousands_of_combinations_once(solver: Solver) -> None:
    """A solver that needs long is slow, not wrong."""
    assert len(_rows_in_time(many(60), solver, project=["x", "y"])) == 60 * 59


def test_a_projection_leaves_thousands_of_completions_out(solver: Solver) -> None:
    """Four pairs, each beside its mirror image; who needs long is slow, not wrong."""
    y, x, b = integer("y", 0, 2), integer("x", 0, 2), variables("b", 11, range(2))
    model = Model("completed", y, x, b, (x + y) % 2 == 1, total(b) + x >= y)
    with soon(), solutions(model, solver.name, project=["y", "x"], time_limit=SECONDS) as found:
        rows = Counter((solution.assignment["y"], solution.assignment["x"]) for solution in found)
    right = Counter([(0, 1), (1, 0), (1, 2), (2, 1)])
    assert rows <= right, "combinations are repeated or invented"
    _refuse_slow(found.outcome)
    assert rows == right


def test_what_is_worth_a_shortcut_is_counted_rightly(solver: Solver) -> None:
    """There are 2,680 ways to place 11 queens: an odd number of columns, and long to list.

    It is for the solvers that count by themselves; of the others the puzzles were enumerated.
    """
    assert _own_count(queens(11), solver) == 2_680


@pytest.mark.parametrize("values", [range(-5_000, 30_001), range(3, 200_000, 7)], ids=str)
@pytest.mark.parametrize("slope", [4_000, -1_500])
def test_values_of_a_wide_domain_are_counted(solver: Solver, values: range, slope: int) -> None:
    """Those between two lines, which cross. It is for the solvers that count by themselves."""
    x, y = integer("x", 0, 9), variable("y", values)
    top = abs(slope) * 10
    model = Model("between", x, y, y >= slope * x, y + 2 * abs(slope) * x <= top)
    between = (range(slope * v, top - 2 * abs(slope) * v + 1) for v in range(10))
    right = sum(value in span for span in between for value in values)
    assert _own_count(model, solver) == right


def _own_count(model: Model, solver: Solver) -> int:
    """The number that `solver` counts; skips one that cannot by itself, refuses, or is late."""
    if solver.counter is None:
        pytest.skip("it has no way of its own to a number")
    try:
        with soon():
            return count(model, solver.name, time_limit=SECONDS)
    except Incomplete:
        pytest.skip("late")
    except Unsupported as refusal:
        pytest.skip(str(refusal))


def _refuse_slow(outcome: Outcome) -> None:
    """Skips where the time was over."""
    if outcome.reason == "time limit":
        pytest.skip("late, and right as far as it came")
    assert outcome.complete, outcome


def _refuse_stopped(outcome: Outcome) -> None:
    """Raises: Late where the time was over."""
    if outcome.reason == "time limit":
        raise Late(str(outcome))
    assert outcome.complete, outcome


def _difference(right: Counter[Row], rows: Counter[Row]) -> str:
    missing, extra = right - rows, rows - right
    if not missing and not extra:
        return ""
    return f"{missing.total()} missing, {extra.total()} invented or repeated, e.g. " + str(
        next(iter((missing or extra).elements()))
    )
