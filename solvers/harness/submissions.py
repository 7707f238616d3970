"""Other people's puzzle files held against a reference, each in a process of its own.

A file that hangs, crashes, prints or ends its process has failed, and the next is looked at.
"""

from __future__ import annotations

import json
import pickle
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ...models.language import catalogue
from ...models.language.errors import ModelError, ModelWarning
from ...models.language.model import Model
from ...models.language.puzzle_files import function_in
from .child_process import ChildProcess, Gone
from .comparison import plain
from .enumeration import DEFAULT_SOLVER
from .exits import last_words
from .frames import ENDED, NEWS, READY, GarbledError, Message
from .model_comparison import MANY, UNDECIDED, ModelComparison, ModelDifference
from .models_compared import compare_models

if TYPE_CHECKING:
    from .child import Teller

FAILED = "failed"
TOO_LARGE = "it needs more memory than it may have"
SECONDS = 10.0
"""For which each of two models is searched, unless told otherwise."""
MEMORY = 2 << 30 if sys.platform == "linux" else None
"""The most bytes that a process may have, unless told otherwise, where a system caps them."""
GRACE = 2.0
SECONDS_TO_START = 60.0


Params = Mapping[str, Any]


@dataclass(frozen=True)
class Report:
    """What came of one file for one choice of parameters."""

    params: Params
    verdict: str
    """same, too many, too few, different, undecided or failed."""
    expected: int | None = None
    """How many solutions the reference has."""
    found: int | None = None
    differences: tuple[ModelDifference, ...] = ()
    """Witnesses by the reference's variables; rules in words."""
    reason: str = ""
    """Why it failed or is undecided, and what else is to be known."""

    def to_json(self) -> dict[str, Any]:
        """The report in JSON's terms."""
        return {
            "params": plain(dict(self.params)),
            "verdict": self.verdict,
            "solutions": self.found,
            "expected": self.expected,
            "differences": [difference.to_json() for difference in self.differences],
            "reason": self.reason or None,
        }


@dataclass(frozen=True)
class Examination:
    """What the process of one file is to do."""

    file: str
    reference: str
    """The name or file of the puzzle to go by."""
    choices: tuple[Params, ...]
    """Parameters, of the reference as of the file."""
    mapping: Mapping[str, str] | None = None
    solver: str = DEFAULT_SOLVER
    time_limit: float = SECONDS
    memory: int | None = MEMORY
    """The most bytes that the process may have."""

    def perform(self, tell: Teller) -> None:
        """Tell what comes of each choice, in the process that was started for it."""
        warnings.simplefilter("ignore", ModelWarning)
        tell.tell(READY, 0.0)
        for params in self.choices:
            try:
                pair = catalogue.load(self.reference, **params), self._model(params)
                tell.tell(READY, 0.0)
                found = compare_models(
                    *pair, self.mapping, solver=self.solver, time_limit=self.time_limit
                )
                report = self._report(params, found)
            except Exception as error:
                report = Report(params, FAILED, reason=_told(error))
            tell.tell(NEWS, 0.0, pickle.dumps(report))
        tell.tell(ENDED, 0.0, json.dumps({}).encode())

    def _model(self, params: Params) -> Model:
        """The file's model; its function is named like the file, like the reference, or alone."""
        name = catalogue.find(self.reference).function.__name__
        file = self.file
        return catalogue.Puzzle(file, file, lambda: function_in(file, name)).model(**params)

    def _report(self, params: Params, found: ModelComparison) -> Report:
        verdict, reason = found.verdict, "; ".join(found.matching.notes)
        reference, own = found.outcomes
        if verdict == UNDECIDED:
            reason = "; ".join(found.reasons)
            if reference.complete and not own.complete:
                late = f"more than {self.time_limit:g} s" if own.reason == "time limit" else ""
                full = TOO_LARGE if own.reason == "memory" else ""
                verdict, reason = FAILED, late or full or own.reason or own.status
        differences = tuple(_in_words(one, found) for one in found.differences)
        return Report(params, verdict, *found.counts, differences, reason)


GOES_ON, DIED, HANGS = "goes on", "died", "hangs"


def examined(order: Examination) -> Iterator[Report]:
    """A report for each choice of parameters, until the file hangs.

    Where its process ends by itself, what is left of the choices is tried in another.
    """
    left, state = list(order.choices), DIED
    while left and state != HANGS:
        child = ChildProcess(pickle.dumps(replace(order, choices=tuple(left))))
        try:
            state = GOES_ON
            while left and state == GOES_ON:
                report, state = _next(child, left.pop(0), order.time_limit)
                yield report
        finally:
            child.end()


def _next(child: ChildProcess, params: Params, limit: float) -> tuple[Report, str]:
    """What the process tells of the next choice, or what became of it; and of the process."""
    patience = SECONDS_TO_START
    try:
        while (message := child.message(patience)) is not None:
            if message.kind == NEWS:
                report: Report = pickle.loads(message.body)
                return report, GOES_ON
            if message.kind == ENDED:
                return Report(params, FAILED, reason=_reason(message)), DIED
            patience = 2 * limit + GRACE
    except Gone:
        said = last_words(child.noise)
        words = f"{child.ending()}{f'; it printed: {said}' if said else ''}"
        return Report(params, FAILED, reason=words), DIED
    except GarbledError:
        return Report(params, FAILED, reason="it wrote where results are told"), DIED
    return Report(params, FAILED, reason=f"it does not end within {limit:g} s"), HANGS


def _reason(message: Message) -> str:
    with suppress(ValueError):
        return str(json.loads(message.body).get("reason") or "it ended early")
    return "it ended early"


def _told(error: Exception) -> str:
    if isinstance(error, MemoryError) or isinstance(error.__cause__, MemoryError):
        return TOO_LARGE
    return str(error) if isinstance(error, ModelError) else f"{type(error).__name__}: {error}"


def _in_words(difference: ModelDifference, found: ModelComparison) -> ModelDifference:
    """The same with its rules in words, which need no model to be understood."""
    judge = found.first if difference.kind == MANY else found.second
    words = {rule.label: rule.words for rule in judge.rules}
    violated = (replace(v, rule=words.get(v.rule) or v.rule) for v in difference.violated)
    return replace(difference, violated=tuple(violated), witness=dict(difference.witness))
