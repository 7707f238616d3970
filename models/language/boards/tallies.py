"""Sums over groups of squares that wait for a relation: `queen.per(board.rows) == 1`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ..arithmetic_expressions import total
from ..constraints import Comparison
from ..errors import ModelError
from ..expressions import Expression, Variable, as_number
from ..habits import OF_TALLIES, Habits
from ..late_dataclasses import dataclass
from ..nodes import describe
from ..operators import Arithmetic
from ..rules import Rule

Groups = Sequence[tuple[str, Sequence[Variable]]]
"""Groups of variables, each with its name."""

WORDS = {
    "==": "exactly",
    "!=": "any number but",
    "<=": "at most",
    ">=": "at least",
    "<": "fewer than",
    ">": "more than",
}
"""A relation to a number, as a player says it."""


@dataclass(frozen=True, eq=False)
class Tally(Habits):
    """The sum over each group of a family; compared with a number it is one rule.

    `label` is the left side of the rule's label (`rows`), `each` what a player calls one group,
    `phrase` turns a relation and a number into words (`exactly 1 queen`).
    """

    subject: str
    label: str
    each: str
    groups: Groups
    phrase: Callable[[str, str], str]
    _habits = OF_TALLIES

    def rule(self, relation: str, other: object, label: str = "", words: str = "") -> Rule:
        """The sum over each group stands in `relation` to `other`."""
        number = as_number(other, f"{self.label} {relation} …")
        shown = describe(number)
        said = self.phrase(relation, shown)
        return Rule(
            label or f"{self.label} {relation} {shown}",
            tuple(Comparison(total(group), relation, number) for _, group in self.groups),
            tuple(name for name, _ in self.groups),
            words or (f"{self.each}: {said}" if self.each else said),
            self.subject,
        )

    def __eq__(self, other: object) -> Any:  # a Rule, which `object` does not let us promise
        return self.rule("==", other)

    def __ne__(self, other: object) -> Any:  # a Rule, as above
        return self.rule("!=", other)

    def __le__(self, other: object) -> Rule:
        return self.rule("<=", other)

    def __ge__(self, other: object) -> Rule:
        return self.rule(">=", other)

    def __lt__(self, other: object) -> Rule:
        return self.rule("<", other)

    def __gt__(self, other: object) -> Rule:
        return self.rule(">", other)

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self!r} has no truth value; compare it, for example == 1")

    def __repr__(self) -> str:
        return f"the {self.label} of {self.subject}, waiting for a relation such as == 1"


class Total(Tally, Arithmetic):
    """The sum over all squares: compared it is a rule, in arithmetic an expression."""

    @property
    def expression(self) -> Expression:
        """The sum as an expression over the model's variables."""
        return total(variable for _, group in self.groups for variable in group)
