"""Constraints of a user's own, their fields annotated in several spellings (PEP 563 is on)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import List, Optional, Tuple, Union  # noqa: UP035

from everyway.models import Constraint, Expression, Variable, any_of


class Apart(Constraint):
    """The base of the spellings: neighbours differ by `gap` at least."""

    def _terms(self):
        return self.terms

    def holds(self, values):
        return all(abs(a - b) >= self.gap for a, b in pairwise(values))

    def decompose(self):
        return (abs(a - b) >= self.gap for a, b in pairwise(self._terms()))


@dataclass(frozen=True, eq=False)
class InTuple(Apart):
    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True)
class ComparedByFields(Apart):
    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True, order=True, slots=True)
class WithSlots(Apart):
    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class InSequence(Apart):
    terms: Sequence[Expression]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class InList(Apart):
    terms: list[Variable]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class InOldList(Apart):
    terms: List[Expression | int]  # noqa: UP006
    gap: int = 2


@dataclass(frozen=True, eq=False)
class InRows(Apart):
    terms: Tuple[Tuple[Variable, ...], ...]  # noqa: UP006
    gap: int = 2

    def _terms(self):
        return [term for row in self.terms for term in row]


@dataclass(frozen=True, eq=False)
class Pair(Apart):
    terms: tuple[Expression, Expression]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class OneByOne(Apart):
    first: Variable
    second: "Expression"  # noqa: UP037
    third: Optional[Expression] = None  # noqa: UP045
    fourth: Union[Expression, None] = None  # noqa: UP007
    gap: int = 2

    def _terms(self):
        found = (self.first, self.second, self.third, self.fourth)
        return [term for term in found if term is not None]


@dataclass(frozen=True, eq=False)
class Named(Constraint):
    """One of `terms` is called `label`."""

    terms: tuple[Expression, ...]
    label: str

    def holds(self, values):
        return self.label in values

    def decompose(self):
        return any_of(term == self.label for term in self.terms)


@dataclass(frozen=True, eq=False)
class Both(Constraint):
    """Both hold, said by another constraint of one's own."""

    one: Constraint
    other: Constraint

    def holds(self, values):
        return all(values)

    def decompose(self):
        return self.one, self.other, InTuple((), 1)


@dataclass(frozen=True, eq=False)
class Loose(Apart):
    """It decomposes into less than it says."""

    terms: tuple[Expression, ...]
    gap: int = 2

    def decompose(self):
        return ()


@dataclass(frozen=True, eq=False)
class Strict(Apart):
    """It decomposes into more than it says."""

    terms: tuple[Expression, ...]
    gap: int = 2

    def decompose(self):
        return (abs(a - b) >= self.gap + 1 for a, b in pairwise(self.terms))
