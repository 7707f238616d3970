"""Expressions: their base, variables, constants and indicators, and what else stands for one.

An expression is undefined (`None`) where it divides by zero or reads past the end of an array,
and wherever a part of it is undefined; only `Indicator` turns that back into a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NoReturn

from .domains import Domain, domain_of, interval, whole_number
from .errors import ModelError
from .late_dataclasses import dataclass
from .nodes import Node, Value, describe, topological
from .operators import Logical, Numeric
from .printable import refuse_unprintable

if TYPE_CHECKING:
    from .constraints import Constraint

Bounds = tuple[int, int]
"""The least and the greatest value that an expression can take, inclusive."""

COMPARED_BY_PYTHON = (
    "Python compared before the solver could. Compare variables one by one (x == 1), not what"
    " holds them (board.rows == 1, x == [0, 1, 2] of a list x), write total(...) for a sum that may"
    " be of nothing, and x == 1 for x == True"
)
"""The likely cause where Python's True or False stands in a model."""


class Expression(Node, Logical, Numeric):
    """An integer, or a label, that depends on the variables."""

    @property
    def labelled(self) -> bool:
        """True if the values are labels; arithmetic on labels is refused."""
        return False

    @cached_property
    def _truth(self) -> Constraint | None:
        """The constraint that this is 1, shared by all it stands in; None if it is not 0 or 1."""
        if self.labelled:
            return None
        low, high = bounds(self)
        return self == 1 if low >= 0 and high <= 1 else None

    @cached_property
    def _denial(self) -> Constraint:
        return super().__invert__()

    def __invert__(self) -> Constraint:
        return self._denial

    def value(self, values: Sequence[Any]) -> Any:
        """The value of this expression, given the values of its parts; None if undefined."""
        raise NotImplementedError(f"{type(self).__name__} must define value")

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        """Bounds of this expression where it is defined, given those of its parts."""
        raise NotImplementedError(f"{type(self).__name__} must define bounds")

    def __bool__(self) -> NoReturn:
        raise ModelError(
            f"{self} has no truth value before it is solved: "
            "write & | ~ instead of and, or, not; any_of and all_of instead of any and all;"
            " x == 1 instead of x"
        )

    def __iter__(self) -> NoReturn:
        raise ModelError(f"{self} is one number, not several; put it in a list: [{self}]")


@dataclass(frozen=True, eq=False, repr=False)
class Variable(Expression):
    """A name and the values it may take."""

    name: str
    domain: Domain

    @property
    def labelled(self) -> bool:
        domain = self.domain  # as is_labelled, at once: it is asked for each comparison
        return type(domain) is not range and isinstance(domain[0], str)

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return (0, len(self.domain) - 1) if self.labelled else _ends(self.domain)

    def describe(self, parts: Sequence[str]) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Expression):
    """A fixed integer or label."""

    constant: Value

    @property
    def labelled(self) -> bool:
        return isinstance(self.constant, str)

    def value(self, values: Sequence[Any]) -> Value:
        return self.constant

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return (0, 0) if isinstance(self.constant, str) else (self.constant, self.constant)

    def describe(self, parts: Sequence[str]) -> str:
        return str(self.constant) if isinstance(self.constant, int) else repr(self.constant)


@dataclass(frozen=True, eq=False, repr=False)
class Indicator(Expression):
    """1 where `constraint` holds, else 0: its reification. Always defined."""

    constraint: Constraint

    @property
    def _truth(self) -> Constraint:
        return self.constraint

    def value(self, values: Sequence[bool]) -> int:
        return int(values[0])

    def bounds(self, parts: Sequence[Bounds]) -> Bounds:
        return 0, 1

    def describe(self, parts: Sequence[str]) -> str:
        return f"[{parts[0]}]"


def bounds_under(roots: Iterable[Node]) -> dict[Node, Bounds]:
    """The bounds of every expression under `roots`."""
    return bounds_among(topological(roots))


def bounds_among(nodes: Iterable[Node]) -> dict[Node, Bounds]:
    """The bounds of every expression among `nodes`, of which each stands after its parts."""
    found: dict[Node, Bounds] = {}
    for node in nodes:
        if isinstance(node, Expression):
            found[node] = node.bounds([found.get(part, (0, 1)) for part in node.parts])
    return found


def bounds(expression: object) -> Bounds:
    """The least and greatest value that `expression` can take, by the bounds of its parts.

    No value lies outside, and where it is undefined it has none; that an end is taken is not said:
    of `x - x` they are those of two variables. A constraint is a number from 0 to 1.

    >>> x = integer("x", 0, 9)
    >>> bounds(2 * x - 3), bounds(x == 4)
    ((-3, 15), (0, 1))

    Raises: ModelError for labels, which have no order, and for what is no term.
    """
    term = as_expression(expression, "the term")
    if term.labelled:
        raise ModelError(f"{term} is a label, and labels have no bounds; read its domain")
    return bounds_under([term])[term] if term.parts else term.bounds(())


# ---------------------------------------------------------------------------- constructors


def variable(name: str, domain: Iterable[object]) -> Variable:
    """A variable over the values of `domain`: integers (a `range` may be huge) or labels."""
    return Variable(_name(name), domain_of(domain, repr(name)))


def integer(name: str, lower: int, upper: int) -> Variable:
    """A variable over the integers from `lower` to `upper`, inclusive."""
    return Variable(_name(name), interval(lower, upper, repr(name)))


def boolean(name: str) -> Variable:
    """A variable that is 0 or 1."""
    return Variable(_name(name), range(2))


def indicator(constraint: object) -> Expression:
    """1 where `constraint` holds, else 0.

    Formula: 1 if constraint, else 0

    >>> from everyway.models import indicator, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> indicator(x < y)
    [x < y]
    """
    from .constraints import as_constraint

    return Indicator(as_constraint(constraint, "the argument of indicator"))


# ------------------------------------------------------------------------------ coercions


def as_expression(value: object, where: object) -> Expression:
    """`value` as an expression: a number or label is a constant, a constraint its indicator."""
    if isinstance(value, Expression):
        return value
    from .constraints import Constraint

    if isinstance(value, Constraint):
        return Indicator(value)
    if isinstance(value, str):
        return Constant(refuse_unprintable(value, "the label"))
    stands_for = getattr(value, "expression", None)
    if isinstance(stands_for, Expression):
        return stands_for
    if isinstance(value, bool):
        raise ModelError(f"{where} is {value!r}: {COMPARED_BY_PYTHON}")
    return whole(whole_number(value, where))


@lru_cache(maxsize=1024)
def whole(number: int) -> Constant:
    """A plain integer as a constant, one for all its uses while it is used often."""
    return Constant(number)


def as_number(value: object, where: str) -> Expression:
    """`value` as an integer expression. Raises: ModelError for a label."""
    expression = as_expression(value, f"an operand of {where}")
    if expression.labelled:
        raise ModelError(
            f"{describe(expression)} is a label, so {where} means nothing on it;"
            " labels can be compared with == and !=, counted, tabulated or made all different"
        )
    return expression


def same_kind(terms: Iterable[Expression], where: object) -> None:
    """Raises: ModelError where labels meet numbers, which are never equal."""
    read = list(terms)
    if len({term.labelled for term in read}) > 1:
        label = next(term for term in read if term.labelled)
        number = next(term for term in read if not term.labelled)
        raise ModelError(f"{where} mixes the label {label} and the number {number}; use one kind")


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise ModelError(f"a variable's name must be a string, not {name!r}")
    if not name.strip():
        raise ModelError(f"a variable's name must not be empty: {name!r}")
    return refuse_unprintable(name, "the name")


def _ends(domain: Domain) -> Bounds:
    return int(domain[0]), int(domain[-1])
