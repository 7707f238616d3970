"""Solvers that share no lowering: which may be asked a second time, and whose fault an error is."""

from __future__ import annotations

from ..solvers.harness.contract import SolverUnavailable
from ..solvers.harness.outcome import HANDED_OVER, Outcome
from ..solvers.harness.registry import solver_named
from ..solvers.harness.solver_names import SolverName, UnknownSolver

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


def whose_fault(solver: str) -> str:
    """Who has to mend an error of `solver`, in words, with what to do."""
    try:
        found = solver_named(solver)
        is_ours = found.address.startswith("everyway.solvers.")
        library = found.traits.distribution or found.traits.module or found.traits.program
    except (UnknownSolver, SolverUnavailable):
        is_ours, library = False, ""
    if not is_ours:
        return f"this is a fault of {solver}; compare solvers on the model to see it"
    where = f" or of {library}" if library else ""
    return f"this is a fault of everyway{where}, not of the model; please report it with the model"
