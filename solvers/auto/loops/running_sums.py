"""Lowering of linear constraints to running sums, and to an interval for the next variable."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, combinations, groupby, pairwise

from ....models.language.expressions import Expression
from ....models.language.late_dataclasses import dataclass, replace
from ..common import code as c
from ..common.code import Bounds, Code, Constant
from ..reading.evaluation import weighted
from ..reading.normal_forms import Absolute, Distinct, Linear, Total
from .unfinished_levels import Building

WIDEST_TABLE = 4096
"""Amounts further apart than this are not looked up."""


@dataclasses.dataclass(eq=False)
class Share:
    """The addend of one level."""

    coefficient: int = 0
    """The factor of the level's variable, where it is not in `amounts`."""
    amounts: Mapping[int, int] | None = None
    """The addend of each value of the level's variable."""
    others: list[tuple[int, Expression]] = dataclasses.field(default_factory=list)


class RunningSum:
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
        below = self.low is not None and self.constant + most < self.low
        if below or (self.high is not None and self.constant + least > self.high):
            self.building.possible = False
            return
        for depth in depths:
            last = depth == depths[-1]
            so_far = self._lower_level(depth, so_far, rest[depth], last=last)

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
            domain = self.building.domains[place]
            found = [share.coefficient * end for end in (domain[0], domain[-1])]
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


# ------------------------------- Lowering of all-different to words of the amounts that are taken.
#
# A term that is the level's variable plus what is known before turns the word of taken amounts
# into the values that it rules out, by one shift. Where every term is a variable plus a constant,
# and the constants go up or down with the levels, the word itself moves from level to level: so
# the diagonals of a board shift by one from row to row.


MOST_PIECES = 4
"""An image is shifted in so many pieces at most; in more, its amount is tested."""


@dataclass(frozen=True, eq=False)
class Term:
    """A term at the level that completes it.

    `pieces` says what it rules out: of the values in a word, those whose amount is their bit plus
    the shift. None where the amount has to be tested.
    """

    depth: int
    amount: Code
    pieces: tuple[tuple[int, Code], ...] | None
    total: Total | None


def lower_distinct(building: Building, form: Distinct) -> None:
    """Add `form` to the levels."""
    form = _upright(building, form)
    found = [_term(building, term) for term in form.terms]
    found.sort(key=lambda term: term.depth)
    known = [term for term in found if term.depth < 0]
    open_terms = [term for term in found if term.depth >= 0]
    for a, b in combinations(known, 2):
        building.require(-1, _apart(a, b, form.exempt))
    for term in open_terms:
        _exclude_known(building, term, known, form.exempt)
    ends = [term.amount.bounds for term in open_terms]
    low, high = min((e[0] for e in ends), default=0), max((e[1] for e in ends), default=0)
    if _moving(building, open_terms, form.exempt):
        return
    if high - low < building.width:
        _fixed(building, open_terms, low, form.exempt)
    else:
        _pairs(building, open_terms, form.exempt)


def _exclude_known(
    building: Building, term: Term, known: Sequence[Term], exempt: int | None
) -> None:
    """Keep a term off what is known before any choice: by a word of its own where that is wide
    enough for all amounts of the term, so that what is left out of the word is none of them.
    """
    (low, high), width = term.amount.bounds, building.width
    amounts = [c.number(other.amount) for other in known]
    if high - low < width:
        word = sum({1 << a - low for a in amounts if low <= a <= high and a != exempt})
        _exclude(building, term, c.word(word, width), low)
        return
    for other in known:
        building.require(term.depth, _apart(other, term, exempt))


def _upright(building: Building, form: Distinct) -> Distinct:
    """The same, all times -1 where that turns the last variable of each term around."""
    totals = [term for term in form.terms if isinstance(term, Total)]
    signs = {building.last_coefficient(total)[1] for total in totals}
    if signs != {-1} or len(totals) < len(form.terms):
        return form
    spared = None if form.exempt is None else -form.exempt
    return Distinct(tuple(map(_negated, totals)), spared)


def _negated(total: Total) -> Total:
    images = (replace(i, amounts={v: -a for v, a in i.amounts.items()}) for i in total.images)
    return Total(
        -total.constant,
        {place: -coefficient for place, coefficient in total.variables.items()},
        tuple(images),
        tuple((-coefficient, node) for coefficient, node in total.others),
    )


def _term(building: Building, term: Total | Absolute) -> Term:
    total = term.total if isinstance(term, Absolute) else term
    depth, coefficient = building.last_coefficient(total)
    level = None if coefficient is None else building.levels[depth]
    amount = rest = building.rest(total, depth, without=None if level is None else level.place)
    if level is not None and coefficient is not None:
        amount = c.add(c.multiply(level.value, c.integer(coefficient)), rest)
    if isinstance(term, Absolute):
        return Term(depth, c.absolute(amount), None, None)
    if level is not None and coefficient == 1 and level.values is None:
        return Term(depth, amount, ((-1, c.add(rest, c.integer(level.low))),), term)
    return Term(depth, amount, _pieces(building, term, depth), term)


def _pieces(building: Building, total: Total, depth: int) -> tuple[tuple[int, Code], ...] | None:
    """The bits of an image by how far their amounts lie above them; None for too many."""
    alone = len(total.images) == 1 and not total.variables and not total.others
    if not alone or depth < 0 or building.levels[depth].wide:
        return None
    (image,) = total.images
    pieces: dict[int, int] = {}
    values = building.bits(depth)
    domain = building.domains[image.place]
    for bit, value in enumerate(values):
        if value in domain:
            by = image.amounts[value] + total.constant - bit
            pieces[by] = pieces.get(by, 0) | 1 << bit
    if len(pieces) > MOST_PIECES:
        return None
    return tuple((bits, c.integer(by)) for by, bits in pieces.items())


# ------------------------------------------------------------------------------- one frame


def _moving(building: Building, terms: Sequence[Term], exempt: int | None) -> bool:
    """Lower terms that are variables plus constants, by a word that moves; False if they are not.

    The bits that it loses on the way are never asked for again, since it moves one way only.
    """
    shifts: list[int] = []
    for term in terms:
        if term.pieces is None or len(term.pieces) != 1:
            return False
        by = term.pieces[0][1]
        if term.pieces[0][0] != -1 or not isinstance(by, Constant):
            return False
        shifts.append(by.number)
    steps = [b - a for a, b in pairwise(shifts)]
    one_way = all(step >= 0 for step in steps) or all(step <= 0 for step in steps)
    apart = all(a.depth < b.depth for a, b in pairwise(terms))
    if exempt is not None or not one_way or not apart:
        return False
    used: Code = c.word(0, building.width)
    wanted = None if any(steps) else _wanted(building, terms, shifts[0] if shifts else 0)
    for number, term in enumerate(terms):
        building.filter(term.depth, c.complement(used))
        if number < len(steps):
            taken = c.either(used, building.levels[term.depth].bit)
            moved = c.shift(taken, c.integer(-steps[number]))
            if wanted is not None:
                moved = _without_gone(building, term.depth, moved, wanted[number : number + 2])
            used = building.kept(moved, term.depth, terms[number + 1].depth)
    return True


def _fixed(building: Building, terms: Sequence[Term], low: int, exempt: int | None) -> None:
    """Lower any terms, by a word in which bit k stands for the amount `low` + k."""
    used: Code = c.word(0, building.width)
    wanted, number = _wanted(building, terms, low), 0
    for depth, group in groupby(terms, key=lambda term: term.depth):
        together = list(group)
        for a, b in combinations(together, 2):
            building.require(depth, _apart(a, b, exempt))
        for term in together:
            _exclude(building, term, used, low)
        for term in together:
            used = c.either(used, _taken(building, term, low, exempt))
        before, number = number, number + len(together)
        if depth < terms[-1].depth:
            if exempt is None:
                ends = [wanted[before], wanted[number]]
                used = _without_gone(building, depth, used, ends)
            used = building.define(depth, used, "u")


def _wanted(building: Building, terms: Sequence[Term], low: int) -> list[tuple[int, bool]]:
    """The amounts that each term or a later one may take, as bits from `low` on, and whether all
    of them must be taken, since there are no more than terms.
    """
    found, word = list[tuple[int, bool]](), 0
    for number, term in enumerate(reversed(terms), 1):
        for amount in _amounts(building, term):
            word |= 1 << amount - low
        found.append((word, word.bit_count() == number))
    return found[::-1]


def _amounts(building: Building, term: Term) -> Iterable[int]:
    total = term.total
    places = [] if total is None else [*total.variables, *(i.place for i in total.images)]
    if total is None or total.others or len(places) != 1:
        return range(term.amount.bounds[0], term.amount.bounds[1] + 1)
    (place,), factors = places, total.variables
    amounts = total.images[0].amounts if total.images else {}
    values = building.domains[place]
    return [total.constant + (amounts[v] if amounts else factors[place] * v) for v in values]


def _without_gone(
    building: Building, depth: int, used: Code, wanted: Sequence[tuple[int, bool]]
) -> Code:
    """The amounts taken, without those that nothing wants any more; those must be taken now."""
    (before, all_taken), (after, _) = wanted
    gone = before & ~after
    if not gone:
        return used
    if all_taken:
        found = c.population(c.both(used, c.word(gone, building.width)))
        building.require(depth, c.compare("==", found, c.integer(gone.bit_count())))
    return c.both(used, c.word(after, building.width))


def _taken(building: Building, term: Term, low: int, exempt: int | None) -> Code:
    taken = c.single(c.subtract(term.amount, c.integer(low)), building.width)
    if exempt is None:
        return taken
    spared = c.compare("==", term.amount, c.integer(exempt))
    return c.select(spared, c.word(0, building.width), taken)


def _exclude(building: Building, term: Term, used: Code, low: int) -> None:
    """Keep a term off the amounts that are taken before its level."""
    if isinstance(used, Constant) and not used.number:
        return
    if term.pieces is None:
        taken = c.has(used, c.subtract(term.amount, c.integer(low)))
        building.require(term.depth, c.negate(taken))
        return
    ruled_out: Code = c.word(0, building.width)
    for bits, by in term.pieces:
        moved = c.shift(used, c.subtract(c.integer(low), by))
        kept = moved if bits == -1 else c.both(moved, c.word(bits, building.width))
        ruled_out = c.either(ruled_out, kept)
    building.filter(term.depth, c.complement(ruled_out))


def _pairs(building: Building, terms: Sequence[Term], exempt: int | None) -> None:
    """Lower terms whose amounts lie too far apart for a word."""
    for a, b in combinations(terms, 2):
        first = building.kept(a.amount, a.depth, b.depth)
        building.require(b.depth, _apart(replace(a, amount=first), b, exempt))


def _apart(first: Term, second: Term, exempt: int | None) -> Code:
    """Code that is true if two terms differ, or are both exempt."""
    if _never_equal(first.total, second.total):
        return c.TRUE
    differ = c.compare("!=", first.amount, second.amount)
    if exempt is None:
        return differ
    return c.any_of([differ, c.compare("==", first.amount, c.integer(exempt))])


def _never_equal(first: Total | None, second: Total | None) -> bool:
    """True if two totals differ by a constant."""
    if first is None or second is None:
        return False
    plain = not (first.images or first.others or second.images or second.others)
    same = first.variables == second.variables
    return plain and same and first.constant != second.constant
