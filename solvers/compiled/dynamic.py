"""The search that decides by what is left: the smallest domain first, then propagation.

A choice copies the state, decides one variable and propagates; the last choice of a variable takes
the state itself. The choices that are still to be made are kept in a list, so that depth costs
no recursion, and memory does not grow with the number of solutions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from random import Random
from typing import NamedTuple

from .forms import Form
from .propagation import Propagation
from .states import WIDEST_WORD, Domain, State

NODES_BETWEEN_CHECKS = 16

Statistics = MutableMapping[str, int | float | str]


def search(
    domains: Sequence[Domain],
    forms: Iterable[Form],
    place_of: Mapping[str, int],
    check: Callable[[], None],
    statistics: Statistics,
) -> Iterator[tuple[int, ...]]:
    """Every solution of `forms` over `domains` once, as the values by place.

    Calls `check`, which may raise, every few ms. Counts `nodes` in `statistics`.
    """
    engine = Dynamic(domains, forms, place_of)
    return engine.rows(check, statistics)


def count(
    domains: Sequence[Domain],
    forms: Iterable[Form],
    place_of: Mapping[str, int],
    check: Callable[[], None],
    statistics: Statistics,
) -> int:
    """How many solutions there are. Variables of which nothing is said are multiplied."""
    return Dynamic(domains, forms, place_of).count(check, statistics)


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
        wide, propagation = self._layout.wide, self.propagation
        places = sorted(range(len(domains)), key=propagation.degree, reverse=True)
        self._free = [place for place in places if propagation.free(place)]
        bound = [place for place in places if not propagation.free(place)]
        # Wide variables mostly follow from the others, and what is free spoils no choice.
        self._tiers = [
            [place for place in several if (place in wide) == apart]
            for several in (bound, self._free)
            for apart in (False, True)
        ]

    def rows(self, check: Callable[[], None], statistics: Statistics) -> Iterator[tuple[int, ...]]:
        """Every solution once, as the values by place."""
        return map(self._layout.row, self._decided(check, statistics, self._tiers))

    def count(self, check: Callable[[], None], statistics: Statistics) -> int:
        """How many solutions there are."""
        state = self._layout.state
        each = math.prod(self._layout.count(state, place) for place in self._free)
        return each * sum(1 for _ in self._decided(check, statistics, self._tiers[:2]))

    def descend(self, random: Random, check: Callable[[], None]) -> tuple[float, int]:
        """Knuth's estimate of the nodes by one random descent, and the nodes that it visited."""
        nodes = share = 1.0
        visited = 1
        state = self.propagation.root(check)
        opened = list(range(self._layout.size))
        while state is not None:
            opened = [place for place in opened if state[place] & (state[place] - 1)]
            narrow = [place for place in opened if place not in self._layout.wide]
            if not opened:
                break
            place = self._smallest(state, narrow or opened)
            bits = [1 << n for n in range(state[place].bit_length()) if state[place] >> n & 1]
            share *= len(bits)
            nodes += share
            visited += 1
            bit = random.choice(bits)
            if place in self._layout.wide:
                self._halve(state, place, upper=bit > 1)
            else:
                state[place] = bit
            if not self.propagation.settle(state, [place], check):
                break
        return nodes, visited

    def _decided(
        self, check: Callable[[], None], statistics: Statistics, tiers: list[list[int]]
    ) -> Iterator[State]:
        """Every state to which choices lead that decide all variables of `tiers`."""
        settle, wide = self.propagation.settle, self._layout.wide
        statistics["nodes"] = nodes = 0
        stack: list[Choice] = []
        found = self.propagation.root(check)
        if found is not None and not self._push(stack, found, tiers, 0, tiers[0]):
            yield found
        while stack:
            nodes += 1
            statistics["nodes"] = nodes
            if not nodes % NODES_BETWEEN_CHECKS:
                check()
            state, place, rest, tier, opened = choice = stack.pop()
            bit = rest & -rest
            if bit != rest:
                stack.append(choice._replace(rest=rest ^ bit))
                state = state.copy()
            if place in wide:
                self._halve(state, place, upper=bit > 1)
            else:
                state[place] = bit
            if settle(state, [place], check) and not self._push(stack, state, tiers, tier, opened):
                yield state

    def _push(
        self, stack: list[Choice], state: State, tiers: list[list[int]], tier: int, among: list[int]
    ) -> bool:
        """Put the next choice on the stack; false if everything is decided."""
        opened = [place for place in among if state[place] & (state[place] - 1)]
        while not opened:
            tier += 1
            if tier >= len(tiers):
                return False
            opened = [place for place in tiers[tier] if state[place] & (state[place] - 1)]
        place = self._smallest(state, opened)
        stack.append(Choice(state, place, state[place], tier, opened))
        return True

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

    def _halve(self, state: State, place: int, *, upper: bool) -> None:
        """Leave a wide variable one half of its values."""
        wide = self._layout.wide[place]
        low, high = wide.ends(state)
        middle = wide.domain[(wide.rank(low) + wide.rank(high)) // 2]
        wide.keep(state, *((middle + 1, high) if upper else (low, middle)), [])
