"""The residual of a constraint: what it still asks once the variables of some levels are chosen.

A residual is the state of a machine that reads the levels of its scope in order. Equal states
have equal futures. `DEAD` is the one that nothing can follow, `DONE` the one that anything can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, cast

from ...models.language.constraints import Comparison, Constraint
from ...models.language.expressions import Constant, Expression, Variable
from ...models.language.global_constraints.all_different import AllDifferent, AllDifferentExcept
from ...models.language.nodes import Node, topological
from .folds import Fold, fold_of
from .residuals_of_terms import DEAD, DONE, Distinct, Linear
from .terms_by_level import linear, meaning, unary


class Machine(Protocol):
    """The residuals of one constraint."""

    start: Any

    @property
    def levels(self) -> Sequence[int]:
        """The levels of its scope, ascending; at least one."""

    def step(self, state: Any, place: int, value: int) -> Any:
        """The next state after `value` at `levels[place]`; or the numbers DEAD or DONE, of `int`.

        A state is never a plain `int`.
        """


def machine_of(
    constraint: Constraint, level_of: Mapping[str, int], domains: Sequence[Sequence[int]]
) -> Machine:
    """The machine of a constraint with variables, of which `domains` are the values by level."""
    match constraint:
        case Comparison(left, relation, right):
            amounts = linear(left, right, level_of, domains)
            if amounts is not None:
                return Linear(amounts, relation)
        case AllDifferent() | AllDifferentExcept(_, Constant()):
            found = [unary(term, level_of, domains) for term in constraint.terms]
            if None not in found:
                exempt: Any = getattr(constraint, "exempt", None)
                return Distinct(cast(Any, found), None if exempt is None else exempt.constant)
        case _:
            pass
    return Folded(constraint, level_of)


class Folded:
    """Any constraint: the states of its folds, and the values that others still wait for."""

    def __init__(self, constraint: Constraint, level_of: Mapping[str, int]) -> None:
        self._steps: dict[int, list[tuple[int, Callable[..., Any], tuple[int, ...]]]] = {}
        self._variables: dict[int, list[int]] = {}
        self._fixed: dict[int, Any] = {}
        self._last: list[int] = []
        """The level at which each value is known; a value is named by its place here."""
        self._used: dict[int, int] = {}
        self._chain: list[int] = []
        """The states of the fold that was read last, which is that of the constraint itself."""
        known: dict[Node, int] = {}
        for node in topological([constraint]):
            if isinstance(node, Variable):
                known[node] = self._new(level_of[node.name])
                self._variables.setdefault(level_of[node.name], []).append(known[node])
            else:
                known[node] = self._read(node, [known[part] for part in node.parts])
        self._root = known[constraint]
        self.levels: Sequence[int] = sorted(self._variables)
        kept = [
            [
                name
                for name, last in enumerate(self._last)
                if 0 <= last <= level < self._used.get(name, -1)
            ]
            for level in self.levels
        ]
        self._names = [[], *kept]
        self._latest = [
            max((name for name in self._chain if self._last[name] == level), default=None)
            for level in self.levels
        ]
        self.start: Any = ()

    def _new(self, level: int) -> int:
        self._last.append(level)
        return len(self._last) - 1

    def _read(self, node: Node, parts: Sequence[int]) -> int:
        order = sorted(range(len(parts)), key=lambda place: (self._last[parts[place]], place))
        fold = fold_of(node, order) if len(parts) > 1 else None
        self._chain = []
        if fold is None:
            level = max((self._last[part] for part in parts), default=-1)
            return self._add(level, lambda *values: meaning(node, values), tuple(parts))
        state = self._add(-1, lambda: fold.start, ())
        for place in order:
            level = max(self._last[state], self._last[parts[place]])
            state = self._add(level, _stepping(fold, place), (state, parts[place]))
            self._chain.append(state)
        is_truth = not isinstance(node, Expression)
        return self._add(self._last[state], _finishing(fold, is_truth=is_truth), (state,))

    def _add(self, level: int, function: Callable[..., Any], operands: tuple[int, ...]) -> int:
        name = self._new(level)
        if level < 0:
            self._fixed[name] = function(*(self._fixed[operand] for operand in operands))
        else:
            self._steps.setdefault(level, []).append((name, function, operands))
            for operand in operands:
                self._used[operand] = max(self._used.get(operand, -1), level)
        return name

    def step(self, state: Any, place: int, value: int) -> Any:
        level = self.levels[place]
        known = {**self._fixed, **dict(zip(self._names[place], state, strict=True))}
        for name in self._variables[level]:
            known[name] = value
        for name, function, operands in self._steps.get(level, ()):
            known[name] = function(*[known[operand] for operand in operands])
        latest = self._latest[place]
        if latest is not None and (known[latest] is None or known[latest] is True):
            return DONE if known[latest] else DEAD
        if place == len(self.levels) - 1:
            return DONE if known[self._root] else DEAD
        return tuple([known[name] for name in self._names[place + 1]])


def _stepping(fold: Fold, place: int) -> Callable[[Any, Any], Any]:
    def step(state: Any, value: Any) -> Any:
        if state is None or state is True:
            return state
        return None if value is None else fold.step(state, place, value)

    return step


def _finishing(fold: Fold, *, is_truth: bool) -> Callable[[Any], Any]:
    def finish(state: Any) -> Any:
        if state is None:
            return False if is_truth else None
        return True if state is True else fold.finish(state)

    return finish
