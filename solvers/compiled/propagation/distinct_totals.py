"""Propagators of all-different over totals of several variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..common.states import Layout, State, shrink
from ..reading.normal_forms import Absolute, Distinct, Total
from .amounts import MOST_TRIED, Term, terms_of
from .posting import DECISION

WIDEST_AMOUNTS = 100_000
"""Amounts further apart than this are not held in a word."""


class DistinctTotals:
    """Terms of any variables: decided amounts are removed from a term with one open variable."""

    event = DECISION

    def __init__(self, layout: Layout, form: Distinct, place_of: Mapping[str, int]) -> None:
        self.exempt = form.exempt
        self.terms = [AnyTerm(layout, term, place_of) for term in form.terms]
        self.watched: Sequence[int] = tuple({p for term in self.terms for p in term.places})
        self.cost = 50 + len(self.watched)

    def propagate(self, state: State, changed: list[int]) -> bool:
        taken: set[int] = set()
        waiting: list[tuple[AnyTerm, int]] = []
        for term in self.terms:
            opened = [place for place in term.places if state[place] & (state[place] - 1)]
            if len(opened) == 1:
                waiting.append((term, opened[0]))
            elif not opened and not self._take(taken, term.amount(state)):
                return False
        return all(term.avoid(state, place, taken, changed) for term, place in waiting)

    def _take(self, taken: set[int], amount: int) -> bool:
        if amount in taken:
            return False
        if amount != self.exempt:
            taken.add(amount)
        return True


class AnyTerm:
    """A total, or its distance from 0."""

    def __init__(self, layout: Layout, term: Total | Absolute, place_of: Mapping[str, int]) -> None:
        self.layout, self.absolute = layout, isinstance(term, Absolute)
        total = term.total if isinstance(term, Absolute) else term
        self.constant = total.constant
        self.parts: list[Term] = list(terms_of(layout, total, place_of))
        self.places = tuple({place for part in self.parts for place in part.places})

    def amount(self, state: State) -> int:
        """The value of the term, its variables decided."""
        amount = self.constant + sum([part.ends(state)[0] for part in self.parts])
        return abs(amount) if self.absolute else amount

    def avoid(self, state: State, place: int, taken: set[int], changed: list[int]) -> bool:
        """Leave the only open variable the values that give no amount that is `taken`."""
        if not state[place] & (state[place] - 1):  # another term has just decided it
            return self.amount(state) not in taken
        if self.layout.count(state, place) > MOST_TRIED:
            return True
        moving = [part for part in self.parts if place in part.places]
        base = self.constant + sum(
            [part.ends(state)[0] for part in self.parts if place not in part.places]
        )

        def fits(value: int) -> bool:
            amount = base + sum([part.at(state, place, value) for part in moving])
            return (abs(amount) if self.absolute else amount) not in taken

        return self.layout.filter(state, place, fits, changed)


def of_steps(layout: Layout, form: Distinct) -> bool:
    """True if every term adds and subtracts variables that are not wide, not far from others."""
    if not all(_steps(layout, term) for term in form.terms):
        return False
    ends = [end for term in form.terms for end in StepTerm(layout, term).ends(layout.state)]
    return max(ends, default=0) - min(ends, default=0) <= WIDEST_AMOUNTS


def _steps(layout: Layout, term: Total | Absolute) -> bool:
    total = term.total if isinstance(term, Absolute) else term
    if total.images or total.others or layout.wide.keys() & total.variables.keys():
        return False
    return all(factor in (1, -1) for factor in total.variables.values())


class DistinctSteps:
    """The same for terms that add and subtract variables which are not wide.

    What is taken is a word over the amounts, and another in the opposite order; shifted, they are
    the bits that a variable loses. Terms that are decided are remembered as done.
    """

    event = DECISION

    def __init__(self, layout: Layout, form: Distinct) -> None:
        self.exempt = form.exempt
        self.terms = [StepTerm(layout, term) for term in form.terms]
        self.watched: Sequence[int] = tuple(
            dict.fromkeys(p for t in self.terms for p, _ in t.steps)
        )
        self.cost = 30 + len(self.watched)
        ends = [end for term in self.terms for end in term.ends(layout.state)]
        self.least, self.most = min(ends, default=0), max(ends, default=0)
        self.taken = layout.allot(0, 0)
        self.done = layout.allot(0)

    def propagate(self, state: State, changed: list[int]) -> bool:
        waiting: list[tuple[StepTerm, int, int, int]] = []
        done, taken = state[self.done], state[self.taken]
        for number, term in enumerate(self.terms):
            if done >> number & 1:
                continue
            amount, place, slope = term.read(state)
            if place >= 0:
                waiting.append((term, amount, place, slope))
            elif not slope:
                done |= 1 << number
                amount = abs(amount) if term.absolute else amount
                if amount != self.exempt:
                    bit = 1 << (amount - self.least)
                    if taken & bit:
                        return False
                    taken |= bit
                    state[self.taken + 1] |= 1 << (self.most - amount)
        state[self.done], state[self.taken] = done, taken
        return not taken or all(self._avoid(state, *found, changed) for found in waiting)

    def _avoid(
        self,
        state: State,
        term: StepTerm,
        amount: int,
        place: int,
        slope: int,
        changed: list[int],
    ) -> bool:
        """Take from the open variable at `place` the bits that give an amount that is taken.

        The term is `amount + slope * number of the bit`.
        """
        upwards, downwards = state[self.taken], state[self.taken + 1]
        if term.absolute and self.least < 0:
            upwards = upwards >> -self.least << -self.least
            downwards &= (2 << self.most) - 1
        if slope > 0:
            lost = _right(upwards, amount - self.least)
            if term.absolute:
                lost |= _right(downwards, self.most + amount)
        else:
            lost = _right(downwards, self.most - amount)
            if term.absolute:
                lost |= _right(upwards, -amount - self.least)
        return shrink(state, place, state[place] & ~lost, changed)


class StepTerm:
    """Variables added and subtracted, or the distance of that from 0."""

    def __init__(self, layout: Layout, term: Total | Absolute) -> None:
        self.absolute = isinstance(term, Absolute)
        total = term.total if isinstance(term, Absolute) else term
        self.steps = tuple(total.variables.items())
        self.constant = total.constant + sum(layout.lows[p] * slope for p, slope in self.steps)

    def read(self, state: State) -> tuple[int, int, int]:
        """The decided part of the term, and the place and slope of its only open variable.

        The place is -1 where there is none, with slope 0 where there is none at all.
        """
        amount, found, direction = self.constant, -1, 0
        for place, slope in self.steps:
            word = state[place]
            if word & (word - 1):
                if direction:
                    return 0, -1, 1
                found, direction = place, slope
            else:
                amount += slope * (word.bit_length() - 1)
        return amount, found, direction

    def ends(self, state: State) -> tuple[int, int]:
        """The least and the greatest amount."""
        widths = [(slope, state[place].bit_length() - 1) for place, slope in self.steps]
        least = self.constant - sum(width for slope, width in widths if slope < 0)
        most = self.constant + sum(width for slope, width in widths if slope > 0)
        if not self.absolute:
            return least, most
        return 0, max(-least, most, 0)


def _right(word: int, places: int) -> int:
    return word >> places if places >= 0 else word << -places
