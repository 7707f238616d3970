"""The constraints of a model as this solver reads them: taken apart, and put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...models.language.constraints import NEGATED, And, Comparison, Constraint, Core, Not, Or
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.global_constraints.circuit import Circuit, Subcircuit
from ...models.language.global_constraints.number_of_values import NumberOfValues
from ...models.language.global_constraints.precedence import Precedence
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.global_constraints.regular import Regular
from ...models.language.global_constraints.table import Allowed, Forbidden
from ...models.language.nodes import Node, rebuild
from ...models.language.undefinedness import decomposition
from .terms_by_level import flattened

FOLDED = (
    Core,
    AllDifferent,
    AllDifferentExcept,
    Allowed,
    Circuit,
    Forbidden,
    NumberOfValues,
    Precedence,
    Predicate,
    Regular,
    Subcircuit,
)
"""Constraints that are read as they are; others as their decompositions."""


def requirements(constraints: Iterable[Constraint]) -> list[Constraint]:
    """Constraints that hold together exactly where `constraints` do, small ones where they can be.

    Differences in pairs are put together as all-different constraints.
    """
    found = list(_taken_apart(constraints))
    pairs = {c: pair for c in found if (pair := _difference(c)) is not None}
    return [*(c for c in found if c not in pairs), *_cliques(pairs)]


def _taken_apart(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    stack = list(constraints)[::-1]
    while stack:
        constraint = stack.pop()
        match constraint:
            case And(operands):
                stack.extend(reversed(operands))
            case Not(Not(operand)):
                stack.append(operand)
            case Not(Or(operands)):
                stack.extend(Not(operand) for operand in reversed(operands))
            case Circuit(successors) | Subcircuit(successors):
                yield AllDifferent(successors)  # which sees dead ends earlier
                yield constraint
            case _ if not isinstance(constraint, FOLDED):
                stack.extend(decomposition(constraint)[::-1])
            case _:
                (read,) = rebuild([constraint], _decomposed)
                assert isinstance(read, Constraint), "a constraint is rebuilt as one"
                yield read


def _decomposed(node: Node, old: Node) -> Node | None:
    """A constraint inside others, by its decomposition, until it is in those that are folded."""
    if not isinstance(node, Constraint) or isinstance(node, FOLDED):
        return None
    (found,) = rebuild([And(tuple(decomposition(node)))], _decomposed)
    return found


# ------------------------------------------------------------------------ pairs that differ

Pair = tuple[Variable, Variable, int]
"""Variables x and y, and the number that x - y must not be."""


def _difference(constraint: Constraint) -> Pair | None:
    match constraint:
        case Not(Comparison(left, "==", right)) if _is_sum_of_two(left, right):
            constraint = Comparison(left, NEGATED["=="], right)
        case _:
            pass
    if not isinstance(constraint, Comparison) or constraint.relation != "!=":
        return None
    terms = flattened(constraint.left, constraint.right)
    factors = {term: f for term, f in terms.items() if not isinstance(term, Constant) and f}
    if sorted(factors.values()) != [-1, 1] or len(factors) < len(_open(terms)):
        return None
    one, other = sorted(factors, key=factors.__getitem__, reverse=True)
    if not isinstance(one, Variable) or not isinstance(other, Variable):
        return None
    numbers = (t.constant * f for t, f in terms.items() if isinstance(t, Constant))
    return one, other, -sum(int(number) for number in numbers)


def _open(terms: Mapping[Expression, int]) -> list[Expression]:
    return [term for term in terms if not isinstance(term, Constant)]


def _is_sum_of_two(left: Expression, right: Expression) -> bool:
    return all(isinstance(term, Variable | Constant) for term in flattened(left, right))


def _cliques(pairs: Mapping[Constraint, Pair]) -> Iterator[Constraint]:
    """All-different constraints, and pairs that are in none of three variables or more."""
    apart: dict[tuple[Variable, Variable], set[int]] = {}
    for x, y, number in pairs.values():
        apart.setdefault((x, y), set()).add(number)
        apart.setdefault((y, x), set()).add(-number)
    near: dict[Variable, list[Variable]] = {}
    for x, y in apart:
        near.setdefault(x, []).append(y)
    covered = set[tuple[Variable, Variable, int]]()
    for constraint, (x, y, number) in pairs.items():
        if (x, y, number) in covered:
            continue
        shifts = {x: 0, y: number}
        for z in near[y]:
            if z not in shifts:
                fitting = set.intersection(
                    *({shift + d for d in apart.get((one, z), ())} for one, shift in shifts.items())
                )
                if fitting:
                    shifts[z] = min(fitting)
        covered |= {(a, b, t - s) for a, s in shifts.items() for b, t in shifts.items()}
        if len(shifts) == 2:
            yield constraint
        else:
            yield AllDifferent(tuple(z + shift if shift else z for z, shift in shifts.items()))
