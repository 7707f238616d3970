"""Domains cut before anything is read: to indices, successors, and what comparisons leave."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from ....models.language.arithmetic_expressions import Sum
from ....models.language.choices import Element
from ....models.language.constraints import MIRRORED, And, Comparison, Constraint
from ....models.language.expressions import Constant, Expression, Indicator, Variable
from ....models.language.global_constraints.bin_packing import BinPacking
from ....models.language.global_constraints.circuit import Circuit, Subcircuit
from ....models.language.global_constraints.inverse import Inverse
from ....models.language.nodes import Node
from .normal_forms import LIMITS, Domain

Cut = tuple[Expression, int | None, int | None]
"""A term and the least and greatest value that it may have, None for none."""


def cut_domains(variables: Sequence[Variable], constraints: Iterable[Constraint]) -> list[Variable]:
    """The variables with the values that single constraints leave by their ends."""
    domains = {variable.name: cast(Domain, variable.domain) for variable in variables}
    changed = False
    for term, low, high in _cuts(constraints):
        match term:
            case Sum((Variable() as variable,), (1,), constant):
                low = None if low is None else low - constant
                high = None if high is None else high - constant
            case Sum((Variable() as variable,), (-1,), constant):
                least, most = low, high
                low = None if most is None else constant - most
                high = None if least is None else constant - least
            case Variable() as variable:
                pass
            case _:
                continue
        domain = domains[variable.name]
        left = between(domain, low, high)
        changed = changed or left != domain
        domains[variable.name] = left
    if not changed:
        return list(variables)
    return [Variable(variable.name, domains[variable.name]) for variable in variables]


def between(domain: Domain, low: int | None, high: int | None) -> Domain:
    """The values of a domain from `low` to `high`, inclusive."""
    if isinstance(domain, tuple):
        first = 0 if low is None else bisect_left(domain, low)
        return domain[first : len(domain) if high is None else bisect_right(domain, high)]
    start, step = domain.start, domain.step
    first = 0 if low is None else max(0, -((start - low) // step))
    return domain[first : None if high is None else max(0, (high - start) // step + 1)]


def _cuts(constraints: Iterable[Constraint]) -> Iterator[Cut]:
    stack = list(constraints)
    while stack:
        constraint = stack.pop()
        match constraint:
            case And(operands):
                stack.extend(operands)
                continue
            case Comparison(left, relation, Constant(int(number))) if relation in LIMITS:
                yield left, *_moved(relation, number)
            case Comparison(Constant(int(number)), relation, right) if relation in LIMITS:
                yield right, *_moved(MIRRORED[relation], number)
            case Circuit(terms) | Subcircuit(terms):
                yield from _below(terms, len(terms))
            case Inverse(forward, backward):
                yield from _below((*forward, *backward), len(forward))
            case BinPacking():
                yield from _below(constraint.bins, len(constraint.capacities))
            case _:
                pass
        yield from _indices(constraint)


def _moved(relation: str, number: int) -> tuple[int | None, int | None]:
    low, high = LIMITS[relation]
    return None if low is None else low + number, None if high is None else high + number


def _below(terms: Iterable[Expression], size: int) -> Iterator[Cut]:
    return ((term, 0, size - 1) for term in terms)


def _indices(constraint: Constraint) -> Iterator[Cut]:
    """Indices of arrays: a constraint does not hold where a term of it is undefined."""
    seen = set[Node]()
    stack: list[Node] = [part for part in constraint.parts if isinstance(part, Expression)]
    while stack:
        node = stack.pop()
        if isinstance(node, Variable | Constant | Indicator) or node in seen:
            continue
        seen.add(node)
        if isinstance(node, Element):
            yield node.index, 0, len(node.array) - 1
        stack.extend(node.parts)
