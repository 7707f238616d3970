"""The first phase of a model with an objective: its best value, by asking for better solutions.

Any solver serves: each question is the model under a further rule. Then the solutions of the model
are those of another one without objective, in which the goals have the best values.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ....models.language.constraints import Constraint, any_of
from ....models.language.global_constraints.table import allowed
from ....models.language.model import Model
from ....models.language.objectives import RULE, Goal, Objective, Point, Valuation
from ....models.language.rules import Rule
from ..best import ENUMERATING, Best, plain
from ..contract import SolverFailed

Values = Mapping[str, Any]
Ask = Callable[[Model], "Values | None"]
"""A solution of a model, or None where it is proven that there is none; else it raises."""
Native = Callable[[Model, Goal, Best], "Values | None"]
"""A solution that is best in a goal, proven by the solver's own library; None if there is none."""

SMALL = 8
"""An improvement of less than this part of what is left is a small one."""
SMALL_STEPS = 3
"""After so many small improvements the rest of the range is halved."""


class Optimising:
    """The search for the best values of the objective of `model`."""

    def __init__(self, model: Model, best: Best, ask: Ask, native: Native | None = None) -> None:
        assert model.objective is not None, "only a model with an objective is optimised"
        self._objective: Objective = model.objective
        self._plain = model.without_objective()
        self._valuation = Valuation(self._objective)
        self._best, self._asking, self._native = best, ask, native
        self._begun = time.perf_counter()

    def settled(self) -> Model:
        """The model, without objective, whose solutions are the best ones of the model."""
        points = self._front() if self._objective.pareto else self._in_order()
        self._best.proven, self._best.phase = True, ENUMERATING
        if not points:
            return under(self._plain, self._objective.definedness(), impossible=True)
        if len(points) > 1:
            rows = [list(point) for point in points]
            return under(self._plain, [allowed(self._objective.expressions, rows)])
        return under(self._plain, [self._objective.wanted(points[0])])

    # ------------------------------------------------------------------ in order of importance

    def _in_order(self) -> list[Point]:
        """The best value of each goal among the solutions that are best in those before."""
        held = self._objective.definedness()
        found: Values | None = None
        for place, goal in enumerate(self._objective.goals):
            if self._native is None:
                found = self._by_asking(place, goal, held, found)
            else:
                found = self._natively(goal, held)
            if found is None:
                return []
            held = [*held, goal.equal_to(self._point(found)[place])]
        assert found is not None, "there is a goal"
        return [self._point(found)]

    def _natively(self, goal: Goal, held: Sequence[Constraint]) -> Values | None:
        assert self._native is not None, "it was looked at"
        self._best.questions += 1
        self._best.native = True
        found = self._native(under(self._plain, held), goal, self._best)
        if found is not None:
            self._improved(found)
        return found

    def _by_asking(
        self, place: int, goal: Goal, held: Sequence[Constraint], found: Values | None
    ) -> Values | None:
        """A solution that is best in a goal: first step by step, then by halving the range."""
        found = self._ask(held) if found is None else found
        if found is None:
            return None
        if not self._best.incumbents:
            self._improved(found)
        sign, small = goal.sign, 0
        cost, least = sign * self._point(found)[place], sign * goal.bound
        while cost > least:
            self._best.bound = sign * least
            halving = small >= SMALL_STEPS
            aim = (cost + least) // 2 if halving else cost - 1
            better = self._ask([*held, goal.at_least_as_good_as(sign * aim)])
            if better is None:
                least = aim + 1
                continue
            new = sign * self._point(better)[place]
            if new > aim:
                raise SolverFailed(
                    f"asked for {goal.words} at {sign * aim} or better, it reported"
                    f" {sign * new}; compare solvers to see who is wrong"
                )
            small += (cost - new) * SMALL < cost - least
            cost, found = new, better
            self._improved(found)
        self._best.bound = sign * cost
        return found

    # ------------------------------------------------------------------------- of equal weight

    def _front(self) -> list[Point]:
        """Every point that no other dominates."""
        points: list[Point] = []
        left = self._objective.definedness()
        while (found := self._ask(left)) is not None:
            while (better := self._ask(self._objective.dominating(self._point(found)))) is not None:
                found = self._checked(better, self._point(found))
            points.append(self._point(found))
            self._improved(found)
            self._best.points = [list(point) for point in points]
            left = [*left, self._objective.undominated_by(points[-1])]
        return points

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
        point = self._valuation.of(values)
        if point is None:
            raise SolverFailed(
                f"it reported {dict(values)!r}, for which {self._objective.words} is undefined"
            )
        return point

    def _improved(self, found: Values) -> None:
        self._best.found(self._point(found), found, time.perf_counter() - self._begun)


def under(model: Model, held: Iterable[Constraint], *, impossible: bool = False) -> Model:
    """`model` under further constraints; `impossible`, such that nothing holds."""
    more = (*held, *([any_of([])] if impossible else []))
    rules = [*model.rules, *([Rule(RULE, more)] if more else [])]
    return model.rewritten(model.groups, rules)
