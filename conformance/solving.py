"""What a solver reports of a model, and how it differs from the oracle, in words."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from ..models import Model
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.enumeration import solutions
from ..solvers.harness.registry import Solver
from .enumerate_naively import Row, solution_rows
from .limits import StillRunning, soon, time_limit
from .shrink import as_code, shrunk

SHOWN = 5
MOST_TRIES = 500
MOST_SECONDS = 30.0
"""How long a model that fails is shrunk."""


def reported(model: Model, solver: Solver, **options: Any) -> Counter[Row]:
    """The rows that `solver` reports, as a multiset; it must end complete."""
    options = {"time_limit": time_limit(), **options}
    with soon(), solutions(model, solver.name, **options) as found:
        rows = Counter(solution.row for solution in found)
    assert found.outcome.status == "complete", found.outcome
    return rows


def reported_if_supported(model: Model, solver: Solver) -> Counter[Row] | None:
    """The rows that `solver` reports; None where it says that it cannot hold the numbers."""
    try:
        return reported(model, solver)
    except Unsupported:
        return None


def difference(model: Model, solver: Solver, expected: Counter[Row] | None = None) -> str:
    """What `solver` gets wrong on `model`, in words; nothing where it is right."""
    try:
        return difference_if_supported(model, solver, expected)
    except (Unsupported, StillRunning) as error:
        return f"{type(error).__name__}: {error}"


def difference_if_supported(
    model: Model, solver: Solver, expected: Counter[Row] | None = None
) -> str:
    """The same, for a solver that may refuse the model. Raises: Unsupported, StillRunning."""
    right = solution_rows(model) if expected is None else expected
    try:
        found = reported(model, solver)
    except (Unsupported, StillRunning):
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
        f"{solver.name} on {model.name}: {difference_}\n{as_code(model)}\n"
        f"# the smallest that fails: {difference(smallest, solver)}\n{as_code(smallest)}"
    )


def smallest_that_fails(model: Model, solver: Solver) -> Model:
    """The smallest model on which `solver` still is wrong; refusing or hanging is another fault."""
    deadline = time.monotonic() + MOST_SECONDS

    def fails(smaller: Model) -> bool:
        try:
            return time.monotonic() < deadline and bool(difference_if_supported(smaller, solver))
        except (Unsupported, StillRunning):
            return False

    return shrunk(model, fails, most_tries=MOST_TRIES)


def reproduction(model: Model, solver: Solver) -> str:
    """A program that declares `model` and shows what `solver` gets wrong on it."""
    return (
        f"{as_code(model)}\n"
        "from everyway.solvers import compare\n"
        f"print(compare(model, [{solver.name!r}, 'brute-force']))"
    )
