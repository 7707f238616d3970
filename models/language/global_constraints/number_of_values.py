"""The number of different values that terms take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..arguments import terms_first
from ..constraints import Constraint, all_of, terms_of
from ..expressions import (
    Expression,
    Indicator,
    as_number,
    total,
)


@dataclass(frozen=True, eq=False, repr=False)
class NumberOfValues(Constraint):
    """`terms` take as many different values as `number` says; none take 0."""

    terms: tuple[Expression, ...]
    number: Expression

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(len(set(values[:-1])) == values[-1])

    def decompose(self) -> Iterable[Constraint]:
        new = (
            Indicator(all_of(term != earlier for earlier in self.terms[:place]))
            for place, term in enumerate(self.terms)
        )
        return (total(new) == self.number,)

    def describe(self, parts: Sequence[str]) -> str:
        return f"number_of_values([{', '.join(parts[:-1])}], {parts[-1]})"


def number_of_values(terms: Iterable[object], number: object) -> Constraint:
    """`terms` take exactly `number` different values; 0 of no terms."""
    terms_first(terms, "number_of_values(terms, number)")
    return NumberOfValues(
        terms_of(terms, "number_of_values"), as_number(number, "the number of number_of_values")
    )
