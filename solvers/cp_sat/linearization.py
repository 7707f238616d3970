"""Expressions as linear expressions over native variables.

A term that may be undefined is made total: a divisor of 0 is replaced by another, an index
outside its array by one inside, and a literal says where that was not needed. So every auxiliary
is determined where the term is undefined, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import pairwise

from ...models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
    quotient_bounds,
)
from ...models.language.choices import Element, Maximum, Minimum
from ...models.language.expressions import Constant, Expression, Indicator, Variable
from ...models.language.nodes import Node
from ..harness.adapting.translator import power
from .native import (
    TRUE,
    Ends,
    Linear,
    Literal,
    Native,
    TooLargeError,
    as_literal,
    combination,
    number,
    single,
    truth,
)

# -------------------------------------------------------------------------------------- arithmetic
# Products, powers, quotients, remainders, extremes and choices, each determined by its operands.
#
# CP-SAT divides towards 0. Its own division serves where that is floor division too, and
# everywhere else the quotient q and the remainder r of x and y are given by x = y*q + r with
# 0 <= r*sign(y) < abs(y), in linear constraints and one product.


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


_LONGEST_SHARED = 8
"""A shared sum of more variables than this becomes one variable."""


class Terms:
    """The linear expression of each expression, and the literal of its being defined."""

    def __init__(
        self,
        native: Native,
        variables: Mapping[Variable, Linear],
        literal: Callable[[Node], Literal],
        uses: Mapping[Node, Sequence[Node]],
        required: Set[Node],
    ) -> None:
        """`uses` are the nodes that read a node; the `required` are defined in every solution."""
        self._native = native
        self._arithmetic = Arithmetic(native)
        self._linear: dict[Node, Linear] = {}
        for variable, linear in variables.items():
            self._linear[variable] = linear
        self._defined: dict[Node, Literal] = dict.fromkeys(variables, TRUE)
        self._literal = literal
        self._uses = uses
        self._required = required

    def linear(self, node: Node) -> Linear:
        """The value of `node`, wherever it is defined."""
        return self._linear[node]

    def defined(self, nodes: Sequence[Node]) -> Literal:
        """Holds exactly where all of `nodes` are defined."""
        return self._native.all_of(self._defined[node] for node in nodes)

    def add(self, node: Expression) -> None:
        """Translate `node`, whose parts are translated."""
        if node in self._linear:
            return
        if not self._is_inlined(node):
            self._linear[node] = self._value(node)
        if isinstance(node, Indicator) or node in self._required:
            self._defined[node] = TRUE
        else:
            self._defined[node] = self._native.all_of(
                [self._itself_defined(node), self.defined(node.parts)]
            )

    def _value(self, node: Expression) -> Linear:
        math, linear = self._arithmetic, self._linear
        match node:
            case Constant(constant):
                return number(int(constant))
            case Sum():
                return self._sum(node)
            case Product(factors):
                result = number(1)
                for factor in factors:
                    result = math.product(result, linear[factor])
                return result
            case Quotient(dividend, divisor):
                return math.quotient(linear[dividend], self._safe_divisor(node, divisor))
            case Modulo(dividend, divisor):
                return math.remainder(linear[dividend], self._safe_divisor(node, divisor))
            case Power(base, exponent):
                return power(linear[base], exponent, number(1), math.product)
            case Absolute(term):
                return math.absolute(linear[term])
            case Minimum(terms):
                return math.greatest([linear[term].times(-1) for term in terms]).times(-1)
            case Maximum(terms):
                return math.greatest([linear[term] for term in terms])
            case Element(array, index):
                return self._element(node, array, index)
            case Indicator(constraint):
                return truth(self._literal(constraint))
            case _:
                raise NotImplementedError(f"cp-sat has no translation of {type(node).__name__}")

    # --------------------------------------------------------------------------- sums

    def _is_inlined(self, node: Node) -> bool:
        """True if `node` is a sum that one other sum alone reads, and is a part of that."""
        users = self._uses.get(node, ())
        return isinstance(node, Sum) and len(users) == 1 and isinstance(users[0], Sum)

    def _sum(self, node: Sum) -> Linear:
        parts: list[tuple[int, Linear]] = []
        constant, stack = 0, [(1, node)]
        while stack:
            scale, inner = stack.pop()
            constant += scale * inner.constant
            for coefficient, term in zip(inner.coefficients, inner.terms, strict=True):
                if isinstance(term, Sum) and self._is_inlined(term):
                    stack.append((scale * coefficient, term))
                else:
                    parts.append((scale * coefficient, self._linear[term]))
        result = combination(parts, constant)
        if len(result.terms) > _LONGEST_SHARED and len(self._uses.get(node, ())) > 1:
            return single(self._native.variable(result))
        return result

    # ------------------------------------------------------------------- partial terms

    def _itself_defined(self, node: Expression) -> Literal:
        """Holds exactly where `node` is defined if its parts are."""
        native = self._native
        match node:
            case Quotient(_, divisor) | Modulo(_, divisor):
                below = self._linear[divisor]
                return native.compare(below, "!=") if native.can_be(below, 0) else TRUE
            case Element(array, index):
                place = self._linear[index]
                beyond = place.plus(-len(array))
                return native.all_of([native.compare(place, ">="), native.compare(beyond, "<")])
            case _:
                return TRUE

    def _safe_divisor(self, node: Expression, divisor: Node) -> Linear:
        native, below = self._native, self._linear[divisor]
        low, high = native.ends(below)
        if low > 0 or high < 0:
            return below
        defined = self._settled(node)
        if low == high == 0:
            return number(1)
        safe = single(native.nonzero(low, high))
        native.require(safe.minus(below), "==", defined)
        native.require(safe.plus(-1 if high > 0 else 1), "==", ~defined)
        return safe

    def _element(self, node: Expression, array: tuple[Expression, ...], index: Node) -> Linear:
        native, place = self._native, self._linear[index]
        low, high = native.ends(place)
        first, last = max(low, 0), min(high, len(array) - 1)
        defined = self._settled(node)
        if first > last:
            return number(0)
        items = [self._linear[item] for item in array[first : last + 1]]
        shifted = place.plus(-first)
        if (first, last) != (low, high):
            safe = single(native.interval(0, last - first))
            native.require(safe.minus(shifted), "==", defined)
            native.require(safe, "==", ~defined)
            shifted = safe
        return self._arithmetic.chosen(items, shifted)

    def _settled(self, node: Expression) -> Literal:
        """The literal that `node` itself is defined: true, once that is required."""
        if node not in self._required:
            return self._itself_defined(node)
        match node:
            case Quotient(_, divisor) | Modulo(_, divisor):
                self._native.require(self._linear[divisor], "!=")
            case Element(array, index):
                self._native.within(self._linear[index], 0, len(array) - 1)
            case _:
                pass
        return TRUE
