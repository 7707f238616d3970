"""A second solver's word that units cannot hold together, asked of a model declared anew."""

from __future__ import annotations

from collections.abc import Collection

from ..solvers.harness.contract import (
    Control,
    Disagreement,
    SolverFailed,
    SolverUnavailable,
    Unsupported,
)
from ..solvers.harness.options import Options
from ..solvers.harness.registry import solver_named
from ..solvers.harness.running.enumeration import solutions
from .oracles import FALLBACK, SAT
from .question import Question

OTHER = "another"
"""Stands for another solver than the oracle, where none is named."""
LONGEST = 10.0
"""Seconds that a second opinion may take at most."""


def second_solver(oracle: str, named: str | None) -> str | None:
    """The solver that checks `oracle`: the one that is `named`, or another than itself, or none."""
    if named != OTHER:
        return named
    if oracle != FALLBACK:
        return FALLBACK
    return SAT if solver_named(SAT).is_installed() else "flatmap"


def cannot_hold(
    question: Question, chosen: Collection[int], oracle: str, solver: str, control: Control
) -> bool:
    """True if `solver` says, too, that the units `chosen` cannot hold together.

    False where it cannot say. Raises: Disagreement where it has a solution, which the judge
    accepts, so that `oracle` is wrong.
    """
    left = control.remaining()
    limit = LONGEST if left is None else max(min(LONGEST, left), 0.01)
    options = Options(limit=1, time_limit=limit, hand_over=False)
    try:
        with solutions(question.part(chosen), solver, options=options) as found:
            solution = next(found, None)
    except (Unsupported, SolverUnavailable, SolverFailed):
        return False
    if solution is None:
        return found.outcome.complete
    if question.broken(solution.assignment).isdisjoint(question.constraints(chosen)):
        units = ", ".join(str(question.units[place]) for place in chosen) or "what is hard"
        raise Disagreement(
            f"{oracle} is wrong: it says that these cannot hold together ({units}),"
            f" and {solver} has a solution of them, which the judge accepts",
            solution,
        )
    return False
