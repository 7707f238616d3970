"""Sets of 0/1 variables with exactly one at 1, and the integer variables that replace them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import cast

from ..arithmetic_expressions import Modulo, Sum
from ..boards.grid import SQUARE, read_square
from ..choices import Element
from ..constraints import Comparison, Constraint, Or
from ..expressions import Constant, Expression, Indicator, Variable, domain_of
from ..global_constraints.all_different import AllDifferent
from ..global_constraints.count import Count
from ..late_dataclasses import dataclass
from ..model import Model

Pair = tuple[int, int]
"""The number of a choice in its partition, and a value of its variable."""

_SQUARE = re.compile(rf"(.+)\[({SQUARE})\]")
_WITHIN_0_AND_1 = {range(1), range(1, 2), range(2), (0,), (1,), (0, 1)}
_MOST_NESTED_SUMS = 1000
_MOST_RULES_TRIED = 16


@dataclass(frozen=True, eq=False)
class Weighted:
    """The sum of `weights` times variables, plus `constant`, is in `relation` to 0.

    The relation is <=, == or !=.
    """

    weights: dict[Variable, int]
    constant: int
    relation: str

    @property
    def exactly_one(self) -> bool:
        """True if this says that one of some variables is 1, and the others 0."""
        ones = {*self.weights.values(), -self.constant} == {1}
        return self.relation == "==" and ones and bool(self.weights)

    @property
    def at_most_one(self) -> bool:
        """True if this says that no two of some variables are 1."""
        return self.relation == "<=" and {*self.weights.values(), -self.constant} == {1}


@dataclass(frozen=True, eq=False)
class Choice:
    """An integer variable whose value says which one of `members` is 1.

    `place` is its row or column number; `family` distinguishes the choices of placements.
    """

    variable: Variable
    members: dict[int, Variable]
    place: int
    family: str


class Partition:
    """Choices without a common member, and what each 0/1 variable becomes under them."""

    def __init__(self, choices: Iterable[Choice]) -> None:
        self.choices = tuple(choices)
        self.pair_of: dict[Variable, Pair] = {
            member: (number, value)
            for number, choice in enumerate(self.choices)
            for value, member in choice.members.items()
        }
        every = [cast(Sequence[int], choice.variable.domain) for choice in self.choices]
        self.domain: Callable[[int], Sequence[int]] = every.__getitem__
        """The values of a choice, ascending."""
        self.atom: Callable[[Pair], Comparison] = cache(
            lambda pair: Comparison(self.variable(pair[0]), "==", Constant(pair[1]))
        )
        self.indicator: Callable[[Pair], Indicator] = cache(lambda pair: Indicator(self.atom(pair)))

    def variable(self, number: int) -> Variable:
        """The integer variable of a choice."""
        return self.choices[number].variable


def is_boolean(node: object) -> bool:
    """True if `node` is a variable that takes no value but 0 and 1."""
    return isinstance(node, Variable) and node.domain in _WITHIN_0_AND_1


def weighted(constraint: Constraint) -> Weighted | None:
    """`constraint` as a weighted sum of 0/1 variables; None where it is something else."""
    form = linear(constraint)
    return form if form and all(map(is_boolean, form.weights)) else None


def linear(constraint: Constraint) -> Weighted | None:
    """`constraint` as a weighted sum of variables; None where it is something else."""
    match constraint:
        case Comparison(left, relation, right):
            return _weighted([(left, 1), (right, -1)], 0, relation)
        case Count(terms, values, relation, number) if all(map(is_boolean, terms)):
            if not all(isinstance(value, Constant) for value in values):
                return None
            wanted = {value.constant for value in values if isinstance(value, Constant)}
            ones, zeros = int(1 in wanted), int(0 in wanted)
            parts = [(term, ones - zeros) for term in terms]
            return _weighted([*parts, (number, -1)], zeros * len(terms), relation)
        case _:
            return None


def _weighted(parts: list[tuple[Expression, int]], constant: int, relation: str) -> Weighted | None:
    stack, weights, sums = parts[::-1], dict[Variable, int](), 0
    while stack:
        node, scale = stack.pop()
        match node:
            case Sum(terms, coefficients, plus) if sums <= _MOST_NESTED_SUMS:
                sums += 1
                constant += scale * plus
                more = zip(reversed(terms), reversed(coefficients), strict=True)
                stack.extend((term, scale * factor) for term, factor in more)
            case Variable() if not node.labelled:
                weights[node] = weights.get(node, 0) + scale
            case Constant(int(number)):
                constant += scale * number
            case _:
                return None
    return _normal({v: w for v, w in weights.items() if w}, constant, relation)


def _normal(weights: dict[Variable, int], constant: int, relation: str) -> Weighted:
    """The same sum with <=, == or != alone; in the latter two not all weights are negative."""
    equal = relation in ("==", "!=")
    if relation in (">", ">=") or (equal and all(w < 0 for w in weights.values())):
        weights, constant = {v: -w for v, w in weights.items()}, -constant
    strict = relation in ("<", ">")
    return Weighted(weights, constant + strict, relation if equal else "<=")


# --------------------------------------------------------------------- finding a partition


Read = Callable[[Constraint], Weighted | None]
"""`weighted`, remembered for the constraints of one model."""


def exactly_one_groups(model: Model, read: Read) -> list[list[tuple[Variable, ...]]]:
    """By rule, the sets of 0/1 variables among which a constraint has exactly one at 1."""
    if not any(map(is_boolean, model.variables)):
        return []
    return [
        list(_choices_among(read(one) for one in rule.constraints if _is_equation(one)))
        for rule in model.rules
    ]


def _is_equation(constraint: Constraint) -> bool:
    """False of what cannot say exactly one."""
    return isinstance(constraint, Comparison | Count) and constraint.relation == "=="


def is_exact_cover(model: Model, read: Read) -> bool:
    """True if all of a model says exactly one, or at most one, and some of the former overlap."""
    needed, number = set[Variable](), 0
    for constraint in model.constraints:
        form = read(constraint)
        if form is None or not (form.exactly_one or form.at_most_one):
            return False
        if form.exactly_one:
            needed.update(form.weights)
            number += len(form.weights)
    return number > len(needed)


def _choices_among(forms: Iterable[Weighted | None]) -> Iterator[tuple[Variable, ...]]:
    for form in forms:
        if form is not None and form.exactly_one and _values(dict(enumerate(form.weights))):
            yield tuple(form.weights)


def _values(members: dict[int, Variable]) -> list[int]:
    """The numbers of the members that can be the one at 1; none where two have to be 1."""
    fixed = [number for number, member in members.items() if 0 not in member.domain]
    if len(fixed) > 1:
        return []
    return fixed or [number for number, member in members.items() if 1 in member.domain]


def by_lines(
    model: Model, groups: Iterable[Iterable[tuple[Variable, ...]]], axis: str
) -> list[Choice]:
    """A choice a row (or column, as `axis` says), for each placement with one piece in each."""
    known = {frozenset(group) for rule in groups for group in rule}
    lines: dict[str, dict[int, dict[int, Variable]]] = {}
    for title, row, column, square in squares(model):
        line, value = (row, column) if axis == "row" else (column, row)
        lines.setdefault(title, {}).setdefault(line, {})[value] = square
    taken = _names(model)
    return [
        _choice(f"{title}[{axis} {line}]", taken, members, line, title)
        for title, board in lines.items()
        if all(frozenset(members.values()) in known for members in board.values())
        for line, members in sorted(board.items())
    ]


def squares(model: Model) -> Iterator[tuple[str, int, int, Variable]]:
    """Placement, row and column (from 1) of every 0/1 variable that bears a square's name."""
    for variable in filter(is_boolean, model.variables):
        found = _SQUARE.fullmatch(variable.name)
        if found:
            yield found[1], *read_square(found[2]), variable


def by_groups(model: Model, groups: Sequence[Sequence[tuple[Variable, ...]]]) -> list[Choice]:
    """Choices out of `groups` that have no member in common and cover as much as is found.

    Each rule that has several groups is tried first, then the largest groups.
    """
    useful = [[group for group in rule if len(group) > 1] for rule in groups]
    every = sorted((group for rule in useful for group in rule), key=len, reverse=True)
    several = [rule for rule in useful if len(rule) > 1][:_MOST_RULES_TRIED]
    tried = [_disjoint([*rule, *every]) for rule in ([], *several)]
    best = max(tried, key=lambda chosen: sum(map(len, chosen)))
    taken = _names(model)
    return [
        _choice(f"choice[{number}]", taken, dict(enumerate(group)), number, "")
        for number, group in enumerate(best)
    ]


def _disjoint(groups: Iterable[tuple[Variable, ...]]) -> list[tuple[Variable, ...]]:
    used: set[Variable] = set()
    chosen = []
    for group in groups:
        if used.isdisjoint(group):
            used.update(group)
            chosen.append(group)
    return chosen


def _names(model: Model) -> set[str]:
    return {*model.by_name, *(group.name for group in model.groups)}


def _choice(
    name: str, taken: set[str], members: dict[int, Variable], place: int, family: str
) -> Choice:
    while name in taken:
        name += "'"
    return Choice(Variable(name, domain_of(_values(members), name)), members, place, family)


# ------------ At most one of several choices, as few all-different constraints that mean the same.
#
# Under a partition, "at most one queen a column" says that the rows' variables differ, and a
# family of diagonals that they differ once each is shifted by its row. Nothing is taken on trust:
# a group of constraints is replaced only where the all-different excludes what they exclude and no
# more.


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

    @cached_property
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
        scope = {number for group in self.open for number, _ in group.pairs}
        domains = map(self.partition.domain, scope)
        wide = max((domain[-1] for domain in domains), default=0)
        straight = [Slope(0), Slope(1), Slope(-1)]
        return [*straight, Slope(1, wide), Slope(-1, wide)] if wide > 1 else straight

    def _settle_lines(self, slope: Slope) -> None:
        """Settle the groups that are lines of `slope`: all together, else in smaller lots."""
        line = partial(slope.line, self.partition)
        settle = partial(self._settle, line=line, term=partial(slope.term, self.partition))
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
    """`groups` in lots; no two lots have a choice in common."""
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
