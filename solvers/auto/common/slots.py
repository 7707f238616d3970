"""The registers of a program that outlive their level, and the state of a stopped search.

A search stops on the way to the next candidate of some level. What is left there, and on the
levels above, are the candidates not yet tried; what the levels below read of the levels above are
the registers that were set there. Both have a fixed place in one list of integers, the state:
so a search goes on where it was, and a state may be cut in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .code import Apply, Call, Code, Define, Level, Lookup, Program, Register

FINISHED = -1
"""The depth of a state of which nothing is left to search."""


def carried(program: Program, *, rows: bool) -> list[list[Register]]:
    """By level, the registers that are read below it, in the order in which they are set.

    With `rows`, the value of every level is among them, since a row is written at the last level.
    """
    later: set[Register] = set()
    found: list[list[Register]] = []
    for level in reversed(program.levels):
        kept = [r for r in defined(level) if r in later or (rows and r is level.value)]
        found.append(kept)
        later |= used(level)
    return found[::-1]


def defined(level: Level) -> list[Register]:
    """Every register that a level sets, in order."""
    steps = [step.register for step in level.after if isinstance(step, Define)]
    return [level.bit, level.index, level.value, *steps]


def used(level: Level) -> set[Register]:
    """Every register that a level reads, be it its own or set above."""
    return registers(computed(level))


def computed(level: Level) -> list[Code]:
    """Everything that a level computes."""
    return [*level.filters, *level.lows, *level.highs, *(step.code for step in level.after)]


def operations(program: Program) -> int:
    """The number of operations in all levels."""
    found = (expressions(computed(level)) for level in program.levels)
    return sum(1 for codes in found for code in codes if operands(code))


def registers(codes: Iterable[Code]) -> set[Register]:
    """Every register under `codes`."""
    return {code for code in expressions(codes) if isinstance(code, Register)}


def expressions(codes: Iterable[Code]) -> set[Code]:
    """`codes` and every expression under them."""
    found: set[Code] = set()
    stack = list(codes)
    while stack:
        code = stack.pop()
        if code not in found:
            found.add(code)
            stack.extend(operands(code))
    return found


def operands(code: Code) -> Sequence[Code]:
    """The expressions from which `code` is computed."""
    if type(code) is Apply:  # asked so often that `match` takes too long
        return code.operands
    if type(code) is Lookup:
        return (code.index,)
    return (*code.operands, code.guard) if type(code) is Call else ()
