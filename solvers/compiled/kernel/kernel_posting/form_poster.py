"""From normal forms to propagators of the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import assert_never

from ...reading.normal_forms import (
    Absolute,
    Automaton,
    Clause,
    Distinct,
    Domain,
    Form,
    Image,
    Linear,
    Loads,
    Logic,
    Rows,
    Total,
    Tour,
    Unposted,
    Values,
)
from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import FAR
from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from .affine_sums import Term as Term
from .builder import LINEAR, Builder
from .posted_automata import post_automaton
from .posted_comparisons import pair_of, post_same
from .posted_distinct import post_distinct
from .posted_elements import Item, image_of
from .posted_literals import post_literals
from .posted_loads import post_loads
from .posted_nodes import Nodes
from .posted_tables import post_rows
from .posted_tours import post_tour, post_values

_MEANINGS = {"==": at.IS, "!=": at.IS_NOT, "<=": at.AT_MOST, ">=": at.AT_LEAST}


class Poster:
    """Posts forms over the variables of a task, by place."""

    def __init__(
        self, builder: Builder, variables: Sequence[int], place_of: Mapping[str, int]
    ) -> None:
        self.builder, self.variables, self.place_of = builder, list(variables), place_of
        self.auxiliaries: list[int] = []
        self.chosen: dict[tuple[Item, ...], list[tuple[Item, int]]] = {}
        """By array, each place that is chosen, and the variable that equals the item there."""
        self.items: set[int] = set()
        """Items of arrays, which mostly follow from the places that are chosen."""
        self.indices: set[int] = set()
        """Variables that are such places."""
        self.literal = cache(self._literal)
        """The literal that compares the variable at a place with a number, by a relation."""
        self.nodes = Nodes(self)

    def post(self, form: Form) -> None:
        """Require a form."""
        match form:
            case Linear(total, low, high):
                constant, terms = self.terms(total)
                self.linear(
                    terms,
                    -FAR if low is None else low - constant,
                    FAR if high is None else high - constant,
                )
            case Distinct(terms, exempt):
                post_distinct(self.builder, [self.offset(term) for term in terms], exempt)
            case Clause(literals):
                self.builder.clause([self.literal(*literal) for literal in literals])
            case Rows():
                post_rows(self, form)
            case Automaton():
                post_automaton(self, form)
            case Tour():
                post_tour(self, form)
            case Values():
                post_values(self, form)
            case Loads():
                post_loads(self, form)
            case Logic(constraint):
                self.nodes.require(constraint)
            case _:
                assert_never(form)

    def _literal(self, place: int, relation: str, number: int) -> int:
        v = self.variables[place]
        low, high = self.builder.ends(v)  # beyond them all numbers are alike
        return self.builder.literal(v, _MEANINGS[relation], min(max(number, low - 1), high + 1))

    # ------------------------------------------------------------------------------ sums

    def terms(self, total: Total) -> tuple[int, list[Term]]:
        """The constant and the terms of a total."""
        constant = total.constant
        terms = [
            (factor, IS_VARIABLE, self.variables[place])
            for place, factor in total.variables.items()
        ]
        for image in total.images:
            if len(set(image.amounts.values())) == 1:
                constant += min(image.amounts.values())
                continue
            least, term = self.image(image)
            constant += least
            terms.append(term)
        for factor, expression in total.others:
            more, parts = self.nodes.term(expression)
            constant += factor * more
            terms.extend((factor * each, kind, record) for each, kind, record in parts)
        return constant, terms

    def image(self, image: Image) -> tuple[int, Term]:
        """The amount to add, and a term, that together are an image."""
        v = self.variables[image.place]
        amounts = sorted(set(image.amounts.values()))
        if len(amounts) != 2:
            return 0, (1, IS_VARIABLE, image_of(self, image))
        low, high = amounts
        flags = {value: int(amount == high) for value, amount in image.amounts.items()}
        if self.builder.is_word(self.builder.number(v)):
            true = self.builder.among(v, [value for value, flag in flags.items() if flag])
            return low, (high - low, IS_LITERAL, true)
        return low, (high - low, IS_VARIABLE, image_of(self, Image(image.place, flags)))

    def linear(self, terms: Sequence[Term], low: int, high: int, guard: int = 0) -> None:
        """Require a sum from `low` to `high`, where the guard holds if there is one.

        An end of -FAR or FAR is none: no sum that is not refused comes near it.
        """
        self.refuse_far(terms, *(end for end in (low, high) if abs(end) != FAR))
        if not guard and post_literals(self.builder, terms, low, high):
            return
        if not guard and len(terms) == 1 and terms[0][0] and terms[0][1] == IS_VARIABLE:
            self._between(terms[0][0], terms[0][2], low, high)
            return
        if not guard and low == high and (pair := pair_of(-low, terms)) is not None:
            post_same(self.builder, 0, *pair)
            return
        arguments = [guard, low, high, len(terms), *(n for term in terms for n in term)]
        self.builder.propagator(kinds.LINEAR, LINEAR, arguments, self._waits(terms, guard))

    def _between(self, factor: int, v: int, low: int, high: int) -> None:
        """Require a multiple of a variable from `low` to `high`."""
        if factor < 0:
            factor, low, high = -factor, -high, -low
        if low > -FAR:
            self.builder.require([self.builder.literal(v, at.AT_LEAST, -(-low // factor))])
        if high < FAR:
            self.builder.require([self.builder.literal(v, at.AT_MOST, high // factor)])

    def refuse_far(self, terms: Iterable[Term], *numbers: int) -> None:
        """Raises: Unposted for a sum of which a part may leave what the kernel computes with."""
        parts = (
            abs(factor) * (max(map(abs, self.builder.ends(record))) if kind == IS_VARIABLE else 1)
            for factor, kind, record in terms
        )
        if max(sum(parts), *map(abs, numbers), 0) >= FAR // 4:
            raise Unposted("numbers are too great")

    def bounds(self, terms: Iterable[Term]) -> tuple[int, int]:
        """The least and the greatest value of a sum."""
        least = most = 0
        for factor, kind, record in terms:
            low, high = self.builder.ends(record) if kind == IS_VARIABLE else (0, 1)
            least += min(factor * low, factor * high)
            most += max(factor * low, factor * high)
        return least, most

    def _waits(self, terms: Iterable[Term], guard: int) -> Iterable[tuple[int, int]]:
        for _, kind, record in terms:
            yield (record, at.BOUNDS) if kind == IS_VARIABLE else self.builder.waits_for(record)
        if guard:
            yield self.builder.waits_for(guard)

    # -------------------------------------------------------------------------- distinct

    def offset(self, term: Total | Absolute) -> tuple[int, int]:
        """A variable and the number that is added to it, which together are a term."""
        if isinstance(term, Total) and list(term.variables.values()) == [1]:
            (place,) = term.variables
            if not term.images and not term.others:
                return self.variables[place], term.constant
        return self.defined(term), 0

    def defined(self, term: Total | Absolute) -> int:
        """A variable that equals a term."""
        if isinstance(term, Absolute):
            return self.nodes.distance(*self.terms(term.total))
        constant, terms = self.terms(term)
        least, most = self.bounds(terms)
        v = self.auxiliary(range(constant + least, constant + most + 1))
        self.linear([*terms, (-1, IS_VARIABLE, v)], -constant, -constant)
        return v

    def auxiliary(self, domain: Domain) -> int:
        """A new variable that the others determine."""
        v = self.builder.variable(domain)
        self.auxiliaries.append(v)
        return v
