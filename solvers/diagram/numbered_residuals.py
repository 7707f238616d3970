"""The residuals of one constraint as numbers, minimised where there are few.

Those of long sums and of many terms that differ are computed for whole arrays of states at once:
the residual's own number plus 2, a sum less the least that it can be, or a set of bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Protocol

from ..harness.rows.arrays import numpy
from .residuals import DEAD, DONE, Distinct, Linear, Machine

MOST_STATES = 4_000
"""A machine with more states at a level is not minimised beforehand."""
MOST_STEPS = 80_000
"""The most steps that are taken to minimise one machine."""

Row = tuple[int, ...]
"""The next state by the place of a value among those of the level."""


class Steps:
    """The steps that may still be taken to minimise machines; one supply for many."""

    def __init__(self, left: int, check: Callable[[], None]) -> None:
        self.left, self.check = left, check


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
        self.start = self._number(0, machine.start)
        self.minimal = self._minimised(min(MOST_STEPS, steps.left), steps)

    def _number(self, place: int, state: Any) -> int:
        if type(state) is int:
            return state
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
        return (max(self._rows[place], default=1) if self.minimal else self._known(place)) + 1

    def _known(self, place: int) -> int:
        return len(self._states[place]) + 1

    def row(self, place: int, number: int) -> Row:
        """The states after one that is neither DEAD nor DONE, by the values of the level."""
        found = self._rows[place].get(number)
        if found is None:
            self._check()
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
        return True


# ------------------------------------------------------------------- computed, in whole arrays

MOST_BITS = 48
"""The most bits of a state."""


class Stepping(Protocol):
    """The states of one machine, computed."""

    bits: int
    """The most bits of a state."""
    start: int

    def steps(self, states: Any, place: int) -> Any:
        """The next states, an array of states × values, for states in an array or alone."""


def stepping(machine: Machine, values: Sequence[Sequence[int]]) -> Stepping | None:
    """The states of `machine`, over `values` by place; None where they are not computed so."""
    found: Stepping
    if isinstance(machine, Linear):
        found = _Sums(machine, values)
    elif isinstance(machine, Distinct) and all(len(terms) == 1 for terms in machine.terms):
        found = _Sets(machine, values)
    else:
        return None
    return found if found.bits <= MOST_BITS else None


class _Sums:
    """The sums of a `Linear`."""

    def __init__(self, machine: Linear, values: Sequence[Sequence[int]]) -> None:
        self._machine = machine
        known = [
            [amount for value in some if (amount := part[value]) is not None] or [0]
            for some, part in zip(values, machine.amounts, strict=True)
        ]
        constant = machine.constant or 0
        least = constant + sum(min(0, *some) for some in known)
        most = constant + sum(max(0, *some) for some in known)
        limits = [int(limit) for limit in (machine.low, machine.high) if abs(limit) < inf]
        widest = max(map(abs, [least, most, *limits]))
        self.bits = max(most - least + 2, widest).bit_length()
        self._least, self._values = least, values
        self.start = constant - least + 2

    def steps(self, states: Any, place: int) -> Any:
        np, machine = numpy(), self._machine
        part, values = machine.amounts[place], self._values[place]
        amounts = np.array([part[value] or 0 for value in values], dtype=np.int64)
        sums = np.asarray(states)[..., None] - 2 + self._least + amounts
        least, most = machine.spans[place + 1]
        out = (sums + least > machine.high) | (sums + most < machine.low)
        certain = (sums + least >= machine.low) & (sums + most <= machine.high)
        if machine.outside:
            out, certain = certain, out
        found = sums - self._least + 2
        if machine.is_total_after(place + 1):
            found = np.where(certain, DONE, found)
        out = out | np.array([part[value] is None for value in values])
        return np.where(np.asarray(states)[..., None] == DONE, DONE, np.where(out, DEAD, found))


class _Sets:
    """The sets of amounts of a `Distinct`, one term a level."""

    def __init__(self, machine: Distinct, values: Sequence[Sequence[int]]) -> None:
        self._machine, self._values = machine, values
        self.bits = 2 + max(later.bit_length() for later, _ in machine.after)
        self.start = int(machine.start) + 2

    def steps(self, states: Any, place: int) -> Any:
        np, machine = numpy(), self._machine
        (amounts,) = machine.terms[place]
        given = [amounts[value] for value in self._values[place]]
        bits = np.array([machine.bit(amount) for amount in given], dtype=np.int64)
        taken = np.asarray(states)[..., None] - 2
        later, number = machine.after[place + 1]
        out = ((taken & bits) != 0) | np.array([amount is None for amount in given])
        found = (taken | bits) & later
        if not number:
            found = np.full_like(found, DONE - 2)
        elif machine.exempt is None and hasattr(np, "bitwise_count"):
            out |= later.bit_count() - np.bitwise_count(found).astype(np.int64) < number
        return np.where(taken == DONE - 2, DONE, np.where(out, DEAD, found + 2))
