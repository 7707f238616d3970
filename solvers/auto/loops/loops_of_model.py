"""From normal forms and an order of the variables to a program of levels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from operator import itemgetter
from typing import assert_never, cast

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.errors import PredicateError
from ....models.language.expressions import Domain as DeclaredDomain
from ....models.language.expressions import Indicator, size
from ....models.language.nodes import topological
from ..common import code as c
from ..common.code import Bounds, Code, Define, Level, Program, Register, Step
from ..common.slots import registers
from ..reading import normal_forms as normal
from ..reading.evaluation import compiled_flag, variables_of, weighted
from ..reading.normal_forms import Domain, Form, Literal, Total
from ..reading.normalise import are_total
from ..reading.totals import Totals
from .running_sums import RunningSum, Share, lower_distinct, word_between
from .unfinished_levels import WIDEST, Building

# ------------------------------------------------------------------------------- literals by level
# Lowering of clauses: unless a literal before is true, the last variable must make one true.


RUNNING = 3
"""In a clause over more variables, one register says whether a literal so far is true."""

HOLDS: dict[str, Callable[[int, int], bool]] = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<=": int.__le__,
    ">=": int.__ge__,
}


def lower_clause(building: Building, form: normal.Clause) -> None:
    """Add `form` to the levels."""
    depth = building.last(place for place, _, _ in form.literals)
    wide = depth < 0 or building.levels[depth].wide
    found, values = dict[int, list[Code]](), set[int]()
    running = len({place for place, _, _ in form.literals}) > RUNNING
    for literal in form.literals:
        place, relation, number = literal
        if building.depth(place) == depth and not wide:
            values.update(v for v in building.domains[place] if HOLDS[relation](v, number))
        else:
            at = building.depth(place)
            found.setdefault(at, []).append(_flag(building, literal, at if running else depth))
    so_far = list[Code]()
    for at in sorted(found):
        so_far += found[at]
        if running:
            so_far = [building.kept(c.any_of(so_far), at, depth)]
    flag = c.any_of(so_far)
    if wide:
        building.require(depth, flag)
    else:
        word = c.word(building.bits_of(depth, values), building.width)
        building.filter(depth, c.either(c.mask(flag, building.width), word))


def _flag(building: Building, literal: Literal, reader: int) -> Code:
    """The truth of a literal, in one register for all that read it further down."""
    known = building.literals.get(literal)
    if known is None:
        place, relation, number = literal
        flag = c.compare(relation, building.value(place), c.integer(number))
        known = building.literals[literal] = building.kept(flag, building.depth(place), reader)
    return known


# --------------- Lowering of any other constraint: as a filter of its last variable, or as a test.
#
# Where all but the last variable are known, a comparison that is linear in it leaves an interval
# or a single value, and logic over such comparisons the union, the intersection or the complement
# of their words. What is no such thing is tabulated while the table is small, and otherwise
# tested.


MOST_ROWS = 4096
"""A constraint is tabulated over so many assignments at most,"""
MOST_ROWS_IN_ALL = 100_000
"""and all constraints of a model together over so many."""
DEEPEST = 150
"""A constraint of more nodes is not taken apart into words."""


class LogicLowering:
    """Adds constraints to the levels, and knows how much has been tabulated."""

    def __init__(self, building: Building) -> None:
        self.building = building
        self._totals = Totals(building.place_of, building.domains)
        self._tabulated = 0

    def lower(self, constraint: Constraint) -> None:
        """Add `constraint` to the levels."""
        places = [self.building.place_of[v.name] for v in variables_of(constraint)]
        open_places = [place for place in places if self.building.depth(place) >= 0]
        depth = self.building.last(open_places)
        if depth < 0:
            self.building.require(-1, self.building.node_at(constraint, 0))
            return
        word = self._word_of(constraint, depth, open_places)
        if word is not None:
            self.building.filter(depth, word)
        else:
            self.building.require(depth, self.building.translate(constraint).code)

    def _word_of(self, constraint: Constraint, depth: int, places: Sequence[int]) -> Code | None:
        if self.building.levels[depth].wide:
            return None
        nodes = len(topological([constraint]))
        word = None
        if nodes <= DEEPEST and (nodes <= 12 or not self._small(places)):
            word = self._word(constraint, depth)
        return self._table(constraint, depth, places) if word is None else word

    # ----------------------------------------------------------------------------- tables

    def _size(self, places: Sequence[int]) -> int:
        """The number of entries of a table over `places`, gaps in their domains included."""
        lengths = [size(cast(DeclaredDomain, self._all_values(place))) for place in places]
        return prod(lengths)

    def _small(self, places: Sequence[int]) -> bool:
        entries = self._size(places)
        return entries <= MOST_ROWS and self._tabulated + entries <= MOST_ROWS_IN_ALL

    def _table(self, constraint: Constraint, depth: int, places: Sequence[int]) -> Code | None:
        """The word of the last variable, by the values of the others; None if that is too much."""
        if not self._small(places):
            return None
        self._tabulated += self._size(places)
        scope, holds = compiled_flag(constraint, self.building.place_of)
        last = self.building.levels[depth].place
        others = [place for place in places if place != last]
        try:
            words = self._words(scope, holds, others, last)
        except PredicateError:  # on values, it may be, that no choice leads to
            return None
        if min(words) == max(words):
            return c.word(words[0], self.building.width)
        return c.look_up(words, self._index(others, depth), self.building.width)

    def _words(
        self,
        scope: Sequence[int],
        holds: Callable[..., bool],
        others: Sequence[int],
        last: int,
    ) -> list[int]:
        """By the values of `others`, the values of `last` with which the constraint holds."""
        domains = self.building.domains
        bits = self._bits(last)
        rest = [place for place in scope if place not in (*others, last)]
        columns = [*others, last, *rest]
        fixed = [domains[place][0] for place in rest]
        arguments = itemgetter(*map(columns.index, scope), 0)  # several, whatever the scope
        lists = [self._all_values(place) for place in others]
        taken = [[v in domains[p] for v in found] for p, found in zip(others, lists, strict=True)]
        words = []
        for chosen, are_taken in zip(product(*lists), product(*taken), strict=True):
            word = 0
            if all(are_taken):
                for value, bit in bits:
                    if holds(*arguments((*chosen, value, *fixed))[:-1]):
                        word |= bit
            words.append(word)
        return words

    def _bits(self, place: int) -> list[tuple[int, int]]:
        """The values of a variable, each with its bit."""
        depth = self.building.depth(place)
        return [(v, self.building.bits_of(depth, [v])) for v in self.building.domains[place]]

    def _all_values(self, place: int) -> Sequence[int]:
        """The values of a variable in the order of its index, those between included."""
        return self.building.bits(self.building.depth(place))

    def _index(self, places: Sequence[int], depth: int) -> Code:
        terms, width = list[tuple[int, Code]](), 1
        for place in reversed(places):
            level = self.building.levels[self.building.depth(place)]
            terms.append((width, level.index))
            width *= len(self._all_values(place))
        return weighted(terms)

    # ------------------------------------------------------------------------------ words

    def _word(self, node: Constraint, depth: int) -> Code | None:
        """The values of the level's variable with which `node` holds; None if that is no word."""
        width = self.building.width
        if self.building.last(self.building.place_of[v.name] for v in variables_of(node)) < depth:
            return c.mask(self.building.node_at(node, depth), width)
        match node:
            case And(operands):
                return self._junction(operands, depth, c.both)
            case Or(operands):
                return self._junction(operands, depth, c.either)
            case Not(operand):
                found = self._word(operand, depth)
                return None if found is None else c.complement(found)
            case Comparison(Indicator(a), ("==" | "!=") as relation, Indicator(b)):
                return self._same(a, b, depth, negated=relation == "!=")
            case Comparison():
                return self._comparison(node, depth)
            case _:
                return None

    def _junction(
        self,
        operands: Sequence[Constraint],
        depth: int,
        join: Callable[[Code, Code], Code],
    ) -> Code | None:
        found: Code | None = None
        for operand in operands:
            word = self._word(operand, depth)
            if word is None:
                return None
            found = word if found is None else join(found, word)
        return found

    def _same(self, a: Constraint, b: Constraint, depth: int, *, negated: bool) -> Code | None:
        first, second = self._word(a, depth), self._word(b, depth)
        if first is None or second is None:
            return None
        differ = c.both(c.either(first, second), c.complement(c.both(first, second)))
        return differ if negated else c.complement(differ)

    def _comparison(self, node: Comparison, depth: int) -> Code | None:
        """The values with which both sides differ as they are to; None where they are no word."""
        sides = map(self.building.translate, (node.left, node.right))
        if not (are_total(node) or all(side.is_total for side in sides)):
            return None
        total, relation = self._totals(Sum((node.left, node.right), (1, -1), 0)), node.relation
        place = self.building.levels[depth].place
        amounts = next((i.amounts for i in total.images if i.place == place), None)
        share = Share(total.variables.get(place, 0), amounts)
        if any(self.building.translate(node).depth == depth for _, node in total.others):
            return None
        rest = c.subtract(c.integer(0), self.building.rest(total, depth, without=place))
        if not share.coefficient and amounts is None:  # it cancels out
            return c.mask(c.compare(relation, c.integer(0), rest), self.building.width)
        one_less, one_more = c.subtract(rest, c.integer(1)), c.add(rest, c.integer(1))
        least, most = {
            "==": (rest, rest),
            "!=": (rest, rest),
            "<=": (None, rest),
            "<": (None, one_less),
            ">=": (rest, None),
            ">": (one_more, None),
        }[relation]
        word = word_between(self.building, depth, share, least, most)
        return c.complement(word) if word is not None and relation == "!=" else word


def lower(
    names: Sequence[str], domains: Sequence[Domain], forms: Sequence[Form], order: Sequence[int]
) -> Program:
    """The program that chooses the variables in `order`, which holds all with several values.

    `domains` are ascending and not empty.
    """
    building = Building(names, domains, order, width_for(domains, forms))
    logic = LogicLowering(building)
    for form in forms:
        if building.possible:
            _lower(building, logic, form)
    _drop_unread(building.levels)
    fixed = {place: domain[0] for place, domain in enumerate(domains) if len(domain) == 1}
    return Program(tuple(names), building.width, building.levels, fixed, building.possible)


def _drop_unread(levels: Sequence[Level]) -> None:
    """Leave out the registers that nothing reads."""
    wanted: set[Register] = set()
    for level in reversed(levels):
        kept: list[Step] = []
        for step in reversed(level.after):
            if not isinstance(step, Define) or step.register in wanted:
                kept.append(step)
                wanted.update(registers([step.code]))
        level.after[:] = reversed(kept)
        wanted.update(registers((*level.filters, *level.lows, *level.highs)))


def width_for(domains: Sequence[Domain], forms: Sequence[Form]) -> int:
    """The bits of a word that holds every domain that has one, and the amounts that differ."""
    widest = max((_bits(domain) for domain in domains), default=1)
    for form in forms:
        if isinstance(form, normal.Distinct):
            ends = [_ends(domains, term) for term in form.terms]
            span = max((e[1] for e in ends), default=0) - min((e[0] for e in ends), default=0) + 1
            widest = max(widest, span if span <= WIDEST else 1)
    return next(width for width in (32, 64, 128, 256) if width >= widest)


def _bits(domain: Domain) -> int:
    span = domain[-1] - domain[0] + 1
    if span <= WIDEST:
        return span
    return len(domain) if len(domain) <= WIDEST else 1


def _ends(domains: Sequence[Domain], term: Total | normal.Absolute) -> Bounds:
    """The least and greatest amount of a term, guessed where other terms than variables come in.

    On this rests how wide a word is, never what is in it.
    """
    total = term.total if isinstance(term, normal.Absolute) else term
    if total.others:
        return 0, WIDEST - 1
    low = high = total.constant
    for place, coefficient in total.variables.items():
        ends = [coefficient * domains[place][0], coefficient * domains[place][-1]]
        low, high = low + min(ends), high + max(ends)
    for image in total.images:
        found = [image.amounts[value] for value in domains[image.place]]
        low, high = low + min(found), high + max(found)
    return (0, max(abs(low), abs(high))) if isinstance(term, normal.Absolute) else (low, high)


def _lower(building: Building, logic: LogicLowering, form: Form) -> None:
    match form:
        case normal.Distinct():
            lower_distinct(building, form)
        case normal.Linear():
            RunningSum(building, form).lower()
        case normal.Clause():
            lower_clause(building, form)
        case normal.Cumulative():
            for part in form.parts:
                _lower(building, logic, part)
        case normal.Table() | normal.Automaton() | normal.Circuit() | normal.NValue():
            logic.lower(form.constraint)
        case normal.Logic(constraint):
            logic.lower(constraint)
        case _:
            assert_never(form)
