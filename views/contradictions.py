"""Rules that the given values of a model already break: cheap to find, not complete."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from ..models.language.constraints import RELATIONS, Comparison, Constraint
from ..models.language.expressions import Bounds, Constant, Expression, Variable
from ..models.language.global_constraints.all_different import AllDifferent
from ..models.language.model import Model
from ..models.language.nodes import Node, Value, fold
from ..models.language.rules import Rule

Seen = tuple[Bounds, bool]
"""The bounds of a node under the given values, and whether it has a variable that is given."""


def contradicted(model: Model) -> Iterator[tuple[Rule, str]]:
    """The rules that cannot hold with the given values, and where, by bounds alone.

    A value is given by a constraint such as `cell[r1c1] == 5`.
    """
    given = given_values(model)
    if not given:
        return

    def combine(node: Node, parts: list[Seen]) -> Seen:
        value = given.get(node.name) if isinstance(node, Variable) else None
        if isinstance(value, int):
            return (value, value), True
        ends = [bounds for bounds, _ in parts]
        touched = value is not None or any(known for _, known in parts)
        return node.bounds(ends) if isinstance(node, Expression) else (0, 1), touched

    seen = fold(model.constraints, combine)
    for rule in model.rules:
        for constraint, place in rule.places():
            if seen[constraint][1] and _is_broken(constraint, seen, given):
                yield rule, place


def given_values(model: Model) -> dict[str, Value]:
    """The value of each variable that a constraint of `model` gives; the first, of several."""
    found: dict[str, Value] = {}
    for constraint in model.constraints:
        match constraint:
            case Comparison(Variable(name), "==", Constant(value)):
                found.setdefault(name, value)
            case _:
                pass
    return found


def _is_broken(
    constraint: Constraint, seen: Mapping[Node, Seen], given: Mapping[str, Value]
) -> bool:
    match constraint:
        case Comparison(left, relation, right):
            if left.labelled:
                values = _label(left, given), _label(right, given)
                return None not in values and not RELATIONS[relation](*values)
            return _excludes(seen[left][0], relation, seen[right][0])
        case AllDifferent(terms):
            decided = [term for part in terms if (term := _decided(part, seen, given))]
            return len(set(decided)) < len(decided)
        case _:
            return False


def _decided(
    term: Expression, seen: Mapping[Node, Seen], given: Mapping[str, Value]
) -> tuple[Value] | None:
    """The only value that `term` can have, if there is one."""
    if term.labelled:
        value = _label(term, given)
        return None if value is None else (value,)
    low, high = seen[term][0]
    return (low,) if low == high else None


def _label(term: Expression, given: Mapping[str, Value]) -> Value | None:
    match term:
        case Constant(value):
            return value
        case Variable(name):
            return given.get(name)
        case _:
            return None


def _excludes(left: Bounds, relation: str, right: Bounds) -> bool:
    """True if no values within these bounds stand in `relation`; unless it is `==`, ends do."""
    if relation == "==":
        return left[1] < right[0] or right[1] < left[0]
    return not any(RELATIONS[relation](*ends) for ends in product(left, right))
