"""Rows held to the rules of the declared model before they become a verdict: all, or a sample.

A row of some of the variables is judged by a search for values of the others.
"""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from math import inf
from random import Random
from typing import Any

from ....models.language.check import Judge, Violation
from ....models.language.constraints import Comparison
from ....models.language.errors import ModelError, PredicateError
from ....models.language.expressions import Constant
from ....models.language.late_dataclasses import dataclass
from ....models.language.model import Model
from ....models.language.objectives import Point
from ....models.language.phrases import assigned, grouped
from ....models.language.rules import Rule
from ..contract import Incomplete
from ..contract import plain as in_short
from ..options import Options
from ..outcome import Outcome
from ..registry import UnknownSolver, solver_named
from .enumeration import DEFAULT_SOLVER, solutions
from .optimising import settled_by

MOST_JUDGED = 100_000
"""The most rows that are judged all; of more a sample of this size is."""
_REPORT_EVERY = 64


@dataclass(frozen=True)
class RowsJudged:
    """The number of rows that were judged of some, and the first that is no solution."""

    rows: int = 0
    judged: int = 0
    fault: str = ""
    """The row, and what it breaks; "" where none is wrong."""

    def __str__(self) -> str:
        if self.judged >= self.rows:
            return "rows judged: all"
        if not self.judged:
            return "rows not judged"
        return f"rows judged: a sample of {grouped(self.judged)} of {grouped(self.rows)}"

    def to_json(self) -> dict[str, int]:
        """The numbers for a document."""
        return {"judged": self.judged, "of": self.rows}


def judged_rows(
    judge: Judge | None,
    rows: Iterable[Mapping[str, Any]],
    number: int,
    *,
    most: int = MOST_JUDGED,
    seed: int | None = None,
    seconds: float = inf,
    hear: Callable[[], object] = lambda: None,
) -> RowsJudged:
    """The judge's findings on `number` rows, `most` of them at most, within some seconds.

    A sample is drawn by `seed`. A row that comes twice is a fault too. Without a judge there are
    none.
    """
    if judge is None:
        return RowsJudged(number)
    ends, judged, seen = time.monotonic() + seconds, 0, set[bytes]()
    chosen = None if number <= most else set(Random(seed or 0).sample(range(number), most))
    asked = (row for place, row in enumerate(rows) if chosen is None or place in chosen)
    fault = ""
    try:
        for values, holds in judge.each(asked):
            judged += 1
            key = blake2b(marshal.dumps(tuple(values.values()), 2), digest_size=16).digest()
            if not holds or key in seen:
                fault = fault_of(judge, values, is_repeated=holds)
                break
            seen.add(key)
            if not judged % _REPORT_EVERY:
                hear()
                if time.monotonic() > ends:
                    break
    except (PredicateError, Incomplete):  # the rest is not judged, and it is said
        pass
    return RowsJudged(number, judged, fault)


def fault_of(judge: Judge, values: Mapping[str, Any], *, is_repeated: bool = False) -> str:
    """A row that is no solution, with what it breaks; or that came twice."""
    row = assigned(values)
    if is_repeated:
        return f"{row}, which it reported more than once"
    broken = next(iter(judge.violations(values)), None)
    if broken is None:
        return f"{row}, which is no solution"
    why = broken.detail if broken.rule in ("domain", "others") else f"which breaks {broken.rule}"
    return f"{row}, {why}"


def whose_fault(solver: str) -> str:
    """Who has to mend an error of `solver`, in words, with what to do."""
    try:
        found = solver_named(solver)
        is_ours = found.address.startswith("everyway.solvers.")
        library = found.traits.distribution or found.traits.module or found.traits.program
    except (UnknownSolver, ImportError):
        is_ours, library = False, ""
    if not is_ours:
        return f"this is a fault of {solver}; compare solvers on the model to see it"
    where = f" or of {library}" if library else ""
    return f"this is a fault of everyway{where}, not of the model; please report it with the model"


class RowSample:
    """Rows of a stream: all of them up to `MOST_JUDGED`, else a sample drawn by a seed."""

    def __init__(self, seed: int | None, most: int = MOST_JUDGED) -> None:
        self._random, self._most, self.number = Random(seed or 0), most, 0
        self._kept: list[bytes] = []

    def add(self, row: bytes) -> None:
        """Take in the next row, or leave it out by chance."""
        self.number += 1
        if len(self._kept) < self._most:
            self._kept.append(row)
        elif (place := int(self._random.random() * self.number)) < self._most:
            self._kept[place] = row

    def shuffled(self) -> Iterator[bytes]:
        """The rows that are kept, so that any first of them are a sample too."""
        self._random.shuffle(self._kept)
        return iter(self._kept)


# ------------------------------------------------------------- assignments of some variables


MOST_SEARCHED = 1_000
"""The same of assignments of some variables, since each takes a search."""
_RULE = "others"


class ProjectedJudge(Judge):
    """Judges assignments of some variables of `model`: true if values of the others complete it.

    The complete assignment is found by a solver and judged by `holds`; that there is none is on the
    word of the solver, and the violation says so. The model has no objective; `reaching` names, in
    words, the value that its solutions have. All answers together take at most `seconds` from now
    on: then it raises Incomplete.
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
        """The judge by the best confirmed value of `model` among the values that runs found."""
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
