"""Values that are first taken in a given order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from ..constraints import Constraint, Or, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, same_kind
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..sample_arguments import Draw, Scene
from . import Global, constant_of, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class Precedence(Global):
    """A value of `values` is taken only after the one before it in `values` has been."""

    terms: tuple[Expression, ...]
    values: tuple[Value, ...]

    def holds(self, values: Sequence[Any]) -> bool:
        first = {value: place for place, value in reversed(list(enumerate(values)))}
        never = len(values)
        places = [first.get(value, never) for value in self.values]
        return all(later == never or earlier < later for earlier, later in pairwise(places))

    def decompose(self) -> Iterable[Constraint]:
        for before, after in pairwise(self.values):
            for place, term in enumerate(self.terms):
                yield Or((term != after, any_of(t == before for t in self.terms[:place])))

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        values = draw.values(1, 3)
        return precedence(draw.terms(), values)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        return precedence(scene.over(far=True), list(dict.fromkeys(scene.row))[:3])


def precedence(terms: Iterable[object], values: Iterable[Value]) -> Constraint:
    """Each of `values` is taken, in the order of `terms`, only after the one before it has been.

    This breaks the symmetry between interchangeable values.

    Formula: terms[j] = values[k + 1] ⇒ terms[i] = values[k] for some i < j

    >>> from everyway.models import precedence, variables
    >>> precedence(variables("x", 3, range(3)), [0, 1, 2])
    precedence([x[0], x[1], x[2]], [0, 1, 2])
    """
    read = terms_of(terms, "precedence")
    order = tuple(constant_of(value, "a value of precedence") for value in values)
    if len(set(order)) < len(order):
        raise ModelError(f"precedence names a value twice: {list(order)}; name each once")
    same_kind((*read, *map(Constant, order)), "precedence")
    return Precedence(read, order)
