"""Explanations: rules that cannot hold together, what would mend it, and which givens are needed.

>>> from everyway.explainer import why
>>> from everyway.models.queens import queens
>>> reason = why(queens(n=3), by="rule")
>>> [str(unit) for unit in reason.sets[0]]
['rows == 1', 'columns == 1', 'diagonals <= 1']
"""

from __future__ import annotations

from .explanation import Blamed, Explanation, Reason
from .stepwise import Fact, NoSteps, Step, Steps, steps
from .why_and_repairs import Redundancy, needed, redundant, repairs, why

__all__ = [
    "Blamed",
    "Explanation",
    "Fact",
    "NoSteps",
    "Reason",
    "Redundancy",
    "Step",
    "Steps",
    "needed",
    "redundant",
    "repairs",
    "steps",
    "why",
]
