"""Terms in increasing order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..arguments import numbers_of
from ..constraints import Comparison, Constraint
from ..expressions import (
    Expression,
)
from ..terms import several


@dataclass(frozen=True, eq=False, repr=False)
class Increasing(Constraint):
    """No term is below the one before it; if strict, each is above."""

    terms: tuple[Expression, ...]
    strict: bool

    def holds(self, values: Sequence[int]) -> bool:
        return all(a < b or (a == b and not self.strict) for a, b in pairwise(values))

    def decompose(self) -> Iterable[Constraint]:
        relation = "<" if self.strict else "<="
        return (Comparison(a, relation, b) for a, b in pairwise(self.terms))

    def describe(self, parts: Sequence[str]) -> str:
        return f"increasing({', '.join(parts)}{'; strict' if self.strict else ''})"


def increasing(*terms: object, strict: bool = False) -> Constraint:
    """Each of `terms`, or of one list of them, is at least the one before it; if `strict`, more."""
    return Increasing(numbers_of(several(terms, "increasing"), "increasing"), strict)
