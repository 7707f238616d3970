"""Native variables and numbers, each with bounds of its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Term(NamedTuple):
    """A native variable or number, one object wherever it stands, and bounds of its value."""

    native: Any
    low: int
    high: int

    @property
    def is_fixed(self) -> bool:
        """True if the value is known."""
        return self.low == self.high


def is_known(left: Term, right: Term) -> bool:
    """True if a comparison of the two is known: both are numbers, or both are the same."""
    return left.native is right.native or (left.is_fixed and right.is_fixed)


def distinct(terms: Sequence[Term]) -> list[Term]:
    """Each term once."""
    return list({id(term.native): term for term in terms}.values())
