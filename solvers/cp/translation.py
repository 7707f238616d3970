"""A model in the words of OR-Tools' original CP solver.

It divides towards 0 and restricts an index to its array, so division is x = y*q + r and an index
is first brought into range. Of three Booleans or more whose greatest it knows, it takes that for
the least too, so it is never asked for the least of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...models.language.constraints import Constraint
from ...models.language.domains import MOST_VALUES, size
from ...models.language.expressions import Variable
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.model import Model
from ...models.language.wording import grouped
from ..harness.adapting.translator import Translator
from ..harness.contract import Unsupported

MOST_APART = 2**24
"""Of the values of a domain with gaps: 2 MB for a variable."""


class Translation(Translator[Any, Any]):
    """A model in the words of the CP solver: every term and every truth is a variable of its."""

    name = "cp"
    largest = 2**50

    def __init__(self, model: Model, check: Callable[[], None], native: Any) -> None:
        """`native` is a fresh solver of the library's."""
        self.native = native
        self.derived: list[Any] = []
        """Variables that are determined by the declared ones, but maybe not by propagation."""
        super().__init__(model, check)

    @property
    def decided(self) -> list[Any]:
        """The variables to be decided, in their order."""
        return [*self.variables.values(), *self.derived]

    def declared(self, variable: Variable) -> Any:
        domain = variable.domain
        if isinstance(domain, range) and domain.step == 1:
            return self.native.IntVar(domain[0], domain[-1])
        if size(domain) > MOST_VALUES:
            raise Unsupported(
                f"cp lists the values of a domain with gaps, and {variable.name} has"
                f" {grouped(size(domain))} of them; give it at most {grouped(MOST_VALUES)}"
            )
        values = [int(value) for value in domain]
        if values[-1] - values[0] > MOST_APART:
            raise Unsupported(
                "cp holds a bit for each integer between the values of a domain with gaps;"
                f" {variable.name} reaches over {grouped(values[-1] - values[0])};"
                " give values closer together, or use a solver such as flatmap"
            )
        return self.native.IntVar(values)

    def constant(self, value: int) -> Any:
        return self.native.IntConst(value)

    def linear(self, terms: Sequence[Any], coefficients: Sequence[int], constant: int) -> Any:
        if not terms:
            return self.constant(constant)
        total = self.native.ScalProd(list(terms), list(coefficients))
        return (total + constant).Var()

    def product(self, left: Any, right: Any) -> Any:
        return (left * right).Var()

    def quotient(self, dividend: Any, divisor: Any) -> Any:
        return self._divided(dividend, divisor)[0]

    def remainder(self, dividend: Any, divisor: Any) -> Any:
        return self._divided(dividend, divisor)[1]

    def _divided(self, dividend: Any, divisor: Any) -> tuple[Any, Any]:
        """Quotient and remainder: x = y*q + r with 0 <= r*sign(y) < abs(y); y is 1 for 0."""
        native = self.native
        safe = (divisor + native.IsEqualCstVar(divisor, 0)).Var()
        native.Add(safe != 0)
        widest = max(abs(dividend.Min()), abs(dividend.Max()))
        quotient = native.IntVar(-widest - 1, widest + 1)
        most = max(abs(safe.Min()), abs(safe.Max()))
        rest = native.IntVar(-most, most)
        positive = native.IsGreaterCstVar(safe, 0)
        sign = (2 * positive - 1).Var()
        native.Add((safe * quotient + rest).Var() == dividend)
        native.Add((rest * sign).Var() >= 0)
        native.Add((rest * sign).Var() < (safe * sign).Var())
        self.derived += [quotient, rest]
        return quotient, rest

    def absolute(self, term: Any) -> Any:
        return abs(term).Var()

    def least(self, terms: Sequence[Any]) -> Any:
        return (-self.native.Max([-term for term in terms])).Var()

    def greatest(self, terms: Sequence[Any]) -> Any:
        return self.native.Max(list(terms)).Var()

    def chosen(self, items: Sequence[Any], index: Any) -> Any:
        inside = self.native.IsBetweenVar(index, 0, len(items) - 1)
        place = self.native.IntVar(0, len(items) - 1)  # or as much is gone through as `index` spans
        self.native.Add(place == index * inside)
        self.derived.append(place)
        return self.native.Element(list(items), place).Var()

    def number(self, truth: Any) -> Any:
        return truth

    def compared(self, left: Any, relation: str, right: Any) -> Any:
        native = self.native
        words = {
            "==": native.IsEqualVar,
            "!=": native.IsDifferentVar,
            "<": native.IsLessVar,
            "<=": native.IsLessOrEqualVar,
            ">": native.IsGreaterVar,
            ">=": native.IsGreaterOrEqualVar,
        }
        return words[relation](left, right)

    def all_of(self, truths: Sequence[Any]) -> Any:
        return self.negated(self.any_of([self.negated(truth) for truth in truths]))

    def any_of(self, truths: Sequence[Any]) -> Any:
        return self.native.Max(list(truths)).Var() if truths else self.constant(0)

    def negated(self, truth: Any) -> Any:
        return (1 - truth).Var()

    def require(self, truth: Any) -> None:
        self.native.Add(truth == 1)

    def has_word(self, constraint: Constraint) -> bool:
        return isinstance(constraint, AllDifferent) and bool(constraint.terms)

    def require_whole(self, constraint: Constraint, terms: Sequence[Any]) -> None:
        self.native.Add(self.native.AllDifferent(list(terms), True))

    def require_compared(self, left: Any, relation: str, right: Any) -> None:
        words = {
            "==": left.__eq__,
            "!=": left.__ne__,
            "<": left.__lt__,
            "<=": left.__le__,
            ">": left.__gt__,
            ">=": left.__ge__,
        }
        self.native.Add(words[relation](right))
