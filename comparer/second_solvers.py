"""Solvers that share no lowering: which may be asked a second time."""

from __future__ import annotations

from ..solvers.harness.outcome import HANDED_OVER, Outcome
from ..solvers.harness.registry import solver_named
from ..solvers.harness.solver_names import SolverName

PARTNERS = ("diagram", "flatmap", "cp-sat")
"""Solvers that are asked a second time; each reads a model in its own way."""
LEAST_SECONDS = 2.0
"""The time for a second solver where the first took less."""
_ONE_LOWERING = ("auto", "compiled", "generated")


def lowerings(first: Outcome) -> set[str]:
    """The names of the solvers whose word is not a second one beside this run."""
    handed = str(first.statistics.get(HANDED_OVER, "")).split(" and ")
    bases = {SolverName.read(name).base for name in (first.solver, *filter(None, handed))}
    return bases | (set(_ONE_LOWERING) if bases & set(_ONE_LOWERING) else set())


def partners(first: Outcome) -> list[str]:
    """The installed solvers that may be asked after a run."""
    return [n for n in PARTNERS if n not in lowerings(first) and solver_named(n).is_installed()]


def seconds_for(first: Outcome) -> float:
    """For how long a second solver is asked: as long as the first took, and at least 2 s."""
    return max(LEAST_SECONDS, sum(s for s in first.seconds.values() if s is not None))
