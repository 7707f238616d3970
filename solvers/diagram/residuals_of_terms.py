"""The residuals of sums and of terms that differ: numbers that are quick to compute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import Any

from .terms_by_level import Amounts

DEAD, DONE = 0, 1
"""The residuals that nothing can follow, and that anything can."""


class _Amount(int):
    """A partial sum or a set of bits, never taken for DEAD or DONE."""


class Linear:
    """A sum of amounts, one a level, in relation to 0: the residual is the sum so far."""

    def __init__(self, amounts: Mapping[int, Amounts], relation: str) -> None:
        self.levels: Sequence[int] = sorted(level for level in amounts if level >= 0)
        self.amounts = [amounts[level] for level in self.levels]
        limits: dict[str, tuple[float, float]] = {
            "==": (0, 0),
            "!=": (0, 0),
            "<=": (-inf, 0),
            "<": (-inf, -1),
            ">=": (0, inf),
            ">": (1, inf),
        }
        self.low, self.high = limits[relation]
        self.outside = relation == "!="
        constant = self.constant = amounts[-1][0]
        self.spans = [(0, 0)]
        for part in reversed(self.amounts):
            known = [amount for amount in part.values() if amount is not None] or [0]
            least, most = self.spans[-1]
            self.spans.append((least + min(known), most + max(known)))
        self.spans.reverse()
        self.start: Any = DEAD if constant is None else self._left(constant, 0)

    def step(self, state: Any, place: int, value: int) -> Any:
        amount = self.amounts[place][value]
        return DEAD if amount is None else self._left(state + amount, place + 1)

    def _left(self, total: int, place: int) -> Any:
        least, most = self.spans[place]
        impossible = total + least > self.high or total + most < self.low
        certain = total + least >= self.low and total + most <= self.high
        if self.outside:
            impossible, certain = certain, impossible
        if impossible:
            return DEAD
        # A later term that is undefined spoils what is certain otherwise.
        return DONE if certain and self.is_total_after(place) else _Amount(total)

    def is_total_after(self, place: int) -> bool:
        """True if no term from a place on can be undefined."""
        return all(None not in part.values() for part in self.amounts[place:])

    def supported(self, domains: Sequence[Sequence[int]]) -> dict[int, list[int]]:
        """By level, the values of `domains` that the least and the greatest sums allow."""
        if self.outside or self.constant is None:
            return {}
        parts = [
            {v: a for v in domains[level] if (a := part[v]) is not None}
            for level, part in zip(self.levels, self.amounts, strict=True)
        ]
        if not all(parts):
            return {level: [] for level in self.levels}
        least = self.constant + sum(min(part.values()) for part in parts)
        most = self.constant + sum(max(part.values()) for part in parts)
        found = {}
        for level, part in zip(self.levels, parts, strict=True):
            low, high = min(part.values()), max(part.values())
            found[level] = [
                value
                for value, amount in part.items()
                if least - low + amount <= self.high and most - high + amount >= self.low
            ]
        return found


# ------------------------------------------------------------------------------- all different


class Distinct:
    """Terms of one variable each that differ: the residual is the set of amounts taken.

    Of these only such as a later level may take again.
    """

    def __init__(self, terms: Iterable[tuple[int, Amounts]], exempt: int | None) -> None:
        self.exempt = exempt
        by_level: dict[int, list[Amounts]] = {}
        for level, amounts in terms:
            by_level.setdefault(level, []).append(amounts)
        fixed = [amounts[0] for amounts in by_level.pop(-1, [])]
        self.levels: Sequence[int] = sorted(by_level)
        self.terms = [by_level[level] for level in self.levels]
        self._bits: dict[int, int] = {}
        self.after: list[tuple[int, int]] = [(0, 0)]
        """By place: what later levels may take, as bits, and the number of their terms."""
        for terms_here in reversed(self.terms):
            later, number = self.after[-1]
            for amounts in terms_here:
                for amount in amounts.values():
                    later |= self.bit(amount)
            self.after.append((later, number + len(terms_here)))
        self.after.reverse()
        self.start: Any = self._taken(0, fixed, 0)

    def step(self, state: Any, place: int, value: int) -> Any:
        return self._taken(state, [part[value] for part in self.terms[place]], place + 1)

    def _taken(self, taken: int, amounts: Sequence[int | None], place: int) -> Any:
        for amount in amounts:
            if amount is None:
                return DEAD
            bit = self.bit(amount)
            if taken & bit:
                return DEAD
            taken |= bit
        later, number = self.after[place]
        if not number:
            return DONE
        taken &= later
        if self.exempt is None and later.bit_count() - taken.bit_count() < number:
            return DEAD
        return _Amount(taken)

    def bit(self, amount: int | None) -> int:
        """The bit of an amount; that of the exempt one, and of none at all, is 0."""
        if amount is None or amount == self.exempt:
            return 0
        return 1 << self._bits.setdefault(amount, len(self._bits))
