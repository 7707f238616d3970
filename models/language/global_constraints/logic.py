"""Logic by construction from comparisons, and, or, not."""

from __future__ import annotations

from ..arithmetic_expressions import Sum
from ..constraints import And, Comparison, Constraint, Not, Or, operands_of
from ..expressions import Indicator, as_constraint


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
