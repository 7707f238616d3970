"""The first phase of a model with an objective: its best value, by asking for better solutions.

Any solver serves: each question is the model under a further rule. Then the solutions of the model
are those of another one without objective, in which the goals have the best values.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any

from ....models.language.constraints import Constraint, any_of
from ....models.language.global_constraints.table import allowed
from ....models.language.model import Model
from ....models.language.objectives import RULE, Goal, Objective, Point
from ....models.language.rules import Rule
from ..best import ENUMERATING, Best, plain
from ..contract import SolverFailed, Unsupported

Values = Mapping[str, Any]
Ask = Callable[[Model], "Values | None"]
"""A solution of a model, or None where it is proven that there is none; else it raises."""
Stream = Generator["Values", None, None]
Native = Callable[[Model, Goal], "Stream"]
"""Better and better solutions in a goal; the solver's own library proves the last one best."""
Steps = Generator["Values", None, "Values | None"]
"""Better and better solutions in a goal, and the best, if there is any."""

SMALL = 8
"""An improvement of less than this part of what is left is a small one."""
SMALL_STEPS = 3
"""After so many small improvements the rest of the range is halved."""
MOST_SMALL_STEPS = 1_000
"""After so many small improvements by the library's own means it is asked for larger ones."""


class Optimising:
    """The search for the best values of the objective of `model`."""

    def __init__(self, model: Model, best: Best, ask: Ask, native: Native | None = None) -> None:
        assert model.objective is not None, "only a model with an objective is optimised"
        self._objective: Objective = model.objective
        self._plain = model.without_objective()
        self._valuation = self._objective.valuation
        self._best, self._asking, self._native = best, ask, native
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
        return settled_by(self._plain, self._objective, self._points)

    def improvements(self, known: Values | None = None) -> Iterator[Values]:
        """Each better solution as it is found; with a front, each point that none dominates."""
        yield from self._front() if self._objective.pareto else self._in_order(known)
        self._best.proven, self._best.phase = True, ENUMERATING

    # ------------------------------------------------------------------ in order of importance

    def _in_order(self, found: Values | None) -> Iterator[Values]:
        """Better solutions in each goal, among those that are best in the goals before."""
        held = self._objective.definedness()
        if found is not None:
            self._improved(found)
        for place, goal in enumerate(self._objective.goals):
            route = self._natively if self._native else self._by_asking
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
        assert self._native is not None, "it was looked at"
        self._best.questions += 1
        self._best.native = True
        if found is not None:
            held = [*held, goal.at_least_as_good_as(self._point(found)[place])]
        stream = self._native(under(self._plain, held), goal)
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
            while (better := self._ask(self._objective.dominating(self._point(found)))) is not None:
                found = self._checked(better, self._point(found))
            self._points.append(self._point(found))
            self._improved(found)
            self._best.points = [list(point) for point in self._points]
            yield found
            left = [*left, self._objective.undominated_by(self._points[-1])]

    def _checked(self, better: Values, than: Point) -> Values:
        if not self._objective.beats(self._point(better), than):
            raise SolverFailed(
                f"asked for better values than {plain(than)}, it reported"
                f" {plain(self._point(better))}; compare solvers to see who is wrong"
            )
        return better

    # ---------------------------------------------------------------------------- the questions

    def _ask(self, held: Sequence[Constraint]) -> Values | None:
        self._best.questions += 1
        return self._asking(under(self._plain, held))

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


def settled_by(model: Model, objective: Objective, points: Sequence[Point]) -> Model:
    """The model whose solutions are those of `model` where these points are the best ones."""
    held = [objective.wanted(point) for point in points[:1]]
    if not points:
        held = [*objective.definedness(), any_of([])]
    elif len(points) > 1:
        held = [allowed(objective.expressions, [list(point) for point in points])]
    return under(model, held, f"{objective.words}: the best")


def under(model: Model, held: Iterable[Constraint], words: str = "") -> Model:
    """`model` under further constraints, which are a rule that is said in `words`."""
    more = tuple(held)
    rules = [*model.rules, *([Rule(RULE, more, (), words)] if more else [])]
    return model.rewritten(model.groups, rules)
