"""The number of solutions, by way of parts that share no variable."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...models.language.labels import without_labels
from ...models.language.model import Model
from ...models.language.viewpoint import in_viewpoint
from .components import components
from .enumeration import DEFAULT_SOLVER, Enumeration, solutions
from .outcome import Outcome, require_complete
from .registry import solver_named


@dataclass(frozen=True)
class Counted:
    """How many solutions there are, and how that was found."""

    number: int
    """Exact where `outcome` is complete; otherwise at least so many."""
    outcome: Outcome
    parts: int
    """The numbers of solutions of so many parts were multiplied; 1 where all were enumerated."""


def count(model: Model, solver: str = DEFAULT_SOLVER, **options: Any) -> int:
    """How many solutions `model` has; those of parts that share no variable are multiplied.

    Takes the options of `solutions`. A limit or a projection has them counted one by one.
    Raises: Incomplete, with the number found so far, where something stopped the search.
    """
    found = counted_in_parts(model, solver, **options)
    if found is None:
        whole = solutions(model, solver, **options)
        found = Counted(_enumerated(whole), whole.outcome, 1)
    require_complete(found.outcome, found.number)
    return found.number


def counted_in_parts(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    limit: int | None = None,
    project: Iterable[str] | None = None,
    viewpoint: str = "auto",
    time_limit: float | None = None,
    seed: int | None = None,
) -> Counted | None:
    """The product over the parts of `model`; None where it has one part, or is not to be split."""
    if limit is not None or project is not None:
        return None
    # Whatever is wrong with the options shows here, before anything is multiplied.
    solutions(model, solver, viewpoint=viewpoint, time_limit=time_limit, seed=seed)
    name, _, form = solver.partition("@")
    runner = solver_named(name)
    runner.load()
    if runner.traits.historical:
        return None
    prefers = runner.traits.viewpoint
    view = in_viewpoint(without_labels(model)[0], form or viewpoint, prefers=prefers)
    free, parts = components(view.model)
    if free == 1 and len(parts) < 2:
        return None
    total, outcome = free, Outcome(solver, view.name, status="complete")
    for part in parts:
        left = None if time_limit is None else max(time_limit - _spent(outcome), 1e-9)
        found = solutions(part, name, time_limit=left, seed=seed)
        number = _enumerated(found)
        outcome = _together(outcome, found.outcome)
        # Of a part that was not searched to its end, it is not known that it has a solution.
        total *= number if outcome.complete else 0
        if not total:
            break
    return Counted(total, outcome, len(parts) + (free > 1))


def _enumerated(found: Enumeration) -> int:
    with found:
        return sum(1 for _ in found)


def _together(before: Outcome, last: Outcome) -> Outcome:
    """One outcome for the parts so far: times and counts added, the status of the last."""
    seconds = {
        key: _sum(before.seconds[key], last.seconds[key]) for key in ("import", "build", "all")
    }
    return replace(
        last,
        solver=before.solver,
        viewpoint=before.viewpoint,
        solutions=before.solutions + last.solutions,
        seconds={**last.seconds, **seconds, "first": None},
    )


def _spent(outcome: Outcome) -> float:
    return _sum(outcome.seconds["build"], outcome.seconds["all"]) or 0.0


def _sum(first: float | None, second: float | None) -> float | None:
    return None if first is None and second is None else (first or 0.0) + (second or 0.0)
