"""Python's operators on the parts of a model: logic, arithmetic and comparisons.

Expressions and constraints share them: a constraint counts as 1 where it holds, else as 0, and an
expression that is 0 or 1 stands for the constraint that it is 1. What each operator builds is
said beside the nodes: `combined` and `relation_between` in constraints.py, `ARITHMETIC` in
arithmetic_expressions.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NoReturn

from .errors import ModelError

if TYPE_CHECKING:
    from .constraints import Constraint
    from .expressions import Expression

MIN_AND_MAX = "write minimum(x, y) for min, maximum(x, y) for max; "
"""Advice where Python asks which of two expressions is the lesser."""

AMONG_CONSTRAINTS = (
    "; where a list of constraints was asked (in, index, remove, count), which compares them,"
    " any(c is other for other in constraints)"
)
"""Further advice where two constraints were compared and Python asked for the outcome."""


class Logical:
    """Base of all that `&`, `|`, `^` and `~` combine."""

    def __and__(self, other: object) -> Constraint:
        return _combined()("&", self, other)

    def __or__(self, other: object) -> Constraint:
        return _combined()("|", self, other)

    def __xor__(self, other: object) -> Constraint:
        return _combined()("^", self, other)

    def __invert__(self) -> Constraint:
        return _combined()("~", self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self!r} is neither true nor false before it is solved: {self._instead}")

    @property
    def _instead(self) -> str:
        """Advice where Python asks for a truth value."""
        return (
            "write & for and, | for or, ~ for not, (1 < x) & (x < 5) for 1 < x < 5,"
            " any_of(x == v for v in values) for in, any_of(...) for any,"
            " all_of(...) for all, implies(a, b) for if"
        )


class Arithmetic:
    """Base of all that sums, products and the like are built from."""

    def __add__(self, other: object) -> Expression:
        return _arithmetic()["+"](self, other)

    def __radd__(self, other: object) -> Expression:
        return _arithmetic()["+"](other, self)

    def __sub__(self, other: object) -> Expression:
        return _arithmetic()["-"](self, other)

    def __rsub__(self, other: object) -> Expression:
        return _arithmetic()["-"](other, self)

    def __mul__(self, other: object) -> Expression:
        return _arithmetic()["*"](self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: object) -> Expression:
        return _arithmetic()["//"](self, other)

    def __rfloordiv__(self, other: object) -> Expression:
        return _arithmetic()["//"](other, self)

    def __mod__(self, other: object) -> Expression:
        return _arithmetic()["%"](self, other)

    def __rmod__(self, other: object) -> Expression:
        return _arithmetic()["%"](other, self)

    def __pow__(self, other: object) -> Expression:
        return _arithmetic()["**"](self, other)

    def __rpow__(self, other: object) -> Expression:
        return _arithmetic()["**"](other, self)

    def __neg__(self) -> Expression:
        return _arithmetic()["-x"](self)

    def __pos__(self) -> Expression:
        return _arithmetic()["+x"](self)

    def __abs__(self) -> Expression:
        return _arithmetic()["abs"](self)

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{self} / {other} is not an integer; write // for floor division")

    def __rtruediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{other} / {self} is not an integer; write // for floor division")


class Numeric(Arithmetic):
    """Base of all that is compared as well: the outcome is a constraint."""

    def __eq__(self, other: object) -> Constraint:  # type: ignore[override]
        return _relation()(self, "==", other)

    def __ne__(self, other: object) -> Constraint:  # type: ignore[override]
        return _relation()(self, "!=", other)

    def __lt__(self, other: object) -> Constraint:
        return _relation()(self, "<", other)

    def __le__(self, other: object) -> Constraint:
        return _relation()(self, "<=", other)

    def __gt__(self, other: object) -> Constraint:
        return _relation()(self, ">", other)

    def __ge__(self, other: object) -> Constraint:
        return _relation()(self, ">=", other)

    __hash__ = object.__hash__

    def __index__(self) -> NoReturn:
        raise ModelError(f"{self} cannot index a list; write element(array, {self})")


@cache
def _combined() -> Callable[..., Constraint]:
    from .constraints import combined

    return combined


@cache
def _arithmetic() -> Mapping[str, Callable[..., Expression]]:
    from .arithmetic_expressions import ARITHMETIC

    return ARITHMETIC


@cache
def _relation() -> Callable[[object, str, object], Constraint]:
    from .constraints import relation_between

    return relation_between
