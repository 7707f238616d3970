"""The first phase of a run: its solver asked for better solutions, within the limits of the run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....models.language.late_dataclasses import dataclass, field, replace
from ....models.language.model import Model
from ..best import Best
from ..contract import Control, Stopped
from ..outcome import Outcome
from ..registry import Solver
from .enumeration import raise_failure
from .optimising import Optimising, Values
from .run import Run


@dataclass
class QuestionControl(Control):
    """The control of a question: it ends with the run that asks."""

    whole: Control = field(default_factory=Control)

    def should_stop(self) -> bool:
        return super().should_stop() or self.whole.should_stop()


class Question(Run):
    """One question: a single solution, found by the solver and within the limits of a run."""

    def within(self, whole: Control) -> Question:
        """The same, ended where `whole` is."""
        control = QuestionControl(self._control.options, whole=whole)
        control.statistics = self._control.statistics
        self._control = control
        return self

    def answer(self) -> Values | None:
        """A solution, or None where there is none. Raises: Stopped, and as the solver fails."""
        with self:
            found = next(self, None)
        outcome = self._outcome
        if found is not None:
            if self.malformed:
                raise self._malformed()
            return found
        if outcome.complete:
            return None
        if outcome.reason == "memory":
            raise MemoryError(str(outcome.error))
        if outcome.status == "stopped":
            raise Stopped
        assert outcome.error is not None, "what failed says why"
        raise outcome.error


class FirstPhase(Run):
    """The first phase alone: the best value, and the model of the solutions that have it."""

    def settled(self) -> tuple[Model | None, Outcome]:
        """That model, or None where the phase was stopped; and the outcome.

        Raises: as the solver fails.
        """
        with self:
            for _ in self:
                pass
        raise_failure(self._outcome)
        return (self._sought if self._outcome.complete else None), self._outcome

    def _start(self, model: Model) -> Iterator[Any]:
        return iter(())


def optimised(model: Model, name: str, solver: Solver, control: Control, best: Best) -> Model:
    """The model, without objective, whose solutions are the best ones of `model`."""

    def ask(asked: Model) -> Values | None:
        left = control.remaining()
        if left is not None and left <= 0:
            raise Stopped
        options = replace(control.options, limit=1, time_limit=left, project=None)
        question: Any = Question(asked, name, options, address=solver.address)
        found: Values | None = question.within(control).answer()
        return found

    return Optimising(model, best, ask).settled()
