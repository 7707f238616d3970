"""A small search for solutions: enough to look for a counterexample, and no solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from ..constraints import Comparison, Constraint
from ..domains import size
from ..expressions import Constant, Expression, Sum, Variable
from ..global_constraints.all_different import AllDifferent
from ..model import Model
from ..nodes import Program, Value, topological

MOST_TRIED, MOST_NARROWED = 50_000, 100_000
"""The most values tried, and constraints propagated, before a search is given up."""
MOST_FILTERED = 1_000
"""From a larger domain values are not taken one by one."""

Domains = dict[str, Sequence[Value]]
"""The values that are left for each variable."""
Narrow = Callable[[Domains], Iterator[tuple[str, Sequence[Value]]]]
"""The variables that have fewer values by a constraint, with those; none left where it fails."""
Form = tuple[int, dict[str, int]]
"""A constant, and the coefficient of each variable."""


class Search:
    """Every solution of `model`, once; given up when it is too large, and then not `finished`.

    The variables `first` are tried before the others. Where all of them are decided and `skipped`
    says so of their values, nothing more is tried with these.
    """

    def __init__(
        self,
        model: Model,
        most: int = MOST_TRIED,
        first: Iterable[str] = (),
        skipped: Callable[[dict[str, Value]], bool] = lambda values: False,
    ) -> None:
        self.finished = False
        self._left, self._looks = most, MOST_NARROWED
        self._root: Domains = {v.name: v.domain for v in model.variables}
        self._first, self._skipped = list(first), skipped
        self._about: dict[str, list[int]] = {name: [] for name in self._root}
        self._narrow: list[Narrow] = []
        self._exact: list[list[str]] = []
        for number, constraint in enumerate(model.constraints):
            scope = [n.name for n in topological([constraint]) if isinstance(n, Variable)]
            for name in scope:
                self._about[name].append(number)
            self._narrow.append(_narrowing(constraint, scope))
            if isinstance(constraint, AllDifferent) or _is_equation(constraint):
                self._exact.append(scope)

    def __iter__(self) -> Iterator[dict[str, Value]]:
        domains = self._narrowed(self._root, range(len(self._narrow)))
        branches = [iter([] if domains is None else [domains])]
        while branches:
            found = next(branches[-1], None)
            if self._left < 0 or self._looks < 0:
                return
            if found is None:
                branches.pop()
                continue
            name = self._next_variable(found)
            if name is None:
                yield {key: values[0] for key, values in found.items()}
            elif not self._is_skipped(found):
                branches.append(self._children(found, name))
        self.finished = True

    def _children(self, domains: Domains, name: str) -> Iterator[Domains]:
        # A piece that is placed decides more than a square that is left empty: 1 before 0.
        values = domains[name] if size_of(domains[name]) > 2 else tuple(domains[name])[::-1]
        for value in values:
            self._left -= 1
            child = self._narrowed({**domains, name: (value,)}, self._about[name])
            if child is not None:
                yield child

    def _narrowed(self, domains: Domains, about: Iterable[int]) -> Domains | None:
        """`domains` without what the constraints rule out, from these on; None: no value left."""
        domains, queue = dict(domains), dict.fromkeys(about)
        while queue and self._looks >= 0:
            number = next(iter(queue))
            del queue[number]
            self._looks -= 1
            for name, values in self._narrow[number](domains):
                if not values:
                    return None
                domains[name] = values
                queue.update(dict.fromkeys(self._about[name]))
        return domains

    def _next_variable(self, domains: Domains) -> str | None:
        """The one with the fewest values, and among these the one in the tightest equation."""
        undecided = {name: size_of(values) for name, values in domains.items()}
        undecided = {name: number for name, number in undecided.items() if number > 1}
        if not undecided:
            return None
        early = [name for name in self._first if name in undecided]
        tight: dict[str, int] = {}
        for scope in self._exact:
            number = sum(name in undecided for name in scope)
            for name in scope:
                tight[name] = min(number, tight.get(name, number))
        loose = len(domains) + 1
        return min(early or undecided, key=lambda name: (undecided[name], tight.get(name, loose)))

    def _is_skipped(self, domains: Domains) -> bool:
        decided = {n: domains[n][0] for n in self._first if size_of(domains[n]) == 1}
        return len(decided) == len(self._first) > 0 and self._skipped(decided)


def size_of(values: Sequence[Value]) -> int:
    """The number of `values`, also of a range that is too long for `len`."""
    return size(values) if isinstance(values, range) else len(values)


def _narrowing(constraint: Constraint, scope: Sequence[str]) -> Narrow:
    form = _form_of(constraint)
    if form:
        return _by_bounds(form, equal=_is_equation(constraint))
    match constraint:
        case AllDifferent(terms) if len(scope) == len(terms) and set(scope) == _names(terms):
            return _by_difference(scope)
        case _:
            return _by_trying(constraint, scope)


def _names(terms: Iterable[Expression]) -> set[str]:
    return {term.name for term in terms if isinstance(term, Variable)}


def _is_equation(constraint: Constraint) -> bool:
    return isinstance(constraint, Comparison) and constraint.relation == "=="


def _form_of(constraint: Constraint) -> Form | None:
    """The form that is to be 0, or at most 0, where `constraint` says just this."""
    if not isinstance(constraint, Comparison) or constraint.relation == "!=":
        return None
    left, right = _linear(constraint.left), _linear(constraint.right)
    if not left or not right:
        return None
    if constraint.relation in (">", ">="):
        left, right = right, left
    names = left[1].keys() | right[1].keys()
    shift = left[0] - right[0] + (constraint.relation in ("<", ">"))
    return shift, {name: left[1].get(name, 0) - right[1].get(name, 0) for name in sorted(names)}


def _linear(expression: Expression) -> Form | None:
    match expression:
        case Constant(int() as number):
            return number, {}
        case Variable(name) if not expression.labelled:
            return 0, {name: 1}
        case Sum(terms, coefficients, shift) if all(isinstance(t, Variable) for t in terms):
            found: dict[str, int] = {}
            for term, coefficient in zip(terms, coefficients, strict=True):
                name = cast(Variable, term).name
                found[name] = found.get(name, 0) + coefficient
            return shift, found
        case _:
            return None


def _by_bounds(form: Form, equal: bool) -> Narrow:
    shift, coefficients = form

    def narrow(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        ends = {}
        for name, c in coefficients.items():
            one, other = c * cast(int, domains[name][0]), c * cast(int, domains[name][-1])
            ends[name] = (one, other) if one <= other else (other, one)
        low = shift + sum(least for least, _ in ends.values())
        high = shift + sum(most for _, most in ends.values())
        if low > 0 or (equal and high < 0):
            yield next(iter(coefficients), ""), ()
            return
        if high <= 0 and not (equal and low < high):
            return
        for name, c in coefficients.items():
            least, most = ends[name]
            values = domains[name]
            # What the others come to at least and at most leaves this variable so much room.
            room_below, room_above = -(high - most) if equal else least, -(low - least)
            if least == most or (room_below <= least and most <= room_above):
                continue
            if size_of(values) <= MOST_FILTERED:
                yield name, [v for v in values if room_below <= c * cast(int, v) <= room_above]

    return narrow


def _by_difference(scope: Sequence[str]) -> Narrow:
    def narrow(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        decided = [domains[name][0] for name in scope if size_of(domains[name]) == 1]
        taken = set(decided)
        if len(taken) < len(decided):
            yield scope[0], ()
            return
        for name in scope:
            values = domains[name]
            if 1 < size_of(values) <= MOST_FILTERED and not taken.isdisjoint(values):
                yield name, [value for value in values if value not in taken]

    return narrow


def _by_trying(constraint: Constraint, scope: Sequence[str]) -> Narrow:
    """Any constraint: nothing is known of it until one variable at most is undecided."""
    program = Program([constraint])

    def holds(values: Mapping[str, Value]) -> bool:
        return program.run(values) == [True]

    def narrow(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        undecided = [name for name in scope if size_of(domains[name]) > 1]
        if len(undecided) > 1:
            return
        values = {name: domains[name][0] for name in scope}
        if not undecided:
            if not holds(values):
                yield (scope[0] if scope else ""), ()
            return
        (name,) = undecided
        if size_of(domains[name]) <= MOST_FILTERED:
            kept = [value for value in domains[name] if holds({**values, name: value})]
            if len(kept) < size_of(domains[name]):
                yield name, kept

    return narrow
