"""The residuals of long sums and of many terms that differ, for whole arrays of states at once.

A state is its residual's own number plus 2: a sum less the least that it can be, a set of bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Protocol

from ..harness.rows.arrays import numpy
from .residuals import Machine
from .residuals_of_terms import DEAD, DONE, Distinct, Linear

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
