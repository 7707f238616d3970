"""Sets of 0/1 variables of which exactly one is 1, and the integer variables that replace them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import cast

from ..arithmetic_expressions import Sum
from ..boards.families import SQUARE, read_square
from ..constraints import Comparison, Constraint
from ..domains import domain_of, size
from ..expressions import Constant, Expression, Indicator, Variable
from ..global_constraints.count import Count
from ..late_dataclasses import dataclass
from ..model import Model

Pair = tuple[int, int]
"""The number of a choice in its partition, and a value of its variable."""

_SQUARE = re.compile(rf"(.+)\[({SQUARE})\]")
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
        self.atom = cache(self._atom)
        self.indicator = cache(self._indicator)

    def variable(self, number: int) -> Variable:
        """The integer variable of a choice."""
        return self.choices[number].variable

    def domain(self, number: int) -> Sequence[int]:
        """The values of a choice, ascending."""
        return cast(Sequence[int], self.variable(number).domain)

    def _atom(self, pair: Pair) -> Comparison:
        return Comparison(self.variable(pair[0]), "==", Constant(pair[1]))

    def _indicator(self, pair: Pair) -> Indicator:
        return Indicator(self.atom(pair))


def is_boolean(node: object) -> bool:
    """True if `node` is a variable that takes no value but 0 and 1."""
    if not isinstance(node, Variable) or size(node.domain) > 2:
        return False
    return all(value in (0, 1) for value in node.domain)


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


def exactly_one_groups(model: Model) -> list[list[tuple[Variable, ...]]]:
    """By rule, the sets of 0/1 variables of which a constraint lets exactly one be 1."""
    if not any(map(is_boolean, model.variables)):
        return []
    return [list(_choices_among(rule.constraints)) for rule in model.rules]


def is_exact_cover(model: Model) -> bool:
    """True if all of a model says exactly one, or at most one, and some of the former overlap."""
    needed, every, number = set[Variable](), set[Variable](), 0
    for constraint in model.constraints:
        form = linear(constraint)
        if form is None or not (form.exactly_one or form.at_most_one):
            return False
        every.update(form.weights)
        if form.exactly_one:
            needed.update(form.weights)
            number += len(form.weights)
    return number > len(needed) and all(map(is_boolean, every))


def _choices_among(constraints: Iterable[Constraint]) -> Iterator[tuple[Variable, ...]]:
    for form in map(weighted, constraints):
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
