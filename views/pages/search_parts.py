"""A model's constraints as `flatmap` propagates them, as data: what the page's own search reads.

A part is a list: its kind, the number of its rule, and what it says, with values as places in their
domains. The kinds are those of `solvers.flatmap`: `different`, `pair`, `linear`, `unequal`, `rows`
and `general`, whose steps compute intervals, each from those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ...models.language.arithmetic_expressions import (
    Absolute,
    Modulo,
    Power,
    Product,
    Quotient,
    Sum,
)
from ...models.language.choices import Element, Maximum, Minimum
from ...models.language.constraints import And, Comparison, Not, Or
from ...models.language.domains import size as size_of
from ...models.language.expressions import Constant, Indicator, Variable
from ...models.language.global_constraints.predicate import Predicate
from ...models.language.model import Model
from ...models.language.nodes import Node
from ...solvers.flatmap.conflicts import Different, Pair
from ...solvers.flatmap.intervals import Reading
from ...solvers.flatmap.propagators import General, Linear, Rows, Unequal
from ...solvers.flatmap.translation import translate
from ...solvers.flatmap.unary_terms import Term
from ...solvers.harness.contract import Control

EXACT = 2**53
"""Numbers of JavaScript are whole and exact below this."""
MOST_CASES = 5_000
"""The most combinations for which a Python function is asked."""
MOST_NUMBERS = 200_000
"""The most numbers of all parts together."""

_NAMES = {
    Product: "product",
    Quotient: "quotient",
    Modulo: "modulo",
    Absolute: "absolute",
    Minimum: "minimum",
    Maximum: "maximum",
    Element: "element",
    Indicator: "same",
    And: "and",
    Or: "or",
    Not: "not",
}


class NoParts(Exception):
    """The page cannot search this model by itself; says why."""


def search_parts(
    model: Model, numbered: Callable[[str], int], widest: int
) -> tuple[list[list[Any]] | None, str]:
    """The parts of `model` and of what is missing nothing; or None, and why there are none.

    `numbered` gives the number of the name of a line.
    """
    domains = [v.domain for v in model.variables]
    if any(size_of(domain) > widest for domain in domains):
        return None, f"a variable has more than {widest} values"
    try:
        writer = _Writer([tuple(map(int, domain)) for domain in domains], numbered)
        return list(writer.parts(model)), ""
    except NoParts as error:
        return None, str(error)


class _Writer:
    def __init__(self, domains: Sequence[tuple[int, ...]], numbered: Callable[[str], int]) -> None:
        self._domains, self._numbered = domains, numbered
        self._room = MOST_NUMBERS

    def parts(self, model: Model) -> Iterator[list[Any]]:
        for part in translate(model, self._domains, Control()):
            match part:
                case Different(rule, images):
                    written = [
                        [place, self._amounts(place, i.amount)] for place, i in images.items()
                    ]
                    yield ["different", rule, written]
                case Pair(rule, reading):
                    yield ["pair", rule, *reading.scope, self._ruled_out(part)]
                case Linear():
                    yield ["linear", part.rule, self._line(part), self._terms(part), part.most]
                case Unequal():
                    yield ["unequal", part.rule, self._line(part), self._terms(part), part.number]
                case Rows():
                    rows = [list(row) for row in self._within(part)]
                    yield ["rows", part.rule, self._line(part), list(part.scope), rows]
                case General():
                    steps = self._steps(part.reading)
                    yield ["general", part.rule, self._line(part), list(part.scope), steps]
                case _:
                    raise AssertionError(f"no page knows a part of the kind {type(part).__name__}")

    def _line(self, part: Linear | Unequal | Rows | General) -> int:
        return self._numbered(part.line)

    def _spend(self, numbers: int) -> None:
        self._room -= numbers
        if self._room < 0:
            raise NoParts("its rules are too many")

    def _amounts(self, place: int, amount: Callable[[int], int]) -> list[int]:
        found = [amount(value) for value in self._domains[place]]
        self._spend(len(found))
        if max(map(abs, found), default=0) >= EXACT:
            raise NoParts("its numbers are too large")
        return found

    def _terms(self, part: Linear | Unequal) -> list[list[Any]]:
        def written(term: Term) -> list[Any]:
            return [term.place, self._amounts(term.place, term.amount)]

        return [written(term) for term in part.terms]

    def _ruled_out(self, part: Pair) -> list[int]:
        """The pairs of values that may not stand together: of the first variable, of the other."""
        one, other = part.scope
        second = {value: number for number, value in enumerate(self._domains[other])}
        flat: list[int] = []
        for number, value in enumerate(self._domains[one]):
            for _, lost in part.ruled_out(one, value):
                flat += [n for gone in lost for n in (number, second[gone])]
        self._spend(len(flat))
        return flat

    def _within(self, part: Rows) -> Iterator[Sequence[int]]:
        """The rows that the domains allow, as places in them."""
        index = [{x: n for n, x in enumerate(self._domains[place])} for place in part.scope]
        for row in part.rows:
            if all(value in places for value, places in zip(row, index, strict=True)):
                self._spend(len(row))
                yield [places[value] for value, places in zip(row, index, strict=True)]

    # --------------------------------------------------------------------------- readings

    def _steps(self, reading: Reading) -> list[list[Any]]:
        """The steps of a reading, which never leave the numbers that JavaScript holds."""
        intervals = reading.intervals(self._domains)
        ends = [abs(end) for interval in intervals if interval for end in interval[:2]]
        if max(ends, default=0) >= EXACT:
            raise NoParts("its numbers are too large")
        index = {node: number for number, node in enumerate(reading.nodes)}
        steps = [self._step(n, [index[p] for p in n.parts], reading) for n in reading.nodes]
        self._spend(4 * len(steps))
        return steps

    def _step(self, node: Node, at: list[int], reading: Reading) -> list[Any]:
        match node:
            case Variable(name, _):
                return ["variable", reading.places[name]]
            case Constant(constant):
                return ["constant", constant]
            case Sum(_, coefficients, constant):
                return ["sum", at, list(coefficients), constant]
            case Power(_, exponent):
                return ["power", at, exponent]
            case Comparison(Variable(name, _), ("==" | "!=") as relation, Constant(constant)):
                return ["among", reading.places[name], constant, relation == "=="]
            case Comparison(_, relation, _):
                return ["compare", at, relation]
            case Predicate():
                return ["predicate", at, self._cases(node, reading)]
            case _:
                return [_NAMES[type(node)], at]

    def _cases(self, node: Predicate, reading: Reading) -> list[str]:
        """The combinations of values, of variables alone, under which a Python function is true."""
        if not all(isinstance(term, Variable) for term in node.terms):
            raise NoParts("a rule asks a Python function about more than variables")
        places = [reading.places[term.name] for term in node.terms if isinstance(term, Variable)]
        domains = [self._domains[place] for place in places]
        if prod(map(len, domains)) > MOST_CASES:
            raise NoParts("a rule asks a Python function about too many values")
        try:
            found = [" ".join(map(str, row)) for row in product(*domains) if node.holds(row)]
        except Exception as error:
            raise NoParts("a rule asks a Python function that fails elsewhere") from error
        self._spend(len(found))
        return found
