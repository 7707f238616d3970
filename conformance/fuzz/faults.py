"""Faults of a solver that its answer on a model proves."""

from __future__ import annotations

import pickle
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any

from ...models import Model, ModelError
from ...models.language.check import Judge
from ...models.language.late_dataclasses import dataclass, field
from ...models.language.phrases import grouped
from ...solvers.harness.installing import last_words
from ...solvers.harness.options import DEFAULTS, Options
from ...solvers.harness.processes.child_process import ChildProcess, Gone
from ...solvers.harness.processes.payload import ANSWER, GarbledError, Payload, payload_of
from ...solvers.harness.registry import Solver
from ...solvers.harness.running.independent_parts import own_count
from ...solvers.harness.running.run import Run
from ..instances.enumerate_naively import FEASIBLE, size_of
from ..instances.random_models import expected_rows, reported_variables

if TYPE_CHECKING:
    from ...solvers.harness.processes.child import Sender


# -------------------------- The process of one solver, which enumerates one model after the other.


Row = tuple[Any, ...]
MOST_REPORTED = 20_000


@dataclass(frozen=True)
class Answer:
    """The reports of a solver on a model."""

    status: str
    """As of a run; also `dead` for a process that ended, `hung` for one that had to be ended, and
    `wrong count` where it counts another number of solutions than it has reported.
    """
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
            for question in sender.orders():
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
    if outcome.complete and outcome.counts and not model.projection and not malformed:
        counted = own_count(model, solver.name, options, address=address)
        if counted not in (None, rows.total()):
            reason = f"it counts {grouped(counted)}, and reports {grouped(rows.total())}"
            return Answer(MISCOUNTED, reason, rows)
    return Answer(outcome.status, outcome.reason, rows, tuple(malformed))


MISSING, INVENTED, REPEATED, FAILED, HUNG = "missing", "invented", "repeated", "failed", "hung"
MISCOUNTED = "wrong count"
NOT_OPTIMAL = "not optimal"
PROVEN = (MISSING, INVENTED, NOT_OPTIMAL, REPEATED, MISCOUNTED)
"""Kinds of fault that are proof of a wrong answer."""

VERBS = {
    MISSING: "loses solutions and says that it has all",
    INVENTED: "reports what is no solution",
    NOT_OPTIMAL: "reports solutions that are not the best",
    REPEATED: "reports solutions more than once",
    FAILED: "breaks off",
    HUNG: "does not end",
    MISCOUNTED: "counts another number of solutions than it reports",
}
_STATUSES = {MISCOUNTED: MISCOUNTED, "failed": FAILED, "dead": FAILED, "hung": HUNG}
_SLOW = "time limit"


@dataclass(frozen=True)
class Fault:
    """A fault of a solver on a model."""

    solver: str
    kind: str
    """missing, invented, not optimal, repeated, failed, hung or wrong count."""
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
        """True if its answer is wrong; otherwise it did not come to an end of its own."""
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
    reason = (answer.reason or "") if kind in (FAILED, HUNG, MISCOUNTED) else ""
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


# ------------- Solvers in processes of their own, which are started again where one dies or hangs.


GRACE = 3.0
"""Seconds after the time limit at which a solver is said to hang."""
SECONDS_TO_START = 120.0
MODELS_A_GROUP = {True: 4, False: 128}
"""One in so many models has several jobs: of a solver with threads of its own, and of others."""


class _Hand:
    """The process of one solver, as the one who asks holds it."""

    def __init__(self, solver: Solver) -> None:
        self._child = ChildProcess(pickle.dumps(Answering(solver.name, solver.address)))
        self._start: Answer | None = None
        self.end = self._child.end

    def start(self) -> Answer:
        """The result of its start: ready or unavailable."""
        if self._start is None:
            answer = self.answer(SECONDS_TO_START)
            unable = Answer("unavailable", f"its process did not start: {answer.reason}")
            self._start = unable if answer.status in ("dead", "hung") else answer
        return self._start

    def ask(self, question: Question) -> None:
        """Send a question; where nobody is there, the answer will say so."""
        self._child.begin(pickle.dumps(question))

    def answer(self, seconds: float) -> Answer:
        """The answer to the question, after so many seconds at most."""
        try:
            message = self._child.message(seconds)
        except (Gone, GarbledError):
            words, said = self._child.ending(), last_words(self._child.noise)
            return Answer("dead", f"{words}{f'; it printed: {said}' if said else ''}")
        if message is None:
            return Answer("hung", f"it did not answer within {seconds:.3g} s")
        answer: Answer = pickle.loads(message.body)
        return answer


class Bench(AbstractContextManager["Bench"]):
    """Asks solvers; each has a process, and a fresh one after it died or hung."""

    def __init__(self, solvers: Iterable[Solver], time_limit: float) -> None:
        self.solvers = {solver.name: solver for solver in solvers}
        self.time_limit = time_limit
        self.number = 0
        """That of the random model that is worked on."""
        self._hands: dict[str, _Hand] = {}

    def __exit__(self, *details: object) -> None:
        for name in list(self._hands):
            self.dismiss(name)

    def start(self) -> None:
        """Have every solver imported, so that no time of the hunt is spent on that."""
        for hand in [self._hand(name) for name in self.solvers]:
            hand.start()

    def ask(self, model: Model, name: str, patience: float = 1.0) -> Answer:
        """The answer of the solver called `name` to `model`, in `patience` times the time limit."""
        return self.ask_all(model, [name], patience)[name]

    def ask_all(
        self, model: Model, names: Iterable[str], patience: float = 1.0
    ) -> Mapping[str, Answer]:
        """The answer of each to `model`; all run at once."""
        limit = patience * self.time_limit
        payload = payload_of(model)
        asked = list(names)
        hands = [self._hand(name) for name in asked]  # all start before one is waited for
        ready = {name: hand.start() for name, hand in zip(asked, hands, strict=True)}
        for name, hand in zip(asked, hands, strict=True):
            if ready[name].status == "ready":
                hand.ask(Question(payload, limit, self.jobs(name)))
        end = time.monotonic() + limit + GRACE
        return {
            name: self._answer(name, hand, end) if ready[name].status == "ready" else ready[name]
            for name, hand in zip(asked, hands, strict=True)
        }

    def jobs(self, name: str) -> int:
        """The number of jobs that the solver called `name` searches with: of some models, 2 to 4.

        Those of a solver without threads of its own are processes, which take long to start.
        """
        every = MODELS_A_GROUP[self.solvers[name].traits.threads]
        turn, rest = divmod(self.number, every)
        return 2 + turn % 3 if rest == every // 2 else 1

    def dismiss(self, name: str) -> None:
        """End a solver's process; a fresh one starts when it is asked again."""
        hand = self._hands.pop(name, None)
        if hand is not None:
            hand.end()

    def _hand(self, name: str) -> _Hand:
        if name not in self._hands:
            self._hands[name] = _Hand(self.solvers[name])
        return self._hands[name]

    def _answer(self, name: str, hand: _Hand, end: float) -> Answer:
        answer = hand.answer(max(0.0, end - time.monotonic()))
        if answer.status in ("dead", "hung"):
            self.dismiss(name)
        return answer
