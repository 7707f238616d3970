"""A model as steps in Choco's words, each variable known by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

from ...models.language.constraints import Constraint
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator

Step = list[object]

_MOST_LISTED = 50_000
_WIDEST_LIST = 2**16
"""Choco holds a bit, or a place, for each integer between values of a list, or all different."""


class Term(NamedTuple):
    """A variable of Choco's by its number, and bounds of its value."""

    place: int
    low: int
    high: int


class Translation(Translator[Term, Term]):
    """The `steps` that build a model."""

    name = "choco"
    largest = 1_000_000_000
    """Choco's integers have 32 bits."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self.steps: list[Step] = []
        self.derived: list[int] = []
        """Variables that are determined by the declared ones, but maybe not by propagation."""
        self._made = 0
        self._constants: dict[int, Term] = {}
        super().__init__(model, check)

    def _step(self, *step: object) -> None:
        self.steps.append(list(step))

    def _new(self, low: int, high: int, *step: object) -> Term:
        self._step(*(step or ("interval", low, high)))
        self._made += 1
        if max(abs(low), abs(high)) > self.largest:
            raise self.refused(f"its values may pass {grouped(self.largest)} in size")
        return Term(self._made - 1, low, high)

    def _boolean(self) -> Term:
        return self._new(0, 1, "boolean")

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        low, high = int(domain[0]), int(domain[-1])
        if isinstance(domain, range) and domain.step == 1:
            return self._new(low, high)
        if size(domain) > _MOST_LISTED:
            raise self.refused(f"it has gaps and more than {grouped(_MOST_LISTED)} values")
        values = [int(value) for value in domain]
        if high - low <= _WIDEST_LIST:
            return self._new(low, high, "among", values)
        term = self._new(low, high)
        self._step("member", term.place, values)
        return term

    def constant(self, value: int) -> Term:
        if value not in self._constants:
            self._constants[value] = self._new(value, value)
        return self._constants[value]

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        low = high = constant
        factors: dict[Term, int] = {}
        for term, factor in zip(terms, coefficients, strict=True):
            factors[term] = factors.get(term, 0) + factor
        for term, factor in factors.items():
            ends = factor * term.low, factor * term.high
            low, high = low + min(ends), high + max(ends)
        if low == high:
            return self.constant(low)
        result = self._new(low, high)
        self._weigh({**factors, result: -1}, "=", -constant)
        return result

    def _weigh(self, factors: dict[Term, int], relation: str, total: int) -> None:
        places = [term.place for term in factors]
        self._step("weighted", places, list(factors.values()), relation, total)

    def product(self, left: Term, right: Term) -> Term:
        corners = [a * b for a in left[1:] for b in right[1:]]
        result = self._new(min(corners), max(corners))
        self._step("times", left.place, right.place, result.place)
        return result

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[0]

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[1]

    def _divided(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """Quotient and remainder: x = y*q + r with 0 <= r*sign(y) < abs(y); y is 1 for 0."""
        is_zero = self.compared(divisor, "==", self.constant(0))
        safe = self.linear([divisor, is_zero], [1, 1], 0)
        widest = max(abs(dividend.low), abs(dividend.high)) + 1
        most = max(abs(safe.low), abs(safe.high))
        quotient, rest = self._new(-widest, widest), self._new(-most, most)
        whole = self.product(safe, quotient)
        self._weigh({whole: 1, rest: 1, dividend: -1}, "=", 0)
        positive = self.compared(safe, ">", self.constant(0))
        sign = self.linear([positive], [2], -1)
        side = self.product(rest, sign)
        self.require_compared(side, ">=", self.constant(0))
        self.require_compared(side, "<", self.product(safe, sign))
        self.derived += [quotient.place, rest.place]
        return quotient, rest

    def absolute(self, term: Term) -> Term:
        result = self._new(0, max(abs(term.low), abs(term.high)))
        self._step("distance", result.place, term.place)
        return result

    def least(self, terms: Sequence[Term]) -> Term:
        ends = min(term.low for term in terms), min(term.high for term in terms)
        return self._extreme("min", terms, *ends)

    def greatest(self, terms: Sequence[Term]) -> Term:
        ends = max(term.low for term in terms), max(term.high for term in terms)
        return self._extreme("max", terms, *ends)

    def _extreme(self, word: str, terms: Sequence[Term], low: int, high: int) -> Term:
        several = list(dict.fromkeys(terms))
        if len(several) == 1:
            return several[0]
        result = self._new(low, high)
        self._step("extreme", word, result.place, [term.place for term in several])
        return result

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        last = len(items) - 1
        place = index
        if index.low < 0 or index.high > last:  # Choco would leave no solution elsewhere
            inside = self.all_of(
                [
                    self.compared(index, ">=", self.constant(0)),
                    self.compared(index, "<=", self.constant(last)),
                ]
            )
            place = self.product(index, inside)
        result = self._new(min(item.low for item in items), max(item.high for item in items))
        self._step("chosen", result.place, [item.place for item in items], place.place)
        return result

    def number(self, truth: Term) -> Term:
        return truth

    def compared(self, left: Term, relation: str, right: Term) -> Term:
        truth = self._boolean()
        if left == right:
            self._step("fixed", truth.place, int(relation in ("==", "<=", ">=")))
        else:
            self._step("reified", left.place, _native(relation), right.place, truth.place)
        return truth

    def all_of(self, truths: Sequence[Term]) -> Term:
        return self._joined("min", truths, 1)

    def any_of(self, truths: Sequence[Term]) -> Term:
        return self._joined("max", truths, 0)

    def _joined(self, word: str, truths: Sequence[Term], of_none: int) -> Term:
        several = list(dict.fromkeys(truths))
        if len(several) == 1:
            return several[0]
        truth = self._boolean()
        if several:
            self._step("extreme", word, truth.place, [term.place for term in several])
        else:
            self._step("fixed", truth.place, of_none)
        return truth

    def negated(self, truth: Term) -> Term:
        opposite = self._boolean()
        self._weigh({truth: 1, opposite: 1}, "=", 1)
        return opposite

    def require(self, truth: Term) -> None:
        self._step("fixed", truth.place, 1)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if left == right:
            self.require(self.compared(left, relation, right))
        else:
            self._step("related", left.place, _native(relation), right.place)

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent)

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """All different; a variable that stands twice differs from itself nowhere."""
        if len(set(terms)) < len(terms):
            self._step("fixed", self._boolean().place, 2)
        elif terms and max(t.high for t in terms) - min(t.low for t in terms) > _WIDEST_LIST:
            for left, right in combinations(terms, 2):
                self.require_compared(left, "!=", right)
        elif len(terms) > 1:
            self._step("different", [term.place for term in terms])


def _native(relation: str) -> str:
    return "=" if relation == "==" else relation
