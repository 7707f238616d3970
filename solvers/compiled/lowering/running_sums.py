"""Lowering of linear constraints to running sums, and to an interval for the next variable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from ....models.language.expressions import Expression
from ..common import construct as c
from ..common.code import Bounds, Code
from ..reading.normal_forms import Linear
from ..reading.term_code import weighted
from .unfinished_levels import Building

WIDEST_TABLE = 4096
"""Amounts further apart than this are not looked up."""


@dataclass(eq=False)
class Share:
    """The addend of one level."""

    coefficient: int = 0
    """The factor of the level's variable, where it is not in `amounts`."""
    amounts: Mapping[int, int] | None = None
    """The addend of each value of the level's variable."""
    others: list[tuple[int, Expression]] = field(default_factory=list)


def lower_linear(building: Building, form: Linear) -> None:
    """Add `form` to the levels."""
    Sum(building, form).lower()


class Sum:
    """One linear constraint on its way down the levels."""

    def __init__(self, building: Building, form: Linear) -> None:
        self.building, self.low, self.high = building, form.low, form.high
        self.constant, self.shares = form.total.constant, dict[int, Share]()
        for place, coefficient in form.total.variables.items():
            depth = building.depth(place)
            if depth < 0:
                self.constant += coefficient * building.domains[place][0]
            else:
                self._share(depth).coefficient = coefficient
        for image in form.total.images:
            depth = building.depth(image.place)
            if depth < 0:
                self.constant += image.amounts[building.domains[image.place][0]]
            elif depth in self.shares:
                raise AssertionError("a variable of a sum is multiplied or has an image, not both")
            else:
                self._share(depth).amounts = image.amounts
        for coefficient, node in form.total.others:
            part = building.translate(node)
            if part.depth < 0:
                self.constant += coefficient * c.number(part.code)
            else:
                self._share(part.depth).others.append((coefficient, node))

    def _share(self, depth: int) -> Share:
        return self.shares.setdefault(depth, Share())

    def lower(self) -> None:
        """Filter and test at each level, from the first to the last."""
        depths = sorted(self.shares)
        rest = {-1: (0, 0)}
        least = most = 0
        for depth in reversed(depths):
            rest[depth] = least, most
            low, high = self._ends(depth)
            least, most = least + low, most + high
        so_far: Code = c.integer(self.constant)
        if self._fails(self.constant + least, self.constant + most):
            self.building.possible = False
            return
        for depth in depths:
            last = depth == depths[-1]
            so_far = self._lower_level(depth, so_far, rest[depth], last=last)

    def _fails(self, least: int, most: int) -> bool:
        below = self.low is not None and most < self.low
        return below or (self.high is not None and least > self.high)

    def _ends(self, depth: int) -> Bounds:
        """The least and most that a level adds."""
        low, high = self._own_ends(depth)
        for coefficient, node in self.shares[depth].others:
            ends = [coefficient * end for end in self.building.translate(node).code.bounds]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def _own_ends(self, depth: int) -> Bounds:
        share, place = self.shares[depth], self.building.levels[depth].place
        if share.amounts is not None:
            found = [share.amounts[value] for value in self.building.domains[place]]
        else:
            found = [share.coefficient * end for end in self.building.ends(place)]
        return min(found), max(found)

    def _lower_level(self, depth: int, before: Code, rest: Bounds, *, last: bool) -> Code:
        share = self.shares[depth]
        low, high = self._own_ends(depth)
        total_low, total_high = self._ends(depth)
        spare = rest[0] + total_low - low, rest[1] + total_high - high
        tested = not self._filter(depth, before, spare)
        after = c.add(before, self._own(depth))
        if share.others:
            terms = [(k, self.building.translate(node).code) for k, node in share.others]
            after = c.add(after, weighted(terms))
            tested = True
        if tested or not last:
            after = self.building.define(depth, after, "s")
        if tested:
            self._require(depth, after, rest)
        return after

    def _own(self, depth: int) -> Code:
        share, level = self.shares[depth], self.building.levels[depth]
        if share.amounts is not None:
            return self.building.image(level.place, share.amounts)
        return weighted([(share.coefficient, level.value)] if share.coefficient else [])

    def _require(self, depth: int, total: Code, rest: Bounds) -> None:
        if self.low is not None:
            self.building.require(depth, c.compare(">=", total, c.integer(self.low - rest[1])))
        if self.high is not None:
            self.building.require(depth, c.compare("<=", total, c.integer(self.high - rest[0])))

    # -------------------------------------------------------------------------- filtering

    def _filter(self, depth: int, before: Code, spare: Bounds) -> bool:
        """Leave the level only values with which the sum can be in bounds; False if it cannot.

        `spare` is the least and most that everything but the level's variable still adds.
        """
        own, share = self._own_ends(depth), self.shares[depth]
        if not share.coefficient and share.amounts is None:
            return True
        # What the variable may add, at least and at most.
        least = None if self.low is None else c.subtract(c.integer(self.low - spare[1]), before)
        most = None if self.high is None else c.subtract(c.integer(self.high - spare[0]), before)
        if self.low == self.high and spare == (0, 0):
            least = most
        else:
            least = None if least is None or least.bounds[1] <= own[0] else least
            most = None if most is None or most.bounds[0] >= own[1] else most
        if least is None and most is None:
            return True
        level = self.building.levels[depth]
        if level.wide:
            if share.amounts is not None:
                return False
            first, final = _quotients(share.coefficient, least, most)
            level.lows += [] if first is None else [first]
            level.highs += [] if final is None else [final]
            return True
        word = word_between(self.building, depth, share, least, most)
        if word is not None:
            self.building.filter(depth, word)
        return word is not None


def word_between(
    building: Building, depth: int, share: Share, least: Code | None, most: Code | None
) -> Code | None:
    """The values of a level that add `least` to `most`; None where there are too many amounts.

    Where both are one and the same code, the values that add exactly that.
    """
    level = building.levels[depth]
    if share.amounts is not None or level.values is not None:
        return _word_by_table(building, depth, share, least, most)
    low, width = c.integer(level.low), building.width
    if least is not None and least is most and abs(share.coefficient) == 1:
        return c.single(c.subtract(_quotient_down(least, share.coefficient), low), width)
    first, final = _quotients(share.coefficient, least, most)
    start = c.integer(0) if first is None else c.subtract(first, low)
    end = c.integer(width - 1) if final is None else c.subtract(final, low)
    return c.span(start, end, width)


def _quotients(
    coefficient: int, least: Code | None, most: Code | None
) -> tuple[Code | None, Code | None]:
    """The least and the greatest value that, times `coefficient`, is from `least` to `most`."""
    if coefficient < 0:
        least, most = most, least
    first = None if least is None else _quotient_up(least, coefficient)
    return first, None if most is None else _quotient_down(most, coefficient)


def _word_by_table(
    building: Building, depth: int, share: Share, least: Code | None, most: Code | None
) -> Code | None:
    domain = building.domains[building.levels[depth].place]
    amounts = share.amounts or {value: share.coefficient * value for value in domain}
    found = [amounts[value] for value in domain]
    lowest, highest = min(found), max(found)
    if highest - lowest > WIDEST_TABLE:
        return None
    exact = [0] * (highest - lowest + 3)
    for value in domain:
        exact[amounts[value] - lowest + 1] |= building.bits_of(depth, [value])
    if least is not None and least is most:
        return _entry(exact, least, lowest, building.width)
    word: Code = c.word(building.bits_of(depth, domain), building.width)
    if least is not None:
        from_the_end = list(accumulate(reversed(exact), int.__or__))[::-1]
        word = c.both(word, _entry(from_the_end, least, lowest, building.width))
    if most is not None:
        from_the_start = list(accumulate(exact, int.__or__))
        word = c.both(word, _entry(from_the_start, most, lowest, building.width))
    return word


def _entry(words: Sequence[int], bound: Code, lowest: int, width: int) -> Code:
    """The word for a bound; the first and last word are for all that lies outside."""
    index = c.greatest([c.subtract(bound, c.integer(lowest - 1)), c.integer(0)])
    return c.look_up(words, c.least([index, c.integer(len(words) - 1)]), width)


def _quotient_down(code: Code, divisor: int) -> Code:
    """`code / divisor`, rounded down."""
    if divisor < 0:
        code, divisor = c.subtract(c.integer(0), code), -divisor
    ends = code.bounds[0] // divisor, code.bounds[1] // divisor
    return c.quotient(code, c.integer(divisor), ends)


def _quotient_up(code: Code, divisor: int) -> Code:
    """`code / divisor`, rounded up."""
    if abs(divisor) == 1:
        return _quotient_down(code, divisor)
    return c.subtract(c.integer(0), _quotient_down(code, -divisor))
