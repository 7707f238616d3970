"""The same solutions the other way round: the variable that takes each value.

Where variables are a permutation of as many values, and all else says which of two is less, the
nodes of a diagram over the values are the sets of variables that may come first, as in the count of
the linear extensions of an order. A diagram over the variables has far more of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from ...models.language.constraints import RELATIONS, Comparison, Constraint
from ...models.language.expressions import Constant, Expression, Variable, size
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.global_constraints.increasing import Increasing
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model

Below = dict[str, set[str]]
"""The variables that are less than each, by their names."""


def by_positions(model: Model) -> Model | None:
    """A model with as many solutions, over a variable for each value; None if it is no such."""
    variables = model.variables
    different = [c for c in model.constraints if isinstance(c, AllDifferent)]
    if not any(len(c.terms) == len(variables) and _are_different(c.terms) for c in different):
        return None
    if any(v.labelled or size(v.domain) > len(variables) for v in variables):
        return None
    values = {v.name: {int(value) for value in v.domain} for v in variables}
    below: Below = {name: set() for name in values}
    for constraint in model.constraints:
        match constraint:
            case AllDifferent(terms) if _are_different(terms):
                pass
            case Increasing(terms) if _are_different(terms):
                for before, after in pairwise(terms):
                    below[str(after)].add(str(before))
            case Comparison(Variable() as left, "<" | "<=", Variable() as right):
                below[right.name].add(left.name)
            case Comparison(Variable() as left, ">" | ">=", Variable() as right):
                below[left.name].add(right.name)
            case Comparison(Variable() as term, relation, Constant(number)):
                holds = RELATIONS[relation]
                values[term.name] = {v for v in values[term.name] if holds(v, number)}
            case _:
                return None
    every, names = sorted(set[int]().union(*values.values())), list(values)
    fit = [tuple(n for n, name in enumerate(names) if value in values[name]) for value in every]
    if len(every) != len(values) or not _orders(below):
        return None
    takes = [Variable(f"at {v}", numbers) for v, numbers in zip(every, fit, strict=True)]
    earlier = tuple(tuple(sorted(map(names.index, below[name]))) for name in names)
    return Model(model.name, takes, TakenInOrder(tuple(takes), earlier))


def _are_different(terms: tuple[object, ...]) -> bool:
    return all(isinstance(term, Variable) for term in terms) and len(set(terms)) == len(terms)


def _orders(below: Below) -> bool:
    """True if some are less than others, and none than itself, with all below those below made so.

    The relation is closed under "less than what is less".
    """
    for middle in below:
        for name, less in below.items():
            if middle in less:
                below[name] = less | below[middle]
    return any(below.values()) and not any(name in less for name, less in below.items())


@dataclass(frozen=True, eq=False)
class TakenInOrder(Constraint):
    """Terms that take as many values from 0 on, each after those that come `before` it."""

    terms: tuple[Expression, ...]
    before: tuple[tuple[int, ...], ...]

    def holds(self, values: Sequence[int]) -> bool:
        return all(one.holds(values) for one in self.decompose())

    def decompose(self) -> Iterable[Constraint]:
        yield AllDifferent(self.terms)
        yield from (
            Precedence(self.terms, (a, b)) for b, some in enumerate(self.before) for a in some
        )
