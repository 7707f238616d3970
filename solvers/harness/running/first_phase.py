"""The first phase of a run: its solver asked for better solutions, within the limits of the run."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, Unpack

from ....models.language.check import as_model
from ....models.language.constraints import Comparison
from ....models.language.errors import ModelError
from ....models.language.expressions import Variable, integer
from ....models.language.groups import Single
from ....models.language.late_dataclasses import dataclass, field, replace
from ....models.language.model import Model
from ....models.language.objectives import RULE, Goal
from ....models.language.rules import Rule
from ....models.language.solution import Solution
from ..best import Best
from ..contract import BOUND, Control, Incomplete, Stopped
from ..options import Options, SearchOptions, asked, offers
from ..outcome import HANDED_OVER, Outcome
from ..registry import Solver
from .enumeration import DEFAULT_SOLVER, raise_failure
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
        if found is not None:
            if self.malformed:
                raise self._malformed()
            return found
        self.raise_unless_complete()
        return None

    def raise_unless_complete(self) -> None:
        """Raises: Stopped, and as the solver fails."""
        outcome = self._outcome
        if outcome.complete:
            return
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

    def improvements(self) -> Iterator[Solution]:
        """Each better solution as it comes. Raises: Incomplete; as the solver fails."""
        best, control = self._outcome.objective, self._control
        assert best is not None, "there is something to be best in"
        steps = optimising(self.model, self._outcome.solver, self._solver, control, best)
        self._outcome.seconds["import"] = self._solver.load()
        control.resume()
        try:
            for found in steps.improvements():
                control.pause()
                yield self.model.solution(found)
                control.resume()
        except Stopped:
            raise Incomplete(f"{best.words}: stopped (time limit)", best.value) from None

    def _start(self, model: Model) -> Iterator[Any]:
        return iter(())


def settled(model: Model, seconds: float) -> tuple[Model, Best]:
    """A model without objective that has the best solutions of `model`, and their value.

    Raises: Incomplete where they are not proven in so many seconds; as the solver fails.
    """
    found, outcome = FirstPhase(model, DEFAULT_SOLVER, Options(time_limit=seconds)).settled()
    best = outcome.objective
    assert best is not None, "there is something to be best in"
    if found is None:
        raise Incomplete(f"{best.words}: stopped ({outcome.reason})", best.value)
    return found, best


class NativeQuestion(Question):
    """Better and better solutions in a goal, by the means of the solver's own library."""

    def improvements(self, goal: Goal, variable: Variable) -> Iterator[Values]:
        """Each but for `variable`, the value of the goal. Raises: as `answer` does."""
        self._sense, self._aim = goal.sense, variable.name
        with self:
            for found in self:
                if self.malformed:
                    raise self._malformed()
                yield {name: value for name, value in found.items() if name != self._aim}
        self.raise_unless_complete()

    def _start(self, model: Model) -> Iterator[Any]:
        improve = self._solver.improving
        assert improve is not None, "it was looked for"
        return iter(improve(model, Goal(self._sense, model.by_name[self._aim]), self._control))


def optimising(model: Model, name: str, solver: Solver, control: Control, best: Best) -> Optimising:
    """The search for the best values of `model`, within the limits of `control`."""

    def options() -> Options:
        left = control.remaining()
        if left is not None and left <= 0:
            raise Stopped
        return replace(control.options, limit=None, time_limit=left, project=None)

    def ask(asked: Model) -> Values | None:
        question: Any = Question(asked, name, replace(options(), limit=1), address=solver.address)
        found: Values | None = question.within(control).answer()
        note(question)
        return found

    def note(question: Any) -> None:
        """Keep who had the rest of a question: the best value stands on that word, too."""
        whose = question.latest.statistics.get(HANDED_OVER)
        if whose is not None:
            control.statistics[HANDED_OVER] = whose

    def improve(asked: Model, goal: Goal) -> Generator[Values, None, None]:
        valued, variable = with_value(asked, goal)
        question: Any = NativeQuestion(valued, name, options(), address=solver.address)
        for found in question.within(control).improvements(goal, variable):
            best.bound = question.latest.statistics.get(BOUND)
            yield found
        note(question)

    return Optimising(model, best, ask, improve if solver.improving else None)


def with_value(model: Model, goal: Goal) -> tuple[Model, Variable]:
    """`model` with a variable more, which has the value of a goal.

    It has more than two values, or a viewpoint might replace it as one of several 0/1 variables.
    """
    name = "_objective"
    while name in model.by_name:
        name += "_"
    low, high = goal.ends
    value = integer(name, low, max(high, low + 2))
    equal = Rule(RULE, (Comparison(value, "==", goal.expression),))
    return model.rewritten([*model.groups, Single(value)], [*model.rules, equal]), value


@offers(SearchOptions)
def improving(
    model: Model, solver: str = DEFAULT_SOLVER, **keywords: Unpack[SearchOptions]
) -> Iterator[Solution]:
    """Better and better solutions of a model with an objective; the last is proven best.

    With `pareto` each is one that no other dominates. Raises: ModelError without an objective;
    Incomplete where something stopped the search before the last was proven best.
    """
    if as_model(model).objective is None:
        raise ModelError(f"{model.name} has no objective to improve in; solutions(model) finds all")
    run = FirstPhase(model, solver, asked(**keywords))
    yield from run.improvements()
