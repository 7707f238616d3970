"""The levels of a diagram, or the number of its rows: by machine code where there is llvmlite.

Elsewhere its source runs as Python, many times more slowly.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, assert_never, cast

from ...models.language.late_dataclasses import dataclass
from ...models.language.phrases import grouped
from ..harness.compiling.machine_words import FAR, WORD
from ..harness.rows.arrays import numpy
from . import machine_frontier as f
from .computed_residuals import DONE, Computed, Distinct, Linear
from .decision_diagram import Level, Limits, TooLarge
from .folded_rows import Edges, reduced
from .frontier import BITS_OF_MANY, Plan


def levels_of(planned: Plan, size: int, limits: Limits) -> tuple[Level, ...] | None:
    """The first `size` levels of a plan, reduced: a path through them goes on to the last level.

    None where there is no row. Raises: TooLarge.
    """
    builder = Builder(planned, limits)
    layers, rows = list[Edges](), builder.start(0)
    for level in range(len(planned.values)):
        rows, edges = builder.next(level, rows)
        layers.append(edges)
    if not builder.live:
        return None
    return reduced(layers, size, limits.check)


class RowCount:
    """The number of rows of a plan, of which no more than two levels are held at a time."""

    def __init__(self, planned: Plan) -> None:
        self._planned, self._builder = planned, cast(Any, None)
        self._level, self._rows = 0, cast(Any, None)

    @property
    def reached(self) -> tuple[int, int]:
        """The level that is next, and the states before it."""
        return self._level, self._builder.live if self._builder else 1

    def within(self, limits: Limits) -> int:
        """The number; asked again, it goes on from where it was.

        Raises: TooLarge.
        """
        if self._builder is None:
            self._builder = Builder(self._planned, limits)
            self._rows = self._builder.start(1)
        self._builder.limits = limits
        while self._level < len(self._planned.values) and self._builder.live:
            self._rows = self._builder.counted(self._level, self._rows)
            self._level += 1
        ways = self._rows[self._rows[:, 0] != f.EMPTY, self._builder.words :].tolist()
        return sum(part << COLUMN * place for row in ways for place, part in enumerate(row))


class Code(NamedTuple):
    """The functions of machine_frontier.py, which take arrays."""

    advance: Callable[..., int]
    moved: Callable[..., int]
    pairs: int
    """The most pairs of a node and a value that are looked at in one call, which nothing stops."""


@cache
def compiled() -> Code:
    """The machine code, read from its file where it is kept; without llvmlite its source."""
    from ..harness.compiling.machine_code import BEST, lasting, source_of

    try:
        found = lasting(source_of([Path(f.__file__)]), _assembly, BEST)
    except ImportError:
        return uncompiled()
    memory, number = ctypes.c_void_p, ctypes.c_int64
    advance = ctypes.CFUNCTYPE(number, *[memory] * 5)(found.address("advance"))
    moved = ctypes.CFUNCTYPE(number, memory, memory, number, memory)(found.address("moved"))
    nothing, address = ctypes.c_char * 0, ctypes.addressof  # quicker than an array's own `ctypes`

    def at(array: Any) -> int:
        return address(nothing.from_buffer(array))

    return Code(
        lambda *arrays: int(advance(*map(at, arrays))),
        lambda m, old, new: int(moved(at(m), at(old), len(old), at(new))),
        1 << 18,
    )


def uncompiled() -> Code:
    """The same as Python."""

    def flat(array: Any) -> Any:
        return array.reshape(-1).data

    return Code(
        lambda *arrays: f.advance(*map(flat, arrays)),
        lambda m, old, new: f.moved(flat(m), flat(old), len(old), flat(new)),
        1 << 12,
    )


def _assembly() -> str:
    from ..harness.compiling.assembly import assembly

    return assembly([f], ["advance", "moved"])


EDGES_OF_A_NODE = 16
"""Edges are counted, too: this number of them as a node."""
MOST_NUMBERS = 1 << 24
"""The most numbers of a table; three are held, of which one is half as large."""
SPARE = 1.05
"""As many times the rows that are expected have room in new memory."""
STATES_TOGETHER = 128
"""The states that are made together, machine by machine."""
COLUMN = 62
"""The bits of a column of a number of ways, the least first."""


@dataclass
class _Level:
    """A level that is gone through."""

    memory: Any
    tables: Any
    rows: Any
    reached: Any
    edges: Any


class Builder:
    """Goes from the states of a level to those of the next, each found again by its address."""

    def __init__(self, planned: Plan, limits: Limits) -> None:
        self._np = numpy()
        self._planned, self.limits, self._code = planned, limits, compiled()
        self.words = planned.words
        self.live = 1
        """The number of rows that were reached last."""
        self.nodes, self.edges = 1, 0
        """Their numbers up to the last level that is done."""
        self._spare = self._np.empty(0, self._np.int64)
        """Memory of a table that is not used any more."""
        self._begun: _Level | None = None
        """The level in which a limit was passed."""
        self._widest = 0
        """The greatest last column of a number of ways."""
        self._grown = 2.0**WORD, 2.0**WORD
        """By what the last level but one was times as wide as that before it, and the last one."""

    def start(self, ways: int) -> Any:
        """The row before the first level."""
        return self._np.array([[0] * self.words + [ways]], self._np.int64)

    def next(self, level: int, rows: Any) -> tuple[Any, Edges]:
        """The rows of the next level, with their numbers, and the edges to them."""
        now = self._reached(level, rows, listing=True)
        nodes, values, children = now.edges[: now.memory[f.EDGES]].astype("int32").T
        places = self._np.array(self._planned.places[level], dtype=self._np.int32)
        return now.reached, Edges(nodes, places[values], children)

    def counted(self, level: int, rows: Any) -> Any:
        """The rows of the next level from those of this, each with the ways to it, in columns.

        Called again where TooLarge was raised, it goes on.
        """
        # At most 2³¹ numbers are added to one, so that none needs a further column.
        if self._begun is None and self._widest >> COLUMN - 31:
            rows = self._np.column_stack([rows, self._np.zeros(len(rows), self._np.int64)])
        return self._reached(level, rows, listing=False).reached

    def _reached(self, level: int, rows: Any, *, listing: bool) -> _Level:
        """A level that is gone through, with its edges if these are listed. Raises: TooLarge."""
        values = len(self._planned.values[level])
        now = self._begun = self._begun or self._level(level, rows, listing=listing)
        m, at_once = now.memory, max(1, self._code.pairs // values)
        room = values * int(m[f.MOST_PICKED])
        while True:
            if m[f.NODE]:
                self._look(level, int(m[f.REACHED]), int(m[f.EDGES]), 0)
            if m[f.NODE] == len(now.rows):
                break
            m[f.LAST] = min(len(now.rows), int(m[f.NODE]) + at_once)
            answer = self._code.advance(m, now.tables, now.rows, now.reached, now.edges)
            if answer in (f.TOO_WIDE, f.TOO_MANY):
                what = "state passes" if answer == f.TOO_WIDE else "number of ways passes"
                raise AssertionError(f"a {what} the most that its bits hold")
            if answer == f.SHORT and m[f.REACHED] + room > m[f.MOST_REACHED]:
                old, number = now.reached, int(m[f.REACHED])
                now.reached = self._table_for(level, m, old.shape[1], 2 * number + room)
                if self._code.moved(m, old, now.reached) != number:
                    raise AssertionError("a state was lost or came twice")
                self._spare = _memory_of(old)
            elif answer == f.SHORT:
                self._look(level, 0, 0, now.edges.nbytes)
                now.edges = self._np.concatenate([now.edges, self._np.empty_like(now.edges)])
                m[f.MOST_EDGES] = len(now.edges)
        self._done(int(m[f.REACHED]), int(m[f.EDGES]))
        self._begun, self._spare, self._widest = None, _memory_of(rows), int(m[f.MOST_WAYS])
        return now

    def _level(self, level: int, rows: Any, *, listing: bool) -> _Level:
        m, tables = self._memory(level, rows)
        room = len(self._planned.values[level]) * int(m[f.MOST_PICKED])
        widths = self._planned.widths
        wider = widths[level] - (widths[level - 1] if level else 0)
        most = int(1.5 * self.live * 2 ** min(wider, 1)) + room
        if _size_for(most) * rows.shape[1] > len(self._spare):  # new memory takes time to be had
            before, last = self._grown
            most = min(most, int(SPARE * self.live * min(last, last * last / before)) + room)
        edges = self._np.empty((most if listing else 0, 3), self._np.int64)
        m[f.MOST_EDGES] = len(edges)
        reached = self._table_for(level, m, rows.shape[1], most)
        return _Level(m, tables, rows, reached, edges)

    def _table_for(self, level: int, m: Any, columns: int, rows: int) -> Any:
        """An empty table for so many rows or more, a quarter of it empty. Raises: TooLarge."""
        size = _size_for(rows)
        self._look(level, 0, 0, 8 * size * columns)
        if size * columns > MOST_NUMBERS:
            raise self._too_wide(level, MOST_NUMBERS // columns)
        space, self._spare = self._spare, self._np.empty(0, self._np.int64)
        if len(space) < size * columns:
            space = self._np.empty(size * columns, self._np.int64)
        table = space[: size * columns].reshape(size, columns)
        table[:, 0] = f.EMPTY
        m[f.MOST_REACHED], m[f.MASK] = size - size // 4, size - 1
        m[f.SHORTER] = WORD - size.bit_length()
        return table

    def _done(self, states: int, edges: int) -> None:
        """Count the states and the edges of a level that is done."""
        self._grown = self._grown[1], max(1, states) / max(1, self.live)
        self.live = states
        self.nodes += states
        self.edges += edges

    def _look(self, level: int, states: int, edges: int, needed: int) -> None:
        """Raises: TooLarge, where states and edges of a level, or `needed` bytes, are too many."""
        where = level + 1, len(self._planned.values), self._planned.order
        nodes = max(self.nodes + states, (self.edges + edges) // EDGES_OF_A_NODE)
        if states > self.limits.width:
            raise self._too_wide(level, self.limits.width)
        self.limits.look(nodes, *where, needed)

    def _too_wide(self, level: int, nodes: int) -> TooLarge:
        where = level + 1, len(self._planned.values), self._planned.order
        error = TooLarge(*where, f"more than {grouped(nodes)} nodes at once,")
        error.is_final = True
        return error

    def _state(self, number: int, level: int, states: Any) -> Any:
        """The states of a machine, or the only one before its first level."""
        machine = self._planned.machines[number]
        if machine.levels[0] == level:
            return self._planned.computed.get(number, machine).start
        word, shift, mask = self._planned.slots[number]
        return (states[:, word] >> shift) & mask

    def _table(self, number: int, level: int, states: Any, shift: int) -> Any:
        """The bits that a machine writes, by states, values of a level and a shift; none by -1."""
        np, machine = self._np, self._planned.machines[number]
        place = machine.place(level)
        if (place, shift) in machine.tables:
            return machine.tables[place, shift]
        if machine.minimal:
            needed: Any = range(2, machine.numbers(place))
        else:
            now = self._state(number, level, states[states[:, 0] != f.EMPTY])
            needed = [n for n in np.unique(now).tolist() if n > DONE]
        table = np.zeros((max([DONE, *needed[-1:]]) + 1, len(self._planned.values[level])), "int64")
        table[DONE] = DONE
        for one in needed:
            table[one] = machine.row(place, one)
        if not machine.minimal and machine.numbers(place + 1) >> BITS_OF_MANY:
            where = level + 1, len(self._planned.values), self._planned.order
            raise TooLarge(*where, "more states of one constraint than it can number,")
        if shift >= 0 and table.max() > self._planned.slots[number].mask:
            raise AssertionError("a state passes the most that its bits hold")
        written = np.where(table == f.DEAD, f.EMPTY, table << shift if shift >= 0 else 0).ravel()
        if machine.minimal:
            machine.tables[place, shift] = written
        return written

    def _memory(self, level: int, rows: Any) -> tuple[Any, Any]:
        """The header with the records of a level, and the tables of numbers."""
        np, planned = self._np, self._planned
        values, read = planned.values[level], planned.read[level]
        header, kept, tables = [0] * f.HEADER, [(1 << 63) - 1] * self.words, list[Any]()
        header[f.WORDS], header[f.COLUMNS] = self.words, rows.shape[1] - self.words
        header[f.VALUES] = len(values)
        header[f.MACHINES], header[f.KEPT] = len(read), f.HEADER + len(read) * f.RECORD
        header[f.MOST_PICKED] = max(1, STATES_TOGETHER // len(values))
        header[f.PICKED] = header[f.KEPT] + self.words
        header[f.NEW] = header[f.PICKED] + header[f.MOST_PICKED]
        records, used = list[int](), 0
        for number in read:
            machine, known = planned.machines[number], planned.computed.get(number)
            fields, numbers = _computed(known, machine.place(level)) if known else ({}, None)
            record = [0] * f.RECORD
            for field, content in fields.items():
                record[field] = content
            record[f.WORD] = -1
            if number in planned.slots:
                word, record[f.SHIFT], record[f.BITS] = planned.slots[number]
                kept[word] &= ~(record[f.BITS] << record[f.SHIFT])
                if level < machine.levels[-1]:
                    record[f.WRITTEN] = word + 1
                if machine.levels[0] != level:
                    record[f.WORD] = word
            if record[f.WORD] < 0:
                record[f.START] = self._state(number, level, rows)
            if numbers is None:
                shift = record[f.SHIFT] if record[f.WRITTEN] else -1
                numbers = self._table(number, level, rows, shift)
            record[f.TABLE] = used
            tables.append(numbers)
            used += len(numbers)
            records += record
        states = len(values) * header[f.MOST_PICKED]
        header[f.LIVE] = header[f.NEW] + self.words * states
        m = np.zeros(header[f.LIVE] + 3 * states + 3, np.int64)
        m[: header[f.PICKED]] = [*header, *records, *kept]
        return m, np.concatenate([np.zeros(0, np.int64), *tables], dtype=np.int64)


def _size_for(rows: int) -> int:
    """The size of a table of so many rows, a quarter of it empty."""
    return 1 << (rows + rows // 3).bit_length()


def _memory_of(table: Any) -> Any:
    """All memory of a table, as numbers in a row."""
    return (table if table.base is None else table.base).reshape(-1)


def _computed(machine: Computed, place: int) -> tuple[dict[int, int], list[int]]:
    """The fields of the record of a machine whose states are computed, and its numbers."""
    match machine:
        case Linear():
            least, most = machine.spans[place + 1]
            low, high = int(max(machine.low, -FAR)), int(min(machine.high, FAR))
            zero = 2 - machine.least  # the state of this sum
            fields = {
                f.KIND: f.BY_SUM,
                f.POSSIBLE: low - most + zero,
                f.MOST_POSSIBLE: high - least + zero,
                f.CERTAIN: low - least + zero,
                f.MOST_CERTAIN: high - most + zero,
                f.OUTSIDE: int(machine.outside),
                f.TOTAL: int(place + 1 >= machine.total_from),
            }
            amounts = machine.amounts[place].values()
            return fields, [FAR if amount is None else amount for amount in amounts]
        case Distinct():
            later, most, terms = machine.after[place + 1]
            fields = {
                f.KIND: f.BY_TAKEN,
                f.LATER: later,
                f.LATER_TERMS: terms,
                f.MOST_TAKEN: most,
            }
            return fields, list(chain.from_iterable(machine.taken[place + 1].values()))
        case _:
            assert_never(machine)
