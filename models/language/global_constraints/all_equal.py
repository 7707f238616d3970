"""All terms have one value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from ..constraints import Constraint
from ..expressions import Expression, several
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class AllEqual(Global):
    """All `terms` have one value."""

    terms: tuple[Expression, ...]

    compared = ("terms",)

    def holds(self, values: Sequence[Any]) -> bool:
        return all(value == values[0] for value in values)

    def decompose(self) -> Iterable[Constraint]:
        return (first == second for first, second in pairwise(self.terms))

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        return all_equal(draw.terms())

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return all_equal(scene.over(lambda random, size: [random.randrange(4)] * size))


def all_equal(*terms: object) -> Constraint:
    """All `terms`, or the items of one list of them, have one value.

    Formula: terms[i] = terms[j] for all i < j

    >>> from everyway.models import all_equal, variables
    >>> all_equal(variables("x", 3, range(4)))
    all_equal(x[0], x[1], x[2])
    """
    return AllEqual(terms_of(several(terms, "all_equal"), "all_equal"))
