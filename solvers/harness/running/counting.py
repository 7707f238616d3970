"""The number of solutions, by way of parts that share no variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from ....models.language.domains import size
from ....models.language.errors import ModelError
from ....models.language.expected_model import are_terms, as_model
from ....models.language.model import Model
from ....models.language.viewpoints.labels import without_labels
from ....models.language.viewpoints.viewpoint import in_viewpoint
from ..contract import SHORTCUTS
from ..outcome import Outcome, require_complete
from ..processes.parallel import is_distributed, number_of_jobs
from ..registry import name_and_viewpoint, solver_named
from .components import components
from .enumeration import DEFAULT_SOLVER, raise_failure, solutions
from .run import Run

WORTH_WORKERS = 100_000
"""One of several parts of a model is left to others where it has so many assignments."""

Hear = Callable[[int, Mapping[str, int | float | str]], object]


@dataclass(frozen=True)
class Counted:
    """The number of solutions, and the way it was found."""

    number: int
    """Exact where `outcome` is complete; otherwise at least so many."""
    outcome: Outcome
    parts: int
    """The numbers of solutions of so many parts were multiplied; 1 where all were enumerated."""
    multiplied: bool = False
    """True if there was anything to multiply: several parts, or free variables."""


class Tally(Run):
    """A solver that counts without enumerating; `outcome.solutions` is the number so far."""

    def __init__(self, model: Model, solver: str, shortcuts: Iterable[str], **options: Any) -> None:
        super().__init__(model, solver, **options)
        self._control.shortcuts = _known(shortcuts)
        self._number = 0

    def _start(self, model: Model) -> Iterator[Any]:
        if is_distributed(self._solver, self._control.jobs, self._control.cluster):
            from ..processes.delegation import counts

            return counts(self._solver, model, self._control)
        counter = self._solver.counter
        assert counter is not None, "only what counts is tallied"
        return counter(model, self._control)

    def _next(self) -> None:
        self._number = self._taken()

    def _count(self) -> None:
        self._outcome.solutions += self._number


def count(model: Model, solver: str = DEFAULT_SOLVER, **options: Any) -> int:
    """The number of solutions of `model`; those of parts that share no variable are multiplied.

    Takes the options of `solutions`, and `shortcuts`: of "mirror" and "merge", those by which the
    solver may come round enumerating; both, unless said otherwise. A limit or a projection has
    the solutions counted one by one.

    Raises: Incomplete, with the number found so far, where something stopped the search.
    """
    if are_terms(model):
        raise ModelError(
            "everyway.solvers.count(model) counts the solutions of a model; the terms that equal"
            " a value are counted by everyway.models.count(terms, value)"
        )
    found = counted(as_model(model), solver, **options)
    if found is None:
        whole = solutions(model, solver, **{k: v for k, v in options.items() if k != "shortcuts"})
        found = Counted(_enumerated(whole), whole.outcome, 1)
    require_complete(found.outcome, found.number)
    return found.number


def counted(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    limit: int | None = None,
    project: Iterable[str] | None = None,
    viewpoint: str = "auto",
    time_limit: float | None = None,
    seed: int | None = None,
    jobs: int | str = 1,
    cluster: str | None = None,
    shortcuts: Iterable[str] = SHORTCUTS,
    hear: Hear = lambda number, statistics: None,
) -> Counted | None:
    """The number of solutions by parts, or by a solver that counts; None where it is neither.

    `hear` gets the number so far, now and then, and the statistics of the solver.
    """
    if limit is not None or project is not None:
        return None
    # Whatever is wrong with the options shows here, before anything is multiplied.
    solutions(model, solver, viewpoint=viewpoint, time_limit=time_limit, seed=seed, jobs=jobs)
    name, form = name_and_viewpoint(solver)
    runner = solver_named(name)
    runner.load()
    if runner.traits.historical:
        return None
    tallied = runner.counter is not None or is_distributed(runner, number_of_jobs(jobs), cluster)
    prefers = runner.traits.viewpoint
    view = in_viewpoint(without_labels(model)[0], form or viewpoint, prefers=prefers)
    free, parts = components(view.model)
    if free == 1 and len(parts) < 2 and not tallied:
        return None
    total, outcome = free, Outcome(solver, view.name, status="complete")
    for part in parts:
        left = None if time_limit is None else max(time_limit - _spent(outcome), 1e-9)
        options: dict[str, Any] = {"time_limit": left, "seed": seed}
        if len(parts) == 1 or prod(size(v.domain) for v in part.variables) >= WORTH_WORKERS:
            options |= {"jobs": jobs, "cluster": cluster}
        found = _begun(part, name, shortcuts, options)
        number = _enumerated(found, hear)
        outcome = _together(outcome, found.outcome)
        alone = len(parts) == 1 and free == 1
        # Of a part that was not searched to its end, it is not known that it has a solution.
        total *= number if outcome.complete or alone else 0
        if not total:
            break
    return Counted(total, outcome, len(parts) + (free > 1), free > 1 or len(parts) > 1)


def _begun(model: Model, name: str, shortcuts: Iterable[str], options: dict[str, Any]) -> Run:
    """A run that counts, where there is such a one, else one that enumerates."""
    solver = solver_named(name)
    jobs, cluster = options.get("jobs", 1), options.get("cluster")
    if solver.counter is None and not is_distributed(solver, number_of_jobs(jobs), cluster):
        return solutions(model, name, **options)
    return Tally(model, name, shortcuts, **options)


def _known(shortcuts: Iterable[str]) -> frozenset[str]:
    """Raises: ValueError for a shortcut that there is not."""
    found = frozenset(shortcuts)
    if found - SHORTCUTS:
        words = ", ".join(sorted(found - SHORTCUTS))
        raise ValueError(f"no shortcut {words}; there are {', '.join(sorted(SHORTCUTS))}")
    return found


def _enumerated(found: Run, hear: Hear = lambda number, statistics: None) -> int:
    """The number of solutions; what goes wrong with a tally is raised as by an enumeration."""
    with found:
        for _ in found:
            if isinstance(found, Tally) or not found.outcome.solutions % 1024:
                hear(found.outcome.solutions, found.outcome.statistics)
    if isinstance(found, Tally):
        raise_failure(found.outcome)
    return found.outcome.solutions


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
