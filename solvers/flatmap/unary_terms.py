"""Terms of one variable, tabulated by its values."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

from ...models.language.arithmetic_expressions import Sum
from ...models.language.choices import defined
from ...models.language.constraints import Comparison
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.late_dataclasses import dataclass
from ...models.language.nodes import Node, topological
from .intervals import Reading

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


Domains = Sequence[Sequence[int]]


def image(term: Expression, places: Mapping[str, int], domains: Domains) -> Image | None:
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
    term: Expression, places: Mapping[str, int], domains: Domains
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
    constraint: Comparison, places: Mapping[str, int], domains: Domains
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
    domains: Domains,
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
