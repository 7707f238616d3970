"""The number of terms that take each of several values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..arithmetic_expressions import total
from ..constraints import Constraint, any_of
from ..errors import ModelError
from ..expressions import Constant, Expression, as_number, same_kind
from ..late_dataclasses import dataclass
from ..nodes import Value
from ..sample_arguments import Draw, Scene
from . import Global, constant_of, terms_of


@dataclass(frozen=True, eq=False, repr=False)
class Cardinality(Global):
    """The number of `terms` that take a value is its count; if closed, no other value is taken."""

    terms: tuple[Expression, ...]
    counts: tuple[Expression, ...]
    values: tuple[Value, ...]
    closed: bool

    together = ("counts", "values")

    def holds(self, values: Sequence[Any]) -> bool:
        found = Counter(values[: len(self.terms)])
        exact = all(
            found[value] == count
            for value, count in zip(self.values, values[len(self.terms) :], strict=True)
        )
        return exact and (not self.closed or set(found) <= set(self.values))

    def decompose(self) -> Iterable[Constraint]:
        for value, count in zip(self.values, self.counts, strict=True):
            yield total(term == value for term in self.terms) == count
        if self.closed:
            yield from (any_of(term == value for value in self.values) for term in self.terms)

    def describe(self, parts: Sequence[str]) -> str:
        terms, counts = parts[: len(self.terms)], parts[len(self.terms) :]
        pairs = ", ".join(f"{v!r}: {c}" for v, c in zip(self.values, counts, strict=True))
        closed = ", closed=True" if self.closed else ""
        return f"cardinality([{', '.join(terms)}], {{{pairs}}}{closed})"

    @staticmethod
    def sample(draw: Draw) -> Constraint:
        several = draw.random.randint(0 + (draw.shape == "plain"), 2)
        values = draw.values(several, several)
        closed = draw.random.random() < 0.4
        terms = draw.terms()
        return cardinality(terms, {value: draw.number(0, 2) for value in values}, closed=closed)

    @classmethod
    def larger_sample(cls, scene: Scene) -> Constraint:
        terms, pick, row = scene.over(far=True), scene.random, scene.row
        values = sorted(set(row))
        chosen = pick.sample(values, pick.randint(1, min(3, len(values))))
        closed = len(chosen) == len(values) and pick.random() < 0.5
        return cardinality(terms, {value: row.count(value) for value in chosen}, closed=closed)


def cardinality(
    terms: Iterable[object], counts: Mapping[Any, object], *, closed: bool = False
) -> Constraint:
    """The number of `terms` that take a value is `counts[value]`, a number or an expression.

    Where `closed`, no term takes a value that is not in `counts`.

    Formula: |{i : terms[i] = v}| = counts[v] for every v in counts; terms[i] in counts if closed

    >>> from everyway.models import cardinality, variables
    >>> cardinality(variables("x", 3, range(3)), {0: 1, 2: 2})
    cardinality([x[0], x[1], x[2]], {0: 1, 2: 2})
    """
    if not isinstance(counts, Mapping):
        raise ModelError(f"cardinality takes counts as {{value: count}}, not {counts!r}")
    read = terms_of(terms, "cardinality")
    values = tuple(constant_of(value, "a value of cardinality") for value in counts)
    same_kind((*read, *map(Constant, values)), "cardinality")
    numbers = tuple(as_number(number, "a count of cardinality") for number in counts.values())
    return Cardinality(read, numbers, values, closed)
