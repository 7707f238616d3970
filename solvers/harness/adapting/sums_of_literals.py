"""Sums as the parts they add up, each with a literal for each of its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import Comparison
from ....models.language.expressions import Constant, Expression

Literal = int
"""A number, or its negative for the negation."""
Term = dict[int, Literal]
"""The literal that holds where the term takes a value, for each value; just one of them holds."""
MOST_TABULATED = 256
"""An equality whose sum is in a wider range than this is two inequalities, not a table of sums."""


def parts_of(*scaled: tuple[Expression, int]) -> tuple[dict[Expression, int], int]:
    """The parts of a sum of expressions, each times a factor, with theirs; and a constant."""
    stack, parts, constant = list(scaled[::-1]), dict[Expression, int](), 0
    while stack:
        expression, factor = stack.pop()
        match expression:
            case Sum(terms, coefficients, plus):
                constant += factor * plus
                pairs = zip(terms[::-1], coefficients[::-1], strict=True)
                stack += [(term, factor * coefficient) for term, coefficient in pairs]
            case Constant(int(number)):
                constant += factor * number
            case _:
                parts[expression] = parts.get(expression, 0) + factor
    return parts, constant


def has_sum(comparison: Comparison) -> bool:
    """True of a comparison, other than `!=`, that a sum stands in."""
    sides = (comparison.left, comparison.right)
    return comparison.relation != "!=" and any(isinstance(side, Sum) for side in sides)


def scaled(term: Mapping[int, Literal], factor: int) -> Term:
    """The same literals under their values times `factor`, which is not 0."""
    return {factor * value: literal for value, literal in term.items()}


def least_and_most(terms: Sequence[Term]) -> tuple[int, int]:
    """The ends between which the sum of `terms` is."""
    return sum(map(min, terms)), sum(map(max, terms))


def from_zero(term: Term) -> Term:
    """What each literal adds beyond the least that the term adds."""
    least = min(term)
    return {value - least: literal for value, literal in term.items()}


def costs(terms: Sequence[Term]) -> list[tuple[Literal, int]]:
    """Literals, and what each adds beyond the least that its term adds."""
    pairs = (pair for term in map(from_zero, terms) for pair in term.items())
    return [(literal, cost) for cost, literal in pairs if cost]


def is_counting(terms: Sequence[Term]) -> bool:
    """True if each term adds one or nothing, beside what it adds always."""
    return all(max(term) - min(term) <= 1 for term in terms)
