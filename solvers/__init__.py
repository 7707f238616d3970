"""Enumerate every solution of a model, and compare those who do.

>>> from everyway.models.queens import queens
>>> from everyway.solvers import compare, count, first
>>> count(queens(6))
4
>>> first(queens(3)) is None
True
>>> compare(queens(6), ["flatmap", "brute-force@rows"]).verdict
'agree'
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
from .harness.counting import count
from .harness.enumeration import Enumeration, first, solutions
from .harness.outcome import Outcome
from .harness.registry import UnknownSolver

if TYPE_CHECKING:
    from .harness.compare import compare
    from .harness.comparison import Comparison
    from .harness.exporting import export
    from .harness.model_comparison import ModelComparison
    from .harness.models_compared import compare_models
    from .harness.orbits import Orbits, count_orbits, measure_breaking, orbits, spoiled
    from .harness.saved import SavedSolutions, saved_claim
    from .harness.saving import Saved, save
    from .harness.solution_set import SolutionSet, solve_all

__all__ = [
    "Assignment",
    "Comparison",
    "Control",
    "Disagreement",
    "Enumeration",
    "Incomplete",
    "ModelComparison",
    "Orbits",
    "Outcome",
    "Saved",
    "SavedSolutions",
    "SolutionSet",
    "SolverFailed",
    "SolverUnavailable",
    "Traits",
    "UnknownSolver",
    "Unsupported",
    "compare",
    "compare_models",
    "count",
    "count_orbits",
    "export",
    "first",
    "measure_breaking",
    "orbits",
    "save",
    "saved_claim",
    "solutions",
    "solve_all",
    "spoiled",
]

_LATER = {
    **dict.fromkeys(
        ("Orbits", "count_orbits", "measure_breaking", "orbits", "spoiled"), ".harness.orbits"
    ),
    "Comparison": ".harness.comparison",
    "ModelComparison": ".harness.model_comparison",
    "compare": ".harness.compare",
    "compare_models": ".harness.models_compared",
    **dict.fromkeys(("SavedSolutions", "saved_claim"), ".harness.saved"),
    **dict.fromkeys(("Saved", "save"), ".harness.saving"),
    **dict.fromkeys(("SolutionSet", "solve_all"), ".harness.solution_set"),
    "export": ".harness.exporting",
}
"""What not every program needs; imported from there when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        from ..models.language.habits import no_attribute

        raise no_attribute(__name__, name, __all__)
    return getattr(import_module(_LATER[name], __name__), name)
