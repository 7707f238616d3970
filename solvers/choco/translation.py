"""A model as steps for Choco, each a call of pychoco's; variables are known by name.

A step is the name of its result, the method, and its arguments: a new variable, a truth that is
known and to hold exactly where the constraint does, or "" for a constraint to be posted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.expressions import Bounds, Expression, bounds
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.nodes import Node
from ..harness.adapting.bounded import BoundedTranslator, Term
from . import native_constraints
from .native_constraints import WIDEST

Call = tuple[object, ...]

_WIDEST_LIST = 2**16
"""Choco holds a bit, or a place, for each integer between values of a list, or all different."""


class Translation(BoundedTranslator):
    """The `steps` that build a model; an expression makes its constraint from its result."""

    name = "choco"
    largest = 1_000_000_000
    """Choco's integers have 32 bits."""
    most_listed = 50_000

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self.steps: list[Any] = []
        super().__init__(model, check)

    def step(self, result: str, *call: object) -> None:
        """A further step."""
        self.steps.append((result, *call))

    def variable(self, *call: object) -> str:
        """The name of a new variable, or of another object that the call makes."""
        name = self.fresh("x")
        self.step(name, *call)
        return name

    def interval(self, low: int, high: int) -> str:
        return self.variable("intvar", low, high)

    def among(self, values: list[int]) -> str:
        if values[-1] - values[0] <= _WIDEST_LIST:
            return self.variable("intvar", values)
        variable = self.interval(values[0], values[-1])
        self.step("", "member", variable, values)
        return variable

    def literal(self, value: int) -> str:
        return self.interval(value, value)

    def equate(self, variable: str, expression: Callable[[str], Call]) -> None:
        self.step("", *expression(variable))

    def weighted(self, natives: list[str], coefficients: list[int], constant: int) -> Any:
        factors = [*coefficients, -1]
        return lambda result: ("scalar", [*natives, result], factors, "=", -constant)

    def multiplied(self, left: Term, right: Term) -> Any:
        return lambda result: ("times", left.native, right.native, result)

    def distance(self, native: str) -> Any:
        return lambda result: ("absolute", result, native)

    def extreme(self, which: str, natives: list[str]) -> Any:
        return lambda result: (which, result, natives)

    def item(self, natives: list[str], index: str) -> Any:
        return lambda result: ("element", result, natives, index)

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        return "arithm", left.native, "=" if relation == "==" else relation, right.native

    def conjunction(self, truths: list[str]) -> Any:
        return self.extreme("min", truths)

    def disjunction(self, truths: list[str]) -> Any:
        return self.extreme("max", truths)

    def reified(self, constraint: Any) -> str:
        """A 0/1 variable that is 1 where two compare so, as `reify_x_eq_y` not always is."""
        truth = self.variable("boolvar")
        if isinstance(constraint, tuple):
            self.step(truth, *constraint)
        else:
            self.equate(truth, constraint)
        return truth

    def opposite(self, truth: str) -> str:
        opposite = self.variable("boolvar")
        self.equate(opposite, self.weighted([truth], [-1], 1))
        return opposite

    def add(self, constraint: Any) -> None:
        call = constraint if isinstance(constraint, tuple) else ("arithm", constraint, "=", 1)
        self.step("", *call)

    def refute(self) -> None:
        self.step("", "arithm", self.variable("boolvar"), "=", 2)

    def require_different(self, terms: Sequence[Term]) -> None:
        if max(t.high for t in terms) - min(t.low for t in terms) <= _WIDEST_LIST:
            self.step("", "all_different", [term.native for term in terms])
            return
        for left, right in combinations(terms, 2):
            self.require_compared(left, "!=", right)

    # ------------------------------------------------------------------ whole constraints

    def is_native(self, constraint: Constraint) -> bool:
        ends = [self._ends[part] for part in constraint.parts]
        return native_constraints.is_native(constraint, ends)

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        if isinstance(constraint, AllDifferent):
            return super().require_native(constraint, terms)
        call = native_constraints.written(self, constraint, terms)
        return self.require(call) if isinstance(call, bool) else self.add(call)

    def is_reified(self, constraint: Constraint) -> bool:
        ends = [_declared_ends(part) for part in constraint.parts]
        known = [end for end in ends if end is not None]
        return len(known) == len(ends) and native_constraints.is_reified(constraint, known)

    def native_truth(self, constraint: Constraint, terms: Sequence[Term]) -> Any:
        call = native_constraints.written(self, constraint, terms)
        return call if isinstance(call, bool) else self.reified(call)

    def in_table(self, terms: Sequence[Term], rows: Sequence[Sequence[int]]) -> Any:
        ends = [term[1:] for term in terms]
        if not terms or max(high for _, high in ends) - min(low for low, _ in ends) > WIDEST:
            return super().in_table(terms, rows)
        call = native_constraints.table(self, terms, rows, allowed=True)
        return call if isinstance(call, bool) else self.reified(call)


def _declared_ends(expression: Node) -> Bounds | None:
    """The bounds of an expression, but of one with nested parts."""
    assert isinstance(expression, Expression), "parts of a constraint beyond the core"
    if any(part.parts for part in expression.parts):
        return None
    return bounds(expression)
