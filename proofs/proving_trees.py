"""A finder of trees of removals and branches that prove which solutions there are.

Nothing here is trusted: the checker follows every step. Steps that nothing needs are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from . import check
from .check import TooLargeProof
from .matched_propagators import propagators
from .tree_propagators import BooleanPropagator, Propagator, Values, bits

Steps = list[tuple[int, Propagator, int]]
"""Removals: the values left before, what takes some, and their bits."""


def tree_of(model: check.Model, most: int, look: Callable[[], None]) -> list[str]:
    """The lines of a tree. Raises: TooLargeProof after `most` steps were tried."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 2_000 + 4 * sum(map(len, model.domains))))
    try:
        return _Search(model, most, look).lines()
    finally:
        sys.setrecursionlimit(limit)


def removals_of(model: check.Model, look: Callable[[], None]) -> tuple[list[str], check.Box]:
    """The lines that propagation alone gives, and the values left."""
    search = _Search(model, 0, look)
    left, steps, _ = search.propagated(search.everything, search.all)
    lines = [search.line(one, lost) for _, one, lost in steps]
    value, full = search.values.value, search.values.full
    return lines, [[value[bit] for bit in bits(left & mine)] for mine in full]


class _Search:
    def __init__(self, model: check.Model, most: int, look: Callable[[], None]) -> None:
        self._left, self._look, self._most = most, look, most
        self.values = Values(model)
        self.everything = sum(self.values.full)
        self._propagators = propagators(self.values)
        self.all = (1 << len(self._propagators)) - 1
        self._woken = [0] * len(self.values.value)
        for number, one in enumerate(self._propagators):
            for bit in bits(one.wakes):
                self._woken[bit] |= 1 << number
        self._names = [
            (f" {v}:{i}", f",{i}") for v, each in enumerate(model.domains) for i in range(len(each))
        ]
        self._exact = [
            one for one in self._propagators if isinstance(one, BooleanPropagator) and one.low > 0
        ]

    def lines(self) -> list[str]:
        return self._proved(self.everything, self.all)[0]

    def line(self, one: Propagator, lost: int) -> str:
        """The step in which values go."""
        words, last = f"r {one.number}", -1
        for bit in bits(lost):
            words += self._names[bit][self.values.variable[bit] == last]
            last = self.values.variable[bit]
        return words

    def propagated(
        self, left: int, waiting: int
    ) -> tuple[int, Steps, tuple[Propagator, int] | None]:
        """The values left, and the removals; and what leaves nothing, and why, if it is so."""
        steps: Steps = []
        woken, all_, full = self._woken, self._propagators, self.values.full
        while waiting:
            first = waiting & -waiting
            waiting ^= first
            one = all_[first.bit_length() - 1]
            lost = one.propagate(left)
            if lost is None:
                return left, steps, (one, one.why_dead(left))
            if not lost:
                continue
            if one.may_empty:
                self._look()
                for v in one.scope:
                    if not left & ~lost & full[v]:  # all but one go, and that one is excluded
                        last = 1 << (left & full[v]).bit_length() - 1
                        lost = left & full[v] ^ last
                        why = one.why(left, last) | full[v] ^ last
                        return left ^ lost, [*steps, (left, one, lost)], (one, why)
            steps.append((left, one, lost))
            left ^= lost
            while lost:
                low = lost & -lost
                waiting |= woken[low.bit_length() - 1]
                lost ^= low
        return left, steps, None

    def _proved(self, left: int, waiting: int) -> tuple[list[str], int]:
        """The lines, and the values that must have gone before them."""
        left, steps, dead = self.propagated(left, waiting)
        self._left -= len(steps) + 1
        self._look()
        if self._left < 0:
            raise TooLargeProof(f"no tree within {self._most:,} steps")
        if dead is not None:
            lines, needs = [f"x {dead[0].number}"], dead[1]
        else:
            lines, needs = self._branched(left)
        kept = []
        for before, one, lost in reversed(steps):
            wanted = lost & needs
            if wanted:
                kept.append(self.line(one, wanted))
                needs = needs ^ wanted | one.why(before, wanted)
        return kept[::-1] + lines, needs

    def _branched(self, left: int) -> tuple[list[str], int]:
        v = self._choice(left)
        if v is None:
            return ["s"], self.everything & ~left
        full = self.values.full[v]
        lines, needs = [f"b {v}"], 0
        for bit in bits(left & full):
            child = left & ~full | 1 << bit
            waiting = 0
            for gone in bits(left & ~child):
                waiting |= self._woken[gone]
            inner, wanted = self._proved(child, waiting)
            if not wanted & full:
                return inner, wanted  # it did not matter what was chosen
            lines += inner
            needs |= wanted & ~full
        return lines, needs | full & ~left

    def _choice(self, left: int) -> int | None:
        """A variable of the sum with the fewest open, at least so many; or with few values."""
        fewest, best = len(self.values.full) + 1, 0
        for one in self._exact:
            both = one.open(left)
            if both and both.bit_count() < fewest:
                fewest, best = both.bit_count(), both
        if best:
            return self.values.variable[best.bit_length() - 1]
        sizes = [((left & full).bit_count(), v) for v, full in enumerate(self.values.full)]
        return min([(size, v) for size, v in sizes if size > 1], default=(0, None))[1]
