"""Counting level by level, where many choices leave the same problem.

The search below a level depends on the registers that the levels below read, and on nothing else:
partial solutions with equal registers, a *residue*, are counted together. That wins where few
residues are reached in very many ways, as with rooks, and costs memory and time where nearly each
is different, as with queens; so the first levels are tried before the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..common.code import Program, Require
from ..common.slots import State
from .loops import Loops, Tick

MOST_STATES = 400_000
"""The most residues that are kept at a time."""
FEW_STATES = 3_000
"""The number of residues after which merging must have paid."""
PAYS = 3.0
"""Merging pays if at least this many partial solutions lead to a residue, on average."""

Key = Any
"""The registers that are read below: one value, or a tuple of them."""
Counts = dict[Key, int]


class Frontier:
    """The number of partial solutions that lead to each residue, down to a level."""

    def __init__(self, program: Program) -> None:
        self._writer = Steps(program)
        self._step, self._enter = self._writer.functions()
        self._size = len(program.levels)
        self.depth = 0
        self.counts: Counts = {self._writer.first_key: 1}

    def merge(self, tick: Tick) -> bool:
        """True if merging has paid; goes down while it does, and until `tick` says to stop."""
        paid = False
        while not self.is_done and self.step(tick):
            paid = paid or sum(self.counts.values()) >= PAYS * len(self.counts)
            if len(self.counts) > FEW_STATES and not paid:
                break
        return paid or not self.counts

    def step(self, tick: Tick = lambda: False) -> bool:
        """Go down a level; false where there are too many residues, or `tick` says to stop."""
        found = self._step[self.depth](self.counts, tick, MOST_STATES)
        if found is not None:
            self.counts, self.depth = found, self.depth + 1
        return found is not None

    @property
    def is_done(self) -> bool:
        """True if every level has been counted."""
        return self.depth == self._size or not self.counts

    def total(self) -> int:
        """The number of solutions, once it is done."""
        return sum(self.counts.values())

    def states(self) -> Iterator[tuple[State, int]]:
        """The states that are left to search, each with the number of ways to it."""
        for key, ways in self.counts.items():
            left, registers = self._enter(self.depth, key)
            yield State(self.depth, (*[0] * self.depth, left), registers), ways


class Steps(Loops):
    """Writes a program as one function a level, from counts of residues to counts of residues."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, counting=True)
        sizes = range(len(program.levels) + 1)
        self.keys = [self._parameters(start) if start < sizes[-1] else [] for start in sizes]
        self.first_key: Key = ()

    def functions(self) -> tuple[list[Callable[..., Counts | None]], Callable[..., Any]]:
        """The functions of the levels, and the one that gives the candidates of a residue."""
        for number in range(len(self.program.levels)):
            self._step(number)
            self._entry(number)
        names = self.writer.compile()
        steps = [names[f"step{number}"] for number in range(len(self.program.levels))]

        def enter(depth: int, key: Key) -> tuple[int, dict[str, int]]:
            left, found = names[f"enter{depth}"](key)
            alive = self.slots.alive(depth)
            return left, {register.name: int(found.get(register.name, 0)) for register in alive}

        return steps, enter

    def _step(self, number: int) -> None:
        writer, level = self.writer, self.program.levels[number]
        writer.line(f"def step{number}(counts, tick, most):")
        writer.indent = 1
        writer.line("found = {}")
        writer.line("get = found.get")
        writer.line(f"for {self._key(number)}, ways in counts.items():")
        writer.indent = 2
        writer.line("if tick() or len(found) > most: return None")
        last = number == len(self.program.levels) - 1
        tests = any(isinstance(step, Require) for step in level.after)
        if last and not tests and not level.wide:
            writer.line(f"size = ({self._candidates(level)}).bit_count()")
            writer.line("if size: found[()] = get((), 0) + ways * size")
        else:
            self._each(number, number)
            writer.line(f"key = {self._key(number + 1)}")
            writer.line("found[key] = get(key, 0) + ways")
        writer.indent = 1
        writer.line("return found")
        writer.indent = 0

    def _watch(self, number: int, start: int) -> None:
        """Nothing: `tick` is asked once for each residue."""

    def _key(self, number: int) -> str:
        names = self.keys[number]
        return names[0] if len(names) == 1 else f"({''.join(name + ', ' for name in names)})"

    def _entry(self, number: int) -> None:
        writer, level = self.writer, self.program.levels[number]
        writer.line(f"def enter{number}(key):")
        writer.indent = 1
        if self.keys[number]:
            writer.line(f"{self._key(number)} = key")
        names = ", ".join(f"{name}={name}" for name in self.keys[number])
        left = 0 if level.wide else self._candidates(level)
        writer.line(f"return {left}, dict({names})")
        writer.indent = 0
