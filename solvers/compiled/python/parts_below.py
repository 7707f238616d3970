"""The parts into which the levels of a program fall: which of them read what others set.

A level hangs below the last of the levels of which it, or one that hangs below it, reads anything;
so levels that hang side by side read nothing of each other. (Of a matrix, this would be its
elimination tree.)
"""

from __future__ import annotations

from ..common.code import Program, Register
from ..common.slots import defined, used

MOST_NESTED = 300
"""Parts of more levels one below the other are not taken apart: each costs a nested call."""


class PartsBelow:
    """The levels as a tree: a path down where most of them hang, and the parts beside it."""

    def __init__(self, program: Program) -> None:
        self._levels = program.levels
        self._setter = {r: n for n, level in enumerate(program.levels) for r in defined(level)}
        self._hang(chain=False)
        if max(map(self._height, self._aside()), default=0) > MOST_NESTED:
            self._hang(chain=True)

    def is_plain(self, depth: int) -> bool:
        """True if no part hangs beside the path down to a level."""
        return not self.roots_beside and not any(self.beside[:depth])

    def under(self, part: int) -> list[int]:
        """The levels of a part, each before those that hang below it."""
        found = [part]
        for level in found:
            found += self.below[level]
        return found

    def _hang(self, *, chain: bool) -> None:
        number_of = {register: k for k, register in enumerate(self._setter)}
        size = len(self._levels)
        self.read: list[list[Register]] = [[] for _ in range(size)]
        """By level, the registers set above it that it reads, or a level that hangs below it."""
        self.below: list[list[int]] = [[] for _ in range(size)]
        """By level, those that hang directly below it, the smaller parts first."""
        roots: list[int] = []
        self._sizes = [1] * size
        for n in reversed(range(size)):
            wanted = used(self._levels[n]).union(*(self.read[child] for child in self.below[n]))
            self.read[n] = sorted(wanted - set(defined(self._levels[n])), key=number_of.__getitem__)
            self._sizes[n] += sum(self._sizes[child] for child in self.below[n])
            self.below[n].sort(key=self._sizes.__getitem__)
            above = n - 1 if chain else max((self._setter[r] for r in self.read[n]), default=-1)
            (self.below[above] if above >= 0 else roots).append(n)
        self._go_down(sorted(roots, key=self._sizes.__getitem__))

    def _go_down(self, roots: list[int]) -> None:
        self.roots_beside = roots[:-1]
        """The parts that read nothing of the path."""
        self.path: list[int] = []
        self.beside: list[list[int]] = []
        """By level of the path, the parts that hang below it beside the path."""
        while roots:
            self.path.append(roots[-1])
            roots = self.below[roots[-1]]
            self.beside.append(roots[:-1])

    def _aside(self) -> list[int]:
        return [*self.roots_beside, *(part for parts in self.beside for part in parts)]

    def _height(self, part: int) -> int:
        height, row = 0, [part]
        while row:
            height, row = height + 1, [child for level in row for child in self.below[level]]
        return height
