"""Faults of a solver that its answer on a model proves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from ...models import Model
from ...models.language.check import Judge
from ...models.language.late_dataclasses import dataclass
from ..instances.enumerate_naively import FEASIBLE, size_of
from ..instances.models_with_objectives import expected_rows
from .solver_process import Answer, Row

MISSING, INVENTED, REPEATED, FAILED, HUNG = "missing", "invented", "repeated", "failed", "hung"
NOT_OPTIMAL = "not optimal"
PROVEN = (MISSING, INVENTED, NOT_OPTIMAL, REPEATED)
"""Kinds of fault that are proof of wrong solutions."""

VERBS = {
    MISSING: "loses solutions and says that it has all",
    INVENTED: "reports what is no solution",
    NOT_OPTIMAL: "reports solutions that are not the best",
    REPEATED: "reports solutions more than once",
    FAILED: "breaks off",
    HUNG: "does not end",
}
_STATUSES = {"failed": FAILED, "dead": FAILED, "hung": HUNG}
_SLOW = "time limit"


@dataclass(frozen=True)
class Fault:
    """A fault of a solver on a model."""

    solver: str
    kind: str
    """missing, invented, not optimal, repeated, failed or hung."""
    way: str
    """The exception or signal by which faults of a kind differ."""
    reason: str
    model: Model
    expected: Counter[Row]
    """Its solutions; all of them where `exact`, otherwise those that are known."""
    exact: bool
    answer: Answer

    @property
    def proven(self) -> bool:
        """True if solutions are wrong; otherwise it did not come to an end of its own."""
        return self.kind in PROVEN

    def is_like(self, other: Fault | None) -> bool:
        """True if `other` is a fault of the same kind, in the same way."""
        return other is not None and (self.kind, self.way) == (other.kind, other.way)

    @property
    def witnesses(self) -> list[object]:
        """The rows that prove it, with their values in the order of the model."""
        found = self.answer.rows
        match self.kind:
            case "missing":
                return sorted(self.expected - found, key=repr)
            case "invented":
                judge = _judge(self.model)
                return [
                    *sorted((r for r in found if not judge(r)), key=repr),
                    *self.answer.malformed,
                ]
            case "not optimal":
                return sorted(found - self.expected, key=repr)
            case "repeated":
                return sorted((row for row, times in found.items() if times > 1), key=repr)
            case _:
                return []


@dataclass(frozen=True)
class Known:
    """The solutions of a model, as far as they are known without trust in any solver."""

    rows: Counter[Row]
    exact: bool


def known(model: Model, answers: Iterable[Answer]) -> Known:
    """Every solution, where all assignments can be tried; else what somebody found and holds.

    Under an objective, of these the ones that no other beats.
    """
    if model.projection or size_of(model.variables) <= FEASIBLE:
        return Known(expected_rows(model), True)
    judge = _judge(model)
    found = [row for row in {row for one in answers for row in one.rows} if judge(row)]
    return Known(Counter(_wanted(model, found, found)), False)


def _wanted(model: Model, rows: Iterable[Row], by: Iterable[Row]) -> list[Row]:
    """The solutions among `rows` that none of the solutions `by` beats."""
    aim, names = model.objective, [variable.name for variable in model.variables]
    if aim is None:
        return list(rows)
    value, beats = aim.valuation.of, aim.beats
    rivals = {point for row in by if (point := value(dict(zip(names, row, strict=True))))}
    points = [(row, value(dict(zip(names, row, strict=True)))) for row in rows]
    return [row for row, own in points if own and not any(beats(one, own) for one in rivals)]


def _judge(model: Model) -> Callable[[Row], bool]:
    """A judge of rows of `model`; a projected one has few assignments, which are all tried."""
    if model.projection:
        return expected_rows(model).__contains__
    solves, names = Judge(model).solves, [variable.name for variable in model.variables]
    return lambda row: solves(dict(zip(names, row, strict=True)))


def fault_in(model: Model, solver: str, answer: Answer, right: Known) -> Fault | None:
    """The fault that the answer of `solver` proves, if any."""
    kind = _kind(model, answer, right)
    if kind is None:
        return None
    reason = (answer.reason or "") if kind in (FAILED, HUNG) else ""
    way = reason.partition(":")[0].partition(";")[0] if kind == FAILED else ""
    return Fault(solver, kind, way, reason, model, right.rows, right.exact, answer)


def _kind(model: Model, answer: Answer, right: Known) -> str | None:
    if answer.malformed or _invents(model, answer.rows, right):
        return INVENTED
    if _is_not_optimal(model, answer.rows, right):
        return NOT_OPTIMAL
    if answer.status == "complete" and right.rows - answer.rows:
        return MISSING
    if any(times > 1 for times in answer.rows.values()):
        return REPEATED
    if answer.status == "complete":
        return None
    if answer.status == "stopped":
        return HUNG if answer.reason == _SLOW else None
    return _STATUSES.get(answer.status)


def _is_not_optimal(model: Model, rows: Collection[Row], right: Known) -> bool:
    """True if one of `rows`, which are solutions, is not among the best."""
    if model.objective is None:
        return False
    others = [row for row in rows if row not in right.rows]
    wanted = [] if right.exact else _wanted(model, others, right.rows)
    return len(wanted) < len(others)


def _invents(model: Model, rows: Collection[Row], right: Known) -> bool:
    if right.exact and model.objective is None:
        return any(row not in right.rows for row in rows)
    judge = _judge(model)
    return any(row not in right.rows and not judge(row) for row in rows)
