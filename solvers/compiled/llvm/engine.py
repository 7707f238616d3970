"""The engine of machine code: a program compiled through LLVM, searched in calls of a few
hundredths of a second.

It needs llvmlite. What machine code cannot do is refused with the reason, for another engine.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from ..common.code import Call, Code, Level, Program
from ..common.slots import Slots, State, expressions
from .assembly_text import WIDEST
from .integers import LIMIT, fits
from .loops_with_entries import written
from .machine_code import machine_code
from .state import Layout
from .values import entry_bits

ROW_TYPES = {8: "b", 16: "h", 32: "i", 64: "q"}
"""The type codes of rows, as `array` and `memoryview` call them, by their bits."""


class NotCompilable(Exception):
    """A program that machine code cannot search; the message says why."""


class Compiled:
    """Machine code for a program: it writes rows where `slots.rows`, and else counts.

    The search is a state of 64-bit integers that the caller owns: several of them may be searched
    at once by several threads.

    Raises:
        NotCompilable: machine code cannot search this program.
        ImportError: llvmlite is not installed.
    """

    def __init__(self, program: Program, slots: Slots) -> None:
        refuse(program)
        self.program, self.layout = program, Layout(slots)
        self.row_bits = entry_bits(list(_values(program))) if slots.rows else 0
        self.row_type = ROW_TYPES.get(self.row_bits, "")
        self.assembly = written(self.layout, self.row_bits)
        """The text that was compiled, which any machine with LLVM can compile for itself."""
        self._machine = machine_code(self.assembly)

    def fresh(self) -> array[int]:
        """The state of a search that has not begun."""
        return self.layout.fresh()

    def pack(self, state: State) -> array[int]:
        """The integers of a state that any engine left."""
        return self.layout.pack(state)

    def unpack(self, words: array[int]) -> State:
        """The state that the integers say, for any engine; the search must have begun."""
        return self.layout.unpack(words)

    def search(self, words: array[int], rows: int, capacity: int, budget: int) -> int:
        """Search on until there are `capacity` rows or the budget is used up.

        The number of rows written to the address `rows`, or the solutions counted by this call;
        `words` becomes the state that is left. The budget is a number of nodes: of choices with
        candidates below them. The interpreter's lock is not held.
        """
        return self._machine.search(words.buffer_info()[0], rows, capacity, budget)


def refuse(program: Program) -> None:
    """Refuse what machine code cannot search.

    Raises:
        NotCompilable: with the reason.
    """
    if not program.possible or not program.levels:
        raise NotCompilable("nothing is left to be chosen")
    if max(map(abs, _values(program))) > LIMIT:
        raise NotCompilable("a variable's values do not fit 64 bits")
    if program.width > WIDEST:
        raise NotCompilable(f"a variable has more than {WIDEST} candidates")
    if any(level.wide for level in program.levels):
        raise NotCompilable("a variable has too many candidates for a word of bits")
    for code in expressions(code for level in program.levels for code in _codes(level)):
        _refuse_code(code)


def _refuse_code(code: Code) -> None:
    if isinstance(code, Call):
        raise NotCompilable("a predicate is a function of Python")
    if not fits(code):
        raise NotCompilable("a number in between does not fit 64 bits")
    if code.kind > WIDEST:
        raise NotCompilable(f"a set in between takes more than {WIDEST} bits")


def _values(program: Program) -> Iterator[int]:
    """The values that rows may hold, or bounds of them."""
    yield from program.fixed.values()
    for level in program.levels:
        highest = level.domain.bit_length() - 1
        yield from level.values or (level.low, level.low + highest)


def _codes(level: Level) -> Iterable[Code]:
    yield from (step.code for step in level.after)
    yield from (level.bit, level.index, level.value, *level.filters)
