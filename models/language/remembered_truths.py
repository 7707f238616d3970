"""The truth of constraints under very many assignments, each remembered by its scope's values.

Of the solutions of a model many agree on the few variables of a constraint, which is then asked
for `holds` once. A predicate or a constraint of a user's own is asked each time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from .constraints import Constraint
from .expressions import Variable
from .global_constraints.predicate import Predicate
from .nodes import Program, Value, is_own, topological

MOST_REMEMBERED, MOST_HELD = 4096, 4_000_000
"""Outcomes of one constraint, and values in all. A constraint of which so many are known is asked
each time from then on, unless half of those it was asked for are met again."""
_OUTCOME = 20
"""As many values as an outcome takes itself."""
MOST_REPEATED = 3
"""What constraints share is evaluated for each by itself; at most so many times the whole."""


class Remembered:
    """A constraint, and what is known of it by the values of its scope."""

    def __init__(self, constraint: Constraint, names: Sequence[str]) -> None:
        self.constraint = constraint
        self.scope: Callable[[Mapping[str, Value]], Hashable] = itemgetter(*names)
        self.known: dict[Hashable, Any] = {}
        self.misses, self.cost = 0, len(names) + _OUTCOME
        self._program = Program([constraint])

    def learn(self, scope: Hashable, values: Mapping[str, Value], most: int) -> Any:
        """The outcome of `holds`, remembered while there are fewer than `most`."""
        self.misses += 1
        (found,) = self._program.run(values)
        if len(self.known) < most:
            self.known[scope] = found
        return found


class RememberedTruths:
    """`constraints` under one assignment after the other, plain values of the domains."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self._remembered: list[Remembered] = []
        self._others: list[Constraint] = []
        room, self._asked = MOST_REPEATED * len(topological(constraints)), 0
        for constraint in constraints:
            nodes = topological([constraint]) if room > 0 else []
            room -= len(nodes)
            names = [node.name for node in nodes if isinstance(node, Variable)]
            if names and not any(isinstance(n, Predicate) or is_own(type(n)) for n in nodes):
                self._remembered.append(Remembered(constraint, names))
            else:
                self._others.append(constraint)
        self._program = Program(self._others)
        each = sum(one.cost for one in self._remembered)
        self._most = max(1, min(MOST_REMEMBERED, MOST_HELD // max(each, 1)))

    def all_hold(self, values: Mapping[str, Value]) -> bool:
        """True if every constraint holds; one that may raise is asked in any case."""
        self._asked += 1
        if self._others and False in self._program.run(values):
            return False
        for one in self._remembered:
            scope = one.scope(values)
            found = one.known.get(scope)
            if found is None:
                found = one.learn(scope, values, self._most)
                if not one.misses % self._most and 2 * one.misses > self._asked:
                    self._ask_each_time(one)
            if not found:
                return False
        return True

    def _ask_each_time(self, one: Remembered) -> None:
        self._remembered = [other for other in self._remembered if other is not one]
        self._others.append(one.constraint)
        self._program = Program(self._others)
