"""A small search for solutions: enough to look for a counterexample, and no solver."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import cast

from ..check import Judge
from ..constraints import Constraint
from ..errors import ModelError
from ..expressions import Domain, Expression, Variable, size
from ..global_constraints.all_different import AllDifferent
from ..model import Model
from ..nodes import Program, Value, topological
from ..viewpoints.partition import Weighted, linear
from .symmetries import Symmetry

MOST_TRIED, MOST_PROPAGATED = 50_000, 100_000
"""The most values tried, and constraints propagated, before a search is given up."""
MOST_FILTERED = 1_000
"""From a larger domain values are not taken one by one."""

Domains = dict[str, Domain]
"""The values that are left for each variable."""
Propagate = Callable[[Domains], Iterator[tuple[str, Sequence[Value]]]]
"""Variables and the values that a constraint leaves them; none of one where it fails."""


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
        self._left, self._propagated = most, 0
        self._root: Domains = {v.name: v.domain for v in model.variables}
        self._first, self._skipped = list(first), skipped
        self._about: dict[str, list[int]] = {name: [] for name in self._root}
        self._propagators: list[Propagate] = []
        self._exact: list[list[str]] = []
        for number, constraint in enumerate(model.constraints):
            scope = [n.name for n in topological([constraint]) if isinstance(n, Variable)]
            for name in scope:
                self._about[name].append(number)
            form = linear(constraint)
            self._propagators.append(_propagator(constraint, form, scope))
            if isinstance(constraint, AllDifferent) or (form and form.relation == "=="):
                self._exact.append(scope)

    def __iter__(self) -> Iterator[dict[str, Value]]:
        root = self._reduced(self._root, range(len(self._propagators)))
        branches = [iter([] if root is None else [root])]
        while branches:
            found = next(branches[-1], None)
            if self._left < 0 or self._propagated > MOST_PROPAGATED:
                return
            if found is None:
                branches.pop()
            elif undecided := [name for name, values in found.items() if size(values) > 1]:
                if not self._is_skipped(found):
                    name = self._next_variable(found, undecided)
                    branches.append(self._children(found, name))
            else:
                yield {name: values[0] for name, values in found.items()}
        self.finished = True

    def _children(self, domains: Domains, name: str) -> Iterator[Domains]:
        # A piece that is placed decides more than a square that is left empty: 1 before 0.
        values = domains[name] if size(domains[name]) > 2 else domains[name][::-1]
        for value in values:
            self._left -= 1
            decided = {**domains, name: cast(Domain, (value,))}
            if (child := self._reduced(decided, self._about[name])) is not None:
                yield child

    def _reduced(self, domains: Domains, about: Iterable[int]) -> Domains | None:
        """`domains` at the fixpoint, from these constraints on; None where one fails."""
        domains, queue = dict(domains), dict.fromkeys(about)
        while queue and self._propagated <= MOST_PROPAGATED:
            number = next(iter(queue))
            del queue[number]
            self._propagated += 1
            for name, values in self._propagators[number](domains):
                if not values:
                    return None
                if len(values) < size(domains[name]):
                    domains[name] = cast(Domain, values)
                    queue.update(dict.fromkeys(self._about[name]))
        return domains

    def _next_variable(self, domains: Domains, undecided: Sequence[str]) -> str:
        """The one with the fewest values, and among these the one in the tightest equation."""
        tight = dict.fromkeys(undecided, len(domains) + 1)
        for scope in self._exact:
            left = [name for name in scope if name in tight]
            tight.update((name, min(tight[name], len(left))) for name in left)
        early = [name for name in self._first if name in tight]
        return min(early or undecided, key=lambda name: (size(domains[name]), tight[name]))

    def _is_skipped(self, domains: Domains) -> bool:
        decided = {n: domains[n][0] for n in self._first if size(domains[n]) == 1}
        return len(decided) == len(self._first) > 0 and self._skipped(decided)


def _is_variable(term: Expression) -> bool:
    return isinstance(term, Variable)


def _propagator(constraint: Constraint, form: Weighted | None, scope: Sequence[str]) -> Propagate:
    if form is not None and form.relation != "!=":
        return _by_bounds(form)
    match constraint:
        case AllDifferent(terms) if len(scope) == len(terms) == sum(map(_is_variable, terms)):
            return _by_difference(scope)
        case _:
            return _by_trying(constraint, scope)


def _by_bounds(form: Weighted) -> Propagate:
    shift, equal = form.constant, form.relation == "=="
    weights = {variable.name: weight for variable, weight in form.weights.items()}

    def propagate(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        ends = {
            name: sorted(weight * cast(int, domains[name][end]) for end in (0, -1))
            for name, weight in weights.items()
        }
        low = shift + sum(least for least, _ in ends.values())
        high = shift + sum(most for _, most in ends.values())
        if low > 0 or (equal and high < 0):
            yield next(iter(weights), ""), ()
            return
        for name, (least, most) in ends.items():
            # What the others come to at least and at most leaves this variable so much room.
            floor, ceiling = most - high if equal else least, least - low
            if (least < floor or ceiling < most) and size(domains[name]) <= MOST_FILTERED:
                values, weight = cast(Sequence[int], domains[name]), weights[name]
                yield name, tuple(v for v in values if floor <= weight * v <= ceiling)

    return propagate


def _by_difference(scope: Sequence[str]) -> Propagate:
    def propagate(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        decided = [domains[name][0] for name in scope if size(domains[name]) == 1]
        taken = set(decided)
        if len(taken) < len(decided):
            yield scope[0], ()
            return
        for name in scope:
            if 1 < size(domains[name]) <= MOST_FILTERED:
                yield name, tuple(value for value in domains[name] if value not in taken)

    return propagate


def _by_trying(constraint: Constraint, scope: Sequence[str]) -> Propagate:
    """Any constraint: nothing is known of it until one variable at most is undecided."""
    program = Program([constraint])

    def propagate(domains: Domains) -> Iterator[tuple[str, Sequence[Value]]]:
        undecided = [name for name in scope if size(domains[name]) > 1]
        values = {name: domains[name][0] for name in scope}
        if not undecided and program.run(values) != [True]:
            yield (scope[0] if scope else ""), ()
        elif len(undecided) == 1 and size(domains[undecided[0]]) <= MOST_FILTERED:
            (name,) = undecided
            tried = domains[name]
            yield name, tuple(v for v in tried if program.run({**values, name: v}) == [True])

    return propagate


# ---------------------------------- Small searches for a solution that a declared symmetry spoils.


def refute(model: Model, symmetry: Symmetry) -> None:
    """Nothing, where all solutions were looked at and each has its image among them.

    Raises: ModelError with a solution whose image is none; or that none was found in a search
    that was too large to end.
    """
    moved = [v.name for v in model.variables if _is_moved(v.name, symmetry)]
    # A solution that is its own image proves nothing.
    search = Search(model, first=moved, skipped=lambda values: symmetry(values) == values)
    judge = Judge(model)
    for values in search:
        image = symmetry(values)
        broken = judge.violations(image)
        if broken:
            raise ModelError(
                f"{symmetry.name!r} is no symmetry of {model.name}: of the solution"
                f" {_shown(model, values)} it makes {_shown(model, image)}, which breaks"
                f" {broken[0]}"
            )
    if not search.finished:
        raise ModelError(
            f"{symmetry.name!r} cannot be shown to be a symmetry of {model.name}: it brings some"
            " constraints to others than those declared; declare them as well, or leave it out"
        )


def _is_moved(name: str, symmetry: Symmetry) -> bool:
    return symmetry.variables.get(name, name) != name or name in symmetry.values


def _shown(model: Model, values: dict[str, Value]) -> str:
    return json.dumps(model.solution(values).to_json(), ensure_ascii=False)
