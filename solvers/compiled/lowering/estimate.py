"""The number of choices that a program makes, by Knuth's estimate from random descents.

A descent takes one candidate of each level at random; the product of the numbers of candidates
down to a level is an unbiased estimate of the nodes there (Knuth 1975, Mathematics of Computation
29). Few descents see little of a tree with rare deep branches: the estimate is for comparing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ..common.code import Program
from ..python.loops import Loops, chosen

Descend = Callable[[Callable[[], float]], float]


class Descent(Loops):
    """Writes a program as one descent, without loops."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, counting=True)

    def descend(self) -> Descend:
        """A function that estimates the nodes by one descent."""
        writer = self.writer
        writer.line("def descend(random):")
        writer.indent = 1
        writer.line("nodes = share = 1.0")
        for number in range(len(self.program.levels)):
            self._down(number)
        writer.line("return nodes")
        found: Descend = writer.compile()["descend"]
        return found

    def _down(self, number: int) -> None:
        level, line = self.program.levels[number], self.writer.line
        if level.wide:
            low, high = self._wide_ends(level)
            line(f"low, high = {low}, {high}")
            line("size = high - low")
        else:
            line(f"left = {self._candidates(level)}")
            line("size = left.bit_count()")
        line("if size <= 0: return nodes")
        line("share *= size")
        line("nodes += share")
        if level.wide:
            line(f"{chosen(level)} = low + int(random() * size)")
        else:
            line("for _ in range(int(random() * size)): left &= left - 1")
            line(f"{level.bit.name} = left & -left")
        self._choice(number)
        self._steps(level.after, "return nodes")


VISITED = 4_000
"""The levels that the descents of an estimate visit together, at most."""


def estimated_nodes(program: Program, seed: int = 0) -> float:
    """About how many nodes the tree of `program` has, from some descents."""
    if not program.possible:
        return 1.0
    descend = Descent(program).descend()
    random = Random(seed).random
    number = max(8, VISITED // max(len(program.levels), 1))
    return sum(descend(random) for _ in range(number)) / number
