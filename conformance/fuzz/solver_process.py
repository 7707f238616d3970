"""The process of one solver, which enumerates one model after the other."""

from __future__ import annotations

import pickle
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ...models import Model, ModelError
from ...models.language.late_dataclasses import dataclass, field
from ...solvers.harness.options import DEFAULTS, Options
from ...solvers.harness.processes.frames import ANSWER
from ...solvers.harness.processes.payload import Payload
from ...solvers.harness.registry import Solver
from ...solvers.harness.running.run import Run
from ..instances.models_with_objectives import reported_variables

if TYPE_CHECKING:
    from ...solvers.harness.processes.child import Sender

Row = tuple[Any, ...]
MOST_REPORTED = 20_000


@dataclass(frozen=True)
class Answer:
    """The reports of a solver on a model."""

    status: str
    """As of a run; also `dead` for a process that ended, `hung` for one that had to be ended."""
    reason: str | None = None
    rows: Counter[Row] = field(default_factory=Counter)
    malformed: tuple[str, ...] = ()
    """Reports that are no assignments."""


@dataclass(frozen=True)
class Question:
    """A model that is to be enumerated."""

    payload: Payload
    time_limit: float
    jobs: int = 1


@dataclass(frozen=True)
class Answering:
    """The order to answer questions to one solver until nobody asks any more."""

    name: str
    address: str
    options: Options = DEFAULTS

    def perform(self, sender: Sender) -> None:
        """Send `ready` or why the solver is unavailable, then an answer to each question."""
        solver = Solver(self.name, self.address)

        def send(answer: Answer) -> None:
            sender.send(ANSWER, 0.0, pickle.dumps(answer))

        try:
            solver.load()
        except BaseException as error:
            send(Answer("unavailable", str(error)))
            return
        send(Answer("ready"))
        with suppress(EOFError):
            while True:
                question: Question = sender.next_order()
                try:
                    model = question.payload.opened()
                except ModelError as error:  # of a shrunk model, as it divides by 0
                    send(Answer("unsupported", str(error)))
                else:
                    send(listened(model, solver, question.time_limit, question.jobs))


def listened(model: Model, solver: Solver, time_limit: float, jobs: int = 1) -> Answer:
    """The rows that `solver` reports, and how it ended."""
    address, names = solver.address, [variable.name for variable in reported_variables(model)]
    rows: Counter[Row] = Counter()
    malformed: list[str] = []
    options = Options(limit=MOST_REPORTED, time_limit=time_limit, jobs=jobs, hand_over=False)
    with Run(model, solver.name, options, address=address) as run:
        try:
            for found in run:
                if run.malformed:
                    malformed.append(repr(found)[:200])
                else:
                    rows[tuple(found[name] for name in names)] += 1
        except Exception as error:
            return Answer("failed", f"{type(error).__name__}: {error}", rows, tuple(malformed))
        outcome = run.outcome
    return Answer(outcome.status, outcome.reason, rows, tuple(malformed))
