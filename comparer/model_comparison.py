"""The result of comparing two models."""

from __future__ import annotations

from typing import Any

from ..models.language.check import Violation
from ..models.language.late_dataclasses import dataclass
from ..models.language.model import Model
from ..models.language.phrases import grouped
from ..solvers.harness.outcome import Outcome, plain
from .backing import Backing, in_words
from .comparison import puzzle_in_json
from .matching import Matching, Values

SCHEMA = "everyway.compare-models/1"
SAME, MANY, FEW = "same", "too many", "too few"
DIFFERENT, UNDECIDED = "different", "undecided"


@dataclass(frozen=True)
class ModelDifference:
    """Solutions of one model that the other forbids, with the first of them."""

    kind: str
    """too many: of the second model, and the first forbids them; too few: the other way."""
    count: int
    exact: bool
    """True if there are no more; otherwise there are at least so many."""
    witness: Values
    """By the variables of the first model; of a shape that it lacks, by those of the second."""
    violated: tuple[Violation, ...]
    """The rules that the witness breaks in the model that forbids it."""

    def to_json(self) -> dict[str, Any]:
        """The difference in the form of `everyway.compare-models/1`."""
        return {
            **vars(self),
            "witness": plain(dict(self.witness)),
            "violated": [str(violation) for violation in self.violated],
        }


@dataclass(frozen=True)
class ModelComparison:
    """A verdict on the solutions of two models, with the proof where they differ.

    The first is the one to go by: the second allows too many, or too few.
    """

    first: Model
    second: Model
    matching: Matching
    outcomes: tuple[Outcome, Outcome]
    counts: tuple[int, int]
    """The numbers of different solutions that were found of each."""
    differences: tuple[ModelDifference, ...]
    problem: str | None = None
    """The error of a solver, in words, for which two sets that look alike may differ."""
    backings: tuple[Backing, Backing] = (Backing(), Backing())
    """The evidence for the solutions of each."""

    @property
    def verdict(self) -> str:
        """same, too many, too few, different or undecided."""
        kinds = {difference.kind for difference in self.differences}
        if len(kinds) > 1:
            return DIFFERENT
        if kinds:
            return kinds.pop()
        complete = all(outcome.complete for outcome in self.outcomes)
        return SAME if complete and not self.problem else UNDECIDED

    @property
    def reasons(self) -> list[str]:
        """The reasons why it is undecided, or why there may be more differences."""
        pairs = zip(("first", "second"), self.outcomes, strict=True)
        ends = [
            f"the {which} model: {outcome.solver} {outcome.status}"
            f"{f' ({outcome.reason})' if outcome.reason else ''}"
            for which, outcome in pairs
            if not outcome.complete
        ]
        return [*ends, *([self.problem] if self.problem else [])]

    @property
    def evidence(self) -> str:
        """The evidence for the numbers: `rows judged: all; found again by diagram`."""
        return in_words(self.backings)

    def exit_code(self) -> int:
        """0 the same, 1 they differ, 4 a solver failed, 3 undecided."""
        if self.differences:
            return 1
        if any(o.status not in ("complete", "stopped") for o in self.outcomes) or self.problem:
            return 4
        return 0 if self.verdict == SAME else 3

    def to_json(self) -> dict[str, Any]:
        """The comparison as a document of schema `everyway.compare-models/1`."""
        return {
            "schema": SCHEMA,
            "verdict": self.verdict,
            "models": [
                {
                    "puzzle": puzzle_in_json(model),
                    "solver": outcome.solver,
                    "version": outcome.version,
                    "status": outcome.status,
                    "reason": outcome.reason,
                    "solutions": count,
                    **backing.to_json(),
                }
                for model, outcome, count, backing in zip(
                    (self.first, self.second),
                    self.outcomes,
                    self.counts,
                    self.backings,
                    strict=True,
                )
            ],
            "mapping": dict(self.matching.names),
            "notes": list(self.matching.notes),
            "differences": [difference.to_json() for difference in self.differences],
            "problem": self.problem,
        }

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """The comparison as notebooks show it."""
        from .comparison_in_notebook import model_comparison_bundle

        return model_comparison_bundle(self)

    def __str__(self) -> str:
        said = [f"{grouped(d.count)} {d.kind}" for d in self.differences] or self.reasons
        counts = f"{grouped(self.counts[0])} and {grouped(self.counts[1])} solutions"
        return f"{self.verdict.upper()}  {'; '.join([counts, *said])}"
