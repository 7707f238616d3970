"""Level by level: nodes are what is left of every constraint, and equal ones are merged.

The arrays of whole levels are built at once, with NumPy. A state is a row of words of 63 bits, in
which each machine that is half read has some bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Any, NamedTuple

from ...models.language.late_dataclasses import dataclass
from ...models.language.phrases import grouped
from ..harness.compiling.machine_words import WORD
from ..harness.rows.arrays import numpy
from .decision_diagram import Limits, TooLarge
from .folded_rows import Edges, kinds_of_rows
from .numbered_residuals import Numbered, computed
from .residuals import DEAD, DONE, Computed

# ----------------------------- Orders in which the variables may be read, each by a rule of thumb.


Score = Callable[[int, int], float]
"""The part of a scope in the score of a place in it, by its size and the number that are read."""


def orders(
    size: int,
    scopes: Sequence[Sequence[int]],
    first: Sequence[int],
    near: Sequence[Sequence[int]] = (),
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Different orders of the places below `size`, by name, the declared one first.

    Those of `first` come before all others in each. Where places are `near` each other in graphs,
    an order by layers is one of them.
    """
    wanted, seen = set(first), set[tuple[int, ...]]()
    scopes = [scope for scope in scopes if len(scope) < size]  # which prefer none to another
    for name, rule in RULES.items():
        if name == LAYERS:
            if not near:
                continue
            found = _layers(size, [*near, *scopes])
        else:
            found = list(range(size)) if rule is None else _greedy(size, scopes, rule)
        order = tuple(sorted(found, key=lambda place: place not in wanted))
        if order not in seen:
            seen.add(order)
            yield name, order


def _layers(size: int, near: Sequence[Sequence[int]]) -> list[int]:
    """The order of Cuthill and McKee: layer by layer from a place that is far from others."""
    beside: list[set[int]] = [set() for _ in range(size)]
    for some in near:
        for place in some:
            beside[place].update(some)

    def layered(start: int) -> list[int]:
        found = {start: None}
        for place in (queue := [start]):
            fresh = sorted(beside[place] - found.keys(), key=lambda p: (len(beside[p]), p))
            found.update(dict.fromkeys(fresh))
            queue += fresh
        return queue

    order = dict[int, None]()
    for place in range(size):
        if place not in order:
            far = layered(layered(place)[-1])[-1]
            order.update(dict.fromkeys(layered(far)))
    return list(order)


def _greedy(size: int, scopes: Sequence[Sequence[int]], rule: Score) -> list[int]:
    """The best-scored place next, the first of equals."""
    of_place: list[list[int]] = [[] for _ in range(size)]
    scores = dict.fromkeys(range(size), 0.0)
    read = [0] * len(scopes)
    for number, scope in enumerate(scopes):
        for place in scope:
            of_place[place].append(number)
            scores[place] += rule(len(scope), 0)
    order, best = list[int](), [(-score, place) for place, score in scores.items()]
    heapify(best)
    while best:
        score, place = heappop(best)
        if scores.get(place) != -score:  # it was read, or has another score by now
            continue
        del scores[place]
        order.append(place)
        for number in of_place[place]:
            scope, before = scopes[number], read[number]
            read[number] += 1
            change = rule(len(scope), before + 1) - rule(len(scope), before)
            if change:
                for other in scope:
                    if other in scores:
                        scores[other] += change
                        heappush(best, (-scores[other], other))
    return order


def _fewest_open(size: int, read: int) -> float:
    """Constraints that are nearly read are closed, and none is begun without need."""
    return 1.0 if read == size - 1 else (0.001 if read else -1.0)


def _most_read(size: int, read: int) -> float:
    """Variables that many read ones are connected with."""
    return read / size


def _nearly_full(size: int, read: int) -> float:
    """Constraints of which few variables are left."""
    return 10.0 / (size - read) if 0 < read < size else 0.0


LAYERS = "layers"
RULES: dict[str, Score | None] = {
    "declared": None,
    LAYERS: None,
    "frontier": _fewest_open,
    "connected": _most_read,
    "closing": _nearly_full,
}
"""The orders by name."""


class Slot(NamedTuple):
    """The bits of a state in which a machine stands."""

    word: int
    shift: int
    mask: int


@dataclass(frozen=True)
class Plan:
    """The machines of a model, and the levels in one order."""

    order: str
    """Its name."""
    values: Sequence[Sequence[int]]
    """By level, the values that are left."""
    places: Sequence[Sequence[int]]
    """By level, their places in the declared domain."""
    machines: Sequence[Numbered]
    read: Sequence[Sequence[int]]
    """By level, the numbers of the machines that read it."""
    open_after: Sequence[Sequence[int]]
    """By level, the numbers of the machines that have read it or one before, and are not done."""
    computed: Mapping[int, Computed]
    """By number, the machines whose states are computed, not looked up."""
    slots: Mapping[int, Slot]
    """By number, the bits of the machines that are half read at some time."""
    words: int
    """The number of words of a state."""


def plan(
    order: str,
    values: Sequence[Sequence[int]],
    places: Sequence[Sequence[int]],
    machines: Sequence[Numbered],
) -> Plan:
    """The plan of a diagram over machines whose levels are those of `values`."""
    read: list[list[int]] = [[] for _ in values]
    open_after: list[list[int]] = [[] for _ in values]
    for number, machine in enumerate(machines):
        for level in machine.levels:
            read[level].append(number)
        for level in range(machine.levels[0], machine.levels[-1]):
            open_after[level].append(number)
    known = {
        number: found
        for number, machine in enumerate(machines)
        if not machine.minimal and (found := computed(machine.machine))
    }
    slots, words = _slots(machines, known)
    return Plan(order, values, places, machines, read, open_after, known, slots, words)


# -------------------------------------------------------------------- Levels, as arrays of states.


BITS_OF_MANY = 24
"""The bits of a machine whose states are numbered as they come."""
CHUNK = 1 << 18
"""The most pairs of a node and a value that are looked at at once."""
MOST_WAITING = 1 << 21
"""The most edges that wait to be merged, or as many as there are states."""
EDGES_OF_A_NODE = 16
"""Edges are counted, too: this number of them as a node."""
BYTES_OF_SORTING = 40
"""The bytes that it takes to merge one edge, beside its words."""


class _Merged:
    """States that edges lead to, merged now and then, so that no more are held than there are."""

    def __init__(self, np: Any, words: int) -> None:
        self._np = np
        self.states = np.zeros((0, words), dtype=np.int64)
        self.kinds = np.zeros(0, dtype=np.int32)
        """By edge, the number of its state."""
        self._new: list[Any] = []
        self.edges = 0
        """The number of edges that wait."""

    @property
    def is_full(self) -> bool:
        """True if many edges wait to be merged."""
        return self.edges > max(MOST_WAITING, len(self.states))

    def add(self, states: Any) -> None:
        """Add edges by the states that they lead to."""
        self._new.append(states)
        self.edges += len(states)

    def merge(self) -> None:
        """Number the states of all edges so far."""
        known, every = len(self.states), self._np.concatenate([self.states, *self._new])
        first, numbers = kinds_of_rows(every)
        numbers = numbers.astype(self._np.int32)
        self.kinds = self._np.concatenate([numbers[:known][self.kinds], numbers[known:]])
        self.states, self._new, self.edges = every[first], [], 0


class Builder:
    """Goes from the states of a level to those of the next."""

    column = 31
    """The bits of a column of a number of ways, the least first."""

    def __init__(self, planned: Plan, limits: Limits) -> None:
        self._np = numpy()
        self._planned, self._limits = planned, limits
        self.words = planned.words
        self.start = self._np.zeros((1, self.words), self._np.int64)
        self.nodes, self.edges = 1, 0
        """Their numbers so far."""

    def next(self, level: int, states: Any) -> tuple[Any, Edges]:
        """The states of the next level, and the edges to them."""
        np, planned = self._np, self._planned
        rows = self._rows_at_once(level)
        tables = [self._table(number, level, states) for number in planned.read[level]]
        nodes, values, merged = list[Any](), list[Any](), _Merged(np, self.words)
        bytes_of_edge, edges = 8 * self.words + BYTES_OF_SORTING, 0
        for begin in range(0, len(states), rows):
            found = self._expanded(level, states[begin : begin + rows], tables)
            nodes.append((found[0] + begin).astype(np.int32))
            values.append(found[1].astype(np.int32))
            merged.add(found[2])
            edges += len(found[0])
            self._look(level, len(merged.states), edges, merged.edges * bytes_of_edge)
            if merged.is_full:
                merged.merge()
        merged.merge()
        self._done(level, len(merged.states), edges)
        places = np.array(planned.places[level], dtype=np.int32)
        none = np.zeros(0, np.int32)
        at = np.concatenate([none, *nodes]), places[np.concatenate([none, *values])]
        return merged.states, Edges(*at, merged.kinds)

    def _rows_at_once(self, level: int) -> int:
        return max(1, CHUNK // max(1, len(self._planned.values[level])))

    def _done(self, level: int, states: int, edges: int) -> None:
        """Count the states and the edges of a level. Raises: TooLarge."""
        self._look(level, states, edges, 0)
        self.nodes += states
        self.edges += edges

    def _look(self, level: int, states: int, edges: int, needed: int) -> None:
        """Raises: TooLarge, where states and edges of a level, or `needed` bytes, are too many."""
        planned = self._planned
        nodes = max(self.nodes + states, (self.edges + edges) // EDGES_OF_A_NODE)
        if states > self._limits.width:
            words = f"more than {grouped(self._limits.width)} nodes at once,"
            raise TooLarge(level + 1, len(planned.values), planned.order, words)
        self._limits.look(nodes, level + 1, len(planned.values), planned.order, needed)

    def counted(self, level: int, rows: Any) -> Any:
        """The states of the next level from those of this, each with the ways to it, in columns."""
        np = self._np
        states, edges = self.next(level, rows[:, : self.words])
        if not len(states):
            return states
        order = np.argsort(edges.children, kind="stable")
        begins = np.searchsorted(edges.children[order], np.arange(len(states)))
        sums = np.add.reduceat(rows[edges.nodes[order], self.words :], begins, axis=0)
        for column in range(sums.shape[1] - 1):
            sums[:, column + 1] += sums[:, column] >> self.column
        if (sums[:, -1] >> self.column).any():
            sums = np.column_stack([sums, sums[:, -1] >> self.column])
        return np.column_stack([states, sums & (1 << self.column) - 1])

    def _expanded(self, level: int, states: Any, tables: Sequence[Any]) -> tuple[Any, Any, Any]:
        """The edges of some nodes: their nodes and values, and the words they lead to."""
        np, planned = self._np, self._planned
        live = np.ones((len(states), len(planned.values[level])), dtype=bool)
        before = []
        for number, table in zip(planned.read[level], tables, strict=True):
            now = self._state(number, level, states)
            if isinstance(table, Computed):
                after = table.steps(now, planned.machines[number].place(level))
                live &= after != DEAD
                before.append(after)
            else:
                live &= (table != DEAD)[now]
                before.append(now)
        nodes, values = np.nonzero(live)
        reached = states[nodes]
        open_after = set(planned.open_after[level])
        for number, table, now in zip(planned.read[level], tables, before, strict=True):
            word, shift, mask = self._planned.slots.get(number, (0, 0, 0))
            if mask:
                reached[:, word] &= ~(mask << shift)
            if number in open_after:
                if isinstance(table, Computed):
                    after = now[values] if now.ndim == 1 else now[nodes, values]
                else:
                    after = table[now if np.ndim(now) == 0 else now[nodes], values]
                if int(after.max(initial=0)) > mask:
                    raise AssertionError(f"a state passes {mask}, the most that its bits hold")
                reached[:, word] |= after.astype(np.int64) << shift
        return nodes, values, reached

    def _state(self, number: int, level: int, states: Any) -> Any:
        """The states of a machine, or the only one before its first level."""
        machine = self._planned.machines[number]
        if machine.levels[0] == level:
            computed = self._planned.computed.get(number)
            return self._np.int64(computed.start if computed else machine.start)
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
            planned = self._planned
            words = "more states of one constraint than it can number,"
            raise TooLarge(level + 1, len(planned.values), planned.order, words)
        return table


def _slots(
    machines: Sequence[Numbered], computed: Mapping[int, Computed]
) -> tuple[dict[int, Slot], int]:
    """The bits of each machine that is half read at some time, and the number of words."""
    free: list[list[tuple[int, int]]] = []
    """By word, the spans of bits that are free: first and end."""
    found: dict[int, Slot] = {}
    ending: dict[int, list[int]] = {}
    for number, machine in enumerate(machines):
        if len(machine.levels) > 1:
            ending.setdefault(machine.levels[-1], []).append(number)
    starting = sorted(range(len(machines)), key=lambda n: machines[n].levels[0])
    level = 0
    for number in starting:
        machine = machines[number]
        while level < machine.levels[0]:
            for done in ending.get(level, ()):
                _release(free, found[done])
            level += 1
        if len(machine.levels) > 1:
            found[number] = _taken(
                free, computed[number].bits if number in computed else _bits(machine)
            )
    return found, max(1, len(free))


def _bits(machine: Numbered) -> int:
    if not machine.minimal:
        return BITS_OF_MANY
    most = max(machine.numbers(place) - 1 for place in range(1, len(machine.levels)))
    return most.bit_length()


def _taken(free: list[list[tuple[int, int]]], bits: int) -> Slot:
    for word, spans in enumerate(free):
        for place, (first, end) in enumerate(spans):
            if end - first >= bits:
                spans[place] = (first + bits, end)
                return Slot(word, first, (1 << bits) - 1)
    free.append([(bits, WORD)])
    return Slot(len(free) - 1, 0, (1 << bits) - 1)


def _release(free: list[list[tuple[int, int]]], slot: Slot) -> None:
    """Give bits back; spans that touch become one."""
    spans = [*free[slot.word], (slot.shift, slot.shift + slot.mask.bit_length())]
    joined = list[tuple[int, int]]()
    for first, end in sorted(spans):
        if joined and joined[-1][1] == first:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((first, end))
    free[slot.word] = joined
