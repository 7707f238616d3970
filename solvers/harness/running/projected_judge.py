"""The judge of assignments of some of the variables: of the others, values have to exist."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ....models.language.check import Judge, Violation
from ....models.language.constraints import Comparison
from ....models.language.errors import ModelError
from ....models.language.expressions import Constant
from ....models.language.model import Model
from ....models.language.objectives import Point
from ....models.language.phrases import assigned
from ....models.language.rules import Rule
from ..contract import Incomplete
from ..contract import plain as in_short
from ..options import Options
from ..outcome import Outcome
from .enumeration import DEFAULT_SOLVER, solutions
from .optimising import settled_by

MOST_SEARCHED = 1_000
"""Assignments on which all claims agree are judged up to so many: each takes a search."""
_RULE = "others"


class ProjectedJudge(Judge):
    """Says of an assignment of some variables of `model` whether others complete it.

    What completes it is found by a solver and judged by `holds`; that nothing does is on the word
    of the solver, and the violation says so. The model has no objective; `reaching` says of which
    value, in words, it has the solutions. All that it is asked takes `seconds` at most, from now
    on: past them it raises Incomplete.
    """

    def __init__(
        self,
        model: Model,
        names: Iterable[str],
        reaching: str = "",
        seconds: float | None = None,
    ) -> None:
        super().__init__(model.projected(names))
        self._whole, self._judge, self._reaching = model.projecting(), Judge(model), reaching
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds
        self._known: dict[tuple[Any, ...], bool] = {}

    @classmethod
    def of_the_best(
        cls,
        model: Model,
        names: Iterable[str],
        outcomes: Iterable[Outcome],
        seconds: float | None = None,
    ) -> ProjectedJudge:
        """The judge by the best value of a model that is confirmed, of those that runs found."""
        objective, plain = model.objective, model.without_objective()
        if objective is None:
            return cls(model, names, seconds=seconds)
        found = [one.objective for one in outcomes if one.objective is not None]
        best, whole = cls(plain, names, seconds=seconds), Judge(plain)
        point: Point | None = None
        for solution in [one.solution for one in found if one.solution is not None]:
            value = objective.valuation.of(solution) if whole.accepts(solution) else None
            if value is not None and (point is None or objective.beats(value, point)):
                best, point = best.reaching(model, value), value
        for value in {tuple(one) for run in found for one in run.points}:
            if point is None or objective.beats(value, point):
                judge = best.reaching(model, value)
                try:
                    reached = judge.solves({})
                except Incomplete:  # a judge without time left says so of every row
                    return judge
                if reached:
                    best, point = judge, value
        return best

    def reaching(self, model: Model, point: Point) -> ProjectedJudge:
        """The judge of the solutions of `model`, on these variables, that reach a value."""
        assert model.objective is not None, "there is something to be best in"
        settled = settled_by(model.without_objective(), model.objective, [point])
        names = [variable.name for variable in self.model.variables]
        judge = ProjectedJudge(settled, names, f" and reach {in_short(point)}", self._seconds)
        judge._end = self._end
        return judge

    def solves(self, values: Mapping[str, Any]) -> bool:
        key = tuple(values.items())
        if key not in self._known:
            self._known[key] = self._completes(values)
        return self._known[key]

    def each(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mapping[str, Any], bool]]:
        return ((row, self.solves(row)) for row in rows)

    def _completes(self, values: Mapping[str, Any]) -> bool:
        left = None if self._end is None else self._end - time.monotonic()
        late = f"the judge of some variables has {self._seconds} s in all; give it more time"
        if left is not None and left <= 0:
            raise Incomplete(late, None)
        fixed = [
            Comparison(self._whole.by_name[name], "==", Constant(value))
            for name, value in values.items()
        ]
        asked = self._whole + Rule("judged", tuple(fixed))
        options = Options(limit=1, time_limit=left, hand_over=False)
        with solutions(asked, DEFAULT_SOLVER, options=options) as found:
            for solution in found:
                return self._judge.accepts(solution.assignment)
        if not found.outcome.complete:
            said = f"; {late}" if found.outcome.reason == "time limit" else ""
            raise Incomplete(f"whether others complete {assigned(values)} is not known{said}", None)
        return False

    def violations(self, values: Mapping[str, Any]) -> list[Violation]:
        wrong = self.domain_violations(values)
        if wrong or self.solves(values):
            return wrong
        kept = f"keep every rule{self._reaching}"
        why = f"no values of the other variables {kept}, says {DEFAULT_SOLVER}"
        return [Violation(_RULE, why, tuple(values))]


def judge_of(
    model: Model,
    names: Iterable[str] | None,
    outcomes: Iterable[Outcome] = (),
    seconds: float | None = None,
) -> Judge | None:
    """The judge of the solutions of `model`, or of their projection on `names`.

    None where what is projected may have one of several values of an objective.
    """
    aim = model.objective
    if names is None:
        return Judge(model)
    if aim is not None and (aim.pareto or aim.within):
        return None
    return ProjectedJudge.of_the_best(model, names, outcomes, seconds)


def refuse_unknown_values(model: Model, claims: Sequence[str]) -> None:
    """Raises: ModelError where the values of what is claimed of some variables are not known."""
    objective = model.objective
    if objective is not None and (objective.pareto or claims):
        whose = "several values" if objective.pareto else f"the claim {claims[0]}"
        raise ModelError(
            f"claims of {model.name} cannot be compared on some variables and on the best value at"
            f" once, for {whose}; compare model.without_objective(), or all variables"
        )
