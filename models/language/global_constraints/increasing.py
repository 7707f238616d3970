"""Terms in increasing order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random

from ..constraints import Comparison, Constraint
from ..expressions import Expression, several
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, numbers_of


@dataclass(frozen=True, eq=False, repr=False)
class Increasing(Global):
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

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        terms = draw.terms(0, 4)
        return increasing(terms, strict=draw.random.random() < 0.5)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        terms = scene.over(_sorted, lambda random, size: range(2 * size))
        distinct = len(set(scene.row)) == len(scene.row)
        return increasing(terms, strict=distinct and scene.random.random() < 0.7)


def increasing(*terms: object, strict: bool = False) -> Constraint:
    """Each of `terms`, or of one list of them, is at least the one before it; if `strict`, more.

    Formula: terms[i] ≤ terms[i + 1] for all i; terms[i] < terms[i + 1] if strict

    >>> from everyway.models import increasing, variables
    >>> increasing(variables("x", 3, range(3)))
    increasing(x[0], x[1], x[2])
    """
    return Increasing(numbers_of(several(terms, "increasing"), "increasing"), strict)


def _sorted(random: Random, size: int) -> list[int]:
    """Values that mostly differ by one, or that all differ by two."""
    if random.choice((True, False)):
        return sorted(random.sample(range(5, size + size // 3 + 6), size))
    return [2 * place for place in range(size)]
