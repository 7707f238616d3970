"""Sums that take from the domains of their last two variables what no longer fits."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from .source import Test

Domain = Any
"""The library's list of the values that a variable still has; `hideValue` until backtracking."""


class ExactSum:
    """A test whether weighted variables sum to `bound`, which reduces domains on the way.

    `possible` is the test by bounds alone, for more than two variables without a value. The
    library restores what is hidden: it saves the domains of all such variables before it asks.
    """

    def __init__(self, weights: Sequence[int], bound: int, possible: Test, missing: object) -> None:
        self._weights = weights
        self._bound = bound
        self._possible = possible
        self._missing = missing
        self._domains: Sequence[Domain] = ()

    def watch(self, domains: Sequence[Domain]) -> None:
        """Take the domains of the variables, in order, before the search."""
        self._domains = domains

    def __call__(self, *values: Any) -> bool:
        """True if the sum can still be `bound`."""
        missing = self._missing
        places = [place for place, value in enumerate(values) if value is missing]
        if len(places) > 2:
            return bool(self._possible(*values))
        rest = self._bound
        for weight, value in zip(self._weights, values, strict=True):
            rest -= 0 if value is missing else weight * value
        return _fits(rest, [(self._weights[place], self._domains[place]) for place in places])


def _fits(rest: int, terms: Sequence[tuple[int, Domain]]) -> bool:
    """True if the one or two weighted `terms` can be `rest`; other values are hidden."""
    match terms:
        case []:
            return rest == 0
        case [(weight, domain)]:
            value, remainder = divmod(rest, weight)
            return remainder == 0 and _keep(domain, (value,))
        case [(weight, first), (other, second)]:
            reached = {other * value for value in second}
            kept = {value for value in first if rest - weight * value in reached}
            needed = {rest - weight * value for value in kept}
            return _keep(first, kept) and _keep(
                second, {value for value in second if other * value in needed}
            )
        case _:
            return True


def _keep(domain: Domain, values: Container[int]) -> bool:
    """True if something is left of `domain` once all but `values` is hidden."""
    for value in [value for value in domain if value not in values]:
        domain.hideValue(value)
    return bool(domain)
