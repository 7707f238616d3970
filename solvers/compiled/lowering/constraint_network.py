"""The constraint network: which variables are bound together, and the choices of merging in an
order of them, known before anything is lowered.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import product

from ....models.language.constraints import Comparison
from ..common.states import Domain
from ..python.residue_steps import LONG
from ..reading.normal_forms import Distinct, Form, Linear, Logic, Rows, Total
from .ordering import scope
from .states_between import State, added, limits, state_of, takers

MOST_BITS = 60
"""An order with a residue of more bits is not for counting."""
MOST_PAIRS = 1_024
"""The most pairs of values of two variables that are tried."""
SMALL = 12
"""The most variables that a constraint with a state makes neighbours of each other."""

Hanging = tuple[int, float, int]
"""Of a level, the one that it hangs below, and the bits and the length of its residues."""


class Network:
    """The open variables, and what binds them together."""

    def __init__(
        self, domains: Sequence[Domain], forms: Iterable[Form], place_of: Mapping[str, int]
    ) -> None:
        self._domains = domains
        self.bits = {place: math.log2(len(d)) for place, d in enumerate(domains) if len(d) > 1}
        self.near: dict[int, set[int]] = {place: set() for place in self.bits}
        """By place, its neighbours."""
        self._values: dict[int, set[int]] = {place: set() for place in self.bits}
        """By place, those that need its value, where no state says less."""
        self._lost: dict[int, dict[int, float]] = {place: {} for place in self.bits}
        """By place, by how many bits another and this one make their values fewer."""
        self._states: list[tuple[set[int], State]] = []
        for form in forms:
            places = scope(form, place_of) & self.bits.keys()
            if len(places) > 1:
                self._add(form, places)

    def _add(self, form: Form, places: set[int]) -> None:
        state = state_of(form, self._domains) if len(places) > 2 else None
        for place in places if state is None else ():
            self._values[place] |= places - {place}
        for group in [places] if not isinstance(form, Distinct) else takers(form, self._domains):
            if state is None or len(group) <= SMALL:
                for place in group & places:
                    self.near[place] |= (group & places) - {place}
        if state is not None:
            self._states.append((places, state))
        elif len(places) == 2:
            self._rule_out(form, min(places), max(places))

    def _rule_out(self, form: Form, first: int, second: int) -> None:
        """Note by how many bits a form of two variables makes their values fewer."""
        sizes = len(self._domains[first]), len(self._domains[second])
        pairs, kept = sizes[0] * sizes[1], sizes[0] * sizes[1] - 1
        match form:
            case Rows(rows=rows, allowed=allowed):
                kept = len(rows) if allowed else pairs - len(rows)
            case Distinct() | Logic(Comparison(relation="!=")):
                kept = pairs - min(sizes)
            case Linear(Total(others=()) as total) if pairs <= MOST_PAIRS:
                low, high = limits(form, {first, second}, self._domains)
                amounts = (added(total, place, self._domains) for place in (first, second))
                kept = sum(low <= a + b <= high for a, b in product(*amounts))
        lost = math.log2(pairs) - math.log2(min(max(kept, 1), pairs))
        lost += self._lost[first].get(second, 0.0)
        self._lost[first][second] = self._lost[second][first] = lost

    def _left(self, places: Set[int]) -> float:
        """About the bits of the values that variables have together."""
        total = 0.0
        for place in places:
            bits, lost = self.bits[place], self._lost[place]
            total += bits**2 / (bits + sum(lost[p] for p in lost.keys() & places) / 2)
        return total

    def choices(self, order: Sequence[int]) -> float:
        """About the choices of merging in an order; infinite for too many."""
        bits = [self.bits[place] for place in order]
        levels = self._levels(order, bits)
        return math.inf if levels is None else _sum(levels, bits)

    def _levels(self, order: Sequence[int], bits: Sequence[float]) -> list[Hanging] | None:
        """The residues by level; None where some have too many bits."""
        at = {place: n for n, place in enumerate(order)}
        needed = [{at[p] for p in self._values[place] if at[p] < n} for place, n in at.items()]
        scopes = [sorted(map(at.__getitem__, places)) for places, _ in self._states]
        states = [
            state([order[n] for n in scope])
            for scope, (_, state) in zip(scopes, self._states, strict=True)
        ]
        half_read: list[set[int]] = [set() for _ in order]
        for s, numbers in enumerate(scopes):
            for n in numbers[1:]:
                half_read[n].add(s)
        levels: list[Hanging] = []
        for n in reversed(range(len(order))):
            above, width = needed[n], self._left({order[a] for a in needed[n]})
            read = {s: k for s in half_read[n] if (k := bisect_left(scopes[s], n))}
            for s, k in read.items():
                values = sum(bits[a] for a in scopes[s][:k] if a not in above)
                width += min(states[s][k - 1], values)
            if max(width, len(above)) > MOST_BITS < sum(bits[:n]):
                return None
            last = max([*above, *(scopes[s][k - 1] for s, k in read.items())], default=-1)
            if last >= 0:
                needed[last] |= above - {last}
                half_read[last] |= read.keys()
            levels.append((last, width, len(above) + len(read)))
        return levels[::-1]


def _sum(levels: Iterable[Hanging], bits: Sequence[float]) -> float:
    """The choices at all levels; there are no more residues than choices above."""
    total, so_far = 0.0, list[float]()
    for (above, width, length), own in zip(levels, bits, strict=True):
        before = so_far[above] if above >= 0 else 0.0
        so_far.append(before + own)
        total += 2 ** min(min(width, before) + own, 1000) * (1 + length // LONG)
    return total
