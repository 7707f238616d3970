"""What a constraint that has no form of its own leaves of the domains."""

from __future__ import annotations

from .amounts import MOST_TRIED, filter_values
from .evaluation import compiled_flag
from .forms import Logic
from .propagation import DECISION, Posting
from .states import State


def post_logic(posting: Posting, form: Logic) -> None:
    """Require `form`."""
    test = Test(posting, form)
    if not test.watched:
        posting.impossible |= not test.holds()
    else:
        posting.add(test)


class Test:
    """The last open variable keeps the values with which the constraint holds."""

    event = DECISION

    def __init__(self, posting: Posting, form: Logic) -> None:
        self.layout = posting.layout
        self.watched, self.holds = compiled_flag(form.constraint, posting.place_of)
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
