"""The levels of a diagram, or the number of its rows: by machine code where there is llvmlite.

Elsewhere its source runs as Python, many times more slowly.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, assert_never, cast

from ...models.language.phrases import grouped
from ..harness.compiling.machine_words import FAR
from ..harness.rows.arrays import numpy
from . import machine_frontier as f
from .decision_diagram import Level, Limits, TooLarge
from .folded_rows import Edges, reduced
from .frontier import BITS_OF_MANY, Plan
from .residuals import DONE, Computed, Distinct, Linear


def levels_of(planned: Plan, size: int, limits: Limits) -> tuple[Level, ...] | None:
    """The first `size` levels of a plan, reduced: a path through them goes on to the last level.

    None where there is no row. Raises: TooLarge.
    """
    builder = Builder(planned, limits)
    layers, states = list[Edges](), builder.start
    for level in range(len(planned.values)):
        states, edges = builder.next(level, states)
        layers.append(edges)
    if not len(states):
        return None
    return reduced(layers, size, limits.check)


class RowCount:
    """The number of rows of a plan, of which no more than two levels are held at a time."""

    def __init__(self, planned: Plan) -> None:
        self._planned = planned
        self._level, self._rows, self._nodes, self._edges = 0, cast(Any, None), 1, 0

    def within(self, limits: Limits) -> int:
        """The number; asked again, it goes on from the last level that is done.

        Raises: TooLarge.
        """
        builder, np = Builder(self._planned, limits), numpy()
        builder.nodes, builder.edges = self._nodes, self._edges
        if self._level == 0:
            self._rows = np.column_stack([builder.start, np.ones(1, np.int64)])
        while self._level < len(self._planned.values) and len(self._rows):
            self._rows = builder.counted(self._level, self._rows)
            self._nodes, self._edges = builder.nodes, builder.edges
            self._level += 1
        if not len(self._rows):
            return 0
        ways = self._rows[0, builder.words :].tolist()
        return sum(part << COLUMN * place for place, part in enumerate(ways))


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
    return Code(
        lambda *arrays: int(advance(*[array.ctypes.data for array in arrays])),
        lambda m, old, new: int(moved(m.ctypes.data, old.ctypes.data, len(old), new.ctypes.data)),
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
COLUMN = 62
"""The bits of a column of a number of ways, the least first."""


class Builder:
    """Goes from the states of a level to those of the next, each found again by its address."""

    def __init__(self, planned: Plan, limits: Limits) -> None:
        self._np = numpy()
        self._planned, self._limits, self._code = planned, limits, compiled()
        self.words = planned.words
        self.start = self._np.zeros((1, self.words), self._np.int64)
        self.nodes, self.edges = 1, 0
        """Their numbers so far."""
        self._space = self._np.empty(0, self._np.int64)
        """The numbers of the largest table so far, which later levels use again."""

    def next(self, level: int, states: Any) -> tuple[Any, Edges]:
        """The states of the next level, and the edges to them."""
        np = self._np
        numbers = np.arange(len(states))[:, None]
        rows, edges = self._advanced(level, np.column_stack([states, numbers]), listing=True)
        reached = np.empty((len(rows), self.words), np.int64)
        reached[rows[:, -1]] = rows[:, :-1]
        nodes, values, children = edges.astype(np.int32).T
        places = np.array(self._planned.places[level], dtype=np.int32)
        return reached, Edges(nodes, places[values], children)

    def counted(self, level: int, rows: Any) -> Any:
        """The states of the next level from those of this, each with the ways to it, in columns."""
        np = self._np
        # At most 2³¹ numbers are added to one, so that none needs a further column.
        if int(rows[:, -1].max(initial=0)) >> COLUMN - 31:
            rows = np.column_stack([rows, np.zeros(len(rows), np.int64)])
        return self._advanced(level, rows, listing=False)[0]

    def _advanced(self, level: int, rows: Any, *, listing: bool) -> tuple[Any, Any]:
        """The rows reached, in the order of their table; and all edges, where these are listed."""
        np, values = self._np, len(self._planned.values[level])
        m, tables = self._memory(level, rows)
        reached = self._table_for(level, m, rows.shape[1], len(rows) + values)
        edges = np.empty((len(rows) + values if listing else 0, 3), np.int64)
        m[f.MOST_EDGES] = len(edges)
        at_once = max(1, self._code.pairs // values)
        while m[f.NODE] < len(rows):
            m[f.LAST] = min(len(rows), int(m[f.NODE]) + at_once)
            answer = self._code.advance(m, tables, rows, reached, edges)
            if answer == f.FINISHED:
                self._look(level, int(m[f.REACHED]), int(m[f.EDGES]), 0)
                continue
            if answer != f.SHORT:
                what = "state passes" if answer == f.TOO_WIDE else "number of ways passes"
                raise AssertionError(f"a {what} the most that its bits hold")
            if m[f.REACHED] + values > m[f.MOST_REACHED]:
                old, number = reached, int(m[f.REACHED])
                self._space = self._space[:0]  # the old table is read while the new one is filled
                reached = self._table_for(level, m, rows.shape[1], 2 * number + values)
                if self._code.moved(m, old, reached) != number:
                    raise AssertionError("a state was lost or came twice")
            else:
                self._look(level, 0, 0, edges.nbytes)
                edges = np.concatenate([edges, np.empty_like(edges)])
                m[f.MOST_EDGES] = len(edges)
        self._done(level, int(m[f.REACHED]), int(m[f.EDGES]))
        rows = reached[reached[:, 0] != f.EMPTY]
        assert len(rows) == m[f.REACHED], "each state has one row"
        return rows, edges[: m[f.EDGES]]

    def _table_for(self, level: int, m: Any, columns: int, rows: int) -> Any:
        """An empty table for so many rows or more, a fifth of it empty. Raises: TooLarge."""
        size = 1 << (rows + rows // 4).bit_length()
        self._look(level, 0, 0, 8 * size * columns)
        if len(self._space) < size * columns:
            self._space = self._np.empty(size * columns, self._np.int64)
        table = self._space[: size * columns].reshape(size, columns)
        table[:, 0] = f.EMPTY
        m[f.MOST_REACHED], m[f.MASK] = size - size // 5, size - 1
        return table

    def _done(self, level: int, states: int, edges: int) -> None:
        """Count the states and the edges of a level. Raises: TooLarge."""
        self._look(level, states, edges, 0)
        self.nodes += states
        self.edges += edges

    def _look(self, level: int, states: int, edges: int, needed: int) -> None:
        """Raises: TooLarge, where states and edges of a level, or `needed` bytes, are too many."""
        where = level + 1, len(self._planned.values), self._planned.order
        nodes = max(self.nodes + states, (self.edges + edges) // EDGES_OF_A_NODE)
        if states > self._limits.width:
            raise TooLarge(*where, f"more than {grouped(self._limits.width)} nodes at once,")
        self._limits.look(nodes, *where, needed)

    def _state(self, number: int, level: int, states: Any) -> Any:
        """The states of a machine, or the only one before its first level."""
        machine = self._planned.machines[number]
        if machine.levels[0] == level:
            return self._planned.computed.get(number, machine).start
        word, shift, mask = self._planned.slots[number]
        return (states[:, word] >> shift) & mask

    def _table(self, number: int, level: int, states: Any) -> Any:
        """The next states of a machine by its states and the values of a level."""
        np, machine = self._np, self._planned.machines[number]
        if number in self._planned.computed:
            return self._planned.computed[number]
        place = machine.place(level)
        if place in machine.tables:
            return machine.tables[place]
        if machine.minimal:
            needed: Any = range(2, machine.numbers(place))
        else:
            now = self._state(number, level, states)
            needed = [n for n in np.unique(now).tolist() if n > DONE]
        table = np.zeros((max([DONE, *needed[-1:]]) + 1, len(self._planned.values[level])), "int64")
        table[DONE] = DONE
        for one in needed:
            table[one] = machine.row(place, one)
        if machine.minimal:
            machine.tables[place] = table
        elif machine.numbers(place + 1) >> BITS_OF_MANY:
            where = level + 1, len(self._planned.values), self._planned.order
            raise TooLarge(*where, "more states of one constraint than it can number,")
        return table

    def _memory(self, level: int, rows: Any) -> tuple[Any, Any]:
        """The header with the records of a level, and the tables of numbers."""
        np, planned = self._np, self._planned
        values, read = planned.values[level], planned.read[level]
        header, kept, tables = [0] * f.HEADER, [(1 << 63) - 1] * self.words, list[Any]()
        header[f.WORDS], header[f.COLUMNS] = self.words, rows.shape[1] - self.words
        header[f.VALUES] = len(values)
        header[f.MACHINES], header[f.KEPT] = len(read), f.HEADER + len(read) * f.RECORD
        header[f.NEW] = header[f.KEPT] + self.words
        records, used = list[int](), 0
        for number in read:
            machine, table = planned.machines[number], self._table(number, level, rows)
            is_computed = isinstance(table, Computed)
            fields, numbers = _computed(table, machine.place(level)) if is_computed else ({}, table)
            record = [fields.get(field, 0) for field in range(f.RECORD)]
            record[f.WORD] = -1
            if number in planned.slots:
                word, record[f.SHIFT], record[f.BITS] = planned.slots[number]
                kept[word] &= ~(record[f.BITS] << record[f.SHIFT])
                if number in planned.open_after[level]:
                    record[f.WRITTEN] = word + 1
                if machine.levels[0] != level:
                    record[f.WORD] = word
            if record[f.WORD] < 0:
                record[f.START] = self._state(number, level, rows)
            record[f.TABLE] = used
            tables.append(np.asarray(numbers, dtype=np.int64).ravel())
            used += len(tables[-1])
            records += record
        m = np.array([*header, *records, *kept, *kept], np.int64)
        return m, np.concatenate([np.zeros(0, np.int64), *tables])


def _computed(machine: Computed, place: int) -> tuple[dict[int, int], list[int]]:
    """The fields of the record of a machine whose states are computed, and its numbers."""
    match machine:
        case Linear():
            least, most = machine.spans[place + 1]
            fields = {
                f.KIND: f.BY_SUM,
                f.LEAST: machine.least,
                f.LEAST_LEFT: least,
                f.MOST_LEFT: most,
                f.LOW: int(max(machine.low, -FAR)),
                f.HIGH: int(min(machine.high, FAR)),
                f.OUTSIDE: int(machine.outside),
                f.TOTAL: int(place + 1 >= machine.total_from),
            }
            amounts = machine.amounts[place].values()
            return fields, [FAR if amount is None else amount for amount in amounts]
        case Distinct():
            columns = machine.columns[place]
            later, terms = machine.after[place + 1]
            fields = {
                f.KIND: f.BY_TAKEN,
                f.TERMS: len(columns),
                f.LATER: later,
                f.LATER_TERMS: terms,
                f.STRICT: int(machine.exempt is None),
            }
            rows = zip(*(column.values() for column in columns), strict=True)
            return fields, [-1 if undefined else bits for row in rows for bits, undefined in row]
        case _:
            assert_never(machine)
