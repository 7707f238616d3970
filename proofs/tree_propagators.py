"""Propagators that say which of the values gone before are the reason why others go.

The values left of all variables are the bits of one number, those of each variable side by side.
A reason is the bits of values that must have gone; the checker sees it from the constraint alone.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from . import check


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of `mask`, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Values:
    """The bits of the values of each variable of a model."""

    def __init__(self, model: check.Model) -> None:
        self.model = model
        self.offset = [0, *itertools.accumulate(map(len, model.domains))]
        """The place of the first bit of each variable."""
        self.full = [
            ((1 << len(domain)) - 1) << at
            for domain, at in zip(model.domains, self.offset, strict=False)
        ]
        """All bits of each variable."""
        self.variable = [v for v, domain in enumerate(model.domains) for _ in domain]
        """The variable of each bit."""
        self.value = [value for domain in model.domains for value in domain]
        """The value of each bit."""


class Propagator:
    """Any constraint, by listing where few assignments are left."""

    may_empty = True
    """True if it may find that every value of a variable goes."""

    def __init__(self, values: Values, number: int, node: int) -> None:
        """`number` is that of the constraint of which `node` is all or an operand."""
        self.values, self.model, self.number, self.node = values, values.model, number, node
        self.scope: Sequence[int] = values.model.scopes[node]
        self.bits = sum(values.full[v] for v in self.scope)
        self.wakes = self.bits
        """The values whose loss may let others go."""

    def propagate(self, left: int) -> int | None:
        """Values that go, all for what is left now; None if nothing is left."""
        mine = left & self.bits
        full = self.values.full
        if math.prod([(mine & full[v]).bit_count() for v in self.scope]) > check.LISTED:
            return 0
        value, found, seen = self.values.value, 0, False
        place = {v: {value[bit]: 1 << bit for bit in bits(mine & full[v])} for v in self.scope}
        box: check.Box = [list(place.get(v, ())) for v in range(len(full))]
        for row, holds in self.model.values(self.node, box):
            if holds:
                seen = True
                for v, x in zip(self.scope, row, strict=True):
                    found |= place[v][x]
                if found == mine:
                    return 0
        return mine & ~found if seen else None

    def why(self, left: int, lost: int) -> int:
        """The reason why values go."""
        own = self.values.full[self.values.variable[lost.bit_length() - 1]]
        return self.bits & ~left & ~(own if lost & own == lost else 0)

    def why_dead(self, left: int) -> int:
        """The reason why nothing is left."""
        return self.bits & ~left


LIMITS: dict[str, tuple[float, float]] = {
    "==": (0, 0),
    "<=": (-math.inf, 0),
    "<": (-math.inf, -1),
    ">=": (0, math.inf),
    ">": (1, math.inf),
}
"""The least and the greatest value of a sum that is so related to 0."""


class BooleanPropagator(Propagator):
    """A sum whose terms each have two values, one greater by 1: it counts the greater ones."""

    may_empty = False

    def __init__(self, values: Values, number: int, node: int, linear: check.Linear) -> None:
        super().__init__(values, number, node)
        amounts = linear.amounts.values()
        base = linear.shift + sum(min(each.values()) for each in amounts)
        self.low, self.high = [limit - base for limit in LIMITS[linear.relation]]
        terms = [(values.offset[v], linear.amounts[v]) for v in self.scope]
        self._first = sum(1 << at for at, _ in terms)
        """The lower bit of each variable."""
        more = [(at, list(each.values())[1] > min(each.values())) for at, each in terms]
        self._more = sum(1 << at + is_second for at, is_second in more)
        self._less = self.bits ^ self._more
        self.size = len(terms)
        self.wakes = (self._less if self.high < self.size else 0) | (
            self._more if self.low > 0 else 0
        )

    @staticmethod
    def fits(linear: check.Linear) -> bool:
        """True for sums of which this is the propagator."""
        sets = [sorted(each.values()) for each in linear.amounts.values()]
        return all(len(each) == 2 and each[1] - each[0] == 1 for each in sets)

    def open(self, left: int) -> int:
        """The lower bits of the variables that have both values left."""
        return left & left >> 1 & self._first

    def propagate(self, left: int) -> int | None:
        least = self.size - (left & self._less).bit_count()
        most = (left & self._more).bit_count()
        if least > self.high or most < self.low:
            return None
        if least == most or (self.low < most and least < self.high):
            return 0
        both = left & left >> 1 & self._first
        return (both | both << 1) & (self._more if least >= self.high else self._less)

    def why(self, left: int, lost: int) -> int:
        return ~left & (self._less if lost & self._more else self._more)

    def why_dead(self, left: int) -> int:
        is_over = self.size - (left & self._less).bit_count() > self.high
        return ~left & (self._less if is_over else self._more)


class LinearPropagator(Propagator):
    """A sum of amounts between two numbers, by its least and greatest values."""

    def __init__(self, values: Values, number: int, node: int, linear: check.Linear) -> None:
        super().__init__(values, number, node)
        self._low, self._high = [limit - linear.shift for limit in LIMITS[linear.relation]]
        self._amounts = [
            (values.full[v], {1 << values.offset[v] + i: x for i, x in enumerate(each.values())})
            for v, each in linear.amounts.items()
        ]
        self._ends: dict[int, tuple[int, int]] = {}

    def _sums(self, left: int) -> tuple[list[tuple[int, int]], int, int]:
        ends, low, high = [], 0, 0
        for full, amounts in self._amounts:
            pair = self._ends.get(left & full)
            if pair is None:
                found = [x for bit, x in amounts.items() if left & bit]
                pair = self._ends[left & full] = min(found), max(found)
            ends.append(pair)
            low += pair[0]
            high += pair[1]
        return ends, low, high

    def propagate(self, left: int) -> int | None:
        ends, low, high = self._sums(left)
        if low > self._high or high < self._low:
            return None
        gone = 0
        for (_, amounts), (least, most) in zip(self._amounts, ends, strict=True):
            above, below = self._high - low + least, self._low - high + most
            if least < most and (most > above or least < below):
                lost = [bit for bit, x in amounts.items() if left & bit and not below <= x <= above]
                gone += sum(lost)
        return gone if gone or len(self.scope) > 8 else super().propagate(left)

    def why(self, left: int, lost: int) -> int:
        ends, low, high = self._sums(left)
        found = 0
        for (full, amounts), (least, most) in zip(self._amounts, ends, strict=True):
            mine = [amounts[1 << bit] for bit in bits(lost & full)]
            if any(x + low - least > self._high for x in mine):
                found |= self._because(left, ends, full, is_low=True)
            if any(x + high - most < self._low for x in mine):
                found |= self._because(left, ends, full, is_low=False)
        return found or super().why(left, lost)

    def why_dead(self, left: int) -> int:
        ends, low, high = self._sums(left)
        if low > self._high or high < self._low:
            return self._because(left, ends, 0, is_low=low > self._high)
        return super().why_dead(left)

    def _because(self, left: int, ends: list[tuple[int, int]], own: int, *, is_low: bool) -> int:
        found = 0
        for (full, amounts), (least, most) in zip(self._amounts, ends, strict=True):
            if full != own and full & ~left:
                gone = [
                    bit
                    for bit, x in amounts.items()
                    if not left & bit and (x < least if is_low else x > most)
                ]
                found += sum(gone)
        return found


class UnequalPropagator(Propagator):
    """A sum that is not a number: asked once one variable is left."""

    def __init__(self, values: Values, number: int, node: int, linear: check.Linear) -> None:
        super().__init__(values, number, node)
        self._shift = linear.shift
        self._amounts = [
            (values.full[v], {1 << values.offset[v] + i: x for i, x in enumerate(each.values())})
            for v, each in linear.amounts.items()
        ]

    def propagate(self, left: int) -> int | None:
        total, still = self._shift, -1
        for term, (full, amounts) in enumerate(self._amounts):
            mask = left & full
            if mask & (mask - 1):
                if still >= 0:
                    return 0
                still = term
            else:
                total += amounts[mask]
        if still < 0:
            return None if total == 0 else 0
        return sum(bit for bit, x in self._amounts[still][1].items() if left & bit and x == -total)


# ----------------------------------------------------------------------------- matched propagators
# The propagator of different values, by a matching, and that of every constraint of a model.


class DifferentPropagator(Propagator):
    """Different amounts of single variables, by a matching."""

    def __init__(
        self,
        values: Values,
        number: int,
        node: int,
        terms: Sequence[tuple[int, list[object]]],
    ) -> None:
        super().__init__(values, number, node)
        code: dict[object, int] = {}
        self._terms = [
            (values.full[v], values.offset[v], [code.setdefault(x, len(code)) for x in amounts])
            for v, amounts in terms
        ]
        self._known: dict[int, int] = {}

    def _sets(self, left: int) -> list[int]:
        found = []
        for full, at, codes in self._terms:
            one = self._known.get(left & full)
            if one is None:
                one = sum({1 << codes[bit - at] for bit in bits(left & full)})
                self._known[left & full] = one
            found.append(one)
        return found

    @staticmethod
    def _matching(sets: list[int]) -> tuple[list[int], int, list[int]]:
        """The value of each term, or terms that have too few: the values they have, and these."""
        owner: dict[int, int] = {}
        for term in range(len(sets)):
            came: dict[int, tuple[int, int]] = {}
            queue, seen, end = [term], 0, -1
            for now in queue:
                new = sets[now] & ~seen
                seen |= new
                for value in bits(new):
                    came[value] = now, value
                    if value not in owner:
                        end = value
                        break
                    queue.append(owner[value])
                if end >= 0:
                    break
            if end < 0:
                return [], seen, queue
            while True:
                now = came[end][0]
                before = next((x for x, t in owner.items() if t == now), -1)
                owner[end] = now
                if before < 0:
                    break
                end = before
        chosen = [0] * len(sets)
        for value, term in owner.items():
            chosen[term] = value
        return chosen, -1, []

    @staticmethod
    def _reached(sets: list[int], chosen: list[int], start: int) -> tuple[int, list[int]]:
        """The values that terms may take where `start` may not have its own; and the terms."""
        owner = {value: term for term, value in enumerate(chosen)}
        queue, seen = [start], 0
        for now in queue:
            new = sets[now] & ~seen
            seen |= new
            queue += [owner[x] for x in bits(new) if x in owner and owner[x] not in queue]
        return seen, queue

    def propagate(self, left: int) -> int | None:
        sets = self._sets(left)
        chosen, seen, _ = self._matching(sets)
        if seen >= 0:
            return None
        used, lost = sum(1 << value for value in chosen), 0
        for term, value in enumerate(chosen):
            others = [k for k, one in enumerate(sets) if one >> value & 1]
            if len(others) == 1:
                continue
            reached, terms = self._reached(sets, chosen, term)
            if not reached & ~used:
                for other in others:
                    if other not in terms:
                        lost |= self._bits_of(other, value) & left
        return lost

    def _bits_of(self, term: int, value: int) -> int:
        _, at, codes = self._terms[term]
        return sum(1 << at + i for i, code in enumerate(codes) if code == value)

    def why(self, left: int, lost: int) -> int:
        sets, found = self._sets(left), 0
        chosen, seen, _ = self._matching(sets)
        for full, at, codes in self._terms if seen < 0 else ():
            for value in {codes[bit - at] for bit in bits(lost & full)}:
                if value not in chosen:
                    return super().why(left, lost)
                found |= self._outside(left, *self._reached(sets, chosen, chosen.index(value)))
        return found if seen < 0 else super().why(left, lost)

    def why_dead(self, left: int) -> int:
        _, seen, terms = self._matching(self._sets(left))
        return self._outside(left, seen, terms)

    def _outside(self, left: int, values: int, terms: Iterable[int]) -> int:
        found = 0
        for full, at, codes in [self._terms[term] for term in dict.fromkeys(terms)]:
            lost = [1 << bit for bit in bits(full & ~left) if not values >> codes[bit - at] & 1]
            found += sum(lost)
        return found


class OverGraphPropagator(Propagator):
    """A word over graphs; each value of a variable is tried by itself."""

    def propagate(self, left: int) -> int | None:
        values, lost = self.values.value, 0
        box: check.Box = [[values[bit] for bit in bits(left & mine)] for mine in self.values.full]
        if self.model.excludes(self.node, box):
            return None
        for v in self.scope:
            rest = box[v]
            for bit in bits(left & self.values.full[v]) if len(rest) > 1 else ():
                box[v] = [values[bit]]
                lost |= self.model.excludes(self.node, box) << bit
            box[v] = rest
        return lost


def propagators(values: Values) -> list[Propagator]:
    """The propagators of a model, those of an `And` apart."""
    model = values.model
    return [
        _posted(values, number, part)
        for number, node in enumerate(model.constraints)
        for part in model.joined[node]
        if model.nodes[part][0] != "And" or not model.nodes[part][1]
    ]


def _posted(values: Values, number: int, node: int) -> Propagator:
    kind, *fields = values.model.nodes[node]
    linear = values.model.linear.get(node)
    if linear is not None and linear.relation == "!=":
        return UnequalPropagator(values, number, node, linear)
    if linear is not None and linear.amounts:
        fits = BooleanPropagator.fits(linear)
        return (BooleanPropagator if fits else LinearPropagator)(values, number, node, linear)
    if "G" in check.KINDS[kind][0]:
        return OverGraphPropagator(values, number, node)
    if kind == "AllDifferent" and (terms := _single(values.model, fields[0])):
        return DifferentPropagator(values, number, node, terms)
    return Propagator(values, number, node)


def _single(model: check.Model, terms: Sequence[int]) -> list[tuple[int, list[object]]] | None:
    """Terms of one variable each, all others: the variables and their amounts by place."""
    scopes = [model.scopes[term] for term in terms]
    if any(len(scope) != 1 for scope in scopes) or len({s[0] for s in scopes}) < len(terms):
        return None
    found = [
        (v, [value for _, value in model.values(term, model.domains)])
        for term, (v,) in zip(terms, scopes, strict=True)
    ]
    return None if any(None in amounts for _, amounts in found) else found
