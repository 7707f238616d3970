"""Constraints of a user's own, declared here in several spellings: every solver takes them.

The annotations of this module are types, not texts; one class writes them as texts all the same.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Optional

import pytest

from ..models import Constraint, Expression, Model, Variable, any_of, indicator, variables
from ..models.language.late_dataclasses import dataclass
from ..models.language.nodes import Node
from ..solvers.harness.registry import Solver
from .instances.enumerate_naively import solution_rows
from .semantics import check


class Steps(Constraint):
    """Neighbours differ by `gap` at least."""

    gap: int

    def terms_in_a_row(self) -> tuple[Node, ...]:
        return self.parts

    def holds(self, values: Sequence[Any]) -> bool:
        return all(abs(a - b) >= self.gap for a, b in pairwise(values))

    def decompose(self) -> Iterable[Constraint]:
        terms = [term for term in self.parts if isinstance(term, Expression)]
        return [abs(a - b) >= self.gap for a, b in pairwise(terms)]


@dataclass(frozen=True, eq=False)
class InTuple(Steps):
    """Steps of a tuple."""

    terms: tuple[Expression, ...]
    gap: int = 2


@dataclass(frozen=True)
class InList(Steps):
    """Steps of a list, of a class that a dataclass would compare by its fields."""

    terms: list[Variable]
    gap: int = 2


@dataclass(frozen=True, eq=False)
class AsText(Steps):
    """Steps of a sequence, annotated by a text."""

    terms: "Sequence[Expression]"
    gap: int = 2


@dataclass(frozen=True, eq=False)
class OneByOne(Steps):
    """Steps of single terms, the last of which may not be there."""

    first: Variable
    second: Expression | int
    third: Optional[Expression] = None  # noqa: UP045, the spelling is what is tested
    gap: int = 2


@dataclass(frozen=True, eq=False)
class Somewhere(Constraint):
    """One of the rows has the label."""

    rows: tuple[tuple[Expression, ...], ...]
    label: str

    def holds(self, values: Sequence[Any]) -> bool:
        return self.label in values

    def decompose(self) -> Iterable[Constraint]:
        yield any_of(term == self.label for row in self.rows for term in row)


SPELLINGS: dict[str, Any] = {
    "tuple": InTuple,
    "list": InList,
    "text": AsText,
    "one by one": lambda terms: OneByOne(*terms),
}
CONTEXTS: dict[str, Any] = {
    "alone": lambda c, x: c,
    "negated": lambda c, x: ~c,
    "in an or": lambda c, x: c | (x[0] == x[2]),
    "counted": lambda c, x: indicator(c) + x[1] == 2,
}


@pytest.mark.parametrize("context", CONTEXTS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_constraint_of_a_users_own(solver: Solver, spelling: str, context: str) -> None:
    x = variables("x", 3, range(4))
    model = Model(spelling, x, CONTEXTS[context](SPELLINGS[spelling](x), x))
    expected = solution_rows(model)
    assert len(expected) in range(1, 64)
    check(solver, model, list(expected))


def test_a_constraint_of_a_users_own_with_a_partial_term(solver: Solver) -> None:
    x = variables("x", 2, range(3))
    expected = [(a, b) for a in range(3) for b in range(3) if b and abs(a // b - b) >= 2]
    check(solver, Model("partial", x, InTuple((x[0] // x[1], x[1]))), expected)
    denied = [(a, b) for a in range(3) for b in range(3) if (a, b) not in expected]
    check(solver, Model("partial", x, ~InTuple((x[0] // x[1], x[1]))), denied)


def test_a_constraint_of_a_users_own_over_labels(solver: Solver) -> None:
    day = variables("day", 2, ["milk", "rum", "tea"])
    expected = [(a, b) for a in day[0].domain for b in day[0].domain if "rum" in (a, b)]
    check(solver, Model("labels", day, Somewhere(((day[0],), (day[1],)), "rum")), expected)
