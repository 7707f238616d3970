"""Bounds of sums: what a total's limits leave to each of its terms."""

from __future__ import annotations

from collections.abc import Sequence

from .amounts import Term, terms_of
from .forms import Linear
from .propagation import Posting
from .states import Layout, State


def post_linear(posting: Posting, form: Linear) -> None:
    """Require `form`."""
    total, layout = form.total, posting.layout
    if not total.images and not total.others and not layout.wide.keys() & total.variables.keys():
        posting.add(PlainLinear(layout, form))
    else:
        terms = list(terms_of(layout, total, posting.place_of))
        posting.add(MixedLinear(layout, form, terms))


class PlainLinear:
    """Bounds of a sum of multiples of variables that are not wide.

    The number of a bit, from 1, is its word's length when it is the highest one left; so a
    variable is `low - 1` plus a length, and the constant takes in all the lows.
    """

    on_decision = False

    def __init__(self, layout: Layout, form: Linear) -> None:
        variables = form.total.variables
        self.watched: Sequence[int] = tuple(variables)
        self.cost = 4 + len(variables)
        shift = form.total.constant
        self.terms: list[tuple[int, int]] = []
        for place, coefficient in sorted(variables.items(), key=lambda item: -abs(item[1])):
            shift += coefficient * (layout.lows[place] - 1)
            self.terms.append((place, coefficient))
        width = sum(abs(c) * layout.state[p].bit_length() for p, c in self.terms)
        self.low = -width if form.low is None else form.low - shift
        self.high = width if form.high is None else form.high - shift

    def narrow(self, state: State, changed: list[int]) -> bool:
        least = most = 0
        open_terms = []
        for place, coefficient in self.terms:
            word = state[place]
            high = coefficient * word.bit_length()
            if word & (word - 1):
                low = coefficient * (word & -word).bit_length()
                open_terms.append((place, coefficient, low, high))
            else:
                low = high
            if coefficient > 0:
                least += low
                most += high
            else:
                least += high
                most += low
        above, below = self.high - least, self.low - most
        if above < 0 or below > 0:
            return False
        # A term moves within `spread`; only where this is more than the sum can still move by is
        # there anything to take.
        room = min(above, -below)
        for place, coefficient, low, high in open_terms:
            spread = high - low if coefficient > 0 else low - high
            if spread > room:
                if coefficient > 0:
                    first, last = -((-below - high) // coefficient), (above + low) // coefficient
                else:
                    first, last = -((above + high) // -coefficient), (-below - low) // -coefficient
                if not self._cut(state, place, first, last, changed):
                    return False
        return True

    def _cut(self, state: State, place: int, first: int, last: int, changed: list[int]) -> bool:
        """Leave the bits numbered `first` to `last`, from 1."""
        word = left = state[place]
        if first > 1:
            left = left >> (first - 1) << (first - 1)
        if last < left.bit_length():
            left &= (1 << last) - 1 if last > 0 else 0
        if left != word:
            if not left:
                return False
            state[place] = left
            changed.append(place)
        return True


class MixedLinear:
    """Bounds of a sum of any terms."""

    on_decision = False

    def __init__(self, layout: Layout, form: Linear, terms: list[Term]) -> None:
        self.terms, self.constant = terms, form.total.constant
        self.low, self.high = form.low, form.high
        self.watched: Sequence[int] = tuple({place for term in terms for place in term.places})
        self.cost = 100 + len(terms)

    def narrow(self, state: State, changed: list[int]) -> bool:
        ends = [term.ends(state) for term in self.terms]
        least = self.constant + sum(low for low, _ in ends)
        most = self.constant + sum(high for _, high in ends)
        bottom = least if self.low is None else self.low
        top = most if self.high is None else self.high
        if least > top or most < bottom:
            return False
        room = min(top - least, most - bottom)
        for term, (low, high) in zip(self.terms, ends, strict=True):
            if high - low > room:
                first, last = max(low, bottom - most + high), min(high, top - least + low)
                if not term.keep(state, first, last, changed):
                    return False
        return True
