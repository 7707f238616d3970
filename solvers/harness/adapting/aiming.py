"""A goal, a variable of a model, by the parts of what the variable equals.

The variable is left out, since a table of the values of a sum would be large.
"""

from __future__ import annotations

from ....models.language.constraints import Comparison
from ....models.language.model import Model
from ....models.language.nodes import Program
from ....models.language.objectives import Goal
from ....models.language.rules import Rule
from ..contract import Assignment, SolverFailed, Unsupported
from .literals import LiteralTranslator
from .sums_of_literals import Term, parts_of


class Aim:
    """The goal to be least, and the model without the variable that equals it."""

    def __init__(self, model: Model, goal: Goal) -> None:
        """Raises: Unsupported where no constraint says what the variable equals."""
        self._name, self._sign = str(goal.expression), goal.sign
        equal = _equal(model, goal)
        self._value, self._program = equal.right, Program([equal.right])
        groups = [group for group in model.groups if group.name != self._name]
        others = [one for one in model.constraints if one is not equal]
        self.model = model.rewritten(groups, [Rule("", tuple(others))])

    def terms(self, translation: LiteralTranslator) -> list[Term]:
        """Terms whose sum, but for a constant, is to be least; the goal is required defined."""
        return translation.terms_of(parts_of((self._value, self._sign))[0])

    def valued(self, found: Assignment) -> Assignment:
        """A solution with the value of the goal."""
        value = self._program.run(found)[0]
        if value is None:
            raise SolverFailed(f"{found} was reported, for which the goal is undefined")
        return {**found, self._name: int(value)}


def _equal(model: Model, goal: Goal) -> Comparison:
    """The last constraint that the variable of the goal equals something."""
    for one in reversed(list(model.constraints)):
        if isinstance(one, Comparison) and one.relation == "==" and one.left is goal.expression:
            return one
    raise Unsupported(f"nothing says what {goal.expression} equals")
