"""Functions of the levels of a program, from the counts of residues at one to those at the next.

Functions that differ by names alone are compiled once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

from ..common.code import Program, Register, Require
from ..common.python_source import Writer
from .loops import Loops
from .parts_below import PartsBelow

MOST_KEPT = 16_000_000
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


class Steps(Loops):
    """Writes the functions of one program."""

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
