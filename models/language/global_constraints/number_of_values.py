"""The number of different values that terms take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..arithmetic_expressions import total
from ..constraints import Constraint, all_of
from ..expressions import Expression, Indicator, as_number
from ..late_dataclasses import dataclass
from ..sample_arguments import Draw, Scene
from . import Global, terms_first, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class NumberOfValues(Global):
    """The number of different values of `terms` is `number`; it is 0 of no terms."""

    terms: tuple[Expression, ...]
    number: Expression

    compared = ("terms",)

    def holds(self, values: Sequence[Any]) -> bool:
        return bool(len(set(values[:-1])) == values[-1])

    def decompose(self) -> Iterable[Constraint]:
        new = (
            Indicator(all_of(term != earlier for earlier in self.terms[:place]))
            for place, term in enumerate(self.terms)
        )
        return (total(new) == self.number,)

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        terms = draw.terms()
        return number_of_values(terms, draw.number(0, 3))

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return number_of_values(scene.over(far=True), len(set(scene.row)))


def number_of_values(terms: Iterable[object], number: object) -> Constraint:
    """`terms` take exactly `number` different values; 0 of no terms.

    Formula: |{terms[i]}| = number

    >>> from everyway.models import number_of_values, variables
    >>> number_of_values(variables("x", 3, range(3)), 2)
    number_of_values([x[0], x[1], x[2]], 2)
    """
    terms_first(terms, "number_of_values(terms, number)")
    return NumberOfValues(
        terms_of(terms, "number_of_values"), as_number(number, "the number of number_of_values")
    )
