"""The domains at one moment of a search, as a flat list of integers.

A variable whose values lie close together is a word of bits, bit i for the value `low + i`. One
whose values are too far apart is *wide*: two further integers of the list are its least and its
greatest value, and its word is 3 while it is open and 1 once it is decided, so that `word & (word
- 1)` is not 0 exactly where a variable is open. Propagators keep what they remember in further
places of the list. A copy of the list is a copy of it all: nothing has to be undone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence, Set

from ....models.language.domains import size

State = list[int]
"""A word for each variable, by place, then whatever was allotted."""

Domain = range | tuple[int, ...]

WIDEST_WORD = 4096
"""The most bits of a word: a variable of greater span is wide."""

OPEN, DECIDED = 3, 1


class Wide:
    """A variable that is known by its least and greatest value alone, both in its domain."""

    def __init__(self, place: int, domain: Domain, slot: int) -> None:
        self.place, self.domain, self.slot = place, domain, slot
        self.range = domain if isinstance(domain, range) else None
        self.whole = size(domain)

    def ends(self, state: State) -> tuple[int, int]:
        """The least and the greatest value."""
        return state[self.slot], state[self.slot + 1]

    def count(self, state: State) -> int:
        """The number of values left."""
        low, high = self.ends(state)
        return self.rank_after(high) - self.rank(low)

    def rank(self, value: int) -> int:
        """The number of values of the domain that are less than `value`."""
        if self.range is None:
            return bisect_left(self.domain, value)
        return min(max(-((self.range.start - value) // self.range.step), 0), self.whole)

    def rank_after(self, value: int) -> int:
        """The number of values of the domain that are at most `value`."""
        return bisect_right(self.domain, value) if self.range is None else self.rank(value + 1)

    def values(self, state: State) -> Sequence[int]:
        """The values left."""
        low, high = self.ends(state)
        return self.domain[self.rank(low) : self.rank_after(high)]

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        """Leave the values from `low` to `high`, inclusive; false if there is none."""
        least, most = self.ends(state)
        if low <= least and high >= most:
            return True
        first, last = self.rank(max(low, least)), self.rank_after(min(high, most)) - 1
        if first > last:
            return False
        low, high = self.domain[first], self.domain[last]
        if (low, high) != (least, most):
            state[self.slot : self.slot + 2] = low, high
            state[self.place] = DECIDED if low == high else OPEN
            changed.append(self.place)
        return True


class Layout:
    """The layout of a state, and the state at the start of the search."""

    def __init__(self, domains: Sequence[Domain]) -> None:
        self.size = len(domains)
        self.lows = [domain[0] if domain else 0 for domain in domains]
        far = {p: d for p, d in enumerate(domains) if d and span(d) > WIDEST_WORD}
        self.state = [OPEN if p in far else word_of(d) for p, d in enumerate(domains)]
        self.wide = {p: Wide(p, d, self.allot(d[0], d[-1])) for p, d in far.items()}

    def allot(self, *numbers: int) -> int:
        """The index at which every state holds `numbers`, one after the other."""
        self.state.extend(numbers)
        return len(self.state) - len(numbers)

    def value(self, state: State, place: int) -> int:
        """The value of a decided variable."""
        wide = self.wide.get(place)
        if wide is not None:
            return state[wide.slot]
        return self.lows[place] + state[place].bit_length() - 1

    def ends(self, state: State, place: int) -> tuple[int, int]:
        """The least and the greatest value of a variable."""
        wide = self.wide.get(place)
        if wide is not None:
            return wide.ends(state)
        word, below = state[place], self.lows[place] - 1
        return below + (word & -word).bit_length(), below + word.bit_length()

    def keep(self, state: State, place: int, low: int, high: int, changed: list[int]) -> bool:
        """Leave a variable the values from `low` to `high`, inclusive; false if there is none."""
        wide = self.wide.get(place)
        if wide is not None:
            return wide.keep(state, low, high, changed)
        first, after = max(low - self.lows[place], 0), max(high - self.lows[place] + 1, 0)
        word = state[place]
        left = (word >> first << first) & ((1 << min(after, word.bit_length())) - 1)
        return shrink(state, place, left, changed)

    def filter(
        self, state: State, place: int, fits: Callable[[int], bool], changed: list[int]
    ) -> bool:
        """Leave a variable the values that fit; of a wide one, cut the ends alone."""
        wide = self.wide.get(place)
        if wide is not None:
            left = [value for value in wide.values(state) if fits(value)]
            return bool(left) and wide.keep(state, left[0], left[-1], changed)
        word, below, kept = state[place], self.lows[place] - 1, 0
        while word:
            bit = word & -word
            word ^= bit
            if fits(below + bit.bit_length()):
                kept |= bit
        return shrink(state, place, kept, changed)

    def has(self, state: State, place: int, value: int) -> bool:
        """True if a variable may still take `value`; of a wide one, by its ends and its domain."""
        wide = self.wide.get(place)
        if wide is not None:
            low, high = wide.ends(state)
            return low <= value <= high and wide.rank(value) < wide.rank_after(value)
        index = value - self.lows[place]
        return 0 <= index <= WIDEST_WORD and bool(state[place] >> index & 1)

    def remove(self, state: State, place: int, out: Set[int], changed: list[int]) -> bool:
        """Remove `out` from a variable, from its ends if it is wide; false if none is left."""
        wide = self.wide.get(place)
        if wide is None:
            return shrink(state, place, state[place] & ~self._word(place, out), changed)
        while not out.isdisjoint(wide.ends(state)):
            low, high = wide.ends(state)
            if not wide.keep(state, low + (low in out), high - (high in out), changed):
                return False
        return True

    def retain(self, state: State, place: int, values: Set[int], changed: list[int]) -> bool:
        """Leave a variable only some of `values`; false if it has none of them."""
        wide = self.wide.get(place)
        if wide is None:
            return shrink(state, place, state[place] & self._word(place, values), changed)
        left = sorted(value for value in values if self.has(state, place, value))
        return bool(left) and wide.keep(state, left[0], left[-1], changed)

    def _word(self, place: int, values: Set[int]) -> int:
        low, word = self.lows[place], 0
        for value in values:
            if 0 <= value - low <= WIDEST_WORD:
                word |= 1 << (value - low)
        return word

    def count(self, state: State, place: int) -> int:
        """The number of values that a variable has left."""
        wide = self.wide.get(place)
        return state[place].bit_count() if wide is None else wide.count(state)

    def values(self, state: State, place: int) -> Sequence[int]:
        """The values that a variable has left, ascending; not listed where they are a range."""
        wide = self.wide.get(place)
        if wide is not None:
            return wide.values(state)
        low = self.lows[place]
        return [low + index for index in indices(state[place])]

    def row(self, state: State) -> tuple[int, ...]:
        """The value of every variable; all are decided."""
        row = [low + word.bit_length() - 1 for low, word in zip(self.lows, state, strict=False)]
        for place, wide in self.wide.items():
            row[place] = state[wide.slot]
        return tuple(row)

    def domains(self, state: State, declared: Sequence[Domain]) -> list[Domain]:
        """The domains in `state`; those that lost nothing are the same objects as declared."""
        return [self._domain(state, place, domain) for place, domain in enumerate(declared)]

    def _domain(self, state: State, place: int, domain: Domain) -> Domain:
        if self.count(state, place) == size(domain):
            return domain
        word = state[place]
        if place not in self.wide and not word & (word - 1):
            value = self.lows[place] + word.bit_length() - 1
            return range(value, value + 1)
        left = self.values(state, place)
        if isinstance(left, range):
            return left
        step = left[1] - left[0] if len(left) > 1 else 1
        evenly = range(left[0], left[-1] + 1, step)
        is_even = size(evenly) == len(left) and all(map(evenly.__contains__, left))
        return evenly if is_even else tuple(left)


def shrink(state: State, place: int, left: int, changed: list[int]) -> bool:
    """Leave a variable that is not wide the bits `left`; false if there is none."""
    if left != state[place]:
        if not left:
            return False
        state[place] = left
        changed.append(place)
    return True


def indices(word: int) -> Iterator[int]:
    """The numbers of the bits of a word, ascending."""
    while word:
        bit = word & -word
        yield bit.bit_length() - 1
        word ^= bit


def word_of(domain: Domain) -> int:
    """The word of a domain that is not wide."""
    if not domain:
        return 0
    if isinstance(domain, range) and domain.step == 1:
        return (1 << len(domain)) - 1
    return sum(1 << (value - domain[0]) for value in domain)


def span(domain: Domain) -> int:
    """The distance from the least to the greatest value of a domain, both counted."""
    return domain[-1] - domain[0] + 1
