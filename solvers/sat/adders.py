"""Sums of terms as binary numbers, by adders: for sums of too many values for a literal each.

After Eén and Sörensson, "Translating pseudo-Boolean constraints into SAT" (2006): the bits of a
place are added three at a time, which leaves one, and carries one to the next place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..harness.adapting.sums_of_literals import Literal, Term

Clause = list[Literal]


def totaliser_clauses(terms: Sequence[Term], most: int) -> int:
    """About as many clauses as a totaliser of `terms` takes."""
    sizes, clauses = [len(term) for term in terms], 0
    while len(sizes) > 1:
        pairs = [one * other for one, other in zip(sizes[::2], sizes[1::2], strict=False)]
        clauses += sum(pairs)
        sizes = [min(pair, most) for pair in pairs] + (sizes[-1:] if len(sizes) % 2 else [])
    return clauses


class Adders:
    """Makes literals, and the clauses that define them."""

    def __init__(self, new: Callable[[], Literal], define: Callable[[Clause], object]) -> None:
        self._new, self._define = new, define

    def at_most(self, terms: Sequence[Term], bound: int) -> Iterator[Clause]:
        """The clauses that keep the sum of `terms` to `bound`; each term adds 0 or more."""
        bits = self._sum(terms)
        if bound < 0 or bound.bit_length() > len(bits):
            raise AssertionError(f"the sum has {len(bits)} bits, and its bound is {bound}")
        for place, bit in enumerate(bits):
            if bit and not bound >> place & 1:
                above = range(place + 1, len(bits))
                yield [-bit, *(-bits[k] for k in above if bits[k] and bound >> k & 1)]

    def _sum(self, terms: Sequence[Term]) -> list[Literal]:
        """A literal for each bit of the sum, the least first; 0 for a bit that never holds."""
        columns: list[list[Literal]] = []
        for term in terms:
            for place in range(max(term).bit_length()):
                _column(columns, place).extend(self._bit(term, place))
        for place, column in enumerate(columns):
            while len(column) > 1:
                added, column[:3] = column[:3], []
                several, carry = self._added(added)
                column.append(several)
                _column(columns, place + 1).append(carry)
        return [column[0] if column else 0 for column in columns]

    def _bit(self, term: Term, place: int) -> list[Literal]:
        """The literal that holds where the value of `term` has a bit; none where no value has."""
        having = [literal for value, literal in term.items() if value >> place & 1]
        if len(having) < 2:
            return having
        bit = self._new()
        self._define([-bit, *having])
        for literal in having:
            self._define([bit, -literal])
        return [bit]

    def _added(self, bits: Sequence[Literal]) -> tuple[Literal, Literal]:
        """The sum and the carry of two or three bits."""
        total, carry = self._new(), self._new()
        for number in range(1 << len(bits)):
            signs = [1 if number >> k & 1 else -1 for k in range(len(bits))]
            given = [-sign * bit for sign, bit in zip(signs, bits, strict=True)]
            held = signs.count(1)
            self._define([*given, total if held % 2 else -total])
            self._define([*given, carry if held > 1 else -carry])
        return total, carry


def _column(columns: list[list[Literal]], place: int) -> list[Literal]:
    """The bits of a place, which is there from now on."""
    while len(columns) <= place:
        columns.append([])
    return columns[place]
