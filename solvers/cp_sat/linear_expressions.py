"""Linear expressions over native variables, in exact integers.

A native variable is known by its number. A literal is the number of a 0/1 variable, or its
complement (`~number`) for the negation, as in CP-SAT itself; variable 0 is always 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from ...models.language.late_dataclasses import dataclass

Literal = int
Ends = tuple[int, int]

TRUE: Literal = 0
FALSE: Literal = ~TRUE


@dataclass(frozen=True)
class Linear:
    """`constant` plus each native variable times its coefficient, which is never 0."""

    terms: Mapping[int, int]
    constant: int

    def plus(self, constant: int) -> Linear:
        """This and a constant."""
        return Linear(self.terms, self.constant + constant)

    def times(self, factor: int) -> Linear:
        """This, `factor` times."""
        return combination([(factor, self)])

    def minus(self, other: Linear) -> Linear:
        """This without `other`."""
        return combination([(1, self), (-1, other)])

    @property
    def only(self) -> int | None:
        """The variable that this is, if it is no more than one."""
        if self.constant or len(self.terms) != 1:
            return None
        ((number, coefficient),) = self.terms.items()
        return number if coefficient == 1 else None

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal expressions, and hashable."""
        return (self.constant, *sorted(self.terms.items()))


def number(constant: int) -> Linear:
    """A constant as a linear expression."""
    return Linear({}, constant)


def single(variable: int) -> Linear:
    """A native variable as a linear expression."""
    return Linear({variable: 1}, 0)


def truth(literal: Literal) -> Linear:
    """A literal as 0 or 1."""
    if literal in (TRUE, FALSE):
        return number(int(literal == TRUE))
    return single(literal) if literal >= 0 else Linear({~literal: -1}, 1)


def combination(parts: Iterable[tuple[int, Linear]], constant: int = 0) -> Linear:
    """`constant` plus each expression times its factor."""
    terms: dict[int, int] = {}
    for factor, part in parts:
        constant += factor * part.constant
        for variable, coefficient in part.terms.items():
            terms[variable] = terms.get(variable, 0) + factor * coefficient
    return Linear({variable: c for variable, c in terms.items() if c}, constant)


def equation(left: Linear) -> Linear | None:
    """The least multiple of `left` that is 0 where it is; None where that is nowhere."""
    divisor = math.gcd(*left.terms.values()) or 1
    if left.constant % divisor:
        return None
    return _upright(_divided(left, divisor, left.constant // divisor))


def inequality(left: Linear) -> Linear:
    """The least expression that is at most 0 exactly where `left` is."""
    divisor = math.gcd(*left.terms.values()) or 1
    return _divided(left, divisor, -(-left.constant // divisor))


def is_upright(left: Linear) -> bool:
    """True if the first variable of `left` has a positive coefficient, or there is none."""
    return not left.terms or left.terms[min(left.terms)] > 0


def _upright(left: Linear) -> Linear:
    return left if is_upright(left) else left.times(-1)


def _divided(left: Linear, divisor: int, constant: int) -> Linear:
    return Linear({variable: c // divisor for variable, c in left.terms.items()}, constant)
