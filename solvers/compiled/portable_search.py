"""A compiled search for other processes: the assembly, and states of 64-bit integers.

A worker needs neither the model nor any of this package's choices: it compiles the assembly for
the machine it is on, and searches the states that it is given. It answers with the number of
solutions, or rows of bytes, and the states that are left.
"""

from __future__ import annotations

import ctypes
import pickle
import struct
import sys
import time
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from ...models.language.late_dataclasses import dataclass
from ...models.language.model import Model
from ..harness.contract import Assignment, Control
from ..harness.processes.worker import MOST_BYTES, OPENED, Answer
from . import choosing
from .common.code import Program
from .common.slots import FINISHED, Slots, State
from .engine_run import Run
from .engines import loops_at_once
from .llvm.batches import CAPACITY, Pace, row_of_fixed
from .llvm.engine import Compiled
from .llvm.machine_code import Machine, machine_code
from .llvm.state import halves as halves_of_state
from .loops_engine import WHOLE, halves, refusal

State64 = tuple[int, bytes]
"""The weight of each solution below a state, and the state as 64-bit integers."""


def portable(model: Model, control: Control, *, counting: bool) -> States | None:
    """The search of `model` by machine code; None where there is no such search."""
    run = Run(model, control, counting)
    if control.project is not None or not run.may_compile:
        return None
    order = loops_at_once(run)
    if order is None or refusal(run, order.program) is not None:
        return None
    control.statistics["engine"] = "machine code"
    work = choosing.in_python(order)
    parts = halves(run, order.program, work) if counting else WHOLE
    return States(order.program, parts, counting=counting)


class States:
    """A compiled search in parts."""

    address = "everyway.solvers.compiled.portable_search:perform"

    def __init__(self, program: Program, halves: list[tuple[int, int]], *, counting: bool) -> None:
        self._program, self._halves = program, halves
        self._compiled = Compiled(program, Slots(program, rows=not counting))
        source = Source(
            sys.byteorder,
            self._compiled.assembly,
            b"" if counting else row_of_fixed(self._compiled),
        )
        self.source = zlib.compress(pickle.dumps(source))

    def parts(self, at_least: int) -> list[State64]:
        """States that together are the search, `at_least` as many if it can be cut so."""
        domain = self._program.levels[0].domain
        found = [
            (ways, self._packed(State(0, (domain & first,), {})))
            for first, ways in self._halves
            if domain & first
        ]
        while len(found) < at_least:
            cut = [part for one in found for part in self.cut(one)]
            if len(cut) == len(found):
                break
            found = cut
        return found

    def cut(self, part: State64) -> list[State64]:
        """A state cut in two, where it can be."""
        ways, packed = part
        words = array("q", packed)
        if words[0] == FINISHED:
            return []
        both = halves_of_state(self._compiled.layout.slots, self._compiled.unpack(words))
        return [part] if both is None else [(ways, self._packed(state)) for state in both]

    def read(self, rows: bytes) -> Iterator[Assignment]:
        """The solutions in rows of bytes."""
        names = self._program.names
        layout = f"={len(names)}{self._compiled.row_type}"
        return (dict(zip(names, row, strict=True)) for row in struct.iter_unpack(layout, rows))

    def _packed(self, state: State) -> bytes:
        return self._compiled.pack(state).tobytes()


@dataclass(frozen=True)
class Source:
    """The assembly for a worker, and where it writes rows, a row of the fixed variables."""

    byteorder: str
    assembly: str
    row: bytes


_compiling = Lock()


@lru_cache(OPENED)
def _compiled(source: bytes) -> tuple[Machine, bytes]:
    found: Source = pickle.loads(zlib.decompress(source))
    if found.byteorder != sys.byteorder:
        raise ValueError(f"this worker's integers are {sys.byteorder}-endian, unlike the sender's")
    return machine_code(found.assembly), found.row


def perform(
    source: bytes, parts: Sequence[State64], seconds: float, stopping: Callable[[], bool]
) -> Answer:
    """Search states of a packed `Source`."""
    with _compiling:  # once for all threads of a worker
        machine, row = _compiled(source)
    slice = _Slice(machine, row, time.perf_counter() + seconds, stopping)
    return slice.perform(parts)


class _Slice:
    """Some states, searched until a time."""

    def __init__(
        self, machine: Machine, row: bytes, end: float, stopping: Callable[[], bool]
    ) -> None:
        self._machine, self._end, self._stopping = machine, end, stopping
        self._row, self._rows = row, bytearray()
        self._buffer = bytearray(row * CAPACITY)
        kind: Any = ctypes.c_char * len(self._buffer)
        self._pinned = kind.from_buffer(self._buffer) if row else None
        self._address = 0 if self._pinned is None else ctypes.addressof(self._pinned)
        self._pace = Pace()

    def perform(self, parts: Sequence[State64]) -> Answer:
        """The solutions below the states, and what is left of them."""
        number, left = 0, list[State64]()
        for ways, packed in parts:
            words = array("q", packed)
            number += ways * sum(self._found(words))
            if words[0] != FINISHED:
                left.append((ways, words.tobytes()))
        return Answer(number, bytes(self._rows), tuple(left))

    def _found(self, words: array[int]) -> Iterator[int]:
        place, most = words.buffer_info()[0], CAPACITY if self._row else 0
        while words[0] != FINISHED and not self._is_over():
            budget = self._pace.start()
            found = self._machine.search(place, self._address, most, budget)
            self._pace.stop(used_up=not most or found < most)
            self._rows += memoryview(self._buffer)[: found * len(self._row)]
            yield found

    def _is_over(self) -> bool:
        late = time.perf_counter() > self._end or len(self._rows) >= MOST_BYTES
        return late or self._stopping()
