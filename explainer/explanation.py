"""Explanations as values: sets of units that cannot hold together, repairs, and their proofs."""

from __future__ import annotations

from typing import Any

from ..models.language.constraints import Constraint
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import counted
from ..models.language.solution import Solution
from .blamed import Blamed

NO_SOLUTION, NOT, REPAIR, NEEDED = "no_solution", "not", "repair", "needed"
"""The questions, as in JSON."""

SMALLEST, ALL, SOME = "all smallest", "all", "some"


@dataclass(frozen=True, eq=False)
class Reason:
    """Units that cannot hold together while any of them less can; or a repair."""

    members: tuple[Blamed, ...]
    """The units, in order of declaration; none where what is hard cannot hold alone."""
    witnesses: tuple[Solution, ...]
    """For each member a solution of the others, judged; of a repair one, of all but its members."""
    question: str
    """As that of the explanation."""
    checked_by: str | None
    """The second solver that says so too; None where it was not asked, or gave no answer."""


@dataclass(frozen=True, eq=False)
class Explanation:
    """The answer to a question of why.

    It is one of three that are never confused: there is a `solution`; what is hard cannot hold
    alone (`is_hard`); or `sets`. Where the time was over before any was known, it is none of them.
    """

    model: Model
    question: str
    """`no_solution`, `not`, `repair` or `needed`."""
    by: str
    reasons: tuple[Reason, ...]
    """The sets with their proofs, the cheapest first."""
    solutions: tuple[Solution, ...]
    """A solution, where there is one, and so nothing to explain; two where one was asked for."""
    exact: str
    """`all smallest`, `all`, or `some`."""
    smallest: bool
    """True if it is proven that no set is smaller than the first."""
    asked: tuple[Constraint, ...]
    """The denial of `not`, as constraints."""
    oracle: str
    calls: int
    """The number of questions to the oracle."""
    seconds: float

    @property
    def sets(self) -> tuple[tuple[Blamed, ...], ...]:
        """The units of each reason."""
        return tuple(reason.members for reason in self.reasons)

    @property
    def has_solution(self) -> Solution | None:
        """A solution, judged, where there is nothing to explain."""
        return self.solutions[0] if self.solutions else None

    @property
    def is_hard(self) -> bool:
        """True if what is hard, the domains and what was declared so, cannot hold alone."""
        return bool(self.reasons) and not self.reasons[0].members

    @property
    def checked_by(self) -> tuple[str, ...]:
        """The solvers that say of every set, too, that it cannot hold together."""
        seconds = [reason.checked_by for reason in self.reasons]
        return () if None in seconds else tuple(dict.fromkeys(filter(None, seconds)))

    def __str__(self) -> str:
        if self.solutions:
            return f"{self.model.name}: there is a solution, and nothing to explain"
        if not self.reasons:
            return f"{self.model.name}: not known in time"
        if self.is_hard:
            return f"{self.model.name}: what is hard cannot hold alone"
        least, sets = len(self.sets[0]), counted(len(self.sets), "set")
        what = "repairs" if self.question == REPAIR else "that cannot hold together"
        return f"{self.model.name}: {sets} {what}, the first of {counted(least, 'unit')}"

    def to_json(self) -> dict[str, Any]:
        """The document `everyway.why/1`, but for the puzzle."""
        sets = [[unit.to_json() for unit in reason.members] for reason in self.reasons]
        repairs = self.question == REPAIR
        return {
            "question": self.question,
            "by": self.by,
            "has_solution": self.has_solution.to_json() if self.has_solution else None,
            "sets": [] if repairs else sets,
            "repairs": sets if repairs else [],
            "exact": self.exact,
            "smallest": len(self.sets[0]) if self.reasons and self.smallest else None,
            "witnesses": [[one.to_json() for one in reason.witnesses] for reason in self.reasons],
            "oracle": self.oracle,
            "checked_by": list(self.checked_by),
            "calls": self.calls,
            "seconds": round(self.seconds, 6),
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The explanation as notebooks show it."""
        from .explanation_in_notebook import explanation_bundle

        return explanation_bundle(self)
