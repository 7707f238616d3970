"""Other people's puzzle files held against a reference, each in processes of its own.

One process runs the file, and sends its models as data. When it has ended, and all that it has
started, another holds them against the reference: no line of the file runs there, so that none can
change a verdict. A file that hangs, crashes, prints or ends its process has failed, and the next is
looked at.
"""

from __future__ import annotations

import json
import pickle
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ..models.language.check import Judge
from ..models.language.errors import ModelError, ModelWarning
from ..models.language.files import catalogue
from ..models.language.files.model_from_data import from_data
from ..models.language.late_dataclasses import dataclass, field, replace
from ..models.language.model import Model
from ..models.language.symmetry.symmetry_group import SymmetryGroup, symmetries
from ..solvers.diagram.model_diagrams import DiagramOptions
from ..solvers.harness.contract import Incomplete, Unsupported
from ..solvers.harness.options import Options
from ..solvers.harness.processes import payload
from ..solvers.harness.processes.child import Order, Sender
from ..solvers.harness.processes.child_process import ChildProcess, Gone
from ..solvers.harness.processes.payload import ANSWER, ENDED, READY, GarbledError, Message
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER
from .backing import Known
from .claims import Claim, reported_claim
from .comparing_models import compare_models, compare_sets
from .model_comparison import MANY, UNDECIDED, ModelComparison, ModelDifference
from .submission_reports import (
    FAILED,
    MOST_TEXT,
    REFERENCE,
    SUBMISSION,
    TOO_LARGE,
    Params,
    Report,
    Submission,
    bounded,
    read_report,
    reason_of,
    written,
)

# ----------- Submitted models held against a reference, in a process where no line of theirs runs.


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
    kinds: Collection[str] | None = None
    """The kinds of symmetry up to which they are compared, if they are."""

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
        puzzle = catalogue.find(self.reference)
        reference = puzzle.model(**params).printed_as(puzzle.printed)
        if not own.model.variables and Judge(own.model).violations({}):
            # A library that sees beforehand that there is no solution leaves no variables.
            model = Model(own.model.name, *reference.groups, *own.model.rules)
            own = replace(own, model=model)
        found, as_sets = self._compared(reference, own)
        compared, verdict = found.matching, found.verdict
        reason = "; ".join(filter(None, [compared.words, *compared.notes, *as_sets, *own.notes]))
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
            own.fixed,
        )

    def _compared(self, reference: Model, own: Submitted) -> tuple[ModelComparison, list[str]]:
        """Few solutions are listed; many are compared as sets, or listed where those are too large.

        With it a note on how.
        """
        if self.kinds is not None:
            group = symmetries(reference, self.kinds)
            words = f"up to symmetry: {group.describe()}"
            return self._listed(reference, own, MOST_VALUES, group), [words]
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

    def _listed(
        self, reference: Model, own: Submitted, values: int, group: SymmetryGroup | None = None
    ) -> ModelComparison:
        """The comparison of solutions one by one, with at most `values` values."""
        limit = values // max(len(reference.variables), len(own.model.variables), 1)
        return compare_models(
            reference,
            own.model,
            self.mapping,
            solver=self.solver,
            claim=own.claim,
            unjudged=own.left_out,
            known=self.known,
            group=group,
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
    fixed: bool = False
    """True if it has no parameters."""

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
        fixed = document.get("fixed") is True
        printed = {
            str(key): {str(at): (str(name), int(by)) for at, (name, by) in places.items()}
            for key, places in document.get("printed", {}).items()
        }
        model = model.printed_as(printed)
        if "left_out" not in document:
            return Submitted(model, fixed=fixed)
        left_out, stopped = document["left_out"], document["stopped"]
        if not all(type(label) is str for label in left_out) or type(stopped) not in (
            str,
            type(None),
        ):
            raise TypeError("left_out")
        rows = tuple(_rows(model, document["solutions"]))
        return Submitted(model, tuple(left_out), rows, stopped, fixed)
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


SECONDS = 10.0
"""The time limit for each of the two models, by default."""
MEMORY = 2 << 30 if sys.platform == "linux" else None
"""The most bytes that a process may have by default, where a system caps them."""
LIMITS = Options(time_limit=SECONDS, memory=MEMORY)
GRACE = 1.0
SECONDS_TO_START = 60.0
SECONDS_TO_JUDGE = 60.0
"""The time in which the judge makes the reference, and compares what it has listed."""
SECONDS_TO_END = 10.0
"""In which a process ends that has said that it is done."""
MOST_BYTES = 128 << 20
"""The most bytes of all answers of one process."""
TOO_MUCH = f"what it sends is larger than {MOST_BYTES >> 20} MiB"
GARBLED = "it wrote where results are sent"


@dataclass(frozen=True)
class Examination:
    """The order to examine one file."""

    file: str
    reference: str
    """The name or file of the puzzle to go by."""
    choices: tuple[Params, ...]
    """Parameters, of the reference as of the file."""
    mapping: Mapping[str, str] | None = None
    solver: str = DEFAULT_SOLVER
    options: Options = LIMITS
    """The limits for each model, and for each process."""
    known: Known = field(default_factory=dict)
    """Findings on the reference, from reports on other files."""
    kinds: Collection[str] | None = None
    """The kinds of symmetry up to which models are compared, if they are."""
    in_process: bool = False
    """Run the file in this process, which it can change, and with it what is said of it."""


_Sent = bytes | str
"""An answer for a choice; as text, the reason why there is none."""
GOES_ON, DIED, HANGS, ENDED_WELL = "goes on", "died", "hangs", "ended"


def examined(order: Examination) -> Iterator[Report]:
    """A report for each choice of parameters, until the file hangs."""
    name = catalogue.find(order.reference).function.__name__
    limit = order.options.time_limit or SECONDS
    limits_of_file = order.file, name, order.solver, order.options
    submission = partial(Submission, *limits_of_file, several=len(order.choices) > 1)
    asked = _answers_here if order.in_process else _answers
    answers = asked(submission, order.choices, limit + GRACE, limit)
    sent = list(zip(order.choices, answers, strict=False))
    models = [(params, one) for params, one in sent if isinstance(one, bytes)]
    limits = order.mapping, order.solver, order.options
    judgement = partial(
        Judgement, order.reference, *limits, known=dict(order.known), kinds=order.kinds
    )
    judged = iter(asked(judgement, models, SECONDS_TO_JUDGE + 6 * limit + GRACE, limit))
    for params, one in sent:
        unjudged = "not judged, for another did not end"
        yield _report(params, one if isinstance(one, str) else next(judged, unjudged))


def _report(params: Params, answer: _Sent) -> Report:
    """The report that the judge has sent; a failure where that is the reason why there is none."""
    if isinstance(answer, str):
        return Report(params, FAILED, reason=bounded(answer))
    try:
        return read_report(answer, params)
    except (ValueError, RecursionError) as error:
        return Report(params, FAILED, reason=f"its judge's report cannot be read ({error})")


# ------------------------------------------------------------------------------ one process

Choice = TypeVar("Choice")


def _answers(
    order: Callable[[Sequence[Choice]], Order],
    choices: Sequence[Choice],
    patience: float,
    limit: float,
) -> list[_Sent]:
    """The answers of a process to each choice, until it hangs; if it dies, another follows.

    It has `patience` seconds for each; in words it had `limit`.
    """
    found: list[_Sent] = []
    state = DIED
    while len(found) < len(choices) and state == DIED:
        left = choices[len(found) :]
        child = ChildProcess(pickle.dumps(order(left)))
        try:
            several, state = _asked(child, len(left), patience, limit)
        finally:
            child.end()
        found += several
    return found


def _answers_here(
    order: Callable[[Sequence[Choice]], Order], choices: Sequence[Choice], *_: float
) -> list[_Sent]:
    """The same in this process, for as long as the order takes."""
    with warnings.catch_warnings():
        order(choices).perform(kept := _Kept())
    return kept.answers


class _Kept(Sender):
    """Keeps the answers that an order sends."""

    def __init__(self) -> None:
        self.answers: list[_Sent] = []

    def send(self, kind: bytes, elapsed: float, body: bytes = b"") -> None:
        if kind == ANSWER:
            self.answers.append(body)
        elif kind == payload.NEWS:
            self.answers.append(_reason(Message(kind, elapsed, body)))


def _asked(
    child: ChildProcess, number: int, patience: float, limit: float
) -> tuple[list[_Sent], str]:
    """The answers of one process, and its state then; none where it ends wrongly.

    It may say once before an answer that it is ready to list, for which there is twice as long.
    """
    found: list[_Sent] = []
    is_listing = False
    ready, state = _next(child, SECONDS_TO_START, limit)
    if ready is not None:
        return [ready if isinstance(ready, str) else GARBLED], state
    while len(found) < number:
        answer, state = _next(child, patience * (1 + is_listing), limit)
        if answer is None and not is_listing:
            is_listing = True
            continue
        is_listing = False
        found.append(GARBLED if answer is None else answer)
        if sum(len(one) for one in found if isinstance(one, bytes)) > MOST_BYTES:
            return [TOO_MUCH] * number, HANGS
        if state != GOES_ON:
            return found, state
    wrong = _wrong_at_the_end(child)
    return ([wrong] * number if wrong else found), ENDED_WELL


def _next(child: ChildProcess, patience: float, limit: float) -> tuple[_Sent | None, str]:
    """The next thing that is said (None: that it is ready), and what became of the process."""
    try:
        message = child.message(patience)
    except Gone:
        return child.ending_and_output(), DIED
    except GarbledError:
        return GARBLED, DIED
    if message is None:
        return f"it does not end within {limit:g} s", HANGS
    match message.kind:
        case payload.READY:
            return None, GOES_ON
        case payload.ANSWER:
            return message.body, GOES_ON
        case payload.NEWS:
            return _reason(message), GOES_ON
    return _reason(message) if message.kind == payload.ENDED else GARBLED, DIED


def _wrong_at_the_end(child: ChildProcess) -> str:
    """The fault of a process that should say that it is done, and end; "" for none."""
    is_done = False
    try:
        message = child.message(SECONDS_TO_END)
        is_done = message is not None and message.kind == payload.ENDED
        if message is not None and not is_done:
            return "it sent more than one answer"
        if message is not None and child.message(SECONDS_TO_END) is not None:
            return GARBLED
    except GarbledError:
        return GARBLED
    except Gone:
        if is_done:
            return GARBLED if child.is_broken_off else ""
        return f"after its answer it {child.ending()}"
    return "it does not end after its answer"


def _reason(message: Message) -> str:
    """The reason that was sent in place of an answer."""
    if len(message.body) > MOST_TEXT * 8:
        return GARBLED
    with suppress(ValueError, RecursionError, AttributeError):
        return str(json.loads(message.body).get("reason") or "it ended early")
    return "it ended early"
