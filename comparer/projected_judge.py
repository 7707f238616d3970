"""The judge of assignments of some of the variables: of the others, values have to exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..models.language.check import Judge, Violation
from ..models.language.constraints import Comparison
from ..models.language.errors import ModelError
from ..models.language.expressions import Constant
from ..models.language.model import Model
from ..models.language.objectives import Point
from ..models.language.rules import Rule
from ..solvers.harness.best import plain as in_short
from ..solvers.harness.contract import Incomplete
from ..solvers.harness.outcome import Outcome
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER, solutions
from ..solvers.harness.running.optimising import settled_by

MOST_JUDGED = 1_000
"""Assignments on which all claims agree are judged up to so many: each takes a search."""
_RULE = "others"


class ProjectedJudge(Judge):
    """Says of an assignment of some variables of `model` whether others complete it.

    What completes it is found by a solver and judged by `holds`; that nothing does is on the word
    of the solver, and the violation says so. The model has no objective; `reaching` says of which
    value, in words, it has the solutions.
    """

    def __init__(self, model: Model, names: Iterable[str], reaching: str = "") -> None:
        super().__init__(model.projected(names))
        self._whole, self._judge, self._reaching = model.projecting(), Judge(model), reaching

    @classmethod
    def of_the_best(
        cls, model: Model, names: Iterable[str], outcomes: Iterable[Outcome]
    ) -> ProjectedJudge:
        """The judge by the best value of a model that is confirmed, of those that runs found."""
        objective, plain = model.objective, model.without_objective()
        if objective is None:
            return cls(model, names)
        found = [one.objective for one in outcomes if one.objective is not None]
        best, whole = cls(plain, names), Judge(plain)
        point: Point | None = None
        for solution in [one.solution for one in found if one.solution is not None]:
            value = objective.valuation.of(solution) if whole.accepts(solution) else None
            if value is not None and (point is None or objective.beats(value, point)):
                best, point = cls._reached(model, names, value), value
        for value in {tuple(one) for run in found for one in run.points}:
            if point is None or objective.beats(value, point):
                judge = cls._reached(model, names, value)
                if judge.solves({}):
                    best, point = judge, value
        return best

    @classmethod
    def _reached(cls, model: Model, names: Iterable[str], point: Point) -> ProjectedJudge:
        assert model.objective is not None, "there is something to be best in"
        settled = settled_by(model.without_objective(), model.objective, [point])
        return cls(settled, names, f" and reach {in_short(point)}")

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
        kept = f"keep every rule{self._reaching}"
        why = f"no values of the other variables {kept}, says {DEFAULT_SOLVER}"
        return [Violation(_RULE, why, tuple(values))]


def refuse_unknown_values(model: Model, claims: Sequence[str]) -> None:
    """Raises: ModelError where the values of what is claimed of some variables are not known."""
    objective = model.objective
    if objective is not None and (objective.pareto or claims):
        whose = "several values" if objective.pareto else f"the claim {claims[0]}"
        raise ModelError(
            f"claims of {model.name} cannot be compared on some variables and on the best value at"
            f" once, for {whose}; compare model.without_objective(), or all variables"
        )
