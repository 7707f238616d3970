"""Comparisons of sums: as literals, or required."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING

from ..machine_source import kinds
from ..machine_source import records as at
from ..machine_source.machine_words import FAR
from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from ..machine_source.values_left import has
from .affine_sums import Affine, Term, weighted
from .boolean_literals import Booleans
from .builder import Builder

if TYPE_CHECKING:
    from .form_poster import Poster

Key = tuple[str, int, frozenset[Term]]
CHEAP = 1
"""The priority of propagators of two variables."""


class Comparisons:
    """Compares sums with 0; where they are undefined is not looked at."""

    def __init__(self, poster: Poster, booleans: Booleans) -> None:
        self._poster, self._builder, self._booleans = poster, poster.builder, booleans

    def literal(self, difference: Affine, relation: str) -> int:
        """The literal that a sum stands in `relation` to 0."""
        is_positive, relation, difference = _reduced(difference, relation)
        constant, terms, _ = difference
        found = self._simple(constant, terms, relation)
        if found is None:
            key = relation, constant, frozenset(terms)
            found = self._booleans.known(key) or self._new(key, constant, terms)
        return found if is_positive else self._builder.negation(found)

    def require(self, difference: Affine, relation: str) -> None:
        """Require that a sum stands in `relation` to 0."""
        is_positive, relation, difference = _reduced(difference, relation)
        constant, terms, _ = difference
        found = self._simple(constant, terms, relation)
        if found is None:
            found = self._booleans.known((relation, constant, frozenset(terms)))
        if found is not None:
            self._booleans.clause([found if is_positive else self._builder.negation(found)])
        elif relation == "<=":
            ends = (-FAR, -constant) if is_positive else (1 - constant, FAR)
            self._poster.linear(terms, *ends)
        elif not is_positive:
            self._unequal(constant, terms, 0)
        elif (pair := pair_of(constant, terms)) is not None:
            post_same(self._builder, 0, *pair)
        else:
            self._poster.linear(terms, -constant, -constant)

    # --------------------------------------------------------------------------- literals

    def constant(self, truth: bool) -> int:
        """The literal that always, or never, holds."""
        return self._builder.true if truth else self._builder.false

    def of(self, v: int, means: int, amount: int) -> int:
        """The literal that says of a variable what `means` and `amount` do."""
        low, high = self._builder.ends(v)
        if means == at.IS:
            possible = has(self._builder.memory, v, amount)
            certain = possible and low == high
        else:
            possible, certain = low <= amount, high <= amount
        if certain or not possible:
            return self.constant(certain)
        return self._builder.literal(v, means, amount)

    def _simple(self, constant: int, terms: tuple[Term, ...], relation: str) -> int | None:
        """The literal of a comparison that needs no propagator; None where it needs one."""
        least, most = self._poster.bounds(terms)
        if relation == "<=":
            if least + constant > 0 or most + constant <= 0:
                return self.constant(most + constant <= 0)
        elif least + constant > 0 or most + constant < 0 or constant % _divisor(terms):
            return self.constant(False)
        elif not terms:
            return self.constant(True)
        if len(terms) == 1 and terms[0][1] == IS_VARIABLE:
            factor, _, v = terms[0]
            if relation == "==":
                return self.of(v, at.IS, -constant // factor)
            if factor > 0:
                return self.of(v, at.AT_MOST, -constant // factor)
            return self._builder.negation(self.of(v, at.AT_MOST, -(constant // factor) - 1))
        if all(kind == IS_LITERAL for _, kind, _ in terms):
            return self._of_literals(constant, terms, relation, least, most)
        return None

    def _of_literals(
        self, constant: int, terms: tuple[Term, ...], relation: str, least: int, most: int
    ) -> int | None:
        """A sum of literals that is least, or greatest, only in one way, as logic."""
        negation, step = self._builder.negation, min(abs(factor) for factor, _, _ in terms)
        high = [r if factor > 0 else negation(r) for factor, _, r in terms]
        if relation == "<=":
            if least + step + constant > 0:
                return self._booleans.all_of(map(negation, high))
            if most - step + constant <= 0:
                return self._booleans.any_of(map(negation, high))
            return None
        if least + constant == 0:
            return self._booleans.all_of(map(negation, high))
        if most + constant == 0:
            return self._booleans.all_of(high)
        if len(high) == 2 and abs(terms[0][0]) == abs(terms[1][0]):
            return negation(self._booleans.same(*high))
        return None

    # ------------------------------------------------------------------------ propagators

    def _new(self, key: Key, constant: int, terms: tuple[Term, ...]) -> int:
        """A new literal for a comparison."""
        poster, booleans = self._poster, self._booleans
        if key[0] == "<=":
            found = booleans.new(
                key,
                lambda: poster.linear(terms, -FAR, -constant, found),
                lambda: poster.linear(terms, 1 - constant, FAR, self._builder.negation(found)),
            )
        elif (pair := pair_of(constant, terms)) is not None:
            found = booleans.new(key, _nothing, _nothing)
            post_same(self._builder, found, *pair)
        else:
            found = booleans.new(
                key,
                lambda: poster.linear(terms, -constant, -constant, found),
                lambda: self._unequal(constant, terms, self._builder.negation(found)),
            )
        return found

    def _unequal(self, constant: int, terms: tuple[Term, ...], guard: int) -> None:
        """Require that a sum is not 0, where the guard holds if there is one."""
        pair = None if guard else pair_of(constant, terms)
        if pair is not None:
            waits = [(pair[0], at.FIXED), (pair[1], at.FIXED)]
            self._builder.propagator(kinds.DIFFER, CHEAP, pair, waits)
            return
        self._poster.refuse_far(terms, constant)
        arguments = [guard, -constant, 0, len(terms), *(n for term in terms for n in term)]
        waits = [
            (record, at.FIXED) if kind == IS_VARIABLE else self._builder.waits_for(record)
            for _, kind, record in terms
        ]
        if guard:
            waits.append(self._builder.waits_for(guard))
        self._builder.propagator(kinds.UNEQUAL, CHEAP, arguments, waits)


def post_same(builder: Builder, literal: int, x: int, y: int, further: int) -> None:
    """Let `literal`, or 0 for always, say that a variable is another plus a number."""
    waits = [(x, at.ANY), (y, at.ANY)]
    if literal:
        waits.append(builder.waits_for(literal))
    builder.propagator(kinds.SAME, CHEAP, [literal, x, y, further], waits)


def _nothing() -> None:
    """Nothing further is posted for a literal."""


def _reduced(difference: Affine, relation: str) -> tuple[bool, str, Affine]:
    """A comparison with 0 as one by `<=` or `==`, and false where it is the negation of that."""
    match relation:
        case "<=":
            return True, "<=", difference
        case "<":
            return True, "<=", weighted([(1, difference)], 1)
        case ">=" | ">":
            return False, "<=", difference if relation == ">" else weighted([(1, difference)], 1)
        case _:
            turned = bool(difference.terms) and difference.terms[0][0] < 0
            return relation == "==", "==", weighted([(-1 if turned else 1, difference)])


def pair_of(constant: int, terms: Sequence[Term]) -> tuple[int, int, int] | None:
    """Variables of which the first is the second plus a number exactly where a sum is 0."""
    match terms:
        case [(factor, 0, x), (other, 0, y)] if factor == -other and not constant % factor:
            return x, y, -constant // factor
        case _:
            return None


def _divisor(terms: tuple[Term, ...]) -> int:
    """The greatest common divisor of the coefficients."""
    return gcd(*(factor for factor, _, _ in terms)) or 1
