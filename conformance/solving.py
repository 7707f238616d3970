"""The reports of a solver on a model, and their differences from the oracle, in words."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from ..formats.writing.as_python import program_of
from ..models import Model
from ..models.language.check import Judge
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.options import AUTO, Options
from ..solvers.harness.registry import Solver
from ..solvers.harness.running.enumeration import solutions
from .clock import Stopwatch
from .instances.enumerate_naively import FEASIBLE, Row, size_of
from .instances.models_with_objectives import expected_rows
from .limits import Late, StillRunning, soon, time_limit
from .shrink import shrunk

SHOWN = 5
PATIENCE = (1, 4)
"""Multiples of the limit that a solver has, in turn, until it has spent the limit as CPU time."""
MOST_TRIES = 500
MOST_SECONDS = 30.0
"""The time in which a model that fails is shrunk."""


def reported(
    model: Model, solver: Solver, seed: int | None = None, viewpoint: str = AUTO
) -> Counter[Row]:
    """The rows that `solver` reports, as a multiset; it must end complete.

    Raises: Late where its time is over; on a busy machine it is given more.
    """
    limit = time_limit()
    for patience in PATIENCE:
        within = limit and patience * limit
        asked = Options(time_limit=within, seed=seed, viewpoint=viewpoint, hand_over=False)
        watch = Stopwatch()
        with soon(patience), solutions(model, solver.name, options=asked) as found:
            rows = Counter(solution.row for solution in found)
        if found.outcome.reason != "time limit" or watch.cpu >= (limit or 0):
            break
    if found.outcome.reason == "time limit":
        refuse_wrong(model, rows)
        raise Late(f"late: {rows.total()} solutions after {watch.cpu:.1f} seconds of CPU")
    assert found.outcome.status == "complete", found.outcome
    return rows


def refuse_wrong(model: Model, rows: Counter[Row]) -> None:
    """Fails where one of `rows` is no solution, or stands there twice."""
    solves, names = Judge(model).solves, [variable.name for variable in model.variables]
    wrong = [row for row in rows if not solves(dict(zip(names, row, strict=True)))]
    assert not wrong, f"{model.name}: invented {wrong[:SHOWN]}"
    assert rows.total() == len(rows), f"{model.name}: repeated {rows.most_common(SHOWN)}"


def reported_if_supported(model: Model, solver: Solver) -> Counter[Row] | None:
    """The rows that `solver` reports; None where it says that it cannot hold the numbers."""
    try:
        return reported(model, solver)
    except Unsupported:
        return None


def difference(model: Model, solver: Solver, expected: Counter[Row] | None = None) -> str:
    """The fault of `solver` on `model`, in words; "" where it is right."""
    try:
        return difference_if_supported(model, solver, expected)
    except (Unsupported, Late, StillRunning) as error:
        return f"{type(error).__name__}: {error}"


def difference_if_supported(
    model: Model, solver: Solver, expected: Counter[Row] | None = None
) -> str:
    """The same, for a solver that may refuse the model, or be late.

    Raises: Unsupported, Late, StillRunning.
    """
    right = expected_rows(model) if expected is None else expected
    try:
        found = reported(model, solver)
    except (Unsupported, Late, StillRunning):
        raise
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if found == right:
        return ""
    missing, extra = right - found, found - right
    words = [("missing", missing), ("extra or repeated", extra)]
    names = [variable.name for variable in model.variables]
    return f"of {names}: " + "; ".join(
        f"{rows.total()} {word}: {list(rows)[:SHOWN]}" for word, rows in words if rows
    )


def report(model: Model, solver: Solver, difference_: str) -> str:
    """The difference, with the smallest model that still shows one."""
    smallest = smallest_that_fails(model, solver)
    return (
        f"{solver.name} on {model.name}: {difference_}\n{program_of(model)}\n"
        f"# the smallest that fails: {difference(smallest, solver)}\n{program_of(smallest)}"
    )


def smallest_that_fails(model: Model, solver: Solver) -> Model:
    """The smallest model on which `solver` still is wrong; refusing or hanging is another fault.

    It is `model` itself where that has too many assignments to be judged again and again.
    """
    if size_of(model.variables) > FEASIBLE:
        return model
    return smallest(model, lambda smaller: difference_if_supported(smaller, solver))


def smallest(model: Model, wrong: Callable[[Model], str]) -> Model:
    """The smallest model found in time of which `wrong` says something; to raise is nothing."""
    deadline = time.monotonic() + MOST_SECONDS

    def fails(smaller: Model) -> bool:
        try:
            return time.monotonic() < deadline and bool(wrong(smaller))
        except (Unsupported, Late, StillRunning, AssertionError):
            return False

    return shrunk(model, fails, most_tries=MOST_TRIES)


def reproduction(model: Model, solver: Solver) -> str:
    """A program that declares `model` and shows what `solver` gets wrong on it."""
    return (
        "from everyway.comparer import compare\n"
        f"{program_of(model)}\n"
        f"print(compare(model, [{solver.name!r}, 'brute-force']))"
    )
