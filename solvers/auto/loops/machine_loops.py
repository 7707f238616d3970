"""The engine of machine code: a program compiled through LLVM, searched in calls of a few
hundredths of a second.

It needs llvmlite. What machine code cannot do is refused with the reason, for another engine.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from typing import Any

from ...harness.compiling.machine_code import machine_code
from ..common.code import Program
from ..common.slots import FINISHED
from .integers import refuse, values_of
from .state import Layout, written
from .words_of_bits import entry_bits

ROW_TYPES = {0: "b", 8: "b", 16: "h", 32: "i", 64: "q"}
"""The type codes of rows, as `array` calls them, by their bits."""


class Compiled:
    """Machine code for a program: it writes `rows`, or else counts.

    The search is a state of 64-bit integers that the caller owns: several of them may be searched
    at once by several threads.

    Raises:
        NotCompilable: machine code cannot search this program.
        ImportError: llvmlite is not installed.
    """

    def __init__(self, program: Program, *, rows: bool) -> None:
        refuse(program)
        self.program, self.layout = program, Layout(program, rows=rows)
        bits = entry_bits(list(values_of(program))) if rows else 0
        places = range(len(program.names) if rows else 0)
        self.row = array(ROW_TYPES[bits], [program.fixed.get(place, 0) for place in places])
        """A row with the variables that are fixed; empty where solutions are only counted."""
        self.assembly = written(self.layout, bits)
        """The text that was compiled, which any machine with LLVM can compile for itself."""
        self._machine = machine_code(self.assembly)

    def search(self, words: array[int], rows: int, capacity: int, budget: int) -> int:
        """Search on until there are `capacity` rows or the budget is used up.

        The number of rows written to the address `rows`, or the solutions counted by this call;
        `words` becomes the state that is left. The budget is a number of nodes: of choices with
        candidates below them. The interpreter's lock is not held.
        """
        return self._machine.search(words.buffer_info()[0], rows, capacity, budget)


# ------------------------------------------------------------------------------------------- calls
# Running machine code: batches of rows and counts, in calls short enough to be stopped between.
#
# A call makes so many nodes, or fills its room for rows. No clock is read.


CAPACITY, FIRST_CAPACITY, GROWTH = 16_384, 64, 4
"""The rows of a full batch and of the first, and the factor from a batch that is full to the next.
"""
NODES_A_CALL = 1_000_000
"""The nodes of a call, some hundredths of a second."""


def finds(
    compiled: Compiled,
    words: array[int],
    check: Callable[[], None],
    capacity: int = CAPACITY,
    nodes: int | None = None,
) -> Iterator[Any]:
    """The rows found by each call that found some, or the number found by each, until none is left.

    `check` is called in between. The memory is one batch, and what the caller keeps.
    """
    width = len(compiled.row)
    room = min(FIRST_CAPACITY, capacity) if width else 0
    rows = compiled.row * room
    while words[0] != FINISHED:
        address = rows.buffer_info()[0]
        found = compiled.search(words, address, room, nodes or NODES_A_CALL)
        if found or not room:
            yield rows[: found * width] if room else found
        if 0 < room == found < capacity:
            room = min(room * GROWTH, capacity)
            rows = compiled.row * room
        check()


def replay(compiled: Compiled, words: array[int], number: int, check: Callable[[], None]) -> None:
    """Search on for a number of rows, which are known; `check` is called in between."""
    room = compiled.row * min(number, CAPACITY)
    while number > 0:
        most = min(number, CAPACITY)
        number -= compiled.search(words, room.buffer_info()[0], most, NODES_A_CALL)
        check()
