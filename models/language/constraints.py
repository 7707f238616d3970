"""The core of the constraints: comparisons, and the logic over them.

A constraint with an undefined term is false (`evaluate`), so that `not (x // y == 1)` holds where
y is 0 and `x // y != 1` does not: neither may be rewritten into the other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from .arithmetic_expressions import ARITHMETIC, Sum, total
from .errors import ModelError
from .expressions import (
    MOST_BITS,
    Constant,
    Expression,
    Indicator,
    Variable,
    as_constraint,
    as_expression,
    same_kind,
    several,
    whole,
)
from .late_dataclasses import dataclass
from .nodes import (
    AMONG_CONSTRAINTS,
    MIN_AND_MAX,
    OPERATORS,
    Logical,
    Node,
    Numeric,
    Value,
    Words,
    audible,
    describe,
)

if TYPE_CHECKING:
    from .sample_arguments import Draw, Scene

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The relation that holds exactly where the other does not, on defined values."""
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
"""The relation of the right side to the left."""


class Constraint(Node, Logical, Numeric):
    """A condition on the variables; as a number 1 where it holds, else 0."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if "decompose" in vars(cls):
            type.__setattr__(cls, "decompose", audible(cls.decompose))

    def holds(self, values: Sequence[Any]) -> bool:
        """True if this holds, given the values of its parts: its definition."""
        raise NotImplementedError(f"{type(self).__name__} must define holds")

    def decompose(self) -> Iterable[Constraint]:
        """Smaller constraints that hold together exactly where this does, its terms defined.

        They end in the core and introduce no variables. Use `decomposition`, which adds that
        every term is defined.
        """
        raise NotImplementedError(f"{type(self).__name__} must define decompose")

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        """A small instance over what `draw` hands out, on which every solver is tried."""
        raise NotImplementedError("a constraint of the language must define sample")

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        """An instance over the terms of `scene`; by `sample` unless a class defines it."""
        from .sample_arguments import SceneTerms

        return cls.sample(SceneTerms(scene))


class Core(Constraint):
    """A constraint that every solver has to translate by itself."""

    def decompose(self) -> Iterable[Constraint]:
        return (self,)


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Core):
    """`left` stands in `relation` to `right`; written with `==`, `!=`, `<`, `<=`, `>` or `>=`.

    Formula: left = right, ≠, <, ≤, > or ≥

    >>> from everyway.models import integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> x + y <= 3
    x + y <= 3
    """

    left: Expression
    relation: str
    right: Expression

    def holds(self, values: Sequence[Any]) -> bool:
        return RELATIONS[self.relation](values[0], values[1])

    @property
    def _instead(self) -> str:
        compared = self.relation == "==" and Indicator in (type(self.left), type(self.right))
        before = MIN_AND_MAX if self.relation in ("<", ">") else ""
        return before + super()._instead + (AMONG_CONSTRAINTS if compared else "")

    def describe(self, parts: Sequence[str]) -> str:
        return f"{parts[0]} {self.relation} {parts[1]}"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        relation = draw.relation()
        return relation_between(draw.term(), relation, draw.term())

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        scene.over(far=True)
        left, right = map(total, scene.halves())
        return relation_between(left, scene.random.choice(("<", ">=", "==")), right)


@dataclass(frozen=True, eq=False, repr=False)
class And(Core):
    """Every one of `operands` holds; true of none."""

    operands: tuple[Constraint, ...]

    def holds(self, values: Sequence[bool]) -> bool:
        return all(values)

    def describe(self, parts: Sequence[str]) -> str:
        return " & ".join(f"({part})" for part in parts) or "true"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return all_of(draw.conditions())

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        scene.over()
        if scene.random.random() < 0.5:
            return all_of(scene.clauses("<=", ">="))
        clauses = scene.clauses("==", "<=", ">=")
        return all_of([*clauses[:2], any_of(clauses[2:])])


@dataclass(frozen=True, eq=False, repr=False)
class Or(Core):
    """At least one of `operands` holds; false of none."""

    operands: tuple[Constraint, ...]

    def holds(self, values: Sequence[bool]) -> bool:
        return any(values)

    def describe(self, parts: Sequence[str]) -> str:
        return " | ".join(f"({part})" for part in parts) or "false"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return any_of(draw.conditions())

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        scene.over(far=True)
        return any_of(scene.clauses("!=", "<", ">"))


@dataclass(frozen=True, eq=False, repr=False)
class Not(Core):
    """`operand` does not hold, also where that is because a term is undefined."""

    operand: Constraint

    def holds(self, values: Sequence[bool]) -> bool:
        return not values[0]

    def describe(self, parts: Sequence[str]) -> str:
        return f"~({parts[0]})"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        simple = draw.random.random() < 0.6
        return Not(draw.condition() if simple else any_of(draw.conditions()))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        scene.over(far=True)
        clauses = any_of(scene.clauses("!=", "<", ">")), all_of(scene.clauses("==", "<=", ">="))
        return Not(scene.random.choice(clauses))


# ---------------------------------------------------------------------------- constructors


def all_of(*operands: object) -> Constraint:
    """Every operand, or item of one list of them, holds; true of an empty list.

    Formula: operands[0] ∧ operands[1] ∧ …

    >>> from everyway.models import all_of, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> all_of(x >= 1, y <= 2)
    (x >= 1) & (y <= 2)
    """
    return And(operands_of(operands, "all_of"))


def any_of(*operands: object) -> Constraint:
    """At least one operand, or item of one list of them, holds; false of an empty list.

    Formula: operands[0] ∨ operands[1] ∨ …

    >>> from everyway.models import any_of, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> any_of(x == 0, y >= 2)
    (x == 0) | (y >= 2)
    """
    return Or(operands_of(operands, "any_of"))


def none_of(*operands: object) -> Constraint:
    """No operand, nor item of one list of them, holds; true of an empty list.

    Formula: ¬operands[0] ∧ ¬operands[1] ∧ …

    >>> from everyway.models import integer, none_of
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> none_of(x == 0, y >= 2)
    (~(x == 0)) & (~(y >= 2))
    """
    return And(tuple(Not(operand) for operand in operands_of(operands, "none_of")))


def implies(condition: object, consequence: object) -> Constraint:
    """`consequence` holds if `condition` does.

    Formula: ¬condition ∨ consequence

    >>> from everyway.models import implies, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> implies(x >= 2, y == 0)
    (~(x >= 2)) | (y == 0)
    """
    first = as_constraint(condition, "the condition of implies")
    return Or((Not(first), as_constraint(consequence, "the consequence of implies")))


def iff(left: object, right: object) -> Constraint:
    """Both hold, or neither does.

    Formula: left ⇔ right

    >>> from everyway.models import iff, integer
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> iff(x >= 2, y == 0)
    [x >= 2] == [y == 0]
    """
    first = as_constraint(left, "an operand of iff")
    return Comparison(Indicator(first), "==", Indicator(as_constraint(right, "an operand of iff")))


def xor(*operands: object) -> Constraint:
    """An odd number of the operands, or of one list of them, hold. Of two: exactly one.

    Formula: operands[0] ⊕ operands[1] ⊕ …

    >>> from everyway.models import integer, xor
    >>> x, y = integer("x", 0, 3), integer("y", 0, 3)
    >>> xor(x >= 2, y == 0)
    [x >= 2] != [y == 0]
    """
    marks = [Indicator(operand) for operand in operands_of(operands, "xor")]
    if len(marks) == 2:
        return Comparison(marks[0], "!=", marks[1])
    return Sum(tuple(marks), (1,) * len(marks), 0) % 2 == 1


# ------------------------------------------------------------------------------- operators


def fixed_values(constraints: Iterable[Constraint]) -> dict[str, Value]:
    """The variables that constraints set to a value, each with the first of its values."""
    found: dict[str, Value] = {}
    for constraint in constraints:
        match constraint:
            case Comparison(Variable(name=name), "==", Constant(constant=value)):
                found.setdefault(name, value)
            case And(operands=operands):
                found = fixed_values(operands) | found
            case _:
                continue
    return found


def _combined(symbol: str, one: object, other: object = None) -> Constraint:
    """Two operands, joined by `&`, `|` or `^`, or one denied by `~`."""
    left = one if isinstance(one, Constraint) else _operand(one, symbol)
    if symbol == "~":
        return Not(left)
    right = other if isinstance(other, Constraint) else _operand(other, symbol)
    if symbol == "|":
        return Or((left, right))
    if symbol == "&":
        return And((left, right))
    return Comparison(Indicator(left), "!=", Indicator(right))


def _operand(value: object, symbol: str) -> Constraint:
    """`value` as a constraint; a number here was most likely meant to be compared first."""
    if isinstance(value, Expression) and value._truth is not None:
        return value._truth
    try:
        return as_constraint(value, f"an operand of {symbol}")
    except ModelError as refused:
        if isinstance(value, bool) or not isinstance(value, int | Expression):
            raise
        whole = "~(x == 1)" if symbol == "~" else f"(x == 1) {symbol} (y == 2)"
        raise ModelError(
            f"{refused}. Python binds {symbol} before ==: put parentheses round each ==, {whole}"
        ) from None


def relation_between(left: object, relation: str, right: object) -> Constraint:
    """`left relation right`; labels know only == and !=, and only other labels."""
    first = left if isinstance(left, Expression) else as_expression(left, "the left side")
    if type(right) is int and not first.labelled and right.bit_length() <= MOST_BITS:
        return Comparison(first, relation, whole(right))
    other = as_expression(right, Words(f"the right side of {{}} {relation} …", first))
    same_kind((first, other), Words(f"{{}} {relation} {{}}", left, other))
    if first.labelled and relation not in ("==", "!="):
        raise ModelError(
            f"labels have no order, so {describe(first)} {relation} {describe(other)} means"
            " nothing; use == or !="
        )
    return Comparison(first, relation, other)


def _related(relation: str, left: object, right: object) -> Constraint:
    if type(left) is Variable and type(left.domain) is range:  # at once, as most are
        if type(right) is int and right.bit_length() <= MOST_BITS:
            return Comparison(left, relation, whole(right))
        if type(right) is Variable and type(right.domain) is range:
            return Comparison(left, relation, right)
    return relation_between(left, relation, right)


def operands_of(operands: tuple[object, ...], where: str) -> tuple[Constraint, ...]:
    """The operands of a function, or those of one list of them, as constraints."""
    return tuple(as_constraint(o, f"an operand of {where}") for o in several(operands, where))


OPERATORS |= ARITHMETIC
OPERATORS |= {sign: partial(_combined, sign) for sign in "&|^~"}
OPERATORS |= {sign: partial(_related, sign) for sign in RELATIONS}
