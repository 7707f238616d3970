"""The base of adapters whose terms have a literal for each of their values.

An adapter says how its library makes a literal, ties a function of two terms to them, and compares;
what is arithmetic is then a table of values.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce

from ....models.language.constraints import Comparison, Constraint
from ....models.language.domains import size
from ....models.language.expressions import Expression, Variable
from ....models.language.global_constraints.all_different import AllDifferent
from ....models.language.model import Model
from ....models.language.phrases import grouped
from .sums_of_literals import (
    MOST_TABULATED,
    Literal,
    Term,
    ends_of,
    has_sum,
    inequalities,
    is_counting,
    range_of,
    scaled,
)
from .translator import Translator

MOST_VALUES = 20_000
"""A domain has at most as many values."""


class LiteralTranslator(Translator[Term, Literal]):
    """A literal for each value of each term, and for each truth."""

    true: Literal
    """Holds always; its negation never does."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        """The constraints of `model` say which values need no literal."""
        self._within = ends_of(model)
        super().__init__(model, check)

    # ------------------------------------------------------------ what an adapter must say

    @abstractmethod
    def new(self) -> Literal:
        """A new literal."""

    @abstractmethod
    def require_one(self, literals: Sequence[Literal]) -> None:
        """Have one of `literals` hold, which nothing else says anything of."""

    @abstractmethod
    def require_at_most_one(self, literals: Sequence[Literal]) -> None:
        """Have two of `literals` never hold together."""

    @abstractmethod
    def require_at_most(self, terms: Sequence[Term], bound: int) -> None:
        """Have `terms` add up to at most `bound`."""

    def may_add(self, terms: Sequence[Term]) -> bool:
        """True if `require_at_most` may be asked of `terms`; other sums are tabulated."""
        return True

    @abstractmethod
    def combined(self, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
        """`function` of the values of two terms."""

    @abstractmethod
    def any_of_several(self, literals: list[Literal]) -> Literal:
        """Holds exactly where one of two or more `literals` does."""

    def all_of_several(self, literals: list[Literal]) -> Literal:
        """Holds exactly where two or more `literals` all do."""
        return -self.any_of_several([-literal for literal in literals])

    # -------------------------------------------------------------------------------- sums

    def _posted(self, constraint: Constraint) -> Sequence[Constraint]:
        if not isinstance(constraint, Comparison) or not has_sum(constraint):
            return super()._posted(constraint)
        sums = [(self.terms_of(parts), -constant) for parts, constant in inequalities(constraint)]
        if not sums or not self._are_bounds(sums[0][0], equal=len(sums) > 1):
            return super()._posted(constraint)
        for terms, bound in sums:
            self.require_at_most(terms, bound)
        return ()

    def _are_bounds(self, terms: Sequence[Term], *, equal: bool) -> bool:
        """True if a sum of `terms` is bounded, and not tabulated."""
        is_small = range_of(terms) < MOST_TABULATED and not is_counting(terms)
        return self.may_add(terms) and not (equal and is_small)

    def terms_of(self, factors: Mapping[Expression, int]) -> list[Term]:
        """Terms that are expressions, which are defined or required to be, times factors."""
        self.require_defined(list(factors))
        kept = [(self._terms[part], factor) for part, factor in factors.items() if factor]
        return [scaled(term, factor) for term, factor in kept]

    # ------------------------------------------------------------------------------- terms

    def declared(self, variable: Variable) -> Term:
        if size(variable.domain) > MOST_VALUES:
            raise self.refused(
                f"a literal stands for each value, and it has {grouped(size(variable.domain))};"
                f" give it at most {grouped(MOST_VALUES)}"
            )
        low, high = self._within[variable]
        values = [int(value) for value in variable.domain]
        # The others break a comparison of sums, which is posted all the same.
        kept = [value for value in values if low <= value <= high] or values
        term = {value: self.new() for value in kept}
        self.require_one(list(term.values()))
        self.require_at_most_one(list(term.values()))
        return term

    def constant(self, value: int) -> Term:
        return {value: self.true}

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        total, factors = self.constant(constant), dict.fromkeys(map(id, terms), 0)
        for term, coefficient in zip(terms, coefficients, strict=True):
            factors[id(term)] += coefficient
        for term in terms:
            factor = factors.pop(id(term), 0)  # what stands twice is added once
            if factor:
                scaled = {factor * value: literal for value, literal in term.items()}
                total = self.combined(int.__add__, total, scaled)
        return total

    def product(self, left: Term, right: Term) -> Term:
        return self.combined(int.__mul__, left, right)

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        return self.combined(lambda x, y: x // y if y else 0, dividend, divisor)

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        return self.combined(lambda x, y: x % y if y else 0, dividend, divisor)

    def power(self, base: Term, exponent: int) -> Term:
        return self.combined(lambda x, k: int(x**k), base, self.constant(exponent))

    def absolute(self, term: Term) -> Term:
        return self.combined(lambda x, _: abs(x), term, self.constant(0))

    def least(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self.combined, min), terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return reduce(partial(self.combined, max), terms)

    def number(self, truth: Literal) -> Term:
        if abs(truth) == self.true:
            return self.constant(int(truth == self.true))
        return {0: -truth, 1: truth}

    # ------------------------------------------------------------------------------ truths

    def all_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != self.true))
        if not kept or -self.true in kept:
            return -self.true if kept else self.true
        return kept[0] if len(kept) == 1 else self.all_of_several(kept)

    def any_of(self, truths: Sequence[Literal]) -> Literal:
        kept = list(dict.fromkeys(truth for truth in truths if truth != -self.true))
        if not kept or self.true in kept:
            return self.true if kept else -self.true
        return kept[0] if len(kept) == 1 else self.any_of_several(kept)

    def negated(self, truth: Literal) -> Literal:
        return -truth

    def is_native(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent)

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """All different: no value is taken by two."""
        for value in dict.fromkeys(value for term in terms for value in term):
            self.require_at_most_one([term[value] for term in terms if value in term])
