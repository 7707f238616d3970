"""Submitted models held against a reference, in a process where no line of theirs runs."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..models.language.check import Judge
from ..models.language.errors import ModelError, ModelWarning
from ..models.language.files import catalogue
from ..models.language.files.model_from_data import from_data
from ..models.language.late_dataclasses import dataclass, replace
from ..models.language.model import Model
from ..solvers.diagram.model_diagrams import DiagramOptions
from ..solvers.harness.contract import Incomplete, Unsupported
from ..solvers.harness.options import Options
from ..solvers.harness.processes.frames import ANSWER, ENDED, READY
from .backing import Known
from .claims import Claim, reported_claim
from .comparing_models import compare_models
from .comparing_sets import compare_sets
from .model_comparison import MANY, UNDECIDED, ModelComparison, ModelDifference
from .submission_reports import FAILED, REFERENCE, SUBMISSION, Report, written
from .submitted_models import TOO_LARGE, Params, reason_of

if TYPE_CHECKING:
    from ..solvers.harness.processes.child import Sender

AS_SETS = "too many to list; compared as sets"
FEW_VALUES, MOST_VALUES = 2_000_000, 50_000_000
"""The values of the solutions that are listed before sets of them are tried, and after."""


@dataclass(frozen=True)
class Judgement:
    """The order for the judge's process."""

    reference: str
    """The name or file of the puzzle to go by."""
    mapping: Mapping[str, str] | None
    solver: str
    options: Options
    submitted: Sequence[tuple[Params, bytes]]
    """Parameters, and what the process of the file sent for them, unread."""
    known: Known
    """Findings on the references, from reports on other files."""

    def perform(self, sender: Sender) -> None:
        """Send a report on each model."""
        warnings.simplefilter("ignore", ModelWarning)
        sender.send(READY, 0.0)
        for params, sent in self.submitted:
            try:
                report = self._judged(params, read_submitted(sent))
            except Exception as error:
                report = Report(params, FAILED, reason=reason_of(error))
            sender.send(ANSWER, 0.0, written(report))
        sender.send(ENDED, 0.0, b"{}")

    def _judged(self, params: Params, own: Submitted) -> Report:
        reference = catalogue.load(self.reference, **params)
        found, as_sets = self._compared(reference, own)
        verdict, reason = found.verdict, "; ".join([*found.matching.notes, *as_sets, *own.notes])
        if verdict == UNDECIDED:
            verdict, reason = self._undecided(found, own)
        elif found.problem:
            reason = "; ".join(filter(None, [found.problem, reason]))
        differences = tuple(_in_words(one, found) for one in found.differences)
        pairs = zip(found.counts, found.outcomes, strict=True)
        expected, number = (count if outcome.complete else None for count, outcome in pairs)
        return Report(
            params,
            verdict,
            expected,
            number,
            differences,
            reason,
            found.evidence,
            (found.problem and (REFERENCE if found.backings[0].fault else SUBMISSION)) or "",
            found.backings[0].known,
        )

    def _compared(self, reference: Model, own: Submitted) -> tuple[ModelComparison, list[str]]:
        """Few solutions are listed; many are compared as sets, or listed where those are too large.

        With it a note on how.
        """
        if own.left_out:
            return self._listed(reference, own, MOST_VALUES), []
        found = self._listed(reference, own, FEW_VALUES)
        if found.verdict == UNDECIDED and not found.problem:
            memory, time_limit = self.options.memory, self.options.time_limit
            limits = DiagramOptions(memory=memory, time_limit=time_limit)
            with suppress(ModelError, Unsupported, Incomplete, MemoryError):
                return compare_sets(reference, own.model, self.mapping, **limits), [AS_SETS]
            if any(outcome.reason == "limit" for outcome in found.outcomes):
                found = self._listed(reference, own, MOST_VALUES)
        return found, []

    def _listed(self, reference: Model, own: Submitted, values: int) -> ModelComparison:
        """The comparison of solutions one by one, of so many values at most."""
        limit = values // max(len(reference.variables), len(own.model.variables), 1)
        return compare_models(
            reference,
            own.model,
            self.mapping,
            solver=self.solver,
            claim=own.claim,
            unjudged=own.left_out,
            known=self.known,
            options=replace(self.options, memory=None, limit=limit),
        )

    def _undecided(self, found: ModelComparison, own: Submitted) -> tuple[str, str]:
        """Verdict and reason for one not enumerated to the end: failed, if the reference is."""
        reference, outcome = found.outcomes
        if not reference.complete or outcome.complete:
            return UNDECIDED, "; ".join(found.reasons)
        late = f"more than {self.options.time_limit:g} s" if outcome.reason == "time limit" else ""
        full = TOO_LARGE if outcome.reason == "memory" else ""
        return FAILED, own.stopped or late or full or outcome.reason or outcome.status


@dataclass(frozen=True)
class Submitted:
    """A model that was sent as data, and its solutions where some of its rules cannot be."""

    model: Model
    left_out: tuple[str, ...] = ()
    """Labels of the rules that only the submission's own process can judge."""
    rows: tuple[Mapping[str, Any], ...] | None = None
    stopped: str | None = None
    """The reason why these are not all."""

    @property
    def claim(self) -> Claim | None:
        """The claim of its own process on its solutions."""
        if self.rows is None:
            return None
        return reported_claim(self.model.name, self.rows, complete=self.stopped is None)

    @property
    def notes(self) -> list[str]:
        """That not all is judged by this process."""
        if not self.left_out:
            return []
        labels = ", ".join(self.left_out[:3]) + (", …" if len(self.left_out) > 3 else "")
        return [f"judged by the solutions that its own process sent, since only that runs {labels}"]


def read_submitted(sent: bytes) -> Submitted:
    """The model that a submission's process sent. Raises: ModelError where it is no such thing."""
    try:
        document = json.loads(sent)
        model = from_data(document["model"])  # a function in it would be a name, and run nothing
        if "left_out" not in document:
            return Submitted(model)
        left_out, stopped = document["left_out"], document["stopped"]
        if not all(type(label) is str for label in left_out) or type(stopped) not in (
            str,
            type(None),
        ):
            raise TypeError("left_out")
        rows = tuple(_rows(model, document["solutions"]))
        return Submitted(model, tuple(left_out), rows, stopped)
    except ModelError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise ModelError(f"what it sent is no model ({type(error).__name__})") from None


def _rows(model: Model, rows: Sequence[Sequence[Any]]) -> Iterator[Mapping[str, Any]]:
    """The solutions that were sent. Raises: ModelError for one with values of no domain."""
    names = [variable.name for variable in model.variables]
    judge = Judge(model)
    for row in rows:
        values = dict(zip(names, row, strict=True))
        violations = judge.domain_violations(values)
        if violations:
            raise ModelError(f"a solution that it sent is none: {violations[0].detail}")
        yield values


def _in_words(difference: ModelDifference, found: ModelComparison) -> ModelDifference:
    """The same with its rules in words, which need no model to be understood."""
    judge = found.first if difference.kind == MANY else found.second
    words = {rule.label: rule.words for rule in judge.rules}
    violated = (replace(v, rule=words.get(v.rule) or v.rule) for v in difference.violated)
    return replace(difference, violated=tuple(violated), witness=dict(difference.witness))
