"""A model as formulas over integers, of which each term and truth has a name of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator
from ..harness.contract import Control

_MOST_CASES = 1_000
_MOST_LISTED = 10_000
_SEEDS = 2**31


class Term(NamedTuple):
    """An expression of the library's, and bounds of its value."""

    native: Any
    low: int
    high: int


class Translation(Translator[Term, Any]):
    """A model as formulas over integers."""

    name = "z3"

    def __init__(self, library: Any, model: Model, control: Control) -> None:
        self.module = library
        self.context = self.module.Context()
        self.native = self.module.Solver(ctx=self.context)
        # the interpreter must see Ctrl-C, not the library
        self.native.set("ctrl_c", False)
        if control.seed is not None:
            self.native.set("random_seed", control.seed % _SEEDS)
        self._made = 0
        super().__init__(model, control.check)

    def _kept(self, native: Any, low: int, high: int) -> Term:
        """`native` under a name of its own: the library recurses into what is nested."""
        self._made += 1
        name = self.module.Int(f"t{self._made}", self.context)
        self.native.add(name == native, name >= low, name <= high)
        return Term(name, low, high)

    def _named(self, truth: Any) -> Any:
        self._made += 1
        name = self.module.Bool(f"b{self._made}", self.context)
        self.native.add(name == truth)
        return name

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        low, high = int(domain[0]), int(domain[-1])
        self._made += 1
        native = self.module.Int(f"x{self._made}", self.context)
        self.native.add(native >= low, native <= high)
        if isinstance(domain, range):
            if domain.step > 1:
                self.native.add((native - low) % domain.step == 0)
        else:
            self._require_listed(native, [int(value) for value in domain])
        return Term(native, low, high)

    def _require_listed(self, native: Any, values: Sequence[int]) -> None:
        if len(values) > _MOST_LISTED:
            raise self.refused(f"it lists more than {grouped(_MOST_LISTED)} values with gaps")
        self.native.add(self.module.Or([native == value for value in values]))

    def constant(self, value: int) -> Term:
        return Term(self.module.IntVal(value, self.context), value, value)

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        low = high = constant
        for term, factor in zip(terms, coefficients, strict=True):
            ends = factor * term.low, factor * term.high
            low, high = low + min(ends), high + max(ends)
        parts = [factor * t.native for t, factor in zip(terms, coefficients, strict=True)]
        if not parts:
            return self.constant(constant)
        return self._kept(self.module.Sum(parts) + constant, low, high)

    def product(self, left: Term, right: Term) -> Term:
        if right.high - right.low > left.high - left.low:
            left, right = right, left
        corners = [a * b for a in left[1:] for b in right[1:]]
        return self._by_cases(right, lambda value: left.native * value, corners)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        corners = [x // y for x in dividend[1:] for y in _divisors(divisor)]
        return self._by_cases(divisor, lambda y: self._floored(dividend.native, y)[0], corners)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        corners = [0, min(divisor.low, 0), max(divisor.high, 0)]
        return self._by_cases(divisor, lambda y: self._floored(dividend.native, y)[1], corners)

    def _floored(self, dividend: Any, divisor: int) -> tuple[Any, Any]:
        """Quotient and remainder by a number; for a negative one, of both with the sign changed.

        The library's own remainder is never negative.
        """
        if divisor == 0:
            return self.constant(0).native, self.constant(0).native
        if divisor > 0:
            return dividend / divisor, dividend % divisor
        return (-dividend) / -divisor, -((-dividend) % -divisor)

    def _by_cases(self, term: Term, result: Callable[[int], Any], corners: list[int]) -> Term:
        """`result` of the value of `term`."""
        if term.high - term.low >= _MOST_CASES:
            raise self.refused(
                "Z3 decides products and divisions where one operand has at most"
                f" {grouped(_MOST_CASES)} values; narrow its domain"
            )
        native = result(term.low)
        for value in range(term.low + 1, term.high + 1):
            native = self.module.If(term.native == value, result(value), native)
        return self._kept(native, min(0, *corners), max(0, *corners))

    def absolute(self, term: Term) -> Term:
        native = self.module.If(term.native >= 0, term.native, -term.native)
        return self._kept(native, 0, max(abs(term.low), abs(term.high)))

    def least(self, terms: Sequence[Term]) -> Term:
        return self._folded(terms, "<=", min)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return self._folded(terms, ">=", max)

    def _folded(
        self, terms: Sequence[Term], relation: str, extreme: Callable[[int, int], int]
    ) -> Term:
        result = terms[0]
        for term in terms[1:]:
            related = RELATIONS[relation](term.native, result.native)
            native = self.module.If(related, term.native, result.native)
            ends = extreme(term.low, result.low), extreme(term.high, result.high)
            result = self._kept(native, *ends)
        return result

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        native = items[0].native
        for place, item in enumerate(items[1:], 1):
            native = self.module.If(index.native == place, item.native, native)
        return self._kept(native, min(i.low for i in items), max(i.high for i in items))

    def number(self, truth: Any) -> Term:
        one, zero = self.constant(1).native, self.constant(0).native
        return Term(self.module.If(truth, one, zero), 0, 1)

    def compared(self, left: Term, relation: str, right: Term) -> Any:
        return RELATIONS[relation](left.native, right.native)

    def all_of(self, truths: Sequence[Any]) -> Any:
        both = self.module.And([self.module.BoolVal(True, self.context), *truths])
        return self._named(both)

    def any_of(self, truths: Sequence[Any]) -> Any:
        either = self.module.Or([self.module.BoolVal(False, self.context), *truths])
        return self._named(either)

    def negated(self, truth: Any) -> Any:
        return self.module.Not(truth)

    def require(self, truth: Any) -> None:
        self.native.add(truth)

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent) and len(constraint.terms) > 1

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        self.native.add(self.module.Distinct([term.native for term in terms]))


def _divisors(divisor: Term) -> list[int]:
    """The divisors that give the least and the greatest quotients."""
    ends = [value for value in divisor[1:] if value]
    return ends + [value for value in (-1, 1) if divisor.low <= value <= divisor.high] or [1]
