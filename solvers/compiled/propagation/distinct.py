"""All-different over terms of one variable each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..common.states import WIDEST_WORD, Layout, State, indices, shrink
from ..reading.normal_forms import Absolute, Distinct, Total
from .back_off import BackOff
from .distinct_totals import DistinctSteps, DistinctTotals, of_steps
from .forbidden_values import Rule
from .posting import ANY, Posting


def post_distinct(posting: Posting, form: Distinct) -> None:
    """Require `form`."""
    layout, known = posting.layout, posting.singles
    for term in form.terms:
        if id(term) not in known:
            known[id(term)] = term, _single(layout, term)
    singles = [known[id(term)][1] for term in form.terms]
    found = [single for single in singles if single is not None]
    if len(found) < len(singles):
        if of_steps(layout, form):
            posting.add(DistinctSteps(layout, form))
        else:
            posting.add(DistinctTotals(layout, form, posting.place_of))
        return
    places = [single.place for single in found]
    starts = {(single.slope, single.start) for single in found}
    if len(set(places)) < len(places):
        _keep_terms_apart(posting, found, form.exempt)
    if form.exempt is None and len(starts) == 1 and found[0].slope:
        posting.conflicts.unequal(places)
        posting.together(places)
    else:
        _rule_out(posting, found, form.exempt)
    if form.exempt is None:
        _permutation(posting, found)


class Single:
    """A number for every value of one variable that is not wide.

    Where there is a `slope`, 1 or -1, it is `start + slope * index of the bit`.
    """

    def __init__(self, place: int, amounts: Mapping[int, int]) -> None:
        self.place, self.slope, self.start = place, 0, 0
        self.amounts = amounts
        self._bits: dict[int, int] = {}
        for index, number in amounts.items():
            self._bits[number] = self._bits.get(number, 0) | 1 << index

    def amount(self, index: int) -> int:
        """The amount for a bit, by its number."""
        return self.amounts[index]

    def bits(self, amount: int) -> int:
        """The bits that amount to `amount`."""
        return self._bits.get(amount, 0)


class Sloped(Single):
    """A variable or its negative, moved."""

    def __init__(self, layout: Layout, place: int, slope: int, constant: int) -> None:
        self.place, self.slope = place, slope
        self.start = constant + slope * layout.lows[place]

    def amount(self, index: int) -> int:
        return self.start + self.slope * index

    def bits(self, amount: int) -> int:
        index = (amount - self.start) * self.slope
        return 1 << index if 0 <= index <= WIDEST_WORD else 0


def _single(layout: Layout, term: Total | Absolute) -> Single | None:
    """`term` as a number for every value of one variable, or None if it is no such thing."""
    total = term.total if isinstance(term, Absolute) else term
    if total.others or len(total.variables) + len(total.images) != 1:
        return None
    place = next(iter(total.variables), -1) if total.variables else total.images[0].place
    if place in layout.wide:
        return None
    slope = total.variables.get(place, 0)
    if slope in (1, -1) and total is term:
        return Sloped(layout, place, slope, total.constant)
    low, amounts = layout.lows[place], dict[int, int]()
    for index in indices(layout.state[place]):
        value = low + index
        amount = slope * value if slope else total.images[0].amounts[value]
        amounts[index] = amount + total.constant
    if total is not term:
        amounts = {index: abs(amount) for index, amount in amounts.items()}
    return Single(place, amounts)


def _keep_terms_apart(posting: Posting, singles: Sequence[Single], exempt: int | None) -> None:
    """Leave a variable with several terms the values that make these different."""
    by_place: dict[int, list[Single]] = {}
    for single in singles:
        by_place.setdefault(single.place, []).append(single)
    for place, several in by_place.items():

        def different(value: int, place: int = place, several: list[Single] = several) -> bool:
            index = value - posting.layout.lows[place]
            amounts = [single.amount(index) for single in several]
            counted = [amount for amount in amounts if amount != exempt]
            return len(set(counted)) == len(counted)

        if len(several) > 1:
            layout = posting.layout
            posting.infeasible |= not layout.filter(layout.state, place, different, [])


def _rule_out(posting: Posting, singles: Sequence[Single], exempt: int | None) -> None:
    """Remove the amount of each decided term from the terms of the other variables."""
    posting.together(single.place for single in singles)
    for single in singles:
        posting.conflicts.rules[single.place].append(_rule(single, singles, exempt))


def _rule(single: Single, singles: Sequence[Single], exempt: int | None) -> Rule:
    others = [other for other in singles if other.place != single.place]

    def rule(bit: int) -> Iterable[tuple[int, int]]:
        amount = single.amount(bit.bit_length() - 1)
        if amount == exempt:
            return ()
        return [(other.place, other.bits(amount)) for other in others]

    return rule


def _permutation(posting: Posting, singles: Sequence[Single]) -> None:
    """Every amount has its term, if there are no more amounts than terms."""
    state = posting.layout.state
    slope = singles[0].slope if len({single.slope for single in singles}) == 1 else 0
    starts = [slope * single.start for single in singles]
    least = min(starts, default=0)
    near = bool(slope) and max(starts) - least <= WIDEST_WORD
    if near:
        word = 0
        for single, start in zip(singles, starts, strict=True):
            word |= state[single.place] << start - least
        amounts = word.bit_count()
    else:
        amounts = len({s.amount(index) for s in singles for index in indices(state[s.place])})
    if amounts < len(singles):
        posting.infeasible = True
    if near and amounts == len(singles) > 1:
        shifts = {
            single.place: start - least for single, start in zip(singles, starts, strict=True)
        }
        if len(shifts) == len(singles):
            kind = Permutation if any(shifts.values()) else PlainPermutation
            posting.add(kind(posting.layout, shifts))


class Permutation:
    """As many terms as amounts: an amount that one term alone can take is assigned to it.

    Another rule keeps the terms apart, so this one backs off where it seldom finds anything.
    """

    event = ANY

    def __init__(self, layout: Layout, shifts: Mapping[int, int]) -> None:
        self.watched: Sequence[int] = tuple(shifts)
        self.shifts = tuple(shifts.items())
        self.cost = 10 + len(shifts)
        self.all = 0
        for place, shift in self.shifts:
            self.all |= layout.state[place] << shift
        self.found = layout.allot(0)
        """The bits that are known to have one place alone."""
        self._back_off = BackOff()

    def propagate(self, state: State, changed: list[int]) -> bool:
        if self._back_off.skips():
            return True
        before = len(changed)
        alive = self._look(state, changed)
        self._back_off.record(not alive or len(changed) > before)
        return alive

    def _look(self, state: State, changed: list[int]) -> bool:
        once = twice = 0
        for place, shift in self.shifts:
            word = state[place] << shift
            twice |= once & word
            once |= word
        if once != self.all:
            return False
        new = once & ~(twice | state[self.found])
        return not new or self._take(state, new, changed)

    def _take(self, state: State, new: int, changed: list[int]) -> bool:
        """Give the bits `new` to the places that alone have them."""
        state[self.found] |= new
        for place, shift in self.shifts:
            bit = state[place] & new >> shift
            if bit and not (not bit & (bit - 1) and shrink(state, place, bit, changed)):
                return False
        return True


class PlainPermutation(Permutation):
    """A permutation of words that need no shift."""

    def _look(self, state: State, changed: list[int]) -> bool:
        once = twice = 0
        for place in self.watched:
            word = state[place]
            twice |= once & word
            once |= word
        if once != self.all:
            return False
        new = once & ~(twice | state[self.found])
        return not new or self._take(state, new, changed)
