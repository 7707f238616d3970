"""Disjunctions as literals: comparisons of one variable with a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....models.language.constraints import MIRRORED, NEGATED, And, Comparison, Constraint, Not, Or
from ....models.language.expressions import Constant, Variable
from .normal_forms import Clause, Literal


class Clauses:
    """Reads constraints as clauses; a literal that many constraints share is read once."""

    def __init__(self, place_of: Mapping[str, int]) -> None:
        self._place_of = place_of
        self._known: dict[Constraint, Literal | None] = {}

    def __call__(self, constraint: Constraint) -> Clause | None:
        """`constraint` as a clause; None for one that is more than that."""
        literals = list[Literal]()
        for alternative in alternatives(constraint):
            literal = self.literal(alternative)
            if literal is None:
                return None
            literals.append(literal)
        return Clause(tuple(literals))

    def literal(self, constraint: Constraint) -> Literal | None:
        """`constraint` as a literal; None for one that is more than that."""
        if constraint not in self._known:
            self._known[constraint] = self._read(constraint)
        return self._known[constraint]

    def _read(self, constraint: Constraint) -> Literal | None:
        if isinstance(constraint, Not) and isinstance(constraint.operand, Comparison):
            negated = constraint.operand
            return self._read(Comparison(negated.left, NEGATED[negated.relation], negated.right))
        if not isinstance(constraint, Comparison):
            return None
        left, relation, right = constraint.left, constraint.relation, constraint.right
        if isinstance(left, Constant):
            left, relation, right = right, MIRRORED[relation], left
        if not isinstance(left, Variable) or not isinstance(right, Constant):
            return None
        number = right.constant
        if not isinstance(number, int):
            return None
        if relation in ("<", ">"):
            relation, number = relation + "=", number - 1 if relation == "<" else number + 1
        return self._place_of[left.name], relation, number


def alternatives(constraint: Constraint) -> Iterator[Constraint]:
    """Constraints of which one holds exactly where `constraint` does."""
    stack = [constraint]
    while stack:
        match stack.pop():
            case Comparison() as comparison:
                yield comparison
            case Or(operands):
                stack.extend(reversed(operands))
            case Not(And(operands)):
                stack.extend(Not(operand) for operand in reversed(operands))
            case Not(Not(operand)):
                stack.append(operand)
            case alternative:
                yield alternative
