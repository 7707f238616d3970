"""Enumerate every solution of a model, with any of many solvers.

>>> from everyway.models.queens import queens
>>> from everyway.solvers import count, first
>>> count(queens(6))
4
>>> first(queens(3)) is None
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .harness.contract import (
    Assignment,
    Control,
    Disagreement,
    Incomplete,
    SolverFailed,
    SolverUnavailable,
    Traits,
    Unsupported,
)
from .harness.options import Options
from .harness.outcome import Outcome
from .harness.registry import UnknownSolver
from .harness.running.enumeration import Enumeration, first, solutions
from .harness.running.independent_parts import count

if TYPE_CHECKING:
    from .diagram.decision_diagram import TooLarge
    from .diagram.model_diagrams import marginals, solution_set
    from .diagram.sampling import sample
    from .diagram.saved_sets import load_set
    from .diagram.solution_diagram import SolutionDiagram, SolutionSet, solve_all
    from .harness.running.optimising import improving
    from .harness.running.up_to_symmetry import (
        Orbits,
        count_orbits,
        counterexample,
        measure_breaking,
        orbits,
    )
    from .harness.saving.reading_saved import SavedSolutions, export
    from .harness.saving.save import Saved, save
    from .sat.estimating import Estimate, estimate

__all__ = [
    "Assignment",
    "Control",
    "Disagreement",
    "Enumeration",
    "Estimate",
    "Incomplete",
    "Options",
    "Orbits",
    "Outcome",
    "Saved",
    "SavedSolutions",
    "SolutionDiagram",
    "SolutionSet",
    "SolverFailed",
    "SolverUnavailable",
    "TooLarge",
    "Traits",
    "UnknownSolver",
    "Unsupported",
    "count",
    "count_orbits",
    "counterexample",
    "estimate",
    "export",
    "first",
    "improving",
    "load_set",
    "marginals",
    "measure_breaking",
    "orbits",
    "sample",
    "save",
    "solution_set",
    "solutions",
    "solve_all",
]

_LATER = {
    **dict.fromkeys(
        ("Orbits", "count_orbits", "measure_breaking", "orbits", "counterexample"),
        ".harness.running.up_to_symmetry",
    ),
    **dict.fromkeys(("Estimate", "estimate"), ".sat.estimating"),
    **dict.fromkeys(("Saved", "save"), ".harness.saving.save"),
    **dict.fromkeys(("SolutionSet", "solve_all"), ".diagram.solution_diagram"),
    "SolutionDiagram": ".diagram.solution_diagram",
    "TooLarge": ".diagram.decision_diagram",
    "load_set": ".diagram.saved_sets",
    **dict.fromkeys(("marginals", "solution_set"), ".diagram.model_diagrams"),
    "sample": ".diagram.sampling",
    "improving": ".harness.running.optimising",
    "SavedSolutions": ".harness.saving.reading_saved",
    "export": ".harness.saving.reading_saved",
}
"""Names that few programs need; imported from there when first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        from ..models.language.habits import no_attribute

        raise no_attribute(__name__, name, __all__)
    return getattr(import_module(_LATER[name], __name__), name)
