"""Lowering of any other constraint: as a filter of its last variable, or as a test.

Where all but the last variable are known, a comparison that is linear in it leaves an interval or
a single value, and logic over such comparisons the union, the intersection or the complement of
their words. What is no such thing is tabulated while the table is small, and otherwise tested.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from operator import itemgetter
from typing import cast

from ....models.language.arithmetic_expressions import Sum
from ....models.language.constraints import And, Comparison, Constraint, Not, Or
from ....models.language.domains import Domain, size
from ....models.language.errors import PredicateError
from ....models.language.expressions import Indicator
from ....models.language.nodes import topological
from ..common import construct as c
from ..common.code import Code
from ..reading.evaluation import compiled_flag, variables_of
from ..reading.normal_forms import Total
from ..reading.term_code import weighted
from ..reading.totals import Totals
from .running_sums import Share, word_between
from .unfinished_levels import Building

MOST_ROWS = 4096
"""A constraint is tabulated over so many assignments at most,"""
MOST_ROWS_IN_ALL = 100_000
"""and all constraints of a model together over so many."""
DEEPEST = 150
"""A constraint of more nodes is not taken apart into words."""


class Logic:
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
        lengths = [size(cast(Domain, self._all_values(place))) for place in places]
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
        if self.building.translate(node).depth < depth:
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
        if not all(self.building.translate(side).is_total for side in (node.left, node.right)):
            return None
        total = self._totals(Sum((node.left, node.right), (1, -1), 0))
        return self._interval(total, node.relation, depth)

    def _interval(self, total: Total, relation: str, depth: int) -> Code | None:
        """The values with which a total is in `relation` to 0; None where they are no word."""
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
