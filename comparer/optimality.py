"""Objectives in a comparison: which rows are beaten by a row that the judge confirms.

A solver that claims the best solutions is wrong where a row that keeps every rule beats one of its
own, and where it lacks a row that none of its own beats. The best value that it says is part of its
claim, also where its rows are right: so equal rows of some variables may come from other values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import Any

from ..models.language.check import Judge, Violation
from ..models.language.errors import PredicateError
from ..models.language.late_dataclasses import replace
from ..models.language.model import Model
from ..models.language.objectives import Objective, Point, Valuation
from ..models.language.phrases import assigned
from ..solvers.harness.contract import Best, plain
from ..solvers.harness.rows.packing import Packer
from .comparison import WRONG_VALUE, Comparison, Difference, RunReport
from .spool import PARTITIONS, Spool

NO_EVIDENCE = "its solutions are right, its best value is not"
_Known = Sequence[tuple[Point, Mapping[str, Any]]]


class Optimality:
    """The values of what was claimed, and the solutions that beat others."""

    def __init__(self, judge: Judge) -> None:
        assert judge.model.objective is not None, "there is something to be best in"
        self._objective: Objective = judge.model.objective
        self._judge = judge
        self._beats, self._valuation = self._objective.beats, Valuation(self._objective)
        self._best: dict[Point, Mapping[str, Any]] = {}
        """Points of judged solutions that none beats, each with a solution that has it."""
        self._claimed: dict[int, set[Point]] = {}
        """The values of all that each claim reports, by the number of the claim."""

    def read(
        self, spools: Sequence[Spool], packer: Packer, reported: Iterable[Mapping[str, Any]]
    ) -> None:
        """Take in what was claimed, and what was reported on the way."""
        for values in reported:
            if not self._judge.domain_violations(values):
                self.confirm(values)
        for number, spool in enumerate(spools):
            points = self._claimed.setdefault(number, set())
            for partition in range(PARTITIONS):
                for row in spool.rows(partition):
                    values = packer.unpack(row)
                    point = self._valuation.of(values)
                    if point is not None:
                        points.add(point)
                        self.confirm(values, point)

    def confirm(self, values: Mapping[str, Any], point: Point | None = None) -> None:
        """Take in a row, if the judge confirms that it keeps every rule and nothing beats it."""
        point = point or self._valuation.of(values)
        if point is None or point in self._best or self.better(point) is not None:
            return
        try:
            if not self._judge.solves(values):
                return
        except PredicateError:
            return
        self._best = {
            known: row for known, row in self._best.items() if not self._beats(point, known)
        }
        self._best[point] = dict(values)

    def better_than(self, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """A confirmed solution that shows that these values are not wanted, if there is one."""
        point = self._valuation.of(values)
        return None if point is None else self.better(point)

    def better(self, point: Point) -> Mapping[str, Any] | None:
        """A confirmed solution that beats `point`."""
        return next((row for known, row in self._best.items() if self._beats(known, point)), None)

    def best_of(self, number: int) -> int | list[int] | list[list[int]] | None:
        """The best value in a claim; with a front, each of its points."""
        signs = [goal.sign for goal in self._objective.goals]
        points = sorted(self._claimed[number], key=lambda point: [*map(mul, signs, point)])
        if self._objective.pareto:
            return [list(point) for point in points]
        return plain(points[0]) if points else None

    def is_missed_by(self, number: int, values: Mapping[str, Any]) -> bool:
        """True if a claim that lacks a solution of these values, and says it is whole, is wrong.

        So it is where none of its rows beats these; where these beat one of its rows, that row
        is the proof.
        """
        point = self._valuation.of(values)
        claimed = self._claimed[number]
        return point is not None and not any(
            self._beats(own, point) or self._beats(point, own) for own in claimed
        )


def not_the_best(model: Model, best: Best, values: Mapping[str, Any]) -> Violation | None:
    """The violation of values that keep every rule, where a solution that was found beats them."""
    objective = model.objective
    point = objective.valuation.of(values) if objective else None
    if objective is None or point is None or not best.beats(point, objective):
        return None
    said = f"its value is {plain(point)}; {best.words}"
    better = best.solution or {}
    own = objective.valuation.of(better) if better else None
    if own is not None and objective.beats(own, point) and Judge(model).accepts(better):
        said = f"{said}; every rule holds of {assigned(better)}, which has {plain(own)}"
    return Violation("objective", said, tuple(values))


def incumbents(claims: Iterable[Any]) -> Iterable[Mapping[str, Any]]:
    """The best solutions so far of runs, also of those that were stopped."""
    for claim in claims:
        best = claim.outcome.objective
        if best is not None and best.solution is not None:
            yield best.solution


def with_best_values(comparison: Comparison, model: Model) -> Comparison:
    """`comparison`, with each run convicted whose solutions show no fault but whose value does.

    That is one of a value which a judged solution of any run beats, and one whose own solution of
    this value the judge refuses.
    """
    objective = model.objective
    if objective is None:
        return comparison
    strict = replace(objective, within=0)
    judge = Judge(model.without_objective())
    known = [
        (point, values)
        for values in incumbents(comparison.runs)
        if (point := _confirmed(judge, strict, values)) is not None
    ]
    refuted = {
        run.solver: difference
        for run in comparison.runs
        if not run.wrong and (difference := _refuted(run, judge, strict, known))
    }
    runs = tuple(replace(run, wrong_value=int(run.solver in refuted)) for run in comparison.runs)
    differences = (*comparison.differences, *refuted.values())
    return replace(comparison, runs=runs, differences=differences) if refuted else comparison


def _confirmed(judge: Judge, objective: Objective, values: Mapping[str, Any]) -> Point | None:
    try:
        return objective.valuation.of(values) if judge.accepts(values) else None
    except PredicateError:
        return None


def _refuted(
    run: RunReport, judge: Judge, objective: Objective, known: _Known
) -> Difference | None:
    """The proof that the best value of a run is none."""
    best = run.outcome.objective
    if best is None or not best.proven:
        return None
    for point, values in known:
        if any(objective.beats(point, tuple(own)) for own in best.points):
            said = f"{best.words}, it says; every rule holds of {assigned(values)}, which has"
            why = Violation("objective", f"{said} {plain(point)}", tuple(values))
            return Difference.of_a_run(WRONG_VALUE, run, (why,), NO_EVIDENCE, best.solution)
    own = best.solution
    if own is None or _confirmed(judge, objective, own) is not None:
        return None
    try:
        violated = tuple(judge.violations(own))
        return Difference.of_a_run(WRONG_VALUE, run, violated, NO_EVIDENCE, own)
    except PredicateError:
        return None
