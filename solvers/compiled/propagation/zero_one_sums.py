"""Sums of 0/1 terms: the number of variables that have one of their marked values is bounded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..common.states import Layout, State, indices
from ..reading.normal_forms import Linear
from .posting import ANY, DECISION, Posting

Marks = list[tuple[int, int]]
"""Places, and the bits that are marked there."""


def post_marks(posting: Posting, form: Linear) -> bool:
    """True if each term of `form` has at most two amounts, one apart; then `form` is required."""
    layout, total = posting.layout, form.total
    places = [*total.variables, *(image.place for image in total.images)]
    if total.others or not layout.wide.keys().isdisjoint(places):
        return False
    marks, base = Marks(), total.constant
    for place, amounts in _terms(layout, form):
        least, most = min(amounts.values(), default=0), max(amounts.values(), default=0)
        if most > least + 1:
            return False
        base += least
        if most > least:
            marks.append((place, sum(1 << i for i, amount in amounts.items() if amount == most)))
    low = 0 if form.low is None else form.low - base
    high = len(marks) if form.high is None else form.high - base
    _post(posting, marks, low, high)
    return True


def _terms(layout: Layout, form: Linear) -> Iterable[tuple[int, Mapping[int, int]]]:
    """For every term its place, and its amounts by the index of the bit."""
    for place, factor in form.total.variables.items():
        word = layout.state[place]
        # Of more values the least and the greatest are enough to see that they are too far apart.
        ends = (word & -word).bit_length() - 1, word.bit_length() - 1
        yield place, {index: factor * (layout.lows[place] + index) for index in ends}
    for image in form.total.images:
        low, word = layout.lows[image.place], layout.state[image.place]
        yield image.place, {index: image.amounts[low + index] for index in indices(word)}


def _post(posting: Posting, marks: Marks, low: int, high: int) -> None:
    """`low` to `high` of the variables have a marked value."""
    state = posting.layout.state
    if not marks:
        posting.infeasible |= not low <= 0 <= high
        return
    if high == 1 and len(marks) > 1 and (low <= 0 or _plain(state, marks)):
        _at_most_one(posting, marks)
        high = len(marks)
    if low > 0 or high < len(marks):
        posting.add((MarkedBits if _plain(state, marks) else MarkedWords)(marks, low, high))


def _plain(state: State, marks: Marks) -> bool:
    """True if all words have two bits, of which the second is marked."""
    return all(bits == 2 and state[place] == 3 for place, bits in marks)


def _at_most_one(posting: Posting, marks: Marks) -> None:
    """At most one variable has a marked value, by conflicts."""
    posting.together(place for place, _ in marks)
    for place, marked in marks:
        others = [mark for mark in marks if mark[0] != place]

        def rule(bit: int, marked: int = marked, others: Marks = others) -> Marks:
            return others if bit & marked else []

        posting.conflicts.rules[place].append(rule)


class MarkedWords:
    """Variables of which `low` to `high` have a marked value."""

    event = ANY

    def __init__(self, marks: Marks, low: int, high: int) -> None:
        self.marks, self.low, self.high = marks, low, high
        self.watched = tuple(place for place, _ in marks)
        self.cost = 5 + len(marks)

    def propagate(self, state: State, changed: list[int]) -> bool:
        marked, opened = 0, []
        for mark in self.marks:
            place, bits = mark
            word = state[place]
            if word & bits:
                if word & ~bits:
                    opened.append(mark)
                else:
                    marked += 1
        if marked > self.high or marked + len(opened) < self.low:
            return False
        if marked == self.high:
            for place, bits in opened:
                state[place] &= ~bits
                changed.append(place)
        elif marked + len(opened) == self.low:
            for place, bits in opened:
                state[place] &= bits
                changed.append(place)
        return True


class MarkedBits(MarkedWords):
    """Marked words of two bits, of which the second is marked."""

    event = DECISION

    def propagate(self, state: State, changed: list[int]) -> bool:
        words = [state[place] for place in self.watched]
        marked, opened = words.count(2), words.count(3)
        if marked > self.high or marked + opened < self.low:
            return False
        if opened and marked == self.high:
            self._decide(state, 1, changed)
        elif opened and marked + opened == self.low:
            self._decide(state, 2, changed)
        return True

    def _decide(self, state: State, bit: int, changed: list[int]) -> None:
        """Decide all open words."""
        for place in self.watched:
            if state[place] == 3:
                state[place] = bit
                changed.append(place)
