"""Solvers in processes of their own, which are started again where one dies or hangs."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager

from ...models import Model
from ...solvers.harness.ends_of_processes import last_words
from ...solvers.harness.processes.child_process import ChildProcess, Gone
from ...solvers.harness.processes.frames import GarbledError
from ...solvers.harness.processes.payload import payload_of
from ...solvers.harness.registry import Solver
from .solver_process import Answer, Answering, Question

GRACE = 3.0
"""Seconds after the time limit at which a solver is said to hang."""
SECONDS_TO_START = 120.0
MODELS_A_PAIR = {True: 8, False: 128}
"""One in so many models is searched by two jobs: of a solver with threads of its own, or not."""


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
        """The number of jobs that the solver called `name` searches with: of some models, 2.

        Those of a solver without threads of its own are processes, which take long to start.
        """
        every = MODELS_A_PAIR[self.solvers[name].traits.threads]
        return 2 if self.number % every == every // 2 else 1

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
