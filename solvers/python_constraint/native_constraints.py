"""The constraints of python-constraint's own that mean what the language means.

They are its all-different, its all-equal and its two counts of values in a set, of variables that
are each another. Its sums and products are never asked for: they raise, or lose solutions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...models.language.constraints import Comparison, Constraint, any_of
from ...models.language.expressions import Constant, Expression, Variable, size
from ...models.language.global_constraints.all_different import AllDifferent
from ...models.language.global_constraints.all_equal import AllEqual
from ...models.language.global_constraints.cardinality import Cardinality
from ...models.language.global_constraints.count import Count
from ...models.language.late_dataclasses import dataclass
from ...models.language.nodes import Value

NATIVE_WHERE = {
    "AllDifferent": "its terms are variables, each another",
    "AllEqual": "its terms are variables, each another",
    "Cardinality": "its terms are variables, each another, and its counts constants",
    "Count": "its terms are variables, each another, and all else is constant, but not `!=`",
}

_MOST_STEPS = 30_000_000
"""A call that takes more steps would take too long: nothing interrupts it."""


@dataclass(frozen=True, eq=False)
class Native:
    """A constraint of the library's by the name of its class, of two or more variables."""

    name: str
    arguments: tuple[object, ...]
    scope: Sequence[Variable]


def native_of(constraint: Constraint) -> Native | None:
    """The library's own constraint that means `constraint`, if there is one."""
    match constraint:
        case AllDifferent(terms) if are_variables(terms):
            return Native("AllDifferentConstraint", (), _variables(terms))
        case AllEqual(terms) if _are_short(terms):
            return Native("AllEqualConstraint", (), _variables(terms))
        case Count(terms, values, relation, Constant(int(number))) if _are_short(terms):
            constant = [v.constant for v in values if isinstance(v, Constant)]
            wanted = frozenset(map(int, constant))
            counted = (
                _counted(len(terms), relation, number) if len(constant) == len(values) else None
            )
            return counted and Native(counted[0], (wanted, *counted[1:]), _variables(terms))
        case _:
            return None


def _counted(size: int, relation: str, number: int) -> tuple[str, int, bool] | None:
    """The constraint on how many of so many are in a set, with its number, and if it is exact."""
    match relation:
        case "==":
            return "SomeInSetConstraint", number, True
        case ">=" | ">":
            return "SomeInSetConstraint", number + (relation == ">"), False
        case "<=" | "<":
            return "SomeNotInSetConstraint", size - number + (relation == "<"), False
        case _:
            return None


def counts_of(constraint: Constraint) -> list[Constraint] | None:
    """The counts, and the values allowed, that mean a cardinality; None of anything else."""
    match constraint:
        case Cardinality(terms, counts, values, closed) if _are_short(terms) and all(
            isinstance(count, Constant) for count in counts
        ):
            pairs = zip(values, counts, strict=True)
            apart = [Count(terms, (Constant(value),), "==", count) for value, count in pairs]
            return [*apart, *(_one_of(term, values) for term in terms if closed)]
        case _:
            return None


def _one_of(term: Expression, values: Iterable[Value]) -> Constraint:
    return any_of(Comparison(term, "==", Constant(value)) for value in values)


def are_variables(terms: Sequence[Expression]) -> bool:
    """True if `terms` are two or more variables, none of them twice."""
    plain = all(isinstance(term, Variable) for term in terms)
    return plain and len(set(terms)) == len(terms) > 1


def _are_short(terms: Sequence[Expression]) -> bool:
    """True if `terms` are such variables, of domains from which a call may hide one by one."""
    steps = sum(size(variable.domain) ** 2 for variable in _variables(terms))
    return are_variables(terms) and steps <= _MOST_STEPS


def _variables(terms: Iterable[Expression]) -> list[Variable]:
    return [term for term in terms if isinstance(term, Variable)]
