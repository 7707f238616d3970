"""Runs a solver on a model: lazily, within limits, and never ending in silence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...models.language.errors import ModelError
from ...models.language.model import Model, Solution
from .contract import (
    SolverFailed,
    SolverUnavailable,
    Unsupported,
)
from .outcome import Outcome, require_complete
from .run import Run

DEFAULT_SOLVER = "auto"


class Enumeration(Run):
    """One solver's solutions of one model, each a `Solution`; what goes wrong is raised."""

    def __next__(self) -> Any:
        if not self._advance():
            raise_failure(self._outcome)
            raise StopIteration
        if self.misfit:
            self._outcome.solutions -= 1
            error = SolverFailed(
                f"{self._outcome.solver} reported {self._found!r}, which has not"
                " a value of its domain for every variable; compare solvers to see who is wrong"
            )
            self._end("failed", "it reported what is no solution", error)
            raise error
        return self.projected.solution(self._found)


def raise_failure(outcome: Outcome) -> None:
    """Raises: what a run failed by, if it failed."""
    error = outcome.error
    if error is None or outcome.status == "stopped":
        return
    if isinstance(error, Unsupported | SolverUnavailable | ModelError | SolverFailed):
        raise error
    raise SolverFailed(f"{outcome.solver} failed: {outcome.reason}") from error


def solutions(
    model: Model,
    solver: str = DEFAULT_SOLVER,
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    seed: int | None = None,
    viewpoint: str = "auto",
    project: Iterable[str] | None = None,
    jobs: int | str = 1,
) -> Enumeration:
    """Every solution of `model`, once, as a lazy iterator with an `outcome`.

    `solver` may name a viewpoint: `cp-sat@squares`. `time_limit` is in seconds, of building and
    searching. A limit ends the iteration; the outcome tells whether there was more. With `project`,
    names of groups or variables, a solution gives values to these alone, and each comes once; a
    solver that cannot be told so has those that it found remembered, on disk when they are many.

    With several `jobs`, or "auto" for the number of cores, a solver that can searches with so many
    threads; the solutions are the same, in another order.

    Raises: UnknownSolver; while iterating Unsupported, SolverUnavailable, SolverFailed.
    """
    return Enumeration(
        model,
        solver,
        limit=limit,
        time_limit=time_limit,
        seed=seed,
        viewpoint=viewpoint,
        project=project,
        jobs=jobs,
    )


def raw(model: Model, solver: str, **options: Any) -> Run:
    """What `solver` reports, unchecked, for the comparer; failures show in the outcome."""
    return Run(model, solver, **options)


def first(model: Model, solver: str = DEFAULT_SOLVER, **options: Any) -> Solution | None:
    """A solution of `model`, or None if there is none; nothing further is searched.

    Raises: Incomplete where something stopped the search before it found one.
    """
    with solutions(model, solver, limit=1, **options) as found:
        for solution in found:
            assert isinstance(solution, Solution)
            return solution
    require_complete(found.outcome, None)
    return None
