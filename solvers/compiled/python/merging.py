"""Counting level by level, where many choices leave the same problem.

The search below a level depends on the registers that the levels below read, and on nothing else:
partial solutions with equal registers, a *residue*, are counted together. Where the levels below
fall apart into parts that read nothing of each other, their numbers are multiplied, and that of a
part is kept by its own residue. That wins where few residues are reached in very many ways, and
costs memory and time where nearly each is different, as with queens: so work is given by and by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from ..common.code import Program
from ..common.slots import State
from .residue_steps import Counts, Meter, OutOfWork, Steps


class Frontier:
    """The number of partial solutions that lead to each residue, down to a level."""

    def __init__(self, program: Program, check: Callable[[], None]) -> None:
        self._meter = Meter(check)
        self._writer = Steps(program, self._meter)
        self.path = self._writer.parts.path
        self.depth, self.most = 0, 1
        self.counts: Counts = {}
        self._is_begun = not program.possible

    def merge(self, choices: int) -> bool:
        """True if every level has been counted; stops after so many choices, or once it is full."""
        self._meter.left = choices
        try:
            self._meter.residues(0, 0)
            self._begin()
            while not self.is_done:
                self.counts = self._writer.step(self.depth)(self.counts)
                self.depth += 1
                self.most = max(self.most, len(self.counts))
        except OutOfWork:
            return False
        return True

    def _begin(self) -> None:
        if not self._is_begun:
            ways = self._writer.ways_beside()
            self.counts = {(): ways} if ways else {}
            self._is_begun = True

    @property
    def is_full(self) -> bool:
        """True if too much would be kept."""
        return self._meter.is_full

    @property
    def is_done(self) -> bool:
        """True if every level has been counted."""
        return self._is_begun and (self.depth == len(self.path) or not self.counts)

    def total(self) -> int:
        """The number of solutions, once it is done."""
        return sum(self.counts.values())

    def sampled(self, descents: int, choices: int) -> int:
        """About the number of solutions, by random descents (see lowering/estimate.py)."""
        self._meter.left, random, total = choices, Random(0), 0
        try:
            self._begin()
            for _ in range(descents):
                total += self._descent(random)
        except OutOfWork:
            return 0
        return total // descents

    def _descent(self, random: Random) -> int:
        share, counts = 1, self.counts
        for depth in range(self.depth, len(self.path)):
            share *= len(counts)
            if not counts:
                return 0
            key = random.choice(list(counts))
            counts = self._writer.step(depth)({key: counts[key]})
        return share * sum(counts.values())

    def states(self) -> Iterator[tuple[State, int]] | None:
        """The states left to search, each with the number of ways to it; None after parts."""
        if not self._writer.parts.is_plain(self.depth):
            return None
        return self._states()

    def _states(self) -> Iterator[tuple[State, int]]:
        enter = self._writer.enter(self.depth)
        for key, ways in self.counts.items():
            left, registers = enter(key)
            yield State(self.depth, (*[0] * self.depth, left), registers), ways
