"""At most one of several choices, as few all-different constraints that mean the same.

Under a partition, "at most one queen a column" says that the rows' variables differ, and a family
of diagonals that they differ once each is shifted by its row. Nothing is taken on trust: a group
of constraints is replaced only where the all-different excludes what they exclude and no more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from ..arithmetic_expressions import Modulo, Sum
from ..choices import Element
from ..constraints import Comparison, Constraint, Or
from ..expressions import Constant, Expression
from ..global_constraints.all_different import AllDifferent
from ..late_dataclasses import dataclass
from .partition import Pair, Partition

_MOST_LAYERS = 4


@dataclass(frozen=True, eq=False)
class AtMostOne:
    """At most one of `pairs`, of two choices or more, is taken; exactly one where `exact`.

    `rule` and `name` say where it was declared.
    """

    pairs: frozenset[Pair]
    exact: bool
    rule: int
    name: str

    @property
    def scope(self) -> frozenset[int]:
        """The choices that it is about."""
        return frozenset(number for number, _ in self.pairs)


@dataclass(frozen=True)
class Slope:
    """Lines along which the value changes by `step` from each place to the next.

    On a board that wraps, values are counted modulo `modulus`; else it is 0.
    """

    step: int
    modulus: int = 0

    def line(self, partition: Partition, pair: Pair) -> Hashable:
        """The line through `pair`, among those of its own placement."""
        choice = partition.choices[pair[0]]
        height = pair[1] - self.step * choice.place
        return choice.family, height % self.modulus if self.modulus else height

    def term(self, partition: Partition, number: int) -> Expression:
        """The line that a choice takes, as an expression."""
        variable, shift = partition.variable(number), -self.step * partition.choices[number].place
        if not self.modulus:
            return shifted(variable, shift)
        return Modulo(shifted(variable, shift % self.modulus), Constant(self.modulus))


class Exclusions:
    """The rules of `groups` in few constraints: `found`, each with its rule and name.

    What stands for several groups bears the rule of the first, and no name.
    """

    def __init__(self, partition: Partition, groups: Iterable[AtMostOne]) -> None:
        self.partition = partition
        self.open = dict.fromkeys(groups)
        self.known = {group.pairs for group in self.open}
        self.found: list[tuple[int, str, Constraint]] = []
        for slope in self._slopes():
            self._settle_lines(slope)
        self._settle_differences()
        for layer in self._layers():
            for groups in connected(layer):
                self._settle_layer(groups)
        for group in self.open:
            self._state(group)

    def _slopes(self) -> list[Slope]:
        domains = (self.partition.domain(c) for group in self.open for c in group.scope)
        wide = max((domain[-1] for domain in domains), default=0)
        straight = [Slope(0), Slope(1), Slope(-1)]
        return [*straight, Slope(1, wide), Slope(-1, wide)] if wide > 1 else straight

    def _settle_lines(self, slope: Slope) -> None:
        """Settle the groups that are lines of `slope`: all together, else in smaller lots."""

        def line(pair: Pair) -> Hashable:
            return slope.line(self.partition, pair)

        def term(number: int) -> Expression:
            return slope.term(self.partition, number)

        def settle(groups: Sequence[AtMostOne]) -> bool:
            return self._settle(groups, line, term)

        lines = [group for group in self.open if len(set(map(line, group.pairs))) == 1]
        if not lines or settle(lines):
            return
        for lot in connected(lines):
            if not settle(lot):
                for small in _by_scope(lot):
                    settle(small)

    def _settle(
        self,
        groups: Sequence[AtMostOne],
        line: Callable[[Pair], Hashable],
        term: Callable[[int], Expression],
    ) -> bool:
        """Say that the terms of all choices of `groups` differ, if `groups` exclude the same.

        Every two pairs on one line must be excluded by a known group. Where there are no more
        lines than choices, each line is taken (pigeonhole), so that exact groups need no more.
        """
        scope = sorted({number for group in groups for number in group.scope})
        lines: dict[Hashable, set[Pair]] = defaultdict(set)
        for number in scope:
            for value in self.partition.domain(number):
                lines[line((number, value))].add((number, value))
        if not all(self._is_exclusive(pairs) for pairs in lines.values()):
            return False
        self.found.append((groups[0].rule, "", different([term(number) for number in scope])))
        for group in groups:
            whole = lines[line(next(iter(group.pairs)))] == group.pairs
            if group.exact and not (whole and len(lines) == len(scope)):
                self._state(group)
        self._close(groups)
        return True

    def _is_exclusive(self, pairs: set[Pair]) -> bool:
        """True if at most one of `pairs` is taken: they are of one choice, or declared so."""
        return len({number for number, _ in pairs}) < 2 or frozenset(pairs) in self.known

    def _settle_differences(self) -> None:
        """Say `x + d != y` where every two values that far apart exclude each other."""
        apart: dict[tuple[int, int, int], dict[int, AtMostOne]] = defaultdict(dict)
        for group in self.open:
            if len(group.pairs) == 2:
                (first, low), (second, high) = sorted(group.pairs)
                apart[first, second, high - low][low] = group
        for (first, second, gap), groups in apart.items():
            values = set(self.partition.domain(second))
            if all(v in groups for v in self.partition.domain(first) if v + gap in values):
                term = shifted(self.partition.variable(first), gap)
                other = self.partition.variable(second)
                lead = next(iter(groups.values()))
                self.found.append((lead.rule, "", Comparison(term, "!=", other)))
                for group in groups.values():
                    if group.exact:
                        self._state(group)
                self._close(groups.values())

    def _layers(self) -> list[list[AtMostOne]]:
        """The open groups in a few layers of groups that share no pair; the rest is left out."""
        layers: list[tuple[list[AtMostOne], set[Pair]]] = []
        for group in self.open:
            free = next((layer for layer in layers if layer[1].isdisjoint(group.pairs)), None)
            if free is None and len(layers) < _MOST_LAYERS:
                free = ([], set())
                layers.append(free)
            if free is not None:
                free[0].append(group)
                free[1].update(group.pairs)
        return [groups for groups, _ in layers]

    def _settle_layer(self, groups: Sequence[AtMostOne]) -> None:
        """Number the groups, and say that the numbers of the choices' values differ.

        This pays where the groups hold at least half of all values; a value in none has a number
        that no other choice has.
        """
        scope = sorted({number for group in groups for number in group.scope})
        numbers = {pair: place for place, group in enumerate(groups) for pair in group.pairs}
        held = sum(len(self.partition.domain(number)) for number in scope)
        if len(groups) < 2 or 2 * len(numbers) < held:
            return
        own = {number: len(groups) + place for place, number in enumerate(scope)}

        def line(pair: Pair) -> Hashable:
            return numbers.get(pair, own[pair[0]])

        def term(number: int) -> Expression:
            low, high = self.partition.domain(number)[0], self.partition.domain(number)[-1]
            reached = (numbers.get((number, v), own[number]) for v in range(low, high + 1))
            return Element(
                tuple(map(Constant, reached)), shifted(self.partition.variable(number), -low)
            )

        self._settle(groups, line, term)

    def _state(self, group: AtMostOne) -> None:
        """Say what `group` says by itself."""
        pairs = sorted(group.pairs)
        if len(pairs) == 2 and not group.exact:
            free = (Comparison(self.partition.variable(n), "!=", Constant(v)) for n, v in pairs)
            self.found.append((group.rule, group.name, Or(tuple(free))))
            return
        terms = tuple(map(self.partition.indicator, pairs))
        sum_of = Sum(terms, (1,) * len(terms), 0)
        relation = "==" if group.exact else "<="
        constraint = Comparison(sum_of, relation, Constant(1))
        self.found.append((group.rule, group.name, constraint))

    def _close(self, groups: Iterable[AtMostOne]) -> None:
        for group in groups:
            del self.open[group]


def connected(groups: Sequence[AtMostOne]) -> list[list[AtMostOne]]:
    """`groups` in lots, of which no two have a choice in common."""
    parent: dict[int, int] = {}

    def root(number: int) -> int:
        while parent.setdefault(number, number) != number:
            parent[number] = number = parent[parent[number]]
        return number

    for group in groups:
        first, *others = group.scope
        for other in others:
            parent[root(other)] = root(first)
    lots: dict[int, list[AtMostOne]] = defaultdict(list)
    for group in groups:
        lots[root(next(iter(group.scope)))].append(group)
    return list(lots.values())


def _by_scope(groups: Iterable[AtMostOne]) -> list[list[AtMostOne]]:
    lots: dict[frozenset[int], list[AtMostOne]] = defaultdict(list)
    for group in groups:
        lots[group.scope].append(group)
    return list(lots.values())


def different(terms: Sequence[Expression]) -> Constraint:
    """No two of `terms` are equal."""
    return terms[0] != terms[1] if len(terms) == 2 else AllDifferent(tuple(terms))


def shifted(term: Expression, by: int) -> Expression:
    """`term + by`."""
    return Sum((term,), (1,), by) if by else term
