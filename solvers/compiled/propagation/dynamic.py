"""Search by propagation: the variable of the smallest domain is decided first.

A choice copies the state, decides one variable and propagates; the last choice of a variable takes
the state itself. The choices that are still to be made are kept in a list, so that depth costs
no recursion, and memory does not grow with the number of solutions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import NamedTuple

from ..common.states import WIDEST_WORD, Domain, State, indices
from ..reading.normal_forms import Form
from .fixpoint import Propagation
from .priorities import by_closeness

NODES_BETWEEN_CHECKS = 16

Statistics = MutableMapping[str, int | float | str]


class Choice(NamedTuple):
    """A variable that is being decided, and what is still to be tried."""

    state: State
    place: int
    rest: int
    """Bits of its word; of a wide variable, halves of what is left."""
    tier: int
    opened: list[int]
    """The variables of the tier that were open."""


class Dynamic:
    """The propagators of `forms` over `domains`, ready to be searched."""

    def __init__(
        self, domains: Sequence[Domain], forms: Iterable[Form], place_of: Mapping[str, int]
    ) -> None:
        self.propagation = Propagation(domains, forms, place_of)
        self._layout = self.propagation.layout
        self._free = [p for p in range(len(domains)) if self.propagation.free(p)]

    @cached_property
    def _tiers(self) -> list[list[int]]:
        """All places, by what is decided first.

        Wide variables mostly follow from the others, and free ones cause no failure.
        """
        wide, free = self._layout.wide, set(self._free)
        places = by_closeness(self._layout.size, self.propagation.scopes)
        return [
            [place for place in places if (place in free, place in wide) == kind]
            for kind in ((False, False), (False, True), (True, False), (True, True))
        ]

    def rows(self, check: Callable[[], None], statistics: Statistics) -> Iterator[tuple[int, ...]]:
        """Every solution once, as the values by place."""
        return map(self._layout.row, self._decided(check, statistics, self._tiers))

    def projected(
        self, places: Iterable[int], check: Callable[[], None], statistics: Statistics
    ) -> Iterator[tuple[int, ...]]:
        """One solution for each combination of values at `places` that has one."""
        wide, wanted = self._layout.wide, set(places)
        tiers = [sorted(wanted - wide.keys()), sorted(wanted & wide.keys())]
        for state in self._decided(check, statistics, tiers):
            whole = self._decided(check, statistics, self._tiers, state.copy())
            yield from map(self._layout.row, islice(whole, 1))

    def count(self, check: Callable[[], None], statistics: Statistics) -> int:
        """The number of solutions."""
        state = self._layout.state
        each = math.prod(self._layout.count(state, place) for place in self._free)
        return each * sum(1 for _ in self._decided(check, statistics, self._tiers[:2]))

    def descend(self, random: Random, check: Callable[[], None]) -> tuple[float, int]:
        """Knuth's estimate of the nodes by one random descent, and the nodes that it visited."""
        nodes, share, visited = 1.0, 1.0, 1
        state, choice = self.propagation.root(check), None
        while state is not None:
            tier, among = (0, self._tiers[0]) if choice is None else (choice.tier, choice.opened)
            choice = self._choice(state, self._tiers, tier, among)
            if choice is None:
                break
            bits = [1 << index for index in indices(choice.rest)]
            share *= len(bits)
            nodes += share
            visited += 1
            self._decide(state, choice.place, random.choice(bits))
            if not self.propagation.settle(state, [choice.place], check):
                break
        return nodes, visited

    def _decided(
        self,
        check: Callable[[], None],
        statistics: Statistics,
        tiers: list[list[int]],
        start: State | None = None,
    ) -> Iterator[State]:
        """Every state to which choices lead that decide all variables of `tiers`.

        From `start`, which is settled, or from the root.
        """
        settle, wide = self.propagation.settle, self._layout.wide
        nodes = int(statistics.setdefault("nodes", 0))
        state = self.propagation.root(check) if start is None else start
        tier, among = 0, tiers[0]
        stack: list[Choice] = []
        while state is not None:
            choice = self._choice(state, tiers, tier, among)
            if choice is None:
                yield state
            else:
                stack.append(choice)
            state = None
            while stack and state is None:
                nodes += 1
                statistics["nodes"] = nodes
                if not nodes % NODES_BETWEEN_CHECKS:
                    check()
                state, place, rest, tier, among = stack.pop()
                bit = rest & -rest
                if bit != rest:
                    stack.append(Choice(state, place, rest ^ bit, tier, among))
                    state = state.copy()
                if wide:
                    self._decide(state, place, bit)
                else:
                    state[place] = bit
                if not settle(state, [place], check):
                    state = None

    def _choice(
        self, state: State, tiers: list[list[int]], tier: int, among: list[int]
    ) -> Choice | None:
        """The next variable to decide; None if all are decided."""
        opened = [place for place in among if state[place] & (state[place] - 1)]
        while not opened:
            tier += 1
            if tier >= len(tiers):
                return None
            opened = [place for place in tiers[tier] if state[place] & (state[place] - 1)]
        place = self._smallest(state, opened)
        return Choice(state, place, state[place], tier, opened)

    def _smallest(self, state: State, opened: list[int]) -> int:
        """The open variable of the fewest values, the first of these."""
        if opened[0] in self._layout.wide:
            return min(opened, key=lambda place: self._layout.count(state, place))
        best, fewest = -1, WIDEST_WORD + 1
        for place in opened:
            size = state[place].bit_count()
            if size < fewest:
                best, fewest = place, size
                if size == 2:
                    break
        return best

    def _decide(self, state: State, place: int, bit: int) -> None:
        """Leave a variable one bit, or where it is wide the lower or upper half of its values."""
        wide = self._layout.wide.get(place)
        if wide is None:
            state[place] = bit
            return
        low, high = wide.ends(state)
        middle = (wide.rank(low) + wide.rank(high)) // 2
        if bit > 1:
            wide.keep(state, wide.domain[middle + 1], high, [])
        else:
            wide.keep(state, low, wide.domain[middle], [])
