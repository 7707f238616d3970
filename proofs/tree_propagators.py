"""Propagators that say which of the values gone before are the reason why another one goes.

The values left of a variable are the bits of a number, by their places in its domain. A reason is
a list of pairs: a variable, and the bits of values of it that must have gone. Each reason is one
that the checker sees from the constraint alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from . import check

Masks = list[int]
Gone = list[tuple[int, int]]
"""Variables, and bits of their values."""
_ZERO, _ONE = 0b01, 0b10
"""What is left of a domain of 0 and 1."""


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of `mask`, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Propagator:
    """Any constraint, by listing where few assignments are left."""

    def __init__(self, model: check.Model, number: int, node: int) -> None:
        """`number` is that of the constraint of which `node` is all or an operand."""
        self.model, self.number, self.node = model, number, node
        self.scope: Sequence[int] = model.scopes[node]
        self.full = [(1 << len(domain)) - 1 for domain in model.domains]

    def propagate(self, masks: Masks) -> Gone | None:
        """Values that go, all for what is left now; None if nothing is left."""
        counts = [masks[v].bit_count() for v in self.scope]
        if math.prod(counts) > check.LISTED:
            return []
        row: list[object] = [0] * len(masks)
        supported = dict.fromkeys(self.scope, 0)
        meaning, domains = self.model.meanings[self.node], self.model.domains
        choices = [list(bits(masks[v])) for v in self.scope]
        wanted = sum(counts)
        for places in itertools.product(*choices):
            for v, place in zip(self.scope, places, strict=True):
                row[v] = domains[v][place]
            if meaning(row):
                for v, place in zip(self.scope, places, strict=True):
                    if not supported[v] >> place & 1:
                        supported[v] |= 1 << place
                        wanted -= 1
                if not wanted:
                    return []
        if not supported or not all(supported.values()):
            return None
        return [(v, masks[v] ^ found) for v, found in supported.items() if masks[v] != found]

    def why(self, masks: Masks, variable: int, place: int) -> Gone:
        """The reason why a value goes."""
        return self._all_gone(masks, variable)

    def why_dead(self, masks: Masks) -> Gone:
        """The reason why nothing is left."""
        return self._all_gone(masks, -1)

    def _all_gone(self, masks: Masks, variable: int) -> Gone:
        return [(w, self.full[w] & ~masks[w]) for w in self.scope if w != variable]


class LinearPropagator(Propagator):
    """A sum of amounts between two numbers, by its least and greatest values."""

    def __init__(self, model: check.Model, number: int, node: int, linear: check.Linear) -> None:
        super().__init__(model, number, node)
        zero = -linear.shift
        self.low, self.high = {
            "==": (zero, zero),
            "<=": (-math.inf, zero),
            "<": (-math.inf, zero - 1),
            ">=": (zero, math.inf),
            ">": (zero + 1, math.inf),
        }[linear.relation]
        self.amounts = {
            v: [amounts[x] for x in model.domains[v]] for v, amounts in linear.amounts.items()
        }
        self._ends: dict[int, dict[int, tuple[int, int]]] = {v: {} for v in self.scope}
        self.is_binary = all(set(a) <= {0, 1} for a in self.amounts.values())

    def _sums(self, masks: Masks) -> tuple[list[tuple[int, int]], int, int]:
        ends, low, high = [], 0, 0
        for v in self.scope:
            known, mask = self._ends[v], masks[v]
            pair = known.get(mask)
            if pair is None:
                found = [self.amounts[v][i] for i in bits(mask)]
                pair = known[mask] = min(found), max(found)
            ends.append(pair)
            low += pair[0]
            high += pair[1]
        return ends, low, high

    def propagate(self, masks: Masks) -> Gone | None:
        ends, low, high = self._sums(masks)
        if low > self.high or high < self.low:
            return None
        gone = []
        for v, (least, most) in zip(self.scope, ends, strict=True):
            above, below = self.high - low + least, self.low - high + most
            if least < most and (most > above or least < below):
                amounts = self.amounts[v]
                lost = sum(
                    1 << i for i in bits(masks[v]) if amounts[i] > above or amounts[i] < below
                )
                gone.append((v, lost))
        if gone or self.is_binary or len(self.scope) > 8:
            return gone
        return super().propagate(masks)

    def why(self, masks: Masks, variable: int, place: int) -> Gone:
        ends, low, high = self._sums(masks)
        amount = self.amounts[variable][place]
        least, most = ends[list(self.scope).index(variable)]
        if amount + low - least > self.high:
            return self._because(masks, ends, variable, is_low=True)
        if amount + high - most < self.low:
            return self._because(masks, ends, variable, is_low=False)
        return self._all_gone(masks, variable)

    def why_dead(self, masks: Masks) -> Gone:
        ends, low, high = self._sums(masks)
        if low > self.high:
            return self._because(masks, ends, -1, is_low=True)
        if high < self.low:
            return self._because(masks, ends, -1, is_low=False)
        return self._all_gone(masks, -1)

    def _because(
        self, masks: Masks, ends: list[tuple[int, int]], variable: int, *, is_low: bool
    ) -> Gone:
        found = []
        for v, (least, most) in zip(self.scope, ends, strict=True):
            if v != variable:
                amounts = self.amounts[v]
                lost = bits(self.full[v] & ~masks[v])
                kept = sum(
                    1 << i for i in lost if (amounts[i] < least if is_low else amounts[i] > most)
                )
                if kept:
                    found.append((v, kept))
        return found


class ZeroOnePropagator(LinearPropagator):
    """A sum of variables that are 0 or 1: those that are surely 1 are counted, and those open."""

    def propagate(self, masks: Masks) -> Gone | None:
        ones, still = 0, []
        for v in self.scope:
            mask = masks[v]
            if mask == _ONE:
                ones += 1
            elif mask != _ZERO:
                still.append(v)
        if ones > self.high or ones + len(still) < self.low:
            return None
        if ones == self.high:
            return [(v, _ONE) for v in still]
        if ones + len(still) == self.low:
            return [(v, _ZERO) for v in still]
        return []

    def why(self, masks: Masks, variable: int, place: int) -> Gone:
        return self._decided(masks, _ONE if place else _ZERO, variable)

    def why_dead(self, masks: Masks) -> Gone:
        ones = self._decided(masks, _ONE)
        return ones if len(ones) > self.high else self._decided(masks, _ZERO)

    def _decided(self, masks: Masks, as_what: int, but: int = -1) -> Gone:
        """The variables that have only the one value, and the bit of the other."""
        return [(v, 3 ^ as_what) for v in self.scope if masks[v] == as_what and v != but]


class UnequalPropagator(Propagator):
    """A sum that is not a number: asked once one variable is left."""

    def __init__(self, model: check.Model, number: int, node: int, linear: check.Linear) -> None:
        super().__init__(model, number, node)
        self._shift = linear.shift
        self._amounts = {
            v: [amounts[x] for x in model.domains[v]] for v, amounts in linear.amounts.items()
        }

    def propagate(self, masks: Masks) -> Gone | None:
        total, still = self._shift, -1
        for v in self.scope:
            mask = masks[v]
            if mask & (mask - 1):
                if still >= 0:
                    return []
                still = v
            else:
                total += self._amounts[v][mask.bit_length() - 1]
        if still < 0:
            return None if total == 0 else []
        lost = sum(1 << i for i in bits(masks[still]) if total + self._amounts[still][i] == 0)
        return None if lost == masks[still] else [(still, lost)] if lost else []
