"""The judge of assignments of some of the variables: of the others, values have to exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..models.language.check import Judge, Violation
from ..models.language.constraints import Comparison
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant
from ..models.language.model import Model
from ..models.language.rules import Rule
from ..solvers.harness.contract import Incomplete
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions

MOST_JUDGED = 1_000
"""Assignments on which all claims agree are judged up to so many: each takes a search."""
_RULE = "others"


class ProjectedJudge(Judge):
    """Says of an assignment of some variables of `model` whether others complete it.

    What completes it is found by a solver and judged by `holds`; that nothing does is on the word
    of the solver, and the violation says so. Raises: ModelError for a model with an objective.
    """

    def __init__(self, model: Model, names: Iterable[str]) -> None:
        if model.objective is not None:
            raise ModelError(
                f"claims of {model.name} cannot be compared on some variables and on the best"
                " value at once; compare model.without_objective(), or all variables"
            )
        super().__init__(model.projected(names))
        self._whole, self._judge = model.projecting(), Judge(model)

    def solves(self, values: Mapping[str, Any]) -> bool:
        fixed = [
            Comparison(self._whole.by_name[name], "==", Constant(value))
            for name, value in values.items()
        ]
        asked = self._whole + Rule("judged", tuple(fixed))
        with solutions(asked, DEFAULT_SOLVER, limit=1, hand_over=False) as found:
            for solution in found:
                return self._judge.accepts(solution.assignment)
        if not found.outcome.complete:
            raise Incomplete(f"whether {dict(values)} can be completed was not found out", None)
        return False

    def violations(self, values: Mapping[str, Any]) -> list[Violation]:
        wrong = self.domain_violations(values)
        if wrong or self.solves(values):
            return wrong
        why = f"no values of the other variables keep every rule, says {DEFAULT_SOLVER}"
        return [Violation(_RULE, why, tuple(values))]
