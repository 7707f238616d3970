"""Expressions as linear expressions over native variables.

A term that may be undefined is made total: a divisor of 0 is replaced by another, an index
outside its array by one inside, and a literal says where that was not needed. So every auxiliary
is determined where the term is undefined, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from ...models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ...models.language.choices import Element, Maximum, Minimum
from ...models.language.expressions import Constant, Expression, Indicator, Variable
from ...models.language.nodes import Node
from ..harness.adapting.operations import power
from .arithmetic import Arithmetic
from .linear_expressions import TRUE, Linear, Literal, combination, number, single, truth
from .native import Native

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
