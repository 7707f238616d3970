"""What a stopped search has to keep: the state from which any engine goes on.

A search stops on the way to the next candidate of some level. What is left there, and on the
levels above, are the candidates not yet tried; what the levels below read of the levels above are
the registers that were set there. Both have a fixed place in one list of integers, the state:
so a search may stop in one engine and go on in another, and a state may be cut in two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from .code import Apply, Call, Code, Define, Level, Lookup, Program, Register, Step

FINISHED = -1
"""In the place of the depth: nothing is left."""


@dataclass(frozen=True)
class State:
    """`left[i]` are the untried candidates of level i, for the levels 0 to `depth`.

    `registers` are the carried registers of these levels, by name: of the levels above `depth`
    all that their steps and choice set, of `depth` itself those of its `before`.
    """

    depth: int
    left: tuple[int, ...]
    registers: dict[str, int]


@dataclass(frozen=True)
class Slots:
    """The registers of a program that are read below the level that sets them.

    With `rows`, the value of every level is among them, since a row is written at the last level.
    """

    program: Program
    rows: bool

    @cached_property
    def carried(self) -> list[list[Register]]:
        """By level, those to keep, in the order in which they are set."""
        reads = [set(_read(level)) for level in self.program.levels]
        later: set[Register] = set()
        found: list[list[Register]] = []
        for level, names in zip(reversed(self.program.levels), reversed(reads), strict=True):
            again = later | _read_again(level)
            kept = [r for r in defined(level) if r in again or (self.rows and r is level.value)]
            found.append(kept)
            later |= names
        return found[::-1]

    def before(self, number: int) -> list[Register]:
        """The carried registers that level `number` sets on the way in."""
        steps = self.program.levels[number].before
        own = {step.register for step in steps if isinstance(step, Define)}
        return [r for r in self.carried[number] if r in own]

    def alive(self, depth: int) -> list[Register]:
        """The carried registers that are set when level `depth` looks for its next candidate."""
        above = [register for level in self.carried[:depth] for register in level]
        return above + self.before(depth)


def defined(level: Level) -> list[Register]:
    """Every register that a level sets, in order."""
    steps = (*level.before, None, *level.after)
    found: list[Register] = []
    for step in steps:
        if step is None:
            found += [level.bit, level.index, level.value]
        elif isinstance(step, Define):
            found.append(step.register)
    return found


def used(level: Level) -> set[Register]:
    """Every register that a level reads, be it its own or set above."""
    return set(_read(level))


def _read_again(level: Level) -> set[Register]:
    """What a level sets on its way in and reads at every choice."""
    own = {step.register for step in level.before if isinstance(step, Define)}
    return own & set(registers(map(_code, level.after)))


def _read(level: Level) -> Iterator[Register]:
    yield from registers(_codes(level))


def _codes(level: Level) -> Iterator[Code]:
    yield from map(_code, level.before)
    yield from (*level.filters, *level.lows, *level.highs)
    yield from map(_code, level.after)


def _code(step: Step) -> Code:
    return step.code


def registers(codes: Iterable[Code]) -> Iterator[Register]:
    """Every register under `codes`, each expression visited once."""
    seen: set[Code] = set()
    stack = list(codes)
    while stack:
        code = stack.pop()
        if code in seen:
            continue
        seen.add(code)
        if isinstance(code, Register):
            yield code
        stack.extend(operands(code))


def operands(code: Code) -> Sequence[Code]:
    """What an expression is computed from."""
    match code:
        case Apply(operands=found):
            return found
        case Call(operands=found, guard=guard):
            return (*found, guard)
        case Lookup(index=index):
            return (index,)
        case _:
            return ()
