"""A model as a CPMpy model; each term and truth has a variable of its own.

Division is written as x = y*q + r, since CPMpy's own rounds towards 0, and an index is brought
into range before CPMpy sees it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...models.language.constraints import RELATIONS, Constraint
from ...models.language.domains import size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator

_MOST_LISTED = 10_000


class Term(NamedTuple):
    """An expression of CPMpy's, and bounds of its value."""

    native: Any
    low: int
    high: int


def known_to(native: Any) -> set[str]:
    """The names of the variables that CPMpy finds in a model of its; it leaves the others out."""
    find: Any = importlib.import_module("cpmpy.transformations.get_variables")
    return {variable.name for variable in find.get_variables_model(native)}


class Translation(Translator[Term, Any]):
    """The `native` model; a truth is an expression of CPMpy's, or a bool where it is known."""

    def __init__(
        self,
        model: Model,
        check: Callable[[], None],
        name: str,
        largest: int | None,
        module: Any = None,
    ) -> None:
        """`module` is asked in place of CPMpy, if it is there."""
        self.name, self.largest = name, largest
        self.module = importlib.import_module("cpmpy") if module is None else module
        self.native = self.module.Model()
        self.impossible = False
        """True if it is seen already that there is no solution."""
        self._numbers: dict[str, Term] = {}
        self._made = 0
        super().__init__(model, check)

    def _integer(self, low: int, high: int) -> Term:
        if self.largest is not None and max(abs(low), abs(high)) > self.largest:
            raise self.refused(f"its values may pass {grouped(self.largest)} in size")
        self._made += 1
        return Term(self.module.intvar(low, high, name=f"n{self._made}"), low, high)

    def _kept(self, native: Any, low: int, high: int) -> Term:
        """`native` under a name of its own, so that nothing nests."""
        if low == high:
            return self.constant(low)
        term = self._integer(low, high)
        self._add(term.native == native)
        return term

    def _named(self, truth: Any) -> Any:
        self._made += 1
        name = self.module.boolvar(name=f"b{self._made}")
        self._add(name == truth)
        return name

    def _add(self, truth: Any) -> None:
        self.native.add([truth])

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        term = self._integer(int(domain[0]), int(domain[-1]))
        if not isinstance(domain, range) or domain.step > 1:
            if size(domain) > _MOST_LISTED:
                raise self.refused(f"it has gaps and more than {grouped(_MOST_LISTED)} values")
            values = [term.native == int(value) for value in domain]
            self._add(self.module.any(values))
        return term

    def constant(self, value: int) -> Term:
        return Term(value, value, value)

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        low = high = constant
        for term, factor in zip(terms, coefficients, strict=True):
            ends = factor * term.low, factor * term.high
            low, high = low + min(ends), high + max(ends)
        if low == high:
            return self.constant(low)
        parts = [f * t.native for t, f in zip(terms, coefficients, strict=True)]
        return self._kept(self.module.sum(parts) + constant, low, high)

    def product(self, left: Term, right: Term) -> Term:
        corners = [a * b for a in left[1:] for b in right[1:]]
        if min(corners) == max(corners):
            return self.constant(corners[0])
        return self._kept(left.native * right.native, min(corners), max(corners))

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[0]

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self._divided(dividend, divisor)[1]

    def _divided(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """Quotient and remainder: x = y*q + r with 0 <= r*sign(y) < abs(y); y is 1 for 0."""
        is_zero = self.number(self.compared(divisor, "==", self.constant(0)))
        safe = self.linear([divisor, is_zero], [1, 1], 0)
        widest = max(abs(dividend.low), abs(dividend.high)) + 1
        most = max(abs(safe.low), abs(safe.high))
        quotient, rest = self._integer(-widest, widest), self._integer(-most, most)
        whole = self.product(safe, quotient)
        self.require_compared(self.linear([whole, rest], [1, 1], 0), "==", dividend)
        positive = self.compared(safe, ">", self.constant(0))
        sign = self.linear([self.number(positive)], [2], -1)
        side = self.product(rest, sign)
        self.require_compared(side, ">=", self.constant(0))
        self.require_compared(side, "<", self.product(safe, sign))
        return quotient, rest

    def absolute(self, term: Term) -> Term:
        most = max(abs(term.low), abs(term.high))
        return self._kept(self.module.abs(term.native), 0, most)

    def least(self, terms: Sequence[Term]) -> Term:
        ends = min(term.low for term in terms), min(term.high for term in terms)
        return self._kept(self.module.min([term.native for term in terms]), *ends)

    def greatest(self, terms: Sequence[Term]) -> Term:
        ends = max(term.low for term in terms), max(term.high for term in terms)
        return self._kept(self.module.max([term.native for term in terms]), *ends)

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        last = len(items) - 1
        place = index
        if index.low < 0 or index.high > last:  # CPMpy would leave no solution elsewhere
            first = self.compared(index, ">=", self.constant(0))
            inside = self.all_of([first, self.compared(index, "<=", self.constant(last))])
            place = self.product(index, self.number(inside))
        low, high = min(item.low for item in items), max(item.high for item in items)
        if place.low == place.high:
            return items[place.low]
        chosen = self.module.Element([item.native for item in items], place.native)
        return self._kept(chosen, low, high)

    def number(self, truth: Any) -> Term:
        """An integer variable: CPMpy takes no Boolean where it wants an index."""
        if isinstance(truth, bool):
            return self.constant(int(truth))
        words = str(truth)
        if words not in self._numbers:
            self._numbers[words] = self._integer(0, 1)
            self._add((self._numbers[words].native == 1) == truth)
        return self._numbers[words]

    def compared(self, left: Term, relation: str, right: Term) -> Any:
        if left.low == left.high and right.low == right.high:
            return RELATIONS[relation](left.low, right.low)
        return self._named(RELATIONS[relation](left.native, right.native))

    def all_of(self, truths: Sequence[Any]) -> Any:
        kept = [truth for truth in truths if truth is not True]
        if not kept or any(truth is False for truth in kept):
            return not kept
        return self._named(self.module.all(kept))

    def any_of(self, truths: Sequence[Any]) -> Any:
        kept = [truth for truth in truths if truth is not False]
        if not kept or any(truth is True for truth in kept):
            return bool(kept)
        return self._named(self.module.any(kept))

    def negated(self, truth: Any) -> Any:
        return not truth if isinstance(truth, bool) else ~truth

    def require(self, truth: Any) -> None:
        if isinstance(truth, bool):
            self.impossible |= not truth
        else:
            self._add(truth)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if left.low == left.high and right.low == right.high:
            self.require(self.compared(left, relation, right))
        else:
            self._add(RELATIONS[relation](left.native, right.native))

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent) and len(constraint.terms) > 1

    def require_whole(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        fixed = [term.low for term in terms if isinstance(term.native, int)]
        if len(set(fixed)) < len(fixed):  # CPMpy sees no variable here, and would leave it out
            self.impossible = True
        elif len(fixed) < len(terms):
            self._add(self.module.AllDifferent([term.native for term in terms]))
