"""What a constraint that has no form of its own leaves of the domains."""

from __future__ import annotations

from collections.abc import Callable

from .amounts import MOST_TRIED, filter_values
from .conflicts import Rule
from .forms import Logic
from .propagate_clauses import Flag, post_alternatives
from .propagation import DECISION, Posting
from .states import State, indices

WIDEST_PAIR = 64
"""Of a pair of variables with no more bits than this, each is tried once for all its values."""


def post_logic(posting: Posting, form: Logic) -> None:
    """Require `form`."""
    layout = posting.layout
    flag = Flag(posting, form.constraint)
    widths = [layout.state[place].bit_length() for place in flag.places]
    if not flag.places:
        posting.impossible |= not flag()
    elif (
        len(widths) == 2
        and max(widths) <= WIDEST_PAIR
        and not layout.wide.keys() & set(flag.places)
    ):
        first, second = flag.places
        posting.together(flag.places)
        posting.conflicts.rules[first].append(_rule(posting, first, second, flag))
        posting.conflicts.rules[second].append(
            _rule(posting, second, first, lambda here, there: flag(there, here))
        )
    elif len(widths) < 2 or not post_alternatives(posting, form.constraint, flag):
        posting.add(Test(posting, flag))


def _rule(posting: Posting, here: int, there: int, holds: Callable[[int, int], bool]) -> Rule:
    """For a bit of one variable the bits of another with which `holds` is false."""
    layout = posting.layout
    low, other_low, word = layout.lows[here], layout.lows[there], layout.state[there]

    def rule(bit: int) -> list[tuple[int, int]]:
        value, lost = low + bit.bit_length() - 1, 0
        for index in indices(word):
            if not holds(value, other_low + index):
                lost |= 1 << index
        return [(there, lost)]

    return rule


class Test:
    """The last open variable keeps the values with which the constraint holds."""

    event = DECISION

    def __init__(self, posting: Posting, flag: Flag) -> None:
        self.layout, self.holds, self.watched = posting.layout, flag, flag.places
        self.cost = 80 + len(self.watched)

    def narrow(self, state: State, changed: list[int]) -> bool:
        last = -1
        for place in self.watched:
            if state[place] & (state[place] - 1):
                if last >= 0:
                    return True
                last = place
        if last < 0:
            return self.holds(*[self.layout.value(state, place) for place in self.watched])
        if self.layout.count(state, last) > MOST_TRIED:
            return True
        return filter_values(self.layout, state, self.watched, last, self.holds, changed)
