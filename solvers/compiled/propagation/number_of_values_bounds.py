"""Propagation of the number of different values."""

from __future__ import annotations

from ..common.states import Layout, State
from ..reading.normal_forms import Values
from .posting import DECISION


class DifferentValues:
    """The variables take `low` to `high` different values.

    At `high` values, open variables repeat one; if `low` can just be met, each takes a new one.
    """

    event = DECISION

    def __init__(self, layout: Layout, form: Values) -> None:
        self.layout, self.watched = layout, form.places
        self.low, self.high = form.low, form.high
        self.cost = 40 + len(form.places)

    def propagate(self, state: State, changed: list[int]) -> bool:
        opened = [place for place in self.watched if state[place] & (state[place] - 1)]
        waiting = set(opened)
        taken = {self.layout.value(state, place) for place in self.watched if place not in waiting}
        if len(taken) > self.high or len(taken) + len(opened) < self.low:
            return False
        if len(taken) == self.high:
            return all(self.layout.retain(state, place, taken, changed) for place in opened)
        if len(taken) + len(opened) == self.low:
            return all(self.layout.remove(state, place, taken, changed) for place in opened)
        return True
