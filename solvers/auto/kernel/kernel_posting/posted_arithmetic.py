"""Products, powers, distances, extremes, quotients and items of arrays, over sums."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from itertools import product
from math import gcd, prod
from operator import mul
from typing import TYPE_CHECKING

from ....harness.compiling.machine_words import FAR
from ...reading.normal_forms import Domain, Unposted
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from .builder import LINEAR, WIDEST
from .posted_comparisons import Affine, Booleans, Comparisons, of_literal, of_variable, weighted
from .posted_tables import Item, Post, element, item_of, post_table

if TYPE_CHECKING:
    from .form_poster import Poster


# ---------------- Variables that others define: sums, and functions of few combinations of values.


FEW_ROWS, FEW_VALUES = 256, 1024
"""The most combinations of the values of two variables, and values of one, that are tabulated."""
MANY = 1024
"""The most pairs of values that are combined to know the values of a product."""


class Arithmetic:
    """Defines variables and posts operations on sums; each of the same operands once."""

    def __init__(self, poster: Poster, booleans: Booleans, comparisons: Comparisons) -> None:
        self._poster, self._builder = poster, poster.builder
        self._booleans, self._comparisons = booleans, comparisons
        self._variables: dict[Hashable, int] = {}
        self._items: dict[Hashable, Item] = {}
        self._tables: dict[Hashable, tuple[Domain, Post]] = {}

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
        match terms:
            case ():
                return 0, constant
            case ((1, 0, v),):
                return v, constant
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
            self._variables[key] = self._of_a_table(name, value, variables, operands)
        return self.declared(self._variables[key])

    def _of_a_table(
        self,
        name: str,
        value: Callable[..., int],
        variables: Sequence[int],
        operands: Sequence[Affine],
    ) -> int:
        """A new variable that has the value of an operation; a table for each choice of domains."""
        columns = tuple(tuple(self._builder.values(v)) for v in variables)
        sums = []
        for constant, terms, _ in operands:
            factors = {v: factor for factor, _, v in terms}
            sums.append((constant, *(factors.get(v, 0) for v in variables)))
        key = name, columns, *sums
        if key in self._tables:
            values, post = self._tables[key]
            z = self._new(values)
            post([*variables, z])
            return z
        rows = [
            (*row, value(*(sum(map(mul, factors, (1, *row))) for factors in sums)))
            for row in product(*columns)
        ]
        values = tuple(sorted({row[-1] for row in rows}))
        z = self._new(values)
        self._tables[key] = values, post_table(self._builder, [*variables, z], rows)
        return z

    def _some_values(self, v: int) -> Sequence[int]:
        """The values of a variable; of an interval its ends alone."""
        return self._builder.ends(v) if self._builder.is_interval(v) else self._builder.values(v)

    # -------------------------------------------------------------------------- products

    def product(self, factors: Iterable[Affine]) -> Affine:
        """The product of sums."""
        return reduce(self._times, factors, Affine(1))

    def _times(self, a: Affine, b: Affine) -> Affine:
        if not a.terms or _is_literal(b):
            a, b = b, a
        if not b.terms:
            return weighted([(b.constant, a), (0, b)])
        if _is_literal(a):
            ((factor, _, literal),) = a.terms
            return weighted([(a.constant, b), (factor, self._gated(literal, b)), (0, a)])
        found = self._tabulated("*", int.__mul__, a, b)
        if found is None:
            (k, x), (m, y) = self._scaled(a), self._scaled(b)
            found = weighted([(k * m, self._product_of(min(x, y), max(x, y)))])
        return weighted([(1, found), (0, a), (0, b)])

    def _scaled(self, sum_: Affine) -> tuple[int, int]:
        """A factor and a variable whose product is a sum."""
        match sum_:
            case Affine(0, ((factor, 0, v),)):
                return factor, v
            case _:
                return 1, self.variable(sum_)

    def _gated(self, literal: int, b: Affine) -> Affine:
        """A sum where a literal holds, else 0."""
        one = of_literal(self._builder, literal)
        if len(b.terms) > 1:
            return self._gated(literal, self.declared(self.variable(b)))
        ((factor, kind, record),) = b.terms
        if kind == IS_LITERAL:
            both = self._booleans.all_of([literal, record])
            self._booleans.need(both, self._builder.negation(both))
            gated = of_literal(self._builder, both)
        else:
            gated = self.declared(self._gated_variable(literal, record))
        return weighted([(b.constant, one), (factor, gated)])

    def _gated_variable(self, literal: int, v: int) -> int:
        key = literal, v
        if key not in self._variables:
            z = self._new(tuple(sorted({0, *self._some_values(v)})))
            self._poster.linear([(1, IS_VARIABLE, z), (-1, IS_VARIABLE, v)], 0, 0, literal)
            self._booleans.clause([literal, self._comparisons.of(z, at.IS, 0)])
            self._variables[key] = z
        return self._variables[key]

    def _product_of(self, x: int, y: int) -> Affine:
        key = "*", x, y
        if key not in self._variables:
            z = self._variables[key] = self._new(self._products(x, y))
            waits = [(v, at.BOUNDS) for v in (z, x, y)]
            self._builder.propagator(kinds.PRODUCT, LINEAR, [z, x, y], waits)
        return self.declared(self._variables[key])

    def _products(self, x: int, y: int) -> Domain:
        """The values that a product may have."""
        intervals = any(map(self._builder.is_interval, (x, y)))
        one, other = self._some_values(x), self._some_values(y)
        if x == y:
            products = {value * value for value in one}
            if one[0] < 0 < one[-1]:
                products.add(0)
        elif len(one) * len(other) <= MANY:
            products = {a * b for a in one for b in other}
        else:
            products, intervals = {a * b for a in one[:: len(one) - 1] for b in other}, True
        found = sorted(products)
        return range(found[0], found[-1] + 1) if intervals else tuple(found)

    def power(self, base: Affine, exponent: int) -> Affine:
        """A sum to the power of a number from 0."""
        if exponent < 2:
            return base if exponent else weighted([(0, base)], 1)
        if not base.terms or _is_literal(base):
            return self._of_two(base, lambda value: value**exponent)
        found = self._tabulated(f"**{exponent}", lambda value: value**exponent, base)
        if found is not None:
            return weighted([(1, found), (0, base)])
        half = self.power(base, exponent // 2)
        square = self._times(half, half)
        return self._times(square, base) if exponent % 2 else square

    def _of_two(self, sum_: Affine, value: Callable[[int], int]) -> Affine:
        """A function of a sum that has two values, or one."""
        if not sum_.terms:
            return weighted([(0, sum_)], value(sum_.constant))
        ((factor, kind, record),) = sum_.terms
        low, high = value(sum_.constant), value(sum_.constant + factor)
        literal = Affine(0, ((1, kind, record),))
        return weighted([(high - low, literal), (0, sum_)], low)

    # ----------------------------------------------------------------- distances, extremes

    def distance(self, sum_: Affine) -> Affine:
        """The distance of a sum from 0."""
        if not sum_.terms or _is_literal(sum_):
            return self._of_two(sum_, abs)
        least, most = self.ends(sum_)
        if least >= 0 or most <= 0:
            return weighted([(1 if least >= 0 else -1, sum_)])
        found = self._tabulated("abs", abs, sum_)
        if found is not None:
            return weighted([(1, found), (0, sum_)])
        return self.extreme(1, [sum_, weighted([(-1, sum_)])], 0)

    def extreme(self, sign: int, terms: Sequence[Affine], least: int = -FAR) -> Affine:
        """The greatest of sums, which is not below `least`; with the sign -1 the least of them."""
        if len(terms) == 1:
            return terms[0]
        choose = max if sign > 0 else min
        table = self._tabulated(choose.__name__, lambda *values: choose(values), *terms)
        if table is not None:
            return weighted([(1, table), *((0, term) for term in terms)])
        found = tuple(dict.fromkeys(map(self.variable, terms)))
        key = sign, *sorted(found)
        if key not in self._variables:
            ends = [self._builder.ends(v) for v in found]
            low, high = (choose(several) for several in zip(*ends, strict=True))
            z = self._variables[key] = self._new(range(max(low, least), high + 1))
            arguments = [sign, z, self._builder.listed(found)]
            waits = [(v, at.BOUNDS) for v in (z, *found)]
            self._builder.propagator(kinds.EXTREME, LINEAR, arguments, waits)
        z = self._variables[key]
        return weighted([(1, self.declared(z)), *((0, term) for term in terms)])

    # -------------------------------------------------------------------------- division

    def divided(self, dividend: Affine, divisor: Affine) -> tuple[Affine, Affine]:
        """The quotient, rounded down, and the remainder, which has the sign of the divisor."""
        of_zero = Affine(0, (), (self._builder.false,))
        low, high = self.ends(divisor)
        if low == high == 0:
            return of_zero, of_zero
        defined = self._comparisons.literal(divisor, "!=")
        both = [(0, dividend), (0, divisor), (0, Affine(0, (), (defined,)))]
        if defined == self._builder.true:
            both.pop()
        quotient, remainder = self._division(dividend, divisor, defined)
        return weighted([(1, quotient), *both]), weighted([(1, remainder), *both])

    def _division(self, x: Affine, y: Affine, defined: int) -> tuple[Affine, Affine]:
        quotient = self._tabulated("//", lambda a, b: a // b if b else 0, x, y)
        remainder = self._tabulated("%", lambda a, b: a % b if b else 0, x, y)
        if quotient is not None and remainder is not None:
            return quotient, remainder
        key = "/", key_of(x), key_of(y)
        if key not in self._variables:
            self._divide(key, x, y, defined)
        return self.declared(self._variables[key, "//"]), self.declared(self._variables[key, "%"])

    def _divide(self, key: Hashable, x: Affine, y: Affine, defined: int) -> None:
        """Post x = y * quotient + remainder where y is not 0; else both have a fixed value."""
        (least, most), (low, high) = self.ends(x), self.ends(y)
        divisors = [each for each in (low, high, -1, 1) if each and low <= each <= high]
        quotients = [end // each for end in (least, most) for each in divisors]
        q = self._new(range(min(quotients), max(quotients) + 1))
        r = self._new(range(min(low + 1, 0), max(high - 1, 0) + 1))
        self._variables[key] = self._variables[key, "//"] = q
        self._variables[key, "%"] = r
        quotient, remainder = self.declared(q), self.declared(r)
        product = self._times(y, quotient)
        rest = weighted([(1, x), (-1, product), (-1, remainder)])
        if low == high:
            self._guarded(rest, 0, 0, defined)
            return
        self._booleans.need(defined, self._builder.negation(defined))
        self._guarded(rest, 0, 0, defined)
        for v in (q, r):
            at_rest = min(max(self._builder.ends(v)[0], 0), self._builder.ends(v)[1])
            self._booleans.clause([defined, self._comparisons.of(v, at.IS, at_rest)])
        below = weighted([(1, remainder), (-1, y)])
        for sign, relation in (1, ">"), (-1, "<"):
            signed = self._comparisons.literal(y, relation)
            if signed != self._builder.false:
                self._booleans.need(signed, self._builder.negation(signed))
                inside = self._comparisons.literal(weighted([(sign, remainder)]), ">=")
                self._booleans.clause([self._builder.negation(signed), inside])
                self._guarded(weighted([(sign, below)]), -FAR, -1, signed)

    def _guarded(self, sum_: Affine, low: int, high: int, guard: int) -> None:
        """Require a sum from `low` to `high` where a literal holds."""
        low, high = (end if abs(end) == FAR else end - sum_.constant for end in (low, high))
        guard = 0 if guard == self._builder.true else guard
        self._poster.linear(sum_.terms, low, high, guard)

    # ---------------------------------------------------------------------------- arrays

    def element(self, items: Sequence[Affine], index: Affine) -> Affine:
        """The item at a place, 0-based; undefined where that is outside, or any item is."""
        compare, defined = self._comparisons.literal, list[int]()
        first, last = self.ends(index)
        reached = range(max(first, 0), min(last + 1, len(items)))
        if first < 0:
            defined.append(compare(index, ">="))
        if last >= len(items):
            defined.append(compare(weighted([(1, index)], -len(items)), "<"))
        undefined = [(0, each) for each in (*items, index) if each.defined]
        undefined.append((0, Affine(0, (), tuple(defined))))
        if not reached:
            return weighted(undefined)
        some = list(map(self.item, items[: reached[-1] + 1]))
        v = element(self._poster, self.item(index), some)
        return weighted([(1, self.declared(v)), *undefined])


def _is_literal(sum_: Affine) -> bool:
    """True if a sum is one literal, with its coefficient, and a constant."""
    return len(sum_.terms) == 1 and sum_.terms[0][1] == IS_LITERAL


def key_of(sum_: Affine) -> Hashable:
    """The same for equal sums."""
    return sum_.constant, frozenset(sum_.terms)
