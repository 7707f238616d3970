"""Bounds of comparisons whose terms may be undefined, or that are no sums.

A comparison with an undefined term is false, so that where it must hold all terms are defined, and
the bounds of what is defined are bounds. They are never all that is asked of a comparison.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....models.language.constraints import Comparison
from ....models.language.expressions import Sum, Variable
from ..reading.forms import LIMITS, Linear, Total
from ..reading.totals import flattened
from .amounts import terms_of
from .linear import MixedLinear
from .posting import Posting


def post_bounds(posting: Posting, comparison: Comparison) -> None:
    """Keep the difference of the two sides within what the relation says."""
    if comparison.relation in LIMITS:
        total = _difference(comparison, posting.place_of)
        form = Linear(total, *LIMITS[comparison.relation])
        terms = list(terms_of(posting.layout, total, posting.place_of))
        posting.add(MixedLinear(posting.layout, form, terms))


def _difference(comparison: Comparison, place_of: Mapping[str, int]) -> Total:
    """The left side less the right side."""
    constant, factors = flattened(Sum((comparison.left, comparison.right), (1, -1), 0))
    variables = {place_of[t.name]: k for t, k in factors.items() if isinstance(t, Variable)}
    others = tuple((k, t) for t, k in factors.items() if not isinstance(t, Variable))
    return Total(constant, variables, (), others)
