"""The expressions and constraints that stand for the names of a FlatZinc text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from ...models.language.constraints import And, Comparison, Constraint, Or
from ...models.language.expressions import Bounds, Constant, Expression, Variable, indicator
from ...models.language.nodes import Node, topological

T = TypeVar("T")

Term = Expression | Constraint | int
"""A number, an expression, or for a truth a constraint."""

MOST_VALUES = 1_000_000
"""The values of a set of which each is read."""
TRUE: Constraint = And(())
FALSE: Constraint = Or(())


def number(term: Term) -> Expression:
    """A term as an expression: 1 for a truth that holds."""
    if isinstance(term, Constraint):
        return indicator(term)
    return term if isinstance(term, Expression) else Constant(int(term))


def truth(term: Term) -> Constraint:
    """A term as a constraint: a number holds where it is 1."""
    if isinstance(term, Constraint):
        return term
    if isinstance(term, Expression):
        return sure(term == 1)
    return TRUE if term else FALSE


def sure(found: Any) -> Constraint:
    """A constraint, also where it was settled when it was made."""
    if isinstance(found, Constraint):
        return found
    return TRUE if found else FALSE


class Names:
    """The terms that the arguments of a text stand for; `term` looks a name up."""

    def __init__(self, term: Callable[[Any], Term], items: Callable[[Any], list[Any]]) -> None:
        self._term, self._items = term, items
        self.demands: list[tuple[tuple[int, str], Constraint]] = []
        """The demands of partial functions and of the domains of what is defined, with labels."""
        self.label = (0, "")
        """The line and the label of what is being read."""
        self._ends: dict[Node, Bounds] = {}
        self.labelled: dict[Node, tuple[Variable, Sequence[str]]] = {}
        """The variable over labels behind the number of a member of an enumerated type."""

    def bounds(self, term: Expression) -> Bounds:
        """The bounds of a term; of what has been asked before they are known."""
        known = self._ends
        if term not in known:
            for node in topological([term], lambda node: () if node in known else node.parts):
                if node not in known and isinstance(node, Expression):
                    known[node] = node.bounds([known.get(part, (0, 1)) for part in node.parts])
        return known[term]

    def inside(self, x: Expression, values: Sequence[int]) -> Constraint:
        """A term takes one of `values`, a range or numbers in order, so far as that is not sure."""
        if not values:
            return FALSE
        (low, high), (least, most) = self.bounds(x), (values[0], values[-1])
        ends = [
            part for part, open in ((x >= least, low < least), (x <= most, high > most)) if open
        ]
        if isinstance(values, range) or len(values) == most - least + 1:
            return And(tuple(map(sure, ends)))
        if 2 * len(values) > most - least + 1:
            known = frozenset(values)
            gaps = [value for value in range(least, most + 1) if value not in known]
            return And((*map(sure, ends), *(sure(x != value) for value in gaps)))
        return Or(tuple(sure(x == value) for value in values))

    def keep_inside(self, x: Expression, values: Sequence[int]) -> None:
        """Demand that a term takes one of `values`, and know its bounds from then on."""
        self.demand(self.inside(x, values))
        if values:
            low, high = self.bounds(x)
            self._ends[x] = max(low, values[0]), min(high, values[-1])

    def number(self, argument: Any) -> Expression:
        """An argument as an expression."""
        return number(self._term(argument))

    def by_label(self, left: Expression, relation: str, right: Expression) -> Constraint | None:
        """`left` is `right`, or is not, by the labels of an enumerated type, if they have any."""
        first, second = self.labelled.get(left), self.labelled.get(right)
        if first is None:
            return None if second is None else self.by_label(right, relation, left)
        own, labels = first
        if second is not None:
            other: Expression | None = second[0] if tuple(second[1]) == tuple(labels) else None
        else:
            place = self.bounds(right)[0] if isinstance(right, Constant) else 0
            other = Constant(labels[place - 1]) if 0 < place <= len(labels) else None
        return None if other is None else Comparison(own, relation, other)

    def labels(self, terms: Sequence[Expression]) -> Sequence[Expression]:
        """The variables over labels behind all of `terms`, where they have one type."""
        found = [self.labelled.get(term) for term in terms]
        kinds = {tuple(one[1]) if one else None for one in found}
        return [one[0] for one in found if one] if len(kinds) == 1 and None not in kinds else terms

    def truth(self, argument: Any) -> Constraint:
        """An argument as a constraint."""
        return truth(self._term(argument))

    def constant(self, argument: Any) -> int:
        """An argument that is a number. Raises: TypeError for a variable."""
        found = self._term(argument)
        if isinstance(found, Expression | Constraint):
            raise TypeError("a number is expected, and there is a variable")
        return int(found)

    def numbers(self, argument: Any) -> list[Expression]:
        """The items of an array as expressions."""
        return [self.number(item) for item in self._items(argument)]

    def truths(self, argument: Any) -> list[Constraint]:
        """The items of an array as constraints."""
        return [self.truth(item) for item in self._items(argument)]

    def constants(self, argument: Any) -> list[int]:
        """The items of an array of numbers, or of a set. Raises: TypeError for a variable."""
        (found,) = items if len(items := self._items(argument)) == 1 else (None,)
        if isinstance(found, range | tuple):
            return list(self.some(argument, -(2**62), 2**62))
        return [self.constant(item) for item in items]

    def values(self, argument: Any) -> Sequence[int]:
        """The values of a set. Raises: TypeError where it is none."""
        (found,) = self._items(argument)
        if isinstance(found, range | tuple):
            return found
        raise TypeError("a set of numbers is expected")

    def some(self, argument: Any, low: int, high: int) -> Sequence[int]:
        """The values of a set that are between two numbers. Raises: ValueError for too many."""
        found = self.values(argument)
        if isinstance(found, range):
            found = range(max(found.start, low), min(found.stop, high + 1))
        if len(found) > MOST_VALUES:
            raise ValueError(f"a set has {len(found)} values, and the most is {MOST_VALUES}")
        return found

    def demand(self, constraint: Any) -> None:
        """Require a constraint wherever the function stands that needs it."""
        found = sure(constraint)
        if not (isinstance(found, And) and not found.operands):
            self.demands.append((self.label, found))
