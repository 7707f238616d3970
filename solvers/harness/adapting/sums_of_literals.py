"""Sums as the parts they add up, each with a literal for each of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import Comparison
from ....models.language.expressions import Bounds, Constant, Expression
from ....models.language.model import Model
from ....models.language.nodes import Node, topological

Literal = int
"""A number, or its negative for the negation."""
Term = dict[int, Literal]
"""The literal that holds where the term takes a value, for each value; just one of them holds."""
Scaled = tuple[dict[Expression, int], int]
"""Expressions with their factors, and a constant."""
MOST_PASSES = 10
"""So often is every sum looked at for what it leaves its parts."""
MOST_TABULATED = 256
"""An equality whose sum is in a wider range than this is two inequalities, not a table of sums."""


def parts_of(*scaled: tuple[Expression, int]) -> Scaled:
    """The parts of a sum of expressions, each times a factor, with theirs; and a constant."""
    factors: dict[Node, int] = {}
    for expression, factor in scaled:
        factors[expression] = factors.get(expression, 0) + factor
    order = topological(factors.copy(), lambda node: node.terms if isinstance(node, Sum) else ())
    parts, constant = {node: factors.get(node, 0) for node in order}, 0
    for node in reversed(order):  # a sum that is reached by many paths is taken apart once
        match node:
            case Sum(terms, coefficients, plus):
                factor = parts.pop(node)
                constant += factor * plus
                for term, coefficient in zip(terms, coefficients, strict=True):
                    parts[term] += factor * coefficient
            case Constant(int(number)):
                constant += parts.pop(node) * number
            case _:
                pass
    return cast("dict[Expression, int]", parts), constant


def inequalities(comparison: Comparison) -> list[Scaled]:
    """Sums that are at most 0 together just where `comparison` holds; none of `!=`."""
    parts, constant = parts_of((comparison.left, 1), (comparison.right, -1))
    relation, strict = comparison.relation, comparison.relation in ("<", ">")
    opposite = {part: -factor for part, factor in parts.items()}
    below = [(parts, constant + strict)] if relation in ("<", "<=", "==") else []
    above = [(opposite, strict - constant)] if relation in (">", ">=", "==") else []
    return below + above


def ends_of(model: Model) -> dict[Expression, Bounds]:
    """Ends for each variable, outside which the comparisons of sums leave it no value."""
    ends: dict[Expression, Bounds] = {one: one.bounds(()) for one in model.variables}
    compared = (one for one in model.constraints if isinstance(one, Comparison))
    sums = [one for comparison in compared for one in inequalities(comparison)]
    linear = [(parts, constant) for parts, constant in sums if all(part in ends for part in parts)]
    for _ in range(MOST_PASSES):
        before = dict(ends)
        for parts, constant in linear:
            factors = [(one, factor) for one, factor in parts.items() if factor]
            slack = -constant - sum(factor * ends[one][factor < 0] for one, factor in factors)
            for one, factor in factors:
                low, high = ends[one]
                if factor > 0:
                    ends[one] = low, min(high, low + slack // factor)
                else:
                    ends[one] = max(low, high - slack // -factor), high
        if ends == before:
            break
    return ends


def has_sum(comparison: Comparison) -> bool:
    """True of a comparison that a sum stands in."""
    return isinstance(comparison.left, Sum) or isinstance(comparison.right, Sum)


def scaled(term: Mapping[int, Literal], factor: int) -> Term:
    """The same literals under their values times `factor`, which is not 0."""
    if not factor:
        raise AssertionError("times 0 all values are one, and the literals of all but one are lost")
    return {factor * value: literal for value, literal in term.items()}


def range_of(terms: Sequence[Term]) -> int:
    """The distance between the least and the greatest sum of `terms`."""
    return sum(max(term) - min(term) for term in terms)


def from_zero(term: Term) -> Term:
    """The number that each literal adds beyond the least that the term adds."""
    least = min(term)
    return {value - least: literal for value, literal in term.items()}


def costs(terms: Sequence[Term]) -> list[tuple[Literal, int]]:
    """Literals, and what each adds beyond the least that its term adds."""
    pairs = (pair for term in map(from_zero, terms) for pair in term.items())
    return [(literal, cost) for cost, literal in pairs if cost]


def is_counting(terms: Sequence[Term]) -> bool:
    """True if each term adds one or nothing, beside what it adds always."""
    return all(max(term) - min(term) <= 1 for term in terms)
