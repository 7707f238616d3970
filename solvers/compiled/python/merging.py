"""Counting level by level, where many choices leave the same problem.

The search below a level depends on the registers that the levels below read, and on nothing else:
partial solutions with equal registers, a *residue*, are counted together. Where the levels below
fall apart into parts that read nothing of each other, their numbers are multiplied, and that of a
part is kept by its own residue. That wins where few residues are reached in very many ways, and
costs memory and time where nearly each is different, as with queens: so work is given by and by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from ..common.code import Program, Register, Require
from ..common.python_source import Writer
from ..common.slots import State
from .loops import Loops
from .parts_below import PartsBelow

MOST_KEPT = 8_000_000
"""The most that is kept of residues: the registers of each, and `ENTRY` for itself."""
ENTRY = 12
LONG = 12
"""A choice counts once more for so many registers of a residue."""
TOGETHER = 256
"""The number of residues after which it is asked whether to stop."""

Key = Any
"""The registers that are read below: one value, or a tuple of them."""
Counts = dict[Key, int]
Step = Callable[[Counts], Counts]
Below = Callable[[Key], int]


class OutOfWork(Exception):
    """The work that was given is done; or, where `meter.is_full`, too much would be kept."""


class Meter:
    """The choices that may still be made, and what is kept."""

    def __init__(self, check: Callable[[], None]) -> None:
        self.left, self.is_full = 0, False
        self._check, self._kept, self._asked = check, 0, 0

    def residues(self, choices: int, kept: int) -> None:
        """Count the choices for some residues, while so much is kept of others."""
        self._check()
        self.left -= choices
        self.is_full = self.is_full or self._kept + kept > MOST_KEPT
        if self.left < 0 or self.is_full:
            raise OutOfWork

    def part(self, choices: int, kept: int) -> None:
        """Count the choices for a residue of a part, which is kept for good."""
        self._kept += kept
        self.left -= choices
        self._asked += 1
        if self.left < 0 or not self._asked % TOGETHER:
            self.residues(0, 0)


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


class Steps(Loops):
    """Writes functions of the levels of a program; what differs by names alone is compiled once."""

    def __init__(self, program: Program, meter: Meter) -> None:
        super().__init__(program, counting=True)
        self.parts = PartsBelow(program)
        self._meter = meter
        self._wanted: set[Register] = set().union(*self.reads)
        self._made: dict[object, Callable[..., Any]] = {}
        self._steps_made: dict[int, Step] = {}
        self._below: dict[int, Below] = {}

    def step(self, depth: int) -> Step:
        """From the counts of residues at a level of the path to those at the next."""
        if depth not in self._steps_made:
            number = self.parts.path[depth]
            beside = self.parts.beside[depth]
            for part in beside:
                self._ways_below(part)
            following = self.parts.path[depth + 1 : depth + 2]
            self._open(number, beside, "step(counts)")
            self._write_step(number, beside, following)
            self._steps_made[depth] = self._made_of("step", beside)
        return self._steps_made[depth]

    def ways_beside(self) -> int:
        """The product of the numbers of the parts that read nothing of the path."""
        ways = 1
        for number in self.parts.roots_beside:
            ways *= self._ways_below(number)(())
        return ways

    def enter(self, depth: int) -> Callable[[Key], tuple[int, dict[str, int]]]:
        """The candidates of a residue at a level, and all registers that the levels below read."""
        self.writer = Writer()
        level, names = self.program.levels[depth], self._names(depth)
        self.writer.line("def enter(key):")
        self.writer.indent = 1
        if names:
            self.writer.line(f"{self._key(depth)} = key")
        left = 0 if level.wide else self._candidates(level)
        self.writer.line(f"return {left}, dict({', '.join(f'{n}={n}' for n in names)})")
        enter, alive = self.writer.compile()["enter"], self.slots.alive(depth)

        def entered(key: Key) -> tuple[int, dict[str, int]]:
            left, found = enter(key)
            return left, {register.name: int(found.get(register.name, 0)) for register in alive}

        return entered

    # ------------------------------------------------------------------------------ writing

    def _write_step(self, number: int, beside: list[int], following: list[int]) -> None:
        line, level = self.writer.line, self.program.levels[number]
        line("found = {}")
        line("get = found.get")
        line("items = iter(counts.items())")
        line(f"while chunk := tuple(islice(items, {TOGETHER})):")
        self.writer.indent += 1
        work, kept = self._work(number), ENTRY + len(self._names(number))
        line(f"meter.residues({work} * len(chunk), {kept} * (len(found) + len(counts)))")
        line(f"for {self._key(number)}, ways in chunk:")
        self.writer.indent += 1
        if self._is_added_up(number):
            line(f"size = ({self._candidates(level)}).bit_count()")
            line("if size: found[()] = get((), 0) + ways * size")
        else:
            self._each(number, number)
            line("times = ways")
            self._times(beside)
            line(f"key = {self._key(following[0]) if following else '()'}")
            line("found[key] = get(key, 0) + times")
        self.writer.indent = 2
        line("return found")

    def _ways_below(self, number: int) -> Below:
        """The number of solutions of the levels from `number` on, by the residue there."""
        for part in reversed(self.parts.under(number)):
            if part not in self._below:
                self._below[part] = self._made_of("below", self._write_part(part))
        return self._below[number]

    def _write_part(self, number: int) -> list[int]:
        below, level = self.parts.below[number], self.program.levels[number]
        self._open(number, below, "below(key)")
        line = self.writer.line
        line("if (total := known.get(key)) is not None: return total")
        line(f"meter.part({self._work(number)}, {ENTRY + len(self._names(number))})")
        if self._names(number):
            line(f"{self._key(number)} = key")
        if self._is_added_up(number):
            line(f"total = ({self._candidates(level)}).bit_count()")
        else:
            line("total = 0")
            self._each(number, number)
            line("times = 1")
            self._times(below)
            line("total += times")
        self.writer.indent = 2
        line("known[key] = total")
        line("return total")
        return below

    def _open(self, number: int, parts: list[int], header: str) -> None:
        self.writer = Writer()
        self.writer.line(f"def make(meter, islice{''.join(f', part{n}' for n in parts)}):")
        self.writer.indent = 1
        self.writer.line("known = {}")
        self.writer.line(f"def {header}:")
        self.writer.indent = 2

    def _made_of(self, name: str, parts: list[int]) -> Any:
        """The function that was written, over the parts that it multiplies."""
        writer = self.writer
        writer.indent = 1
        writer.line(f"return {name}")
        names: dict[str, str] = {}
        writer.lines = [
            re.sub(r"\b[a-z]+\d+\b", lambda m: names.setdefault(m[0], f"v{len(names)}"), line)
            for line in writer.lines
        ]
        shape = (*writer.lines, *writer.namespace.items())
        if shape not in self._made:
            self._made[shape] = writer.compile()["make"]
        return self._made[shape](self._meter, islice, *map(self._below.__getitem__, parts))

    def _times(self, parts: list[int]) -> None:
        """Multiply by the numbers of solutions of parts, unless one of them has none."""
        for number in parts:
            self.writer.line(
                f"if not (times := times * part{number}({self._key(number)})): continue"
            )

    def _is_added_up(self, number: int) -> bool:
        level = self.program.levels[number]
        tests = any(isinstance(step, Require) for step in level.after)
        return not (self.parts.below[number] or tests or level.wide)

    def _watch(self, number: int, start: int) -> None:
        """Nothing: it is asked once for some residues."""

    def _is_read(self, register: Register, number: int) -> bool:
        return register in self._wanted

    def _names(self, number: int) -> list[str]:
        return [register.name for register in self.parts.read[number]]

    def _key(self, number: int) -> str:
        names = self._names(number)
        return names[0] if len(names) == 1 else f"({''.join(name + ', ' for name in names)})"

    def _work(self, number: int) -> int:
        """The choices of a residue: the values of the level, more where residues are long."""
        level = self.program.levels[number]
        low, high = level.value.bounds
        size = high - low + 1 if level.wide else level.domain.bit_count()
        return size * (1 + len(self._names(number)) // LONG)
