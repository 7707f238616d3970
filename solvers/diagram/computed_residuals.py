"""The residuals of sums and of terms that differ: numbers, which machine code computes, too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from math import comb, inf
from typing import cast

Amounts = Mapping[int, int | None]
"""By value of a variable: what it comes to in a term, None where that is undefined."""


DEAD, DONE = 0, 1
"""The residuals that nothing can follow, and that anything can."""


class Linear:
    """A sum of amounts, one a level, in relation to 0: the residual is the sum so far."""

    def __init__(self, amounts: Mapping[int, Amounts], relation: str) -> None:
        self.levels = sorted(level for level in amounts if level >= 0)
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
        least = most = constant or 0
        for part in reversed(self.amounts):
            known = [amount for amount in part.values() if amount is not None] or [0]
            low, high = self.spans[-1]
            self.spans.append((low + min(known), high + max(known)))
            least, most = least + min(0, *known), most + max(0, *known)
        self.spans.reverse()
        self.least = least
        partial = [place for place, part in enumerate(self.amounts, 1) if None in part.values()]
        self.total_from = max(partial, default=0)
        """The place from which on no term can be undefined."""
        ends = [least, most, *(int(limit) for limit in (self.low, self.high) if abs(limit) < inf)]
        self.bits = max(most - least + 2, *map(abs, ends)).bit_length()
        """The most bits of a state."""
        self.start = DEAD if constant is None else self._left(constant, 0)

    def step(self, state: int, place: int, value: int) -> int:
        """The next state after `value` at `levels[place]`."""
        amount = self.amounts[place][value]
        return DEAD if amount is None else self._left(state - 2 + self.least + amount, place + 1)

    def _left(self, total: int, place: int) -> int:
        least, most = self.spans[place]
        impossible = total + least > self.high or total + most < self.low
        certain = total + least >= self.low and total + most <= self.high
        if self.outside:
            impossible, certain = certain, impossible
        if impossible:
            return DEAD
        # A later term that is undefined spoils what is certain otherwise.
        return DONE if certain and place >= self.total_from else total - self.least + 2

    def most_states(self, place: int) -> float:
        """The most states before `levels[place]`, but for DEAD."""
        (least, most), (low, high) = self.spans[place], self.spans[0]
        constant = self.constant or 0
        first = max(
            constant + low - least, self.low - most if self.low > -inf else self.high - most
        )
        last = min(
            constant + high - most, self.high - least if self.high < inf else self.low - least
        )
        may_be_done = self.outside or self.high - self.low == inf
        return max(1, last - first + 1 + may_be_done)

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


class Distinct:
    """Terms of one variable each that differ: the residual is the set of amounts taken.

    Of these only such as a later level may take again: an amount has a bit from the first level
    that may take it to the last, and another has that bit afterwards. What comes `before` an
    amount is taken first; all amounts are taken then.
    """

    def __init__(
        self,
        terms: Iterable[tuple[int, Amounts]],
        exempt: int | None,
        before: Sequence[Iterable[int]] = (),
    ) -> None:
        by_level: dict[int, list[Amounts]] = {}
        for level, amounts in terms:
            by_level.setdefault(level, []).append(amounts)
        fixed = {0: [amounts[0] for amounts in by_level.pop(-1, [])]}
        self.levels = sorted(by_level)
        parts = [by_level[level] for level in self.levels]
        rows = [fixed, *({v: [p[v] for p in some] for v in some[0]} for some in parts)]
        """By place, one more, and value: the amounts of the terms."""
        spans: dict[int, tuple[int, int]] = {}
        """By amount, the first place and the last that may take it; -1 is before all."""
        for place, columns in enumerate(rows, -1):
            for amount in {amount for row in columns.values() for amount in row}:
                if amount is not None and amount != exempt:
                    spans[amount] = spans.get(amount, (place, place))[0], place
        bit_of = _bits_of_spans(spans)
        beginning, ending = [0] * (len(rows) + 1), [0] * (len(rows) + 1)
        gone = [0] * (len(rows) + 1)
        for amount, (first, last) in spans.items():
            beginning[first + 1] |= bit_of.get(amount, 0)
            ending[last + 1] |= bit_of.get(amount, 0)
            gone[last + 1] += 1
        self.after: list[tuple[int, int, int]] = []
        """By place: the bits of what was taken before and may be taken there or later; the most
        of them that leave enough for all later terms; and the number of these.
        """
        self._fewest: list[int] = []
        """By place, the fewest of these bits that are taken."""
        live, later, read = 0, len(spans), 0
        sizes = [len(fixed[0]), *map(len, parts)]
        number = sum(sizes)
        for place, size in enumerate(sizes):
            read += size
            live = (live | beginning[place]) & ~ending[place]
            later -= gone[place]
            most = later - (number - read) if exempt is None else len(spans)
            self.after.append((live, most, number - read))
            self._fewest.append(read - len(spans) + later if exempt is None else 0)
        self.bits = 2 + max(live.bit_length() for live, *_ in self.after)
        """The most bits of a state."""
        self.taken: list[dict[int, tuple[int, int]]] = []
        """By place, one more, and value: the bits that it takes, -1 where it must not be, and those
        that are taken before.
        """
        for place, columns in enumerate(rows, -1):
            self.taken.append({})
            for value, row in columns.items():
                some = [amount for amount in row if amount is None or amount != exempt]
                early = list(before[value]) if before and place >= 0 else []
                fits = None not in some and len(set(some)) == len(some)
                fits = fits and all(a in spans and spans[a][0] < place for a in early)
                bits = sum(bit_of.get(cast(int, amount), 0) for amount in some) if fits else -1
                needed = sum(bit_of.get(a, 0) for a in early if spans[a][1] >= place) if fits else 0
                self.taken[-1][value] = bits, needed
        self.start = self._next(0, -1, 0)

    def step(self, state: int, place: int, value: int) -> int:
        """The next state after `value` at `levels[place]`."""
        return self._next(state - 2, place, value)

    def most_states(self, place: int) -> float:
        """The most states before `levels[place]`, but for DEAD."""
        live, most, _ = self.after[place]
        size = live.bit_count()
        return sum(comb(size, n) for n in range(max(0, self._fewest[place]), min(most, size) + 1))

    def _next(self, taken: int, place: int, value: int) -> int:
        bits, needed = self.taken[place + 1][value]
        if bits < 0 or taken & bits or needed & ~taken:
            return DEAD
        live, most, number = self.after[place + 1]
        if not number:
            return DONE
        taken = (taken | bits) & live
        return DEAD if taken.bit_count() > most else taken + 2


def _bits_of_spans(spans: Mapping[int, tuple[int, int]]) -> dict[int, int]:
    """Bits of amounts whose spans have several places, different where these overlap."""
    found, free, fresh = dict[int, int](), list[int](), 0
    ending: list[tuple[int, int]] = []
    for amount, (first, last) in sorted(spans.items(), key=lambda item: item[1]):
        while ending and ending[0][0] < first:
            heappush(free, heappop(ending)[1])
        if first < last:
            fresh += not free
            found[amount] = heappop(free) if free else 1 << fresh - 1
            heappush(ending, (last, found[amount]))
    return found


Computed = Linear | Distinct
"""Machines whose states are numbers from 2 on, next to DEAD and DONE."""
