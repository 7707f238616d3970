"""Products, powers, quotients, remainders, extremes and choices, each determined by its operands.

CP-SAT divides towards 0. Its own division serves where that is floor division too, and
everywhere else the quotient q and the remainder r of x and y are given by x = y*q + r with
0 <= r*sign(y) < abs(y), in linear constraints and one product.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...models.language.arithmetic_expressions import quotient_bounds
from .linear_expressions import Ends, Linear, Literal, number, single, truth
from .native import Native, as_literal
from .native_variables import TooLargeError

_MOST_BITS = 4096
_WIDE = 2**16


class Arithmetic:
    """Arithmetic that CP-SAT does not write as a sum, over the variables of `native`."""

    def __init__(self, native: Native) -> None:
        self._native = native
        self._divided: dict[tuple[object, ...], tuple[Linear, Linear]] = {}

    # ------------------------------------------------------------------------ products

    def product(self, left: Linear, right: Linear) -> Linear:
        """The product of two."""
        if not left.terms or not right.terms:
            return _scaled(left, right)
        native = self._native
        a, b = as_literal(native, left), as_literal(native, right)
        if a is not None and b is not None:
            return truth(native.all_of([a, b]))
        if a is not None:
            return self._gated(a, right)
        if b is not None:
            return self._gated(b, left)
        corners = [x * y for x in native.ends(left) for y in native.ends(right)]
        low, high = min(corners), max(corners)
        return self._multiplied(left, right, (max(low, 0) if left == right else low, high))

    def _multiplied(self, left: Linear, right: Linear, ends: Ends) -> Linear:
        native = self._native
        self._note_width(ends)
        factors = [native.handle(native.variable(factor)) for factor in (left, right)]
        result = native.interval(*ends)
        native.model.add_multiplication_equality(native.handle(result), factors)
        return single(result)

    def _note_width(self, ends: Ends) -> None:
        """Bounds of wide products creep: CP-SAT gets nowhere unless it fixes their operands."""
        if max(map(abs, ends)) > _WIDE:
            self._native.in_order = True

    def _gated(self, gate: Literal, value: Linear) -> Linear:
        """`value` where `gate` holds, else 0."""
        native = self._native
        low, high = native.ends(value)
        result = single(native.interval(min(low, 0), max(high, 0)))
        native.require(result.minus(value), "==", gate)
        native.require(result, "==", ~gate)
        return result

    # ------------------------------------------------------------------------ division

    def quotient(self, dividend: Linear, divisor: Linear) -> Linear:
        """`dividend // divisor`, for a divisor that is never 0."""
        if self._truncates(dividend, divisor):
            return self._natively(dividend, divisor, "quotient")
        return self._both(dividend, divisor)[0]

    def remainder(self, dividend: Linear, divisor: Linear) -> Linear:
        """`dividend % divisor`, for a divisor that is never 0."""
        if self._truncates(dividend, divisor):
            return self._natively(dividend, divisor, "remainder")
        return self._both(dividend, divisor)[1]

    def _truncates(self, dividend: Linear, divisor: Linear) -> bool:
        """True if CP-SAT's own division is floor division here."""
        native = self._native
        return bool(divisor.terms) and native.ends(dividend)[0] >= 0 < native.ends(divisor)[0]

    def _natively(self, dividend: Linear, divisor: Linear, which: str) -> Linear:
        native = self._native
        last, most = native.ends(dividend)[1], native.ends(divisor)[1]
        self._note_width((0, last))
        x, y = (native.handle(native.variable(term)) for term in (dividend, divisor))
        if which == "quotient":
            low, high = quotient_bounds(native.ends(dividend), native.ends(divisor))
            result = native.interval(low, high)
            native.model.add_division_equality(native.handle(result), x, y)
        else:
            result = native.interval(0, min(last, most - 1))
            native.model.add_modulo_equality(native.handle(result), x, y)
        return single(result)

    def _both(self, dividend: Linear, divisor: Linear) -> tuple[Linear, Linear]:
        key = (*dividend.key, "//", *divisor.key)
        if key not in self._divided:
            native = self._native
            low, high = quotient_bounds(native.ends(dividend), native.ends(divisor))
            quotient = number(low) if low == high else single(native.interval(low, high))
            self._divided[key] = (quotient, self._rest(dividend, divisor, quotient))
        return self._divided[key]

    def _rest(self, dividend: Linear, divisor: Linear, quotient: Linear) -> Linear:
        native = self._native
        first, last = native.ends(divisor)
        rest_ends = min(0, first + 1), max(0, last - 1)
        if not divisor.terms or not quotient.terms:
            whole = _scaled(divisor, quotient)
        else:
            low, high = native.ends(dividend)
            whole = self._multiplied(divisor, quotient, (low - rest_ends[1], high - rest_ends[0]))
        rest = single(native.interval(*rest_ends))
        native.require(dividend.minus(whole).minus(rest), "==")
        if divisor.terms:
            self._on_the_side_of(rest, divisor)
        return rest

    def _on_the_side_of(self, rest: Linear, divisor: Linear) -> None:
        """0 <= rest < divisor where the divisor is positive, divisor < rest <= 0 elsewhere."""
        native = self._native
        positive = native.compare(divisor, ">")
        for sign, when in ((1, positive), (-1, ~positive)):
            native.require(rest.times(sign), ">=", when)
            native.require(rest.minus(divisor).times(sign), "<", when)

    # -------------------------------------------------------------- extremes and choices

    def absolute(self, term: Linear) -> Linear:
        """The distance of `term` from 0."""
        native = self._native
        low, high = native.ends(term)
        if low >= 0 or high <= 0:
            return term if low >= 0 else term.times(-1)
        result = native.interval(0, max(-low, high))
        inner = native.handle(native.variable(term))
        native.model.add_abs_equality(native.handle(result), inner)
        return single(result)

    def greatest(self, terms: Sequence[Linear]) -> Linear:
        """The greatest of `terms`."""
        native = self._native
        ends = [native.ends(term) for term in terms]
        low, high = max(end[0] for end in ends), max(end[1] for end in ends)
        live = {t.key: t for t, end in zip(terms, ends, strict=True) if end[1] >= low}
        if len(live) == 1:
            return next(iter(live.values()))
        result = native.interval(low, high)
        several = [native.affine(term) for term in live.values()]
        native.model.add_max_equality(native.handle(result), several)
        return single(result)

    def chosen(self, items: Sequence[Linear], index: Linear) -> Linear:
        """`items[index]`, for an index that is never outside."""
        native = self._native
        if len({item.key for item in items}) == 1:
            return items[0]
        slope = items[1].minus(items[0])
        if not slope.terms and all(b.minus(a) == slope for a, b in pairwise(items)):
            return items[0].minus(index.times(-slope.constant))
        ends = [native.ends(item) for item in items]
        result = native.interval(min(end[0] for end in ends), max(end[1] for end in ends))
        native.model.add_element(
            native.handle(native.variable(index)),
            [native.plain(item) for item in items],
            native.handle(result),
        )
        return single(result)


def _scaled(left: Linear, right: Linear) -> Linear:
    factor, other = (right.constant, left) if not right.terms else (left.constant, right)
    if factor.bit_length() > _MOST_BITS:
        raise TooLargeError
    return other.times(factor)
