"""What a solver reports of a model, and how it differs from the oracle, in words."""

from __future__ import annotations

from collections import Counter

from ..models import Model
from ..solvers.harness.contract import Unsupported
from ..solvers.harness.enumeration import solutions
from ..solvers.harness.registry import Solver
from .enumerate_naively import Row, solution_rows
from .shrink import as_code, shrunk

SHOWN = 5


def reported(model: Model, solver: Solver, **options: object) -> Counter[Row]:
    """The rows that `solver` reports, as a multiset; it must end complete."""
    with solutions(model, solver.name, **options) as found:
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
    right = solution_rows(model) if expected is None else expected
    try:
        found = reported(model, solver)
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
    smallest = shrunk(model, lambda smaller: bool(difference(smaller, solver)), most_tries=500)
    return (
        f"{solver.name} on {model.name}: {difference_}\n{as_code(model)}\n"
        f"# the smallest that fails: {difference(smallest, solver)}\n{as_code(smallest)}"
    )
