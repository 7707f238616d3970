"""Bounds consistency of linear constraints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import Comparison
from ....models.language.expressions import Variable
from ..common.states import Layout, State, shrink
from ..reading.normal_forms import LIMITS, Linear, Total
from ..reading.totals import flattened
from .amounts import Term, terms_of
from .posting import ENDS, Posting
from .zero_one_sums import post_marks


def post_linear(posting: Posting, form: Linear) -> None:
    """Require `form`."""
    total, layout = form.total, posting.layout
    if post_marks(posting, form):
        return
    if total.images or total.others or layout.wide.keys() & total.variables.keys():
        posting.add(MixedLinear(layout, form, posting.place_of))
    else:
        _post_plain(posting, form)


def _post_plain(posting: Posting, form: Linear) -> None:
    """Count the bits of the open variables from 1: a variable is `low - 1` plus a number.

    The constant takes in all the lows, and what is decided.
    """
    layout, constant, terms = posting.layout, form.total.constant, dict[int, int]()
    for place, factor in sorted(form.total.variables.items(), key=lambda item: -abs(item[1])):
        word = layout.state[place]
        constant += factor * (layout.lows[place] - 1)
        if word & (word - 1):
            terms[place] = factor
        else:
            constant += factor * word.bit_length()
    width = sum(abs(factor) * layout.state[place].bit_length() for place, factor in terms.items())
    low = -width if form.low is None else form.low - constant
    high = width if form.high is None else form.high - constant
    if terms and max(terms.values()) < 0:
        terms, low, high = {place: -factor for place, factor in terms.items()}, -high, -low
    if not terms:
        posting.infeasible |= not low <= 0 <= high
    elif set(terms.values()) != {1}:
        posting.add(PlainLinear(terms, low, high))
    else:
        posting.add(PlainSum(tuple(terms), low, high))


def post_bounds(posting: Posting, comparison: Comparison) -> None:
    """Keep the difference of the two sides of a comparison of any terms within its bounds.

    A comparison with an undefined term is false, so that where it must hold all terms are defined,
    and the bounds of what is defined are bounds. They are never all that is asked of a comparison.
    """
    if comparison.relation in LIMITS:
        place_of = posting.place_of
        constant, factors = flattened(Sum((comparison.left, comparison.right), (1, -1), 0))
        variables = {place_of[t.name]: k for t, k in factors.items() if isinstance(t, Variable)}
        others = tuple((k, t) for t, k in factors.items() if not isinstance(t, Variable))
        form = Linear(Total(constant, variables, (), others), *LIMITS[comparison.relation])
        posting.add(MixedLinear(posting.layout, form, place_of))


class PlainSum:
    """Bounds of a sum of variables that are not wide, by the numbers of their bits from 1.

    A word's length is the number of its greatest bit. Where the sum is given and two variables are
    open, each value of one needs its partner in the other.
    """

    event = ENDS

    def __init__(self, places: tuple[int, ...], low: int, high: int) -> None:
        self.watched, self.low, self.high = places, low, high
        self.cost = 3 + len(places)

    def propagate(self, state: State, changed: list[int]) -> bool:
        least = most = 0
        opened = []
        for place in self.watched:
            word = state[place]
            high = word.bit_length()
            most += high
            if word & (word - 1):
                least += (word & -word).bit_length()
                opened.append(place)
            else:
                least += high
        above, below = self.high - least, most - self.low
        if above < 0 or below < 0:
            return False
        if len(opened) == 2 and self.low == self.high:
            one, other = opened
            both = above + least_of(state[one]) + least_of(state[other])
            return pair(state, one, other, both, changed) and pair(state, other, one, both, changed)
        room = min(above, below)
        for place in opened:
            word = state[place]
            low, high = (word & -word).bit_length(), word.bit_length()
            if high - low > room and not cut(state, place, high - below, low + above, changed):
                return False
        return True


def least_of(word: int) -> int:
    """The number of the least bit of a word, from 1."""
    return (word & -word).bit_length()


def pair(state: State, one: int, other: int, both: int, changed: list[int]) -> bool:
    """Leave a variable the bits whose number has its partner, up to `both`, in the other."""
    partners = state[other]
    turned = int(bin(partners)[:1:-1], 2)
    shift = both - 1 - partners.bit_length()
    turned = turned << shift if shift >= 0 else turned >> -shift
    return shrink(state, one, state[one] & turned, changed)


class PlainLinear:
    """Bounds of a sum of multiples of such numbers."""

    event = ENDS

    def __init__(self, terms: Mapping[int, int], low: int, high: int) -> None:
        self.terms, self.low, self.high = tuple(terms.items()), low, high
        self.watched: Sequence[int] = tuple(terms)
        self.cost = 4 + len(terms)

    def propagate(self, state: State, changed: list[int]) -> bool:
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
                if not cut(state, place, first, last, changed):
                    return False
        return True


def cut(state: State, place: int, first: int, last: int, changed: list[int]) -> bool:
    """Leave the bits numbered `first` to `last`, from 1; whether there is one."""
    left = state[place]
    if first > 1:
        left = left >> (first - 1) << (first - 1)
    if last < left.bit_length():
        left &= (1 << last) - 1 if last > 0 else 0
    return shrink(state, place, left, changed)


class MixedLinear:
    """Bounds of a sum of any terms."""

    event = ENDS

    def __init__(self, layout: Layout, form: Linear, place_of: Mapping[str, int]) -> None:
        terms: list[Term] = list(terms_of(layout, form.total, place_of))
        self.terms, self.constant = terms, form.total.constant
        self.low, self.high = form.low, form.high
        self.watched: Sequence[int] = tuple({place for term in terms for place in term.places})
        self.cost = 100 + len(terms)

    def propagate(self, state: State, changed: list[int]) -> bool:
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
