"""All different, and all different but for one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from ..constraints import Constraint
from ..expressions import Expression, as_expression, same_kind, several
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class AllDifferent(Global):
    """No two of `terms` are equal."""

    terms: tuple[Expression, ...]

    compared = ("terms",)

    def holds(self, values: Sequence[Any]) -> bool:
        return len(set(values)) == len(values)

    def decompose(self) -> Iterable[Constraint]:
        return (a != b for a, b in combinations(self.terms, 2))

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return all_different(draw.terms(0, 4))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return all_different(scene.over(_distinct, _roomy, far=True, distinct=True))


@dataclass(frozen=True, eq=False, repr=False)
class AllDifferentExcept(Global):
    """No two of `terms` are equal, unless both are `exempt`."""

    terms: tuple[Expression, ...]
    exempt: Expression

    compared = ("terms", "exempt")

    def holds(self, values: Sequence[Any]) -> bool:
        counted = [value for value in values[:-1] if value != values[-1]]
        return len(set(counted)) == len(counted)

    def decompose(self) -> Iterable[Constraint]:
        return ((a != b) | (a == self.exempt) for a, b in combinations(self.terms, 2))

    def describe(self, parts: Sequence[str]) -> str:
        return f"all_different_except({', '.join(parts[:-1])}; {parts[-1]})"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        terms = draw.terms(0, 3)
        rarely = draw.random.random() < 0.2
        return all_different_except(terms, draw.term() if rarely else draw.constant(0, 2))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        terms = scene.over(
            lambda random, size: [random.choice((0, value)) for value in _distinct(random, size)],
            lambda random, size: [0, *_roomy(random, size)],
            far=True,
            distinct=True,
        )
        return all_different_except(terms, scene.random.choice((0, scene.row[0])))


def all_different(*terms: object) -> Constraint:
    """No two of `terms`, or of the items of one list of them, are equal.

    Formula: terms[i] ≠ terms[j] for all i < j

    >>> from everyway.models import all_different, variables
    >>> all_different(variables("x", 3, range(3)))
    all_different(x[0], x[1], x[2])
    """
    return AllDifferent(terms_of(several(terms, "all_different"), "all_different"))


def all_different_except(terms: Iterable[object], value: object = 0) -> Constraint:
    """No two of `terms` are equal, unless both are `value`.

    Formula: terms[i] ≠ terms[j] ∨ terms[i] = value, for all i < j

    >>> from everyway.models import all_different_except, variables
    >>> all_different_except(variables("x", 3, range(3)), 0)
    all_different_except(x[0], x[1], x[2]; 0)
    """
    read = terms_of(terms, "all_different_except")
    exempt = as_expression(value, "the exempt value of all_different_except")
    same_kind((*read, exempt), "all_different_except")
    return AllDifferentExcept(read, exempt)


def _roomy(random: Random, size: int) -> range:
    low = random.choice((0, 0, -3, 5))
    return range(low, low + size + size // 3 + 1)


def _distinct(random: Random, size: int) -> list[int]:
    return random.sample(range(5, size + size // 3 + 6), size)
