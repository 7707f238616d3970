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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from ..models.language.files import catalogue
from ..models.language.late_dataclasses import dataclass, field
from ..solvers.harness.ends_of_processes import last_words
from ..solvers.harness.options import Options
from ..solvers.harness.processes import frames
from ..solvers.harness.processes.child_process import ChildProcess, Gone
from ..solvers.harness.processes.frames import GarbledError, Message
from ..solvers.harness.running.enumeration import DEFAULT_SOLVER
from .backing import Known
from .submission_judge import Judgement
from .submission_reports import FAILED, Report, read_report
from .submitted_models import MOST_TEXT, Params, Submission, bounded

SECONDS = 10.0
"""The time limit for each of the two models, by default."""
MEMORY = 2 << 30 if sys.platform == "linux" else None
"""The most bytes that a process may have by default, where a system caps them."""
LIMITS = Options(time_limit=SECONDS, memory=MEMORY)
GRACE = 2.0
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

    @property
    def seconds(self) -> float:
        """The time limit."""
        return self.options.time_limit or SECONDS


_Sent = bytes | str
"""An answer for a choice; as text, the reason why there is none."""
GOES_ON, DIED, HANGS, ENDED_WELL = "goes on", "died", "hangs", "ended"


def examined(order: Examination) -> Iterator[Report]:
    """A report for each choice of parameters, until the file hangs."""
    sent = list(_submitted(order))
    models = [(params, one) for params, one in sent if isinstance(one, bytes)]
    judged = iter(list(_judged(order, models)))
    for params, one in sent:
        if isinstance(one, str):
            yield Report(params, FAILED, reason=bounded(one))
        else:
            yield next(judged, Report(params, FAILED, reason="not judged, for another did not end"))


def _submitted(order: Examination) -> Iterator[tuple[Params, _Sent]]:
    """The answer of the file's process for each choice."""
    name = catalogue.find(order.reference).function.__name__

    submission = partial(Submission, order.file, name, order.solver, order.options)
    answers = _answers(submission, order.choices, 2 * order.seconds + GRACE, order.seconds)
    return zip(order.choices, answers, strict=False)


def _judged(order: Examination, models: Sequence[tuple[Params, bytes]]) -> Iterator[Report]:
    """Reports on the models that were sent."""
    limits = order.mapping, order.solver, order.options
    judgement = partial(Judgement, order.reference, *limits, known=dict(order.known))
    patience = SECONDS_TO_JUDGE + 6 * order.seconds + GRACE
    answers = _answers(judgement, models, patience, order.seconds)
    for (params, _), answer in zip(models, answers, strict=False):
        yield _report(params, answer)


def _report(params: Params, answer: _Sent) -> Report:
    """The report that the judge has sent."""
    if isinstance(answer, str):
        return Report(params, FAILED, reason=bounded(answer))
    try:
        return read_report(answer, params)
    except (ValueError, RecursionError) as error:
        return Report(params, FAILED, reason=f"its judge's report cannot be read ({error})")


# ------------------------------------------------------------------------------ one process

Choice = TypeVar("Choice")


def _answers(
    order: Callable[[Sequence[Choice]], object],
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


def _asked(
    child: ChildProcess, number: int, patience: float, limit: float
) -> tuple[list[_Sent], str]:
    """The answers of one process, and its state then; none where it ends wrongly."""
    found: list[_Sent] = []
    ready, state = _next(child, SECONDS_TO_START, limit)
    if ready is not None:
        return [ready if isinstance(ready, str) else GARBLED], state
    while len(found) < number:
        answer, state = _next(child, patience, limit)
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
        words = child.ending()  # before what it printed is looked at, which has then all come
        said = last_words(child.noise)
        return f"{words}{f'; it printed: {said}' if said else ''}", DIED
    except GarbledError:
        return GARBLED, DIED
    if message is None:
        return f"it does not end within {limit:g} s", HANGS
    match message.kind:
        case frames.READY:
            return None, GOES_ON
        case frames.ANSWER:
            return message.body, GOES_ON
        case frames.NEWS:
            return _reason(message), GOES_ON
    return _reason(message) if message.kind == frames.ENDED else GARBLED, DIED


def _wrong_at_the_end(child: ChildProcess) -> str:
    """The fault of a process that should say that it is done, and end; "" for none."""
    is_done = False
    try:
        message = child.message(SECONDS_TO_END)
        is_done = message is not None and message.kind == frames.ENDED
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
