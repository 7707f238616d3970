"""Sums of a constant and of weighted variables and literals, which may be undefined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..machine_source.sum_bounds import IS_LITERAL, IS_VARIABLE
from .builder import Builder

Term = tuple[int, int, int]
"""A coefficient, IS_VARIABLE or IS_LITERAL, and the record."""


class Affine(NamedTuple):
    """A constant plus terms, none of whose records comes twice.

    It is defined where all of the literals `defined` hold.
    """

    constant: int = 0
    terms: tuple[Term, ...] = ()
    defined: tuple[int, ...] = ()

    def at(self, values: Mapping[int, int]) -> int:
        """The sum for values of its variables, without literals."""
        return self.constant + sum(factor * values[v] for factor, _, v in self.terms)


def weighted(parts: Iterable[tuple[int, Affine]], constant: int = 0) -> Affine:
    """A constant plus multiples of sums."""
    factors: dict[tuple[int, int], int] = {}
    defined: dict[int, None] = {}
    for factor, part in parts:
        constant += factor * part.constant
        defined.update(dict.fromkeys(part.defined))
        for each, kind, record in part.terms:
            factors[kind, record] = factors.get((kind, record), 0) + factor * each
    terms = [(factor, *term) for term, factor in factors.items() if factor]
    return Affine(constant, tuple(terms), tuple(defined))


def of_literal(builder: Builder, literal: int) -> Affine:
    """1 where a literal holds, else 0."""
    if literal in (builder.true, builder.false):
        return Affine(int(literal == builder.true))
    opposite = builder.negation(literal)
    if opposite < literal:
        return Affine(1, ((-1, IS_LITERAL, opposite),))
    return Affine(0, ((1, IS_LITERAL, literal),))


def of_variable(builder: Builder, v: int) -> Affine:
    """A variable; one of two values by the literal that it has the greater."""
    low, high = builder.ends(v)
    if low == high:
        return Affine(low)
    if builder.is_word(v) and builder.size(v) == 2:
        return weighted([(high - low, of_literal(builder, builder.among(v, [high])))], low)
    return Affine(0, ((1, IS_VARIABLE, v),))
