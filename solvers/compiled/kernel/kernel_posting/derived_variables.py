"""Variables that others define: sums, and functions of few combinations of values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING

from ...reading.normal_forms import Domain, Unposted
from ..machine_source.machine_words import FAR
from ..machine_source.sum_bounds import IS_LITERAL
from .affine_sums import Affine, of_variable, weighted
from .posted_comparisons import Comparisons
from .posted_elements import Item, item_of
from .posted_tables import post_table
from .variable_records import WIDEST

if TYPE_CHECKING:
    from .form_poster import Poster

FEW_ROWS, FEW_VALUES = 256, 1024
"""The most combinations of the values of two variables, and values of one, that are tabulated."""


class DerivedVariables:
    """Defines auxiliary variables; each of the same definition once."""

    def __init__(self, poster: Poster, comparisons: Comparisons) -> None:
        self._poster, self._builder, self._comparisons = poster, poster.builder, comparisons
        self._variables: dict[Hashable, int] = {}
        self._items: dict[Hashable, Item] = {}

    def declared(self, v: int) -> Affine:
        """A variable as a sum."""
        found = of_variable(self._builder, v)
        self._variables[key_of(found)] = v
        return found

    def variable(self, sum_: Affine) -> int:
        """A variable that equals a sum, where it is defined."""
        match sum_:
            case Affine(0, ((1, 0, v),)):
                return v
        key = key_of(sum_)
        if key not in self._variables:
            v = self._variables[key] = self._new(self._values(sum_))
            self._comparisons.require(weighted([(1, sum_), (-1, self.declared(v))]), "==")
        return self._variables[key]

    def item(self, sum_: Affine) -> Item:
        """A variable and the number that is added to it, which together are a sum."""
        constant, terms, _ = sum_
        if any(kind == IS_LITERAL for _, kind, _ in terms):
            return self.variable(sum_), 0
        key = key_of(sum_)
        if key not in self._items:
            self._items[key] = item_of(self._poster, constant, terms)
        return self._items[key]

    def _new(self, domain: Domain) -> int:
        if max(abs(domain[0]), abs(domain[-1])) >= FAR // 4:
            raise Unposted("numbers are too great")
        if not isinstance(domain, range) and domain[-1] - domain[0] >= WIDEST:
            domain = range(domain[0], domain[-1] + 1)
        return self._poster.auxiliary(domain)

    def _values(self, sum_: Affine) -> Domain:
        """The values of a sum, as far as they are easily known."""
        constant, terms, _ = sum_
        least, most = self.ends(sum_)
        match terms:
            case ((factor, 0, v),) if most - least < WIDEST:
                return tuple(sorted(constant + factor * each for each in self._builder.values(v)))
            case _ if most - least < WIDEST:
                step = gcd(*(factor for factor, _, _ in terms)) or 1
                return range(least, most + 1, step)
            case _:
                return range(least, most + 1)

    def ends(self, sum_: Affine) -> tuple[int, int]:
        """The least and the greatest value of a sum."""
        least, most = self._poster.bounds(sum_.terms)
        return sum_.constant + least, sum_.constant + most

    def _tabulated(self, name: str, value: Callable[..., int], *operands: Affine) -> Affine | None:
        """An operation on few combinations of values, as a table; None where they are many."""
        terms = [term for operand in operands for term in operand.terms]
        variables = sorted({record for _, _, record in terms})
        most = FEW_ROWS if len(variables) > 1 else FEW_VALUES
        if len(variables) > 2 or any(kind == IS_LITERAL for _, kind, _ in terms):
            return None
        if prod(map(self._builder.size, variables)) > most:
            return None
        key = name, *map(key_of, operands)
        if key not in self._variables:
            rows = []
            for row in product(*map(self._builder.values, variables)):
                values = dict(zip(variables, row, strict=True))
                rows.append((*row, value(*(operand.at(values) for operand in operands))))
            z = self._variables[key] = self._new(tuple(sorted({row[-1] for row in rows})))
            post_table(self._builder, [*variables, z], rows)
        return self.declared(self._variables[key])

    def _some_values(self, v: int) -> Sequence[int]:
        """The values of a variable; of an interval its ends alone."""
        return self._builder.ends(v) if self._builder.is_interval(v) else self._builder.values(v)


def key_of(sum_: Affine) -> Hashable:
    """The same for equal sums."""
    return sum_.constant, frozenset(sum_.terms)
