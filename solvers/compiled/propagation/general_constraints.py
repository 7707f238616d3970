"""Propagators of constraints that have no normal form of their own."""

from __future__ import annotations

from ....models.language.constraints import Comparison
from ..common.states import State, indices, shrink
from ..reading.normal_forms import Logic
from .amounts import filter_only_open
from .back_off import BackOff
from .clauses import Flag, post_alternatives
from .linear_bounds import post_bounds
from .posting import ANY, DECISION, Posting

WIDEST_PAIR = 64
"""The most bits of the words of two variables whose pairs of values are tried."""


def post_logic(posting: Posting, form: Logic) -> None:
    """Require `form`."""
    constraint = form.constraint
    flag = Flag(posting, constraint)
    if not flag.places:
        posting.infeasible |= not flag()
    elif _is_pair(posting, flag):
        posting.add(Pair(posting, flag))
    elif len(flag.places) < 2 or not post_alternatives(posting, constraint, flag):
        posting.add(Test(posting, flag))
        if isinstance(constraint, Comparison):
            post_bounds(posting, constraint)


def _is_pair(posting: Posting, flag: Flag) -> bool:
    """True if there are two variables, both with few bits."""
    layout, places = posting.layout, flag.places
    if len(places) != 2 or not layout.wide.keys().isdisjoint(places):
        return False
    return all(layout.state[place].bit_length() <= WIDEST_PAIR for place in places)


class Side:
    """The supports of each value of one variable of a pair, among the values of the other."""

    def __init__(self, posting: Posting, flag: Flag, *, turned: bool) -> None:
        places = flag.places[::-1] if turned else flag.places
        self.place, self.other = places
        layout = posting.layout
        self._flag, self._turned = flag, turned
        self._low, self._word = layout.lows[self.other], layout.state[self.other]
        self._own_low = layout.lows[self.place]
        self._partners: dict[int, int] = {}
        posting.conflicts.rules[self.place].append(self.rule)

    def rule(self, bit: int) -> list[tuple[int, int]]:
        """The bits that the other variable loses where this one is decided to `bit`."""
        return [(self.other, self._word & ~self.partners(bit))]

    def partners(self, bit: int) -> int:
        """The bits of the other variable that support a bit of this one."""
        found = self._partners.get(bit)
        if found is None:
            value, found = self._own_low + bit.bit_length() - 1, 0
            for index in indices(self._word):
                other = self._low + index
                if self._flag(other, value) if self._turned else self._flag(value, other):
                    found |= 1 << index
            self._partners[bit] = found
        return found

    def propagate(self, state: State, changed: list[int]) -> bool:
        """Remove from the other variable the values that support no value of this one."""
        lonely, word = state[self.other], state[self.place]
        while word and lonely:
            bit = word & -word
            word ^= bit
            lonely &= ~self.partners(bit)
        return not lonely or shrink(state, self.other, state[self.other] & ~lonely, changed)


class Pair:
    """Arc consistency of a constraint over two variables; conflicts follow from each decision."""

    event = ANY

    def __init__(self, posting: Posting, flag: Flag) -> None:
        self.watched, self.cost = flag.places, 25
        self._sides = Side(posting, flag, turned=False), Side(posting, flag, turned=True)
        self._back_off = BackOff()

    def propagate(self, state: State, changed: list[int]) -> bool:
        if self._back_off.skips():
            return True
        before = len(changed)
        alive = all(side.propagate(state, changed) for side in self._sides)
        self._back_off.record(not alive or len(changed) > before)
        return alive


class Test:
    """The last open variable keeps the values with which the constraint holds."""

    event = DECISION

    def __init__(self, posting: Posting, flag: Flag) -> None:
        self.layout, self.holds, self.watched = posting.layout, flag, flag.places
        self.cost = 80 + len(self.watched)

    def propagate(self, state: State, changed: list[int]) -> bool:
        return filter_only_open(self.layout, state, self.watched, self.holds, changed)
