"""A model as steps for Choco, each variable known by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ...models.language.model import Model
from ..harness.adapting.bounded import BoundedTranslator, Term

Step = list[object]

_WIDEST_LIST = 2**16
"""Choco holds a bit, or a place, for each integer between values of a list, or all different."""


class Translation(BoundedTranslator):
    """The `steps` that build a model; an expression is a step that lacks its result."""

    name = "choco"
    largest = 1_000_000_000
    """Choco's integers have 32 bits."""
    most_listed = 50_000

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self.steps: list[Step] = []
        self._made = 0
        super().__init__(model, check)

    def step(self, *step: object) -> None:
        """A further step."""
        self.steps.append(list(step))

    def _variable(self, *step: object) -> int:
        self.step(*step)
        self._made += 1
        return self._made - 1

    def interval(self, low: int, high: int) -> int:
        return self._variable("interval", low, high)

    def among(self, values: list[int]) -> int:
        if values[-1] - values[0] <= _WIDEST_LIST:
            return self._variable("among", values)
        place = self.interval(values[0], values[-1])
        self.step("member", place, values)
        return place

    def literal(self, value: int) -> int:
        return self.interval(value, value)

    def equate(self, variable: int, expression: Sequence[object]) -> None:
        name, *arguments = expression
        self.step(name, variable, *arguments)

    def weighted(self, natives: list[int], coefficients: list[int], constant: int) -> Any:
        return "weighted", natives, coefficients, constant

    def multiplied(self, left: Term, right: Term) -> Any:
        return "times", left.native, right.native

    def distance(self, native: int) -> Any:
        return "distance", native

    def extreme(self, which: str, natives: list[int]) -> Any:
        return "extreme", which, natives

    def item(self, natives: list[int], index: int) -> Any:
        return "chosen", natives, index

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        native = "=" if relation == "==" else relation
        return "related", left.native, native, right.native

    def conjunction(self, truths: list[int]) -> Any:
        return self.extreme("min", truths)

    def disjunction(self, truths: list[int]) -> Any:
        return self.extreme("max", truths)

    def reified(self, constraint: Sequence[object]) -> int:
        name, *arguments = constraint
        truth = self._variable("boolean")
        self.step("reified" if name == "related" else name, truth, *arguments)
        return truth

    def opposite(self, truth: int) -> int:
        opposite = self._variable("boolean")
        self.equate(opposite, self.weighted([truth], [-1], 1))
        return opposite

    def zero_or_one(self, truth: int) -> int:
        return truth

    def add(self, constraint: Any) -> None:
        if isinstance(constraint, int):
            self.step("fixed", constraint, 1)
        else:
            self.step(*constraint)

    def refute(self) -> None:
        self.step("fixed", self._variable("boolean"), 2)

    def require_different(self, terms: Sequence[Term]) -> None:
        if max(t.high for t in terms) - min(t.low for t in terms) <= _WIDEST_LIST:
            self.step("different", [term.native for term in terms])
            return
        for left, right in combinations(terms, 2):
            self.require_compared(left, "!=", right)
