"""The engine of machine code: a program compiled through LLVM, searched in calls of a few
hundredths of a second.

It needs llvmlite. What machine code cannot do is refused with the reason, for another engine.
"""

from __future__ import annotations

import ctypes
import struct
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

from ...harness.compiling.machine_code import machine_code
from ..common.code import Program
from ..common.slots import FINISHED
from .integers import refuse, values_of
from .state import Layout, halves, written
from .words_of_bits import entry_bits

ROW_TYPES = {8: "b", 16: "h", 32: "i", 64: "q"}
"""The type codes of rows, as `array` and `memoryview` call them, by their bits."""


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
        self.row_bits = entry_bits(list(values_of(program))) if rows else 0
        self.row_type = ROW_TYPES.get(self.row_bits, "")
        self.assembly = written(self.layout, self.row_bits)
        """The text that was compiled, which any machine with LLVM can compile for itself."""
        self._machine = machine_code(self.assembly)

    def search(self, words: array[int], rows: int, capacity: int, budget: int) -> int:
        """Search on until there are `capacity` rows or the budget is used up.

        The number of rows written to the address `rows`, or the solutions counted by this call;
        `words` becomes the state that is left. The budget is a number of nodes: of choices with
        candidates below them. The interpreter's lock is not held.
        """
        return self._machine.search(words.buffer_info()[0], rows, capacity, budget)


# ----------------------------------------------------------------------------------------- batches
# Running machine code: batches of rows and counts, in calls short enough to be stopped between.
#
# The budget of a call follows the time that the call before took. Rows leave as bytes, in the
# order of the model's variables; tuples and arrays are made of them at the edge.


CAPACITY = 16_384
"""The rows of a full batch."""

SECONDS_A_CALL = 0.02
NODES_A_CALL = 1_000_000
"""The nodes of a call where they are counted."""
_FIRST_BUDGET = 1_000
_FIRST_CAPACITY = 64
_GROWTH = 4


class Pace:
    """The budget of the next call, such that it takes about so many seconds."""

    def __init__(self, seconds: float = SECONDS_A_CALL) -> None:
        self.budget, self._seconds = _FIRST_BUDGET, seconds
        self._start = 0.0

    def start(self) -> int:
        """The budget of a call that begins now."""
        self._start = time.perf_counter()
        return self.budget

    def stop(self, used_up: bool = True) -> None:
        """The call has ended; a budget that was not used up says nothing about a greater one."""
        elapsed = time.perf_counter() - self._start
        if elapsed > self._seconds:
            self.budget = max(1, int(self.budget * self._seconds / elapsed))
        elif used_up and elapsed < self._seconds / _GROWTH:
            self.budget *= _GROWTH // 2


class EqualBudgets:
    """The budget of every call, and how many nodes they add up to: no clock is read."""

    def __init__(self) -> None:
        self.nodes = 0

    def start(self) -> int:
        """The budget of a call that begins now."""
        self.nodes += NODES_A_CALL
        return NODES_A_CALL

    def stop(self, used_up: bool = True) -> None:
        """The call has ended."""


def counts(
    compiled: Compiled,
    words: array[int],
    check: Callable[[], None],
    seconds: float = SECONDS_A_CALL,
    pace: Pace | EqualBudgets | None = None,
) -> Iterator[int]:
    """The solutions found by each call, until none is left; `check` is called in between."""
    pace = pace or Pace(seconds)
    while words[0] != FINISHED:
        found = compiled.search(words, 0, 0, pace.start())
        pace.stop()
        yield found
        check()


def batches(
    compiled: Compiled,
    words: array[int],
    check: Callable[[], None],
    capacity: int = CAPACITY,
    seconds: float = SECONDS_A_CALL,
    pace: Pace | EqualBudgets | None = None,
) -> Iterator[bytes]:
    """The rows found by each call that found some; the first batches are small.

    `check` is called in between. The memory is one batch, and what the caller keeps.
    """
    buffer = bytearray(row_of_fixed(compiled) * capacity)
    pinned = (ctypes.c_char * len(buffer)).from_buffer(buffer)
    stride, pace = len(buffer) // capacity, pace or Pace(seconds)
    room = min(_FIRST_CAPACITY, capacity)
    while words[0] != FINISHED:
        found = compiled.search(words, ctypes.addressof(pinned), room, pace.start())
        pace.stop(used_up=found < room)
        if found:
            yield bytes(memoryview(buffer)[: found * stride])
            room = min(room * _GROWTH, capacity)
        check()


def replay(compiled: Compiled, words: array[int], number: int, check: Callable[[], None]) -> None:
    """Search on for a number of rows, which are known; `check` is called in between."""
    room = array(compiled.row_type, row_of_fixed(compiled) * min(number, CAPACITY))
    while number > 0:
        most = min(number, CAPACITY)
        number -= compiled.search(words, room.buffer_info()[0], most, NODES_A_CALL)
        check()


def tuples(compiled: Compiled, batch: bytes) -> Iterator[tuple[int, ...]]:
    """The rows of a batch."""
    names = compiled.program.names
    return struct.iter_unpack(f"={len(names)}{compiled.row_type}", batch)


def numpy_array(compiled: Compiled, batch: bytes) -> Any:
    """The rows of a batch, rows × variables, as a NumPy array of the smallest type.

    Raises:
        ImportError: NumPy is not installed.
    """
    rows = import_module("numpy").frombuffer(batch, dtype=f"i{compiled.row_bits // 8}")
    return rows.reshape(-1, len(compiled.program.names))


FORMS: dict[str, Callable[[Compiled, bytes], Iterable[Any]]] = {
    "rows": tuples,
    "block": lambda compiled, batch: (numpy_array(compiled, batch),),
    "array": lambda compiled, batch: (array(compiled.row_type, batch),),
}
"""The forms of a batch: row by row, an array of NumPy's, or one of Python's."""


def without(compiled: Compiled, batch: bytes, rows: set[tuple[int, ...]]) -> bytes:
    """A batch without a few rows; those that it had are taken out of `rows`."""
    for row in list(rows):
        wanted = array(compiled.row_type, row).tobytes()
        place = batch.find(wanted)
        while place > 0 and place % len(wanted):
            place = batch.find(wanted, place + 1)
        if place >= 0:
            batch = batch[:place] + batch[place + len(wanted) :]
            rows.discard(row)
    return batch


def halved(compiled: Compiled, words: array[int]) -> array[int] | None:
    """A part of what is left of a search, taken out of `words`; None if it is small."""
    if words[0] == FINISHED:
        return None
    layout = compiled.layout
    both = halves(layout, layout.unpack(words))
    if both is None:
        return None
    words[:] = layout.pack(both[0])
    return layout.pack(both[1])


def row_of_fixed(compiled: Compiled) -> bytes:
    """A row with the variables that are fixed."""
    row = array(compiled.row_type, [0] * len(compiled.program.names))
    for place, value in compiled.program.fixed.items():
        row[place] = value
    return row.tobytes()
