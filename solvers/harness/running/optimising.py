"""The first phase of a model with an objective: its best value, by asking for better solutions.

Any solver serves: each question is the model under a further rule. Then the solutions of the model
are those of another one without objective, in which the goals have the best values.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, Unpack

from ....models.language.check import as_model
from ....models.language.constraints import Comparison, Constraint, any_of
from ....models.language.errors import ModelError
from ....models.language.expressions import Variable, integer
from ....models.language.global_constraints.table import allowed
from ....models.language.groups import Single
from ....models.language.late_dataclasses import replace
from ....models.language.model import Model
from ....models.language.objectives import RULE, Goal, Objective, Point
from ....models.language.rules import Rule
from ....models.language.solution import Solution
from ..contract import (
    BOUND,
    ENUMERATING,
    Best,
    Control,
    Incomplete,
    PartControl,
    SolverFailed,
    Stopped,
    Unsupported,
    plain,
)
from ..options import Options, SearchOptions, asked, offers
from ..outcome import HANDED_OVER, Outcome
from ..registry import Solver
from .enumeration import DEFAULT_SOLVER, raise_failure
from .run import Run

Values = Mapping[str, Any]
Stream = Generator[Values, None, None]
Steps = Generator[Values, None, Values | None]
"""Better and better solutions in a goal, and the best, if there is any."""

SMALL = 8
"""An improvement of less than this part of what is left is a small one."""
SMALL_STEPS = 3
"""The number of small improvements after which the rest of the range is halved."""
MOST_SMALL_STEPS = 1_000
"""The number of small improvements of a library after which it is asked for larger ones."""


class Optimising:
    """The search of a solver for the best values of `model`, within the limits of `control`."""

    def __init__(
        self, model: Model, name: str, solver: Solver, control: Control, best: Best
    ) -> None:
        assert model.objective is not None, "only a model with an objective is optimised"
        self._objective: Objective = model.objective
        self._plain = model.without_objective()
        self._valuation = self._objective.valuation
        self._name, self._solver, self._control, self._best = name, solver, control, best
        self._begun = time.perf_counter()
        self._points: list[Point] = []
        self._latest: tuple[Values, Point] = {}, ()

    def settled(
        self, known: Values | None = None, hear: Callable[[Values], object] = lambda found: None
    ) -> Model:
        """The model, without objective, whose solutions are the best ones of the model.

        With a `known` solution better ones are looked for at once; `hear` gets each that is found.
        """
        for found in self.improvements(known):
            hear(found)
        at_least = self._best.proven_by is not None
        return settled_by(self._plain, self._objective, self._points, at_least=at_least)

    def improvements(self, known: Values | None = None) -> Iterator[Values]:
        """Each better solution as it is found; with a front, each point that none dominates."""
        yield from self._front() if self._objective.pareto else self._in_order(known)
        self._best.proven, self._best.phase = True, ENUMERATING
        whose = self._control.statistics.get(HANDED_OVER)
        self._best.proven_by = None if whose is None else str(whose)

    # ------------------------------------------------------------------ in order of importance

    def _in_order(self, found: Values | None) -> Iterator[Values]:
        """Better solutions in each goal, among those that are best in the goals before."""
        held = self._objective.definedness()
        if found is not None:
            self._improved(found)
        for place, goal in enumerate(self._objective.goals):
            route = self._natively if self._solver.improving else self._by_asking
            found = yield from route(place, goal, held, found)
            if found is None:
                return
            held = [*held, goal.equal_to(self._point(found)[place])]
        assert found is not None, "there is a goal"
        self._points = [self._point(found)]

    def _natively(
        self, place: int, goal: Goal, held: Sequence[Constraint], found: Values | None
    ) -> Steps:
        """The same by the solver's own library, which proves that the last is best.

        One that creeps through a wide range is asked for larger steps.
        """
        self._best.native = True
        if found is not None:
            held = [*held, goal.at_least_as_good_as(self._point(found)[place])]
        stream = self._better(held, goal)
        try:
            found, proven = yield from self._followed(stream, place, goal, found)
        except Unsupported:  # what its own means cannot hold it may be asked for
            self._best.native = proven = False
        if not proven:
            return (yield from self._by_asking(place, goal, held, found))
        if found is not None:
            self._best.bound = self._point(found)[place]
        return found

    def _followed(
        self, stream: Stream, place: int, goal: Goal, found: Values | None
    ) -> Generator[Values, None, tuple[Values | None, bool]]:
        """Each better solution of a library; the best, and True if that is proven."""
        last, small, sign = None, 0, goal.sign
        known = None if found is None else self._cost(goal, place, found)
        with closing(stream):
            for better in stream:
                cost = self._cost(goal, place, better)
                if last is not None:
                    if cost >= last:
                        raise SolverFailed(
                            f"asked for better and better {goal.words}, it reported"
                            f" {sign * cost} after {sign * last}"
                        )
                    small += (last - cost) * SMALL < last - sign * goal.bound
                last = cost
                if known is None or cost < known:
                    known, found = cost, self._improved(better)
                    yield better
                if small >= MOST_SMALL_STEPS:
                    return found, False
        if known is not None and (last is None or known < last):
            raise SolverFailed(
                f"asked for the best {goal.words}, it did not report {sign * known}, which it had"
                " found before"
            )
        return found, True

    def _cost(self, goal: Goal, place: int, values: Values) -> int:
        """The number that is to be small."""
        return goal.sign * self._point(values)[place]

    def _by_asking(
        self, place: int, goal: Goal, held: Sequence[Constraint], found: Values | None
    ) -> Steps:
        """Solutions better and better in a goal: first step by step, then by halving the range."""
        if found is None:
            found = self._ask(held)
            if found is None:
                return None
            yield self._improved(found)
        sign, small = goal.sign, 0
        cost, least = self._cost(goal, place, found), sign * goal.bound
        while cost > least:
            self._best.bound = sign * least
            halving = small >= SMALL_STEPS
            aim = (cost + least) // 2 if halving else cost - 1
            better = self._ask([*held, goal.at_least_as_good_as(sign * aim)])
            if better is None:
                least = aim + 1
                continue
            new = self._cost(goal, place, better)
            if new > aim:
                raise SolverFailed(
                    f"asked for {goal.words} at {sign * aim} or better, it reported"
                    f" {sign * new}; compare solvers to see who is wrong"
                )
            small += (cost - new) * SMALL < cost - least
            cost, found = new, better
            yield self._improved(found)
        self._best.bound = sign * cost
        return found

    # ------------------------------------------------------------------------- of equal weight

    def _front(self) -> Iterator[Values]:
        """A solution for every point that no other dominates."""
        left = self._objective.definedness()
        while (found := self._ask(left)) is not None:
            point = self._point(found)
            while (better := self._ask(self._objective.dominating(point))) is not None:
                found, before = better, point
                point = self._point(found)
                if not self._objective.beats(point, before):
                    raise SolverFailed(
                        f"asked for better values than {plain(before)}, it reported"
                        f" {plain(point)}; compare solvers to see who is wrong"
                    )
            self._points.append(point)
            self._improved(found)
            self._best.points = [list(point) for point in self._points]
            yield found
            left = [*left, self._objective.undominated_by(point)]

    # ---------------------------------------------------------------------------- the questions

    def _ask(self, held: Sequence[Constraint]) -> Values | None:
        """A solution, or None where it is proven that there is none; else it raises."""
        question = self._question(under(self._plain, held), limit=1)
        with closing(question.reports(self._control)) as reports:
            found = next(reports, None)
        self._note(question)
        return found

    def _better(self, held: Sequence[Constraint], goal: Goal) -> Stream:
        """Better and better solutions; the solver's own library proves the last one best."""
        valued, variable = with_value(under(self._plain, held), goal)
        question = self._question(valued)
        for found in question.reports(self._control, Goal(goal.sense, variable)):
            bound: Any = question.latest.statistics.get(BOUND)
            self._best.bound = bound
            yield {name: value for name, value in found.items() if name != variable.name}
        self._note(question)

    def _question(self, asked: Model, limit: int | None = None) -> Question:
        self._best.questions += 1
        left = self._control.remaining()
        if left is not None and left <= 0:
            raise Stopped
        options = replace(self._control.options, limit=limit, time_limit=left, project=None)
        return Question(asked, self._name, options, address=self._solver.address)

    def _note(self, asked: Question) -> None:
        """Record the solver that took over a question: the best value rests on its word, too."""
        whose = asked.latest.statistics.get(HANDED_OVER)
        if whose is not None:
            self._control.statistics[HANDED_OVER] = whose

    def _point(self, values: Values) -> Point:
        if values is self._latest[0]:
            return self._latest[1]
        point = self._valuation.of(values)
        if point is None:
            raise SolverFailed(
                f"it reported {dict(values)!r}, for which {self._objective.words} is undefined"
            )
        self._latest = values, point
        return point

    def _improved(self, found: Values) -> Values:
        self._best.found(self._point(found), found, time.perf_counter() - self._begun)
        return found


def settled_by(
    model: Model, objective: Objective, points: Sequence[Point], *, at_least: bool = False
) -> Model:
    """The model whose solutions are those of `model` where these points are the best ones.

    With `at_least`, also those of better points, of which there should be none.
    """
    held = [objective.wanted(point) for point in points[:1]]
    if at_least and len(points) == 1:
        pairs = zip(objective.goals, points[0], strict=True)
        slack = objective.within or 0
        held = [goal.at_least_as_good_as(v + goal.sign * slack) for goal, v in pairs]
    if not points:
        held = [*objective.definedness(), any_of([])]
    elif len(points) > 1:
        held = [allowed(objective.expressions, [list(point) for point in points])]
    return under(model, held, f"{objective.words}: the best")


def under(model: Model, held: Iterable[Constraint], words: str = "") -> Model:
    """`model` under further constraints, which are a rule that is said in `words`."""
    more = tuple(held)
    return model.also(*([Rule(RULE, more, (), words)] if more else []))


# ------------------------------------------------------------------------------------- first phase
# The first phase of a run: its solver asked for better solutions, within the limits of the run.


class Question(Run):
    """One question to the solver of a run, within the limits of that run."""

    _goal: Goal | None = None
    """The goal that the solver's own library is to improve on; None if it is given none."""

    def reports(self, whole: Control, goal: Goal | None = None) -> Stream:
        """Solutions, better and better in `goal`. Raises: Stopped, and as the solver fails."""
        options, statistics = self._control.options, self._control.statistics
        self._control = PartControl(options, statistics=statistics, is_over=whole.should_stop)
        self._goal = goal
        with self:
            for found in self:
                if self.malformed:
                    raise self._malformed()
                yield found
        outcome = self._outcome
        if outcome.complete:
            return
        if outcome.reason == "memory":
            raise MemoryError(str(outcome.error))
        if outcome.status == "stopped":
            raise Stopped
        assert outcome.error is not None, "what failed says why"
        raise outcome.error

    def _start(self, model: Model) -> Iterator[Any]:
        if self._goal is None:
            return super()._start(model)
        value, improve = self._goal.expression, self._solver.improving
        assert isinstance(value, Variable), "the goal has a variable of its own"
        assert improve is not None, "it was looked for"
        goal = Goal(self._goal.sense, model.by_name[value.name])
        return iter(improve(model, goal, self._control))


class FirstPhase(Run):
    """The first phase alone: the best value, and the model of the solutions that have it."""

    incumbent_first = False

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
        steps = Optimising(self.model, self._outcome.solver, self._solver, control, best)
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


def settled(model: Model, seconds: float | None) -> tuple[Model, Best]:
    """A model without objective that has the best solutions of `model`, and their value.

    Raises: Incomplete where they are not proven within `seconds`, if any; as the solver fails.
    """
    found, outcome = FirstPhase(model, DEFAULT_SOLVER, Options(time_limit=seconds)).settled()
    best = outcome.objective
    assert best is not None, "there is something to be best in"
    if found is None:
        raise Incomplete(f"{best.words}: stopped ({outcome.reason})", best.value)
    return found, best


def without_objective(model: Model, control: Control) -> Model:
    """The same within the limits of a `control`; a model without objective is as it is."""
    if model.objective is None:
        return model
    return settled(model, control.remaining())[0]


def with_value(model: Model, goal: Goal) -> tuple[Model, Variable]:
    """`model` with a variable more, which has the value of a goal.

    It has more than two values, or a viewpoint might replace it as one of several 0/1 variables.
    """
    low, high = goal.ends
    value = integer(unused(model, "_objective"), low, max(high, low + 2))
    equal = Rule(RULE, (Comparison(value, "==", goal.expression),))
    return model.also(equal, groups=[Single(value)]), value


def unused(model: Model, name: str) -> str:
    """`name`, or a longer one, that no variable of `model` has."""
    while name in model.by_name:
        name += "_"
    return name


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
