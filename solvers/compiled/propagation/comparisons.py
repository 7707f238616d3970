"""Bounds of comparisons whose terms may be undefined, or that are no sums.

A comparison with an undefined term is false, so that where it must hold all terms are defined, and
the bounds of what is defined are bounds. They are never all that is asked of a comparison.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....models.language.constraints import Comparison
from ....models.language.expressions import Constant, Expression, Sum, Variable
from ....models.language.nodes import Node, topological
from ..reading.forms import Linear, Total
from .amounts import terms_of
from .linear import MixedLinear
from .posting import Posting

LIMITS: dict[str, tuple[int | None, int | None]] = {
    "==": (0, 0),
    "<=": (None, 0),
    "<": (None, -1),
    ">=": (0, None),
    ">": (1, None),
}
"""The least and the greatest value of the left side less the right side."""


def post_bounds(posting: Posting, comparison: Comparison) -> None:
    """Keep the difference of the two sides within what the relation says."""
    if comparison.relation in LIMITS:
        total = _difference(comparison, posting.place_of)
        form = Linear(total, *LIMITS[comparison.relation])
        terms = list(terms_of(posting.layout, total, posting.place_of))
        posting.add(MixedLinear(posting.layout, form, terms))


def _difference(comparison: Comparison, place_of: Mapping[str, int]) -> Total:
    """The left side less the right side."""
    root = Sum((comparison.left, comparison.right), (1, -1), 0)
    factors: dict[Node, int] = {root: 1}
    constant, variables = 0, dict[int, int]()
    others: list[tuple[int, Expression]] = []
    for node in reversed(topological([root])):
        factor = factors.get(node, 0)
        match node:
            case Sum(terms, coefficients, add):
                constant += factor * add
                for term, coefficient in zip(terms, coefficients, strict=True):
                    factors[term] = factors.get(term, 0) + factor * coefficient
            case Constant(int(number)):
                constant += factor * number
            case Variable(name) if factor:
                variables[place_of[name]] = factor
            case Expression() if factor:
                others.append((factor, node))
    return Total(constant, variables, (), tuple(others))
