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

from .harness.compare import compare
from .harness.comparison import Comparison
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
from .harness.solution_set import SolutionSet, solve_all

__all__ = [
    "Assignment",
    "Comparison",
    "Control",
    "Disagreement",
    "Enumeration",
    "Incomplete",
    "Outcome",
    "SolutionSet",
    "SolverFailed",
    "SolverUnavailable",
    "Traits",
    "UnknownSolver",
    "Unsupported",
    "compare",
    "count",
    "first",
    "solutions",
    "solve_all",
]
