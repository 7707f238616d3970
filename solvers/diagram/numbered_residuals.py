"""The residuals of one constraint as numbers, minimised where there are few.

Those of long sums and of many terms that differ are computed by machine code, and never listed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from .computed_residuals import DEAD, DONE, Computed
from .residuals import Folded, Machine

MOST_STATES = 4_000
"""A machine with more states at a level is not minimised beforehand."""
MOST_STEPS, MOST_STEPS_COMPUTED = 80_000, 4_000
"""The most steps that are taken to minimise one machine; one whose states are computed."""

Row = tuple[int, ...]
"""The next state by the place of a value among those of the level."""


class Steps:
    """The steps that may still be taken to minimise machines; one supply for many."""

    def __init__(self, left: int, check: Callable[[], None]) -> None:
        self.left, self.check = left, check


VALUES_OF_A_STATE = 8
"""The steps of a machine that are counted as one; those of a folded one are slow."""


class Numbered:
    """A machine with numbered states. 0 is DEAD, 1 is DONE.

    Where it is `minimal`, states with the same futures have one number, and all are known.
    """

    def __init__(self, machine: Machine, values: Sequence[Sequence[int]], steps: Steps) -> None:
        """`values` are those of every level of the diagram."""
        self.levels = machine.levels
        self.machine, self._check = machine, steps.check
        self.values = [values[level] for level in self.levels]
        self._places = {level: place for place, level in enumerate(self.levels)}
        self._rows: list[dict[int, Row]] = [{} for _ in self.levels]
        self._numbers: list[dict[Any, int]] = [{} for _ in range(len(self.levels) + 1)]
        self._states: list[list[Any]] = [[] for _ in range(len(self.levels) + 1)]
        self.tables: dict[tuple[int, int], Any] = {}
        """The tables that the builder of a diagram made of the rows, where they are minimal."""
        self._sizes = list[int]()
        """By place, the number of states but for DEAD, where they are minimal."""
        self.start = self._number(0, machine.start)
        most = MOST_STEPS if computed(machine) is None else MOST_STEPS_COMPUTED
        self.minimal = self._minimised(min(most, steps.left), steps)

    def at(self, levels: Sequence[int]) -> Numbered:
        """The same machine, whose states have no numbers of their own, at other levels."""
        other = Numbered.__new__(Numbered)
        vars(other).update(vars(self))
        other.levels = levels
        other._places = {level: place for place, level in enumerate(levels)}
        return other

    def _number(self, place: int, state: Any) -> int:
        if state in (DEAD, DONE):
            return int(state)
        number = self._numbers[place].get(state)
        if number is None:
            number = self._numbers[place][state] = len(self._states[place]) + 2
            self._states[place].append(state)
        return number

    def place(self, level: int) -> int:
        """The place of a level among those of its scope."""
        return self._places[level]

    def numbers(self, place: int) -> int:
        """One more than the greatest number of a state before `levels[place]`, as it is known."""
        known = max(self._rows[place], default=1) if self.minimal else len(self._states[place]) + 1
        return known + 1

    def most_states(self, place: int) -> float:
        """The most states before `levels[place]`, but for DEAD, as far as they are known."""
        if self.minimal:
            return self._sizes[place]
        found = computed(self.machine)
        return found.most_states(place) if found else inf

    def row(self, place: int, number: int) -> Row:
        """The states after one that is neither DEAD nor DONE, by the values of the level."""
        found = self._rows[place].get(number)
        if found is None:
            several = 1 if isinstance(self.machine, Folded) else VALUES_OF_A_STATE
            for _ in range(0, len(self.values[place]), several):
                self._check()  # any constraint's step is slow
            state, step = self._states[place][number - 2], self.machine.step
            found = self._rows[place][number] = tuple(
                [self._number(place + 1, step(state, place, v)) for v in self.values[place]]
            )
        return found

    def supported(self) -> dict[int, list[int]]:
        """By level, the values after which it may still hold; of a minimal machine."""
        if self.start <= DONE:
            return {level: [] for level in self.levels} if self.start == DEAD else {}
        found: dict[int, list[int]] = {}
        for level, values, rows in zip(self.levels, self.values, self._rows, strict=True):
            live = [any(column) for column in zip(*rows.values(), strict=True)]
            found[level] = [v for v, alive in zip(values, live, strict=True) if alive]
            if any(DONE in row for row in rows.values()):  # after which any value will do
                break
        return found

    def _minimised(self, most: int, steps: Steps) -> bool:
        """True if all states were few, and those with equal futures are now one."""
        if self.start <= DONE:
            return True
        for place, values in enumerate(self.values):
            needed = len(self._states[place]) * len(values)
            if len(self._states[place]) > MOST_STATES or needed > most:
                return False
            most -= needed
            steps.left -= needed
            for number in range(2, len(self._states[place]) + 2):
                self.row(place, number)
        below: dict[int, int] = {DEAD: DEAD, DONE: DONE}
        for place in reversed(range(len(self.levels))):
            classes: dict[Row, int] = {}
            above = {DEAD: DEAD, DONE: DONE}
            for number, row in self._rows[place].items():
                merged = tuple([below[to] for to in row])
                if not any(merged):
                    above[number] = DEAD
                elif all(to == DONE for to in merged):
                    above[number] = DONE
                else:
                    above[number] = classes.setdefault(merged, len(classes) + 2)
            self._rows[place] = {number: row for row, number in classes.items()}
            below = above
        self.start = below[self.start]
        self._numbers, self._states = [], []
        is_done = False
        for rows in self._rows:
            self._sizes.append(len(rows) + is_done)
            is_done = is_done or any(DONE in row for row in rows.values())
        return True


MOST_BITS = 48
"""The most bits of a state."""


def computed(machine: Machine) -> Computed | None:
    """`machine`, if its states are computed and not numbered."""
    return machine if isinstance(machine, Computed) and machine.bits <= MOST_BITS else None
