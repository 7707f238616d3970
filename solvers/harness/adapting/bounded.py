"""The base of adapters whose terms are native expressions, each with bounds of its value.

The walk is that of `translator`; here are the rewritings that such libraries share. Division is
written as x = y*q + r, since most libraries round towards 0, an index is brought into range, and
what is known from constants alone is never asked. An adapter says how its library declares a
variable, writes an expression of such, and requires a constraint.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ....models.language.arithmetic_expressions import quotient_bounds
from ....models.language.constraints import RELATIONS, Constraint
from ....models.language.expressions import Variable, size
from ....models.language.global_constraints.all_different import AllDifferent
from ....models.language.model import Model
from ....models.language.phrases import grouped
from .natives import Ends, Natives, required, several
from .translator import Translator

# ------------------------------------ Native variables and numbers, each with bounds of its value.


class Term(NamedTuple):
    """A native variable or number, one object wherever it stands, and bounds of its value."""

    native: Any
    low: int
    high: int

    @property
    def is_fixed(self) -> bool:
        """True if the value is known."""
        return self.low == self.high

    @property
    def value(self) -> int:
        """The value, which is known."""
        if not self.is_fixed:
            raise AssertionError(f"{self.native} is no constant, and only those are counted to")
        return self.low


def is_known(left: Term, right: Term) -> bool:
    """True if a comparison of the two is known: both are numbers, or both are the same."""
    return left.native is right.native or (left.is_fixed and right.is_fixed)


def distinct(terms: Sequence[Term]) -> list[Term]:
    """Each term once."""
    return list({id(term.native): term for term in terms}.values())


class BoundedTranslator(Translator[Term, Any]):
    """A `Term` for each expression; a truth is native, or a bool where it is known."""

    most_listed = 10_000
    """A domain with gaps has at most as many values."""

    def __init__(self, model: Model, check: Callable[[], None]) -> None:
        self.derived: list[Any] = []
        """Variables that are determined by the declared ones, but maybe not by propagation."""
        self._named = 0
        self._constants: dict[int, Term] = {}
        self._numbers: dict[int, tuple[Any, Term]] = {}
        super().__init__(model, check)

    # ------------------------------------------------------------ what an adapter must say

    @abstractmethod
    def interval(self, low: int, high: int) -> Any:
        """A new variable from `low` to `high`."""

    @abstractmethod
    def among(self, values: list[int]) -> Any:
        """A new variable that takes one of `values`, ascending and with gaps."""

    @abstractmethod
    def literal(self, value: int) -> Any:
        """A number."""

    @abstractmethod
    def weighted(self, natives: list[Any], coefficients: list[int], constant: int) -> Any:
        """The expression `constant` plus each variable, of one or more, times its coefficient."""

    @abstractmethod
    def extreme(self, which: str, natives: list[Any]) -> Any:
        """The expression of the `min` or `max` of two or more."""

    @abstractmethod
    def item(self, natives: list[Any], index: Any) -> Any:
        """The expression `natives[index]`, from 0, for an index that is never out of range."""

    @abstractmethod
    def conjunction(self, truths: list[Any]) -> Any:
        """The constraint that all of two or more truths hold."""

    @abstractmethod
    def disjunction(self, truths: list[Any]) -> Any:
        """The constraint that some of two or more truths hold."""

    @abstractmethod
    def reified(self, constraint: Any) -> Any:
        """The truth that holds exactly where `constraint` does."""

    @abstractmethod
    def opposite(self, truth: Any) -> Any:
        """The truth that holds exactly where `truth` does not."""

    @abstractmethod
    def add(self, constraint: Any) -> None:
        """Require a constraint, or a truth."""

    @abstractmethod
    def refute(self) -> None:
        """Require what never holds."""

    @abstractmethod
    def require_different(self, terms: Sequence[Term]) -> None:
        """Require that no two of two or more terms, each another, are equal."""

    # ------------------------------------------------------------- what an adapter may say

    def equate(self, variable: Any, expression: Any) -> None:
        """Require that `variable`, a new one, is the value of `expression`."""
        self.add(variable == expression)

    def multiplied(self, left: Term, right: Term) -> Any:
        """The expression of a product of two variables."""
        return left.native * right.native

    def distance(self, native: Any) -> Any:
        """The expression of a distance from 0."""
        return abs(native)

    def divided(self, by: str, dividend: Term, divisor: Term) -> Any | None:
        """The expression by `div` or `mod` of what is never negative; None if there is none."""
        return None

    def raised(self, base: Term, exponent: int) -> Any | None:
        """The expression of a power of a variable, from 2; None if products are to be used."""
        return None

    def relation(self, left: Term, relation: str, right: Term) -> Any:
        """The constraint that compares two."""
        return RELATIONS[relation](left.native, right.native)

    def zero_or_one(self, truth: Any) -> Any:
        """A variable that is 1 where `truth` holds, else 0."""
        return truth

    # ------------------------------------------------------------------------------- terms

    def fresh(self, letter: str) -> str:
        """A name of its own."""
        self._named += 1
        return f"{letter}{self._named}"

    def new(self, low: int, high: int) -> Term:
        """A variable of its own. Raises: Unsupported where it may be too large."""
        self.refuse_large(low, high)
        return Term(self.interval(low, high), low, high)

    def refuse_large(self, low: int, high: int) -> None:
        """Raises: Unsupported where a value from `low` to `high` may be too large."""
        if self.largest is not None and max(abs(low), abs(high)) > self.largest:
            raise self.refused(f"its values may pass {grouped(self.largest)} in size")

    def kept(self, expression: Any, low: int, high: int) -> Term:
        """The value of `expression` as a variable of its own, so that nothing nests."""
        if low == high:
            return self.constant(low)
        term = self.new(low, high)
        self.equate(term.native, expression)
        return term

    def declared(self, variable: Variable) -> Term:
        domain = variable.domain
        low, high = int(domain[0]), int(domain[-1])
        if isinstance(domain, range) and domain.step == 1:
            return self.new(low, high)
        if size(domain) > self.most_listed:
            raise self.refused(f"it has gaps and more than {grouped(self.most_listed)} values")
        return Term(self.among([int(value) for value in domain]), low, high)

    def constant(self, value: int) -> Term:
        if value not in self._constants:
            self._constants[value] = Term(self.literal(value), value, value)
        return self._constants[value]

    def linear(self, terms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
        factors: dict[int, int] = {}
        for term, factor in zip(terms, coefficients, strict=True):
            factors[id(term.native)] = factors.get(id(term.native), 0) + factor
        weighted = [(factors[id(term.native)], term) for term in distinct(terms)]
        constant += sum(factor * term.low for factor, term in weighted if term.is_fixed)
        weighted = [(factor, term) for factor, term in weighted if factor and not term.is_fixed]
        weights, natives = [w for w, _ in weighted], [term.native for _, term in weighted]
        if not weighted:
            return self.constant(constant)
        if constant == 0 and weights == [1]:
            return weighted[0][1]
        ends = [sorted((factor * term.low, factor * term.high)) for factor, term in weighted]
        low, high = (constant + sum(side) for side in zip(*ends, strict=True))
        return self.kept(self.weighted(natives, weights, constant), low, high)

    def product(self, left: Term, right: Term) -> Term:
        for factor, other in ((left, right), (right, left)):
            if factor.is_fixed:
                return self.linear([other], [factor.low], 0)
        corners = [a * b for a in left[1:] for b in right[1:]]
        return self.kept(self.multiplied(left, right), min(corners), max(corners))

    def quotient(self, dividend: Term, divisor: Term) -> Term:
        native = self._truncated("div", dividend, divisor)
        if native is None:
            return self._divided(dividend, divisor)[0]
        return self.kept(native, *quotient_bounds(dividend[1:], divisor[1:]))

    def remainder(self, dividend: Term, divisor: Term) -> Term:
        native = self._truncated("mod", dividend, divisor)
        if native is None:
            return self._divided(dividend, divisor)[1]
        return self.kept(native, 0, min(dividend.high, divisor.high - 1))

    def _truncated(self, by: str, dividend: Term, divisor: Term) -> Any | None:
        """The expression of a division that rounds towards 0, where that is down."""
        rounds_down = dividend.low >= 0 and divisor.low > 0
        return self.divided(by, dividend, divisor) if rounds_down else None

    def _divided(self, dividend: Term, divisor: Term) -> tuple[Term, Term]:
        """Quotient and remainder: x = y*q + r with 0 <= r*sign(y) < abs(y); y is 1 for 0."""
        zero = self.constant(0)
        is_zero = self.number(self.compared(divisor, "==", zero))
        safe = self.linear([divisor, is_zero], [1, 1], 0)
        quotient = self.new(*quotient_bounds(dividend[1:], safe[1:]))
        rest = self.new(min(safe.low + 1, 0), max(safe.high - 1, 0))
        self.derived += [quotient.native, rest.native]
        whole = self.product(safe, quotient)
        self.require_compared(self.linear([whole, rest], [1, 1], 0), "==", dividend)
        sign = self.linear([self.number(self.compared(safe, ">", zero))], [2], -1)
        side = self.product(rest, sign)
        self.require_compared(side, ">=", zero)
        self.require_compared(side, "<", self.product(safe, sign))
        return quotient, rest

    def power(self, base: Term, exponent: int) -> Term:
        native = None if base.is_fixed or exponent < 2 else self.raised(base, exponent)
        if native is None:
            return super().power(base, exponent)
        ends = base.low**exponent, base.high**exponent
        low = 0 if exponent % 2 == 0 and base.low < 0 < base.high else min(ends)
        return self.kept(native, low, max(ends))

    def absolute(self, term: Term) -> Term:
        if term.is_fixed:
            return self.constant(abs(term.low))
        return self.kept(self.distance(term.native), 0, max(abs(term.low), abs(term.high)))

    def least(self, terms: Sequence[Term]) -> Term:
        return self._extreme("min", terms)

    def greatest(self, terms: Sequence[Term]) -> Term:
        return self._extreme("max", terms)

    def _extreme(self, which: str, terms: Sequence[Term]) -> Term:
        several, of = distinct(terms), min if which == "min" else max
        if len(several) == 1:
            return several[0]
        ends = of(term.low for term in several), of(term.high for term in several)
        return self.kept(self.extreme(which, [term.native for term in several]), *ends)

    def chosen(self, items: Sequence[Term], index: Term) -> Term:
        place, last = index, len(items) - 1
        if index.low < 0 or index.high > last:
            first = self.compared(index, ">=", self.constant(0))
            inside = self.all_of([first, self.compared(index, "<=", self.constant(last))])
            place = self.product(index, self.number(inside))
        if place.is_fixed:
            return items[place.low]
        low, high = min(item.low for item in items), max(item.high for item in items)
        return self.kept(self.item([item.native for item in items], place.native), low, high)

    def number(self, truth: Any) -> Term:
        if isinstance(truth, bool):
            return self.constant(int(truth))
        if id(truth) not in self._numbers:
            self._numbers[id(truth)] = truth, Term(self.zero_or_one(truth), 0, 1)
        return self._numbers[id(truth)][1]

    # ------------------------------------------------------------------------------ truths

    def compared(self, left: Term, relation: str, right: Term) -> Any:
        if is_known(left, right):
            return RELATIONS[relation](left.low, right.low)
        return self.reified(self.relation(left, relation, right))

    def all_of(self, truths: Sequence[Any]) -> Any:
        return self._joined(truths, self.conjunction, of_none=True)

    def any_of(self, truths: Sequence[Any]) -> Any:
        return self._joined(truths, self.disjunction, of_none=False)

    def _joined(
        self, truths: Sequence[Any], join: Callable[[list[Any]], Any], *, of_none: bool
    ) -> Any:
        """The truths joined, where `of_none` changes nothing, and its opposite settles all."""
        if any(truth is (not of_none) for truth in truths):
            return not of_none
        kept = list({id(truth): truth for truth in truths if truth is not of_none}.values())
        if len(kept) < 2:
            return kept[0] if kept else of_none
        return self.reified(join(kept))

    def negated(self, truth: Any) -> Any:
        return not truth if isinstance(truth, bool) else self.opposite(truth)

    def require(self, truth: Any) -> None:
        if not isinstance(truth, bool):
            self.add(truth)
        elif not truth:
            self.refute()

    def require_compared(self, left: Term, relation: str, right: Term) -> None:
        if is_known(left, right):
            self.require(RELATIONS[relation](left.low, right.low))
        else:
            self.add(self.relation(left, relation, right))

    # ------------------------------------------------------------------- native constraints

    def ends(self, constraint: Constraint) -> Ends:
        return [(term.low, term.high) for term in self._of(constraint.parts)]

    def truth_of(self, posted: Any) -> Any:
        return posted if isinstance(posted, bool) else self.reified(posted)

    def all_different(self, terms: Sequence[Term]) -> None:
        """Post an all-different; a term that stands twice differs from itself nowhere."""
        known = [term.low for term in terms if term.is_fixed]
        if len(distinct(terms)) < len(terms) or len(set(known)) < len(known):
            self.refute()
        elif len(known) < len(terms):
            self.require_different(terms)

    ALL_DIFFERENT = required(AllDifferent, all_different, several)
    """The entry of an all-different that is posted by `require_different`."""
    natives = Natives(ALL_DIFFERENT)
