"""All different, and all different but for one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..constraints import Constraint, terms_of
from ..expressions import (
    Expression,
    as_expression,
    same_kind,
)
from ..terms import several


@dataclass(frozen=True, eq=False, repr=False)
class AllDifferent(Constraint):
    """No two of `terms` are equal."""

    terms: tuple[Expression, ...]

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)

    def decompose(self) -> Iterable[Constraint]:
        return (a != b for a, b in combinations(self.terms, 2))

    def describe(self, parts: Sequence[str]) -> str:
        return f"all_different({', '.join(parts)})"


@dataclass(frozen=True, eq=False, repr=False)
class AllDifferentExcept(Constraint):
    """No two of `terms` are equal, unless both are `exempt`."""

    terms: tuple[Expression, ...]
    exempt: Expression

    def holds(self, values: Sequence[Any]) -> bool:
        counted = [value for value in values[:-1] if value != values[-1]]
        return len(set(counted)) == len(counted)

    def decompose(self) -> Iterable[Constraint]:
        return ((a != b) | (a == self.exempt) for a, b in combinations(self.terms, 2))

    def describe(self, parts: Sequence[str]) -> str:
        return f"all_different_except({', '.join(parts[:-1])}; {parts[-1]})"


def all_different(*terms: object) -> Constraint:
    """No two of `terms`, or of the items of one list of them, are equal."""
    return AllDifferent(terms_of(several(terms, "all_different"), "all_different"))


def all_different_except(terms: Iterable[object], value: object = 0) -> Constraint:
    """No two of `terms` are equal, unless both are `value`."""
    read = terms_of(terms, "all_different_except")
    exempt = as_expression(value, "the exempt value of all_different_except")
    same_kind((*read, exempt), "all_different_except")
    return AllDifferentExcept(read, exempt)
