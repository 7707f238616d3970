"""The engine of machine code: a program compiled through LLVM, searched in calls of a few
hundredths of a second.

It needs llvmlite. What machine code cannot do is refused with the reason, for another engine.
"""

from __future__ import annotations

from array import array

from ..common.code import Program
from ..common.slots import Slots, State
from .loops_with_entries import written
from .machine_code import machine_code
from .refusals import refuse, values_of
from .state import Layout
from .values import entry_bits

ROW_TYPES = {8: "b", 16: "h", 32: "i", 64: "q"}
"""The type codes of rows, as `array` and `memoryview` call them, by their bits."""


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
        self.row_bits = entry_bits(list(values_of(program))) if slots.rows else 0
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
