"""The operations of a library that an adapter writes: one for each kind of node."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import Generic, TypeVar

from ....models.language.constraints import Constraint
from ....models.language.expressions import Variable

Term = TypeVar("Term")
Truth = TypeVar("Truth")


def power(base: Term, exponent: int, one: Term, product: Callable[[Term, Term], Term]) -> Term:
    """`base` to the power of an exponent from 0, by few products."""
    result, square = one, base
    while exponent:
        result = product(result, square) if exponent & 1 else result
        exponent >>= 1
        square = product(square, square) if exponent else square
    return result


class Operations(ABC, Generic[Term, Truth]):
    """A `Term` for each expression, a `Truth` for each constraint."""

    check: Callable[[], None]
    """Called often while a model is translated; it may raise to end that."""

    # ------------------------------------------------------------ what an adapter must say

    @abstractmethod
    def declared(self, variable: Variable) -> Term:
        """A declared variable with its domain."""

    @abstractmethod
    def constant(self, value: int) -> Term:
        """A number."""

    @abstractmethod
    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        """`constant` plus each term times its coefficient."""

    @abstractmethod
    def product(self, left: Term, right: Term) -> Term:
        """The product of two terms."""

    @abstractmethod
    def quotient(self, dividend: Term, divisor: Term) -> Term:
        """The quotient, rounded down; anything determined where the divisor is 0."""

    @abstractmethod
    def remainder(self, dividend: Term, divisor: Term) -> Term:
        """The remainder, with the divisor's sign; anything determined where the divisor is 0."""

    @abstractmethod
    def absolute(self, term: Term) -> Term:
        """The distance from 0."""

    @abstractmethod
    def least(self, terms: Sequence[Term]) -> Term:
        """The least of one or more terms."""

    @abstractmethod
    def greatest(self, terms: Sequence[Term]) -> Term:
        """The greatest of one or more terms."""

    @abstractmethod
    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        """`items[index]`, from 0; anything determined where the index is out of range."""

    @abstractmethod
    def number(self, truth: Truth) -> Term:
        """1 where `truth` holds, else 0."""

    @abstractmethod
    def compared(self, left: Term, relation: str, right: Term) -> Truth:
        """Holds exactly where `left` stands in `relation` to `right`."""

    @abstractmethod
    def all_of(self, truths: Sequence[Truth]) -> Truth:
        """Holds exactly where all of `truths` do; always for none."""

    @abstractmethod
    def any_of(self, truths: Sequence[Truth]) -> Truth:
        """Holds exactly where some of `truths` do; never for none."""

    @abstractmethod
    def negated(self, truth: Truth) -> Truth:
        """Holds exactly where `truth` does not."""

    @abstractmethod
    def require(self, truth: Truth) -> None:
        """Rules out every solution where `truth` does not hold."""

    # ------------------------------------------------------------- what an adapter may say

    def is_native(self, constraint: Constraint) -> bool:
        """True if `require_native` can require `constraint`, which is no core constraint."""
        return False

    def require_native(self, constraint: Constraint, terms: Sequence[Term]) -> None:
        """Require `constraint` by the library's own constraint, given its parts, all defined."""
        raise NotImplementedError(type(constraint).__name__)

    def is_reified(self, constraint: Constraint) -> bool:
        """True if `native_truth` has the truth of `constraint`, which is no core constraint.

        It is asked before the parts are translated, so by their declared bounds alone.
        """
        return False

    def native_truth(self, constraint: Constraint, terms: Sequence[Term]) -> Truth:
        """Holds exactly where `constraint` does, by the library's own, given defined parts."""
        raise NotImplementedError(type(constraint).__name__)

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        """Require a comparison of defined terms."""
        self.require(self.compared(left, relation, right))

    def power(self, base: Term, exponent: int) -> Term:
        """`base` to the power of an exponent from 0."""
        return power(base, exponent, self.constant(1), self.product)

    def in_table(self, terms: Sequence[Term], rows: Sequence[Sequence[int]]) -> Truth:
        """Holds exactly where `terms` take together one of `rows`."""

        @cache
        def takes(place: int, value: int) -> Truth:
            return self.compared(terms[place], "==", self.constant(value))

        def taken(row: Sequence[int]) -> Truth:
            self.check()
            return self.all_of([takes(place, value) for place, value in enumerate(row)])

        return self.any_of([taken(row) for row in rows])
