"""Interval evaluation of core constraints while their variables have several values.

Every node of the constraint becomes a step that computes an interval from the intervals of its
parts. When every variable is down to one value the intervals are points, and the answer is exact.
This is flatmap's own reading of the core; it shares nothing with `value` and `holds`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import cast

from ...models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ...models.language.choices import Element, Maximum, Minimum, defined, in_core
from ...models.language.constraints import And, Comparison, Not, Or
from ...models.language.expressions import Constant, Expression, Indicator, Variable
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.late_dataclasses import dataclass
from ...models.language.nodes import Node, topological

Interval = tuple[int, int, bool] | None
"""Least value, greatest value, and whether certainly defined; None if certainly undefined.

A constraint is (0, 0) where it is false, (1, 1) where it is true, (0, 1) where that is open.
"""

FALSE: Interval = (0, 0, True)
TRUE: Interval = (1, 1, True)
OPEN: Interval = (0, 1, True)

Domains = Sequence[Sequence[int]] | Mapping[int, Sequence[int]]
"""The values of each variable, by its place."""
Compute = Callable[[list[Interval], Domains], Interval]


class Reading:
    """A constraint or an expression, read over the intervals of its variables."""

    def __init__(self, root: Node, places: Mapping[str, int]) -> None:
        self.nodes = nodes = topological(in_core([root]))
        self.places = places
        index = {node: number for number, node in enumerate(nodes)}
        self.scope = [places[node.name] for node in nodes if isinstance(node, Variable)]
        self._steps = [_step(node, [index[part] for part in node.parts], places) for node in nodes]

    def __call__(self, domains: Domains) -> Interval:
        """The interval of the root under `domains`, by the places of all variables."""
        return self.intervals(domains)[-1]

    def intervals(self, domains: Domains) -> list[Interval]:
        """The interval of each node, the root last."""
        values: list[Interval] = []
        for step in self._steps:
            values.append(step(values, domains))
        return values


def _step(node: Node, at: list[int], places: Mapping[str, int]) -> Compute:
    match node:
        case Variable(name, _):
            place = places[name]
            return lambda values, domains: (domains[place][0], domains[place][-1], True)
        case Constant(constant):
            point = (cast(int, constant), cast(int, constant), True)
            return lambda values, domains: point
        case Sum(_, coefficients, constant):
            return _sum(at, coefficients, constant)
        case Product():
            return _strict(at, _product)
        case Quotient():
            return _divided(at, _quotients)
        case Modulo():
            return _divided(at, _remainders)
        case Power(_, exponent):
            return _strict(at, lambda parts: _power(parts[0], exponent))
        case Absolute():
            return _strict(at, lambda parts: _absolute(parts[0]))
        case Minimum():
            return _strict(at, lambda parts: (min(p[0] for p in parts), min(p[1] for p in parts)))
        case Maximum():
            return _strict(at, lambda parts: (max(p[0] for p in parts), max(p[1] for p in parts)))
        case Element():
            return _element(at)
        case Indicator():
            return lambda values, domains: values[at[0]]
        case Comparison(Variable(name, _), ("==" | "!=") as relation, Constant(constant)):
            return _membership(places[name], cast(int, constant), relation == "==")
        case Comparison(_, relation, _):
            return _comparison(at, relation)
        case And():
            return lambda values, domains: _extreme(min, [values[i] for i in at], TRUE)
        case Or():
            return lambda values, domains: _extreme(max, [values[i] for i in at], FALSE)
        case Not():
            return lambda values, domains: _not(values[at[0]])
        case Predicate():
            return _predicate(node, at)
        case _:
            raise TypeError(f"{type(node).__name__} is not in the core")


def _sum(at: list[int], coefficients: Sequence[int], constant: int) -> Compute:
    pairs = list(zip(coefficients, at, strict=True))

    def compute(values: list[Interval], domains: Domains) -> Interval:
        low = high = constant
        certain = True
        for coefficient, i in pairs:
            part = values[i]
            if part is None:
                return None
            first, last, sure = part
            low += coefficient * (first if coefficient > 0 else last)
            high += coefficient * (last if coefficient > 0 else first)
            certain = certain and sure
        return low, high, certain

    return compute


Ends = tuple[int, int]


def _strict(at: list[int], ends: Callable[[list[tuple[int, int, bool]]], Ends]) -> Compute:
    """An expression that is defined exactly where all its parts are."""

    def compute(values: list[Interval], domains: Domains) -> Interval:
        parts: list[tuple[int, int, bool]] = []
        for i in at:
            part = values[i]
            if part is None:
                return None
            parts.append(part)
        return (*ends(parts), all(part[2] for part in parts))

    return compute


def _product(parts: list[tuple[int, int, bool]]) -> Ends:
    low = high = 1
    for first, last, _ in parts:
        corners = (low * first, low * last, high * first, high * last)
        low, high = min(corners), max(corners)
    return low, high


def _power(part: tuple[int, int, bool], exponent: int) -> Ends:
    low, high, _ = part
    ends = [low**exponent, high**exponent]
    if low < 0 < high and exponent > 0:
        ends.append(0)
    return min(ends), max(ends)


def _absolute(part: tuple[int, int, bool]) -> Ends:
    low, high, _ = part
    if low >= 0:
        return low, high
    return (0 if high >= 0 else -high), max(-low, high)


def _divided(at: list[int], ends: Callable[[Ends, Ends], Ends]) -> Compute:
    """A quotient or remainder, where the divisor may be 0: positive and negative ones apart."""
    left, right = at

    def compute(values: list[Interval], domains: Domains) -> Interval:
        dividend, divisor = values[left], values[right]
        if dividend is None or divisor is None or divisor[0] == divisor[1] == 0:
            return None
        low, high, sure = divisor
        halves = [(low, min(high, -1)), (max(low, 1), high)]
        found = [ends(dividend[:2], half) for half in halves if half[0] <= half[1]]
        certain = sure and dividend[2] and not low <= 0 <= high
        return min(f[0] for f in found), max(f[1] for f in found), certain

    return compute


def _quotients(dividend: Ends, divisor: Ends) -> Ends:
    corners = [a // b for a, b in product(dividend, divisor)]
    return min(corners), max(corners)


def _remainders(dividend: Ends, divisor: Ends) -> Ends:
    (low, high), (least, most) = dividend, divisor
    if least == most and low // least == high // least:
        return low % least, high % least
    return (0, most - 1) if least > 0 else (least + 1, 0)


def _element(at: list[int]) -> Compute:
    *array, index_at = at

    def compute(values: list[Interval], domains: Domains) -> Interval:
        index = values[index_at]
        items = [values[i] for i in array]
        if index is None or None in items:
            return None
        low, high, sure = index
        reached = [i for i in items[max(low, 0) : max(high + 1, 0)] if i is not None]
        if not reached:
            return None
        inside = low >= 0 and high < len(items)
        certain = sure and inside and all(item[2] for item in items if item is not None)
        return min(i[0] for i in reached), max(i[1] for i in reached), certain

    return compute


def _membership(place: int, constant: int, equal: bool) -> Compute:
    def compute(values: list[Interval], domains: Domains) -> Interval:
        domain = domains[place]
        if constant not in domain:
            return FALSE if equal else TRUE
        if len(domain) == 1:
            return TRUE if equal else FALSE
        return OPEN

    return compute


def _comparison(at: list[int], relation: str) -> Compute:
    left, right = at
    decide = _DECIDE[relation]

    def compute(values: list[Interval], domains: Domains) -> Interval:
        a, b = values[left], values[right]
        if a is None or b is None:
            return FALSE
        never, always = decide(a[0], a[1], b[0], b[1])
        if never:
            return FALSE
        return TRUE if always and a[2] and b[2] else OPEN

    return compute


_DECIDE: dict[str, Callable[[int, int, int, int], tuple[bool, bool]]] = {
    "==": lambda a, b, c, d: (b < c or d < a, a == b == c == d),
    "!=": lambda a, b, c, d: (a == b == c == d, b < c or d < a),
    "<": lambda a, b, c, d: (a >= d, b < c),
    "<=": lambda a, b, c, d: (a > d, b <= c),
    ">": lambda a, b, c, d: (b <= c, a > d),
    ">=": lambda a, b, c, d: (b < c, a >= d),
}
"""For a..b against c..d: true if the relation never holds, and true if it always does."""


def _extreme(choose: Callable[..., int], parts: list[Interval], of_none: Interval) -> Interval:
    known = [part for part in parts if part is not None]
    if not known:
        return of_none
    return choose(part[0] for part in known), choose(part[1] for part in known), True


def _not(part: Interval) -> Interval:
    assert part is not None, "a constraint is never undefined"
    return 1 - part[1], 1 - part[0], True


def _predicate(node: Predicate, at: list[int]) -> Compute:
    def compute(values: list[Interval], domains: Domains) -> Interval:
        parts = [values[i] for i in at]
        if None in parts:
            return FALSE
        known = [part for part in parts if part is not None]
        if any(low != high or not sure for low, high, sure in known):
            return OPEN
        return TRUE if node.holds([part[0] for part in known]) else FALSE

    return compute


# -------------------------------------------------- Terms of one variable, tabulated by its values.


WIDEST_TABLE = 4096
"""The most values of a domain that is gone through value by value, and not from its ends."""


@dataclass(frozen=True)
class Term:
    """`scale` times the variable at `place`; or by `table` where there is one."""

    place: int
    scale: int = 0
    table: Mapping[int, int] | None = None

    def amount(self, value: int) -> int:
        """The term where the variable has `value`."""
        return self.scale * value if self.table is None else self.table[value]

    def least(self, domain: Sequence[int]) -> int:
        """The least amount over `domain`."""
        if self.table is None:
            return self.scale * domain[0 if self.scale > 0 else -1]
        return min([self.table[value] for value in domain])

    def at_most(self, domain: Sequence[int], most: int) -> Sequence[int]:
        """The values of `domain` whose amount is at most `most`."""
        if self.table is not None:
            table = self.table
            return tuple([value for value in domain if table[value] <= most])
        if self.scale > 0:
            return domain[: bisect_right(domain, most // self.scale)]
        first = -(most // -self.scale)
        return domain[bisect_right(domain, first - 1) :]

    def negated(self) -> Term:
        """The term times -1."""
        table = None if self.table is None else {v: -a for v, a in self.table.items()}
        return Term(self.place, -self.scale, table)


@dataclass(frozen=True)
class Image:
    """A term of the variable at `place`, from its values to amounts and back."""

    place: int
    amount: Callable[[int], int]
    """The amount of a value."""
    sources: Callable[[int], Sequence[int]]
    """The values that have an amount."""


Lists = Sequence[Sequence[int]]


def image(term: Expression, places: Mapping[str, int], domains: Lists) -> Image | None:
    """`term` by its only variable; None if it has another number of them, or too wide a one."""
    match term:
        case Variable(name, _):
            return _line(places[name], 1, 0)
        case Sum((Variable(name, _),), (scale,), offset) if scale:
            return _line(places[name], scale, offset)
    tabulated = _tabulated(term, places, domains)
    if tabulated is None:
        return None
    place, table = tabulated
    found: dict[int, list[int]] = {}
    for value, amount in table.items():
        found.setdefault(amount, []).append(value)
    return Image(place, table.__getitem__, lambda amount: found.get(amount, ()))


def _line(place: int, scale: int, offset: int) -> Image:
    def sources(amount: int) -> Sequence[int]:
        value, rest = divmod(amount - offset, scale)
        return () if rest else (value,)

    return Image(place, lambda value: scale * value + offset, sources)


def _tabulated(
    term: Expression, places: Mapping[str, int], domains: Lists
) -> tuple[int, dict[int, int]] | None:
    """The place of the only variable of `term`, and the amount of each value."""
    reading = Reading(term, places)
    if len(reading.scope) != 1 or defined([term]):
        return None
    (place,) = reading.scope
    if len(domains[place]) > WIDEST_TABLE:
        return None
    return place, {value: _amount(reading, value) for value in domains[place]}


def _amount(reading: Reading, value: int) -> int:
    """The amount of a term where its only variable has `value`."""
    found = reading({reading.scope[0]: (value,)})
    assert found is not None, "a term that is always defined has an amount"
    return found[0]


def sum_of_terms(
    constraint: Comparison, places: Mapping[str, int], domains: Lists
) -> tuple[list[Term], int] | None:
    """The comparison as terms of one variable each, against a number; None if it has no such form.

    `left - right` is taken apart along its sums.
    """
    if defined([constraint.left, constraint.right]):
        return None
    amounts: dict[Node, int] = {constraint.left: 1}
    amounts[constraint.right] = amounts.get(constraint.right, 0) - 1
    number, leaves = 0, []
    for node in reversed(topological([constraint.left, constraint.right])):
        scale = amounts.get(node, 0)
        match node:
            case _ if not scale:
                continue
            case Sum(terms, coefficients, constant):
                number -= scale * constant
                for part, coefficient in zip(terms, coefficients, strict=True):
                    amounts[part] = amounts.get(part, 0) + scale * coefficient
            case Constant(value):
                number -= scale * int(value)
            case Expression():
                leaves.append((node, scale))
            case _:
                continue
    return _by_variable(leaves, places, domains, number)


def _by_variable(
    leaves: Sequence[tuple[Expression, int]],
    places: Mapping[str, int],
    domains: Lists,
    number: int,
) -> tuple[list[Term], int] | None:
    plain: dict[int, int] = {}
    tables: dict[int, dict[int, int]] = {}
    for leaf, scale in leaves:
        if isinstance(leaf, Variable):
            plain[places[leaf.name]] = plain.get(places[leaf.name], 0) + scale
            continue
        tabulated = _tabulated(leaf, places, domains)
        if tabulated is None:
            return None
        place, amounts = tabulated
        table = tables.setdefault(place, dict.fromkeys(amounts, 0))
        for value, amount in amounts.items():
            table[value] += scale * amount
    for place, table in tables.items():
        scale = plain.pop(place, 0)
        for value in table:
            table[value] += scale * value
    terms = [Term(place, scale=scale) for place, scale in plain.items() if scale]
    return [*terms, *(Term(place, table=table) for place, table in tables.items())], number
