"""Level by level: nodes are what is left of every constraint, and equal ones are merged.

A state is a row of words of 63 bits, in which each machine that is half read has some bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from math import log2
from typing import NamedTuple

from ...models.language.keeping import cached_property
from ...models.language.late_dataclasses import dataclass
from ..harness.compiling.machine_words import WORD
from .computed_residuals import Computed
from .numbered_residuals import Numbered, computed

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
    """The machines of a model, and the levels in one order; what only states need, once asked."""

    order: str
    """Its name."""
    values: Sequence[Sequence[int]]
    """By level, the values that are left."""
    places: Sequence[Sequence[int]]
    """By level, their places in the declared domain."""
    machines: Sequence[Numbered]
    """Their levels are those of `values`."""

    @cached_property
    def read(self) -> list[list[int]]:
        """By level, the numbers of the machines that read it."""
        found: list[list[int]] = [[] for _ in self.values]
        for number, machine in enumerate(self.machines):
            for level in machine.levels:
                found[level].append(number)
        return found

    @cached_property
    def computed(self) -> dict[int, Computed]:
        """By number, the machines whose states are computed, not looked up."""
        return {
            number: found
            for number, machine in enumerate(self.machines)
            if not machine.minimal and (found := computed(machine.machine))
        }

    @cached_property
    def slots(self) -> Mapping[int, Slot]:
        """By number, the bits of the machines that are half read at some time."""
        return self._slots[0]

    @cached_property
    def words(self) -> int:
        """The number of words of a state."""
        return max(1, self._slots[1])

    @cached_property
    def _slots(self) -> tuple[dict[int, Slot], int]:
        return _slots(self.machines, self.computed)

    @cached_property
    def widths(self) -> list[float]:
        """By level, the logarithm of the most states after it."""
        return _widths(self.values, self.machines)

    def most_left(self, level: int) -> float:
        """The most states after the levels from one on."""
        return self._most_left[-1 - level]

    @cached_property
    def _most_left(self) -> list[float]:
        return [*accumulate((2**width for width in reversed(self.widths)), initial=0.0)]


MOST_WIDTH = 200
"""More bits than any level has states that are counted."""


def _widths(values: Sequence[Sequence[int]], machines: Sequence[Numbered]) -> list[float]:
    """By level, the logarithm of the most states after it."""
    found, of_level = [0.0] * len(values), [log2(max(1, len(some))) for some in values]
    for machine in machines:
        rows = 0.0
        for place, (level, end) in enumerate(pairwise(machine.levels), 1):
            rows += of_level[level]
            width = min(rows, log2(max(1, machine.most_states(place))))
            for between in range(level, end):
                found[between] += width
    return [min(w, MOST_WIDTH, most) for w, most in zip(found, accumulate(of_level), strict=True)]


BITS_OF_MANY = 24
"""The bits of a machine whose states are numbered as they come."""


def _slots(
    machines: Sequence[Numbered], computed: Mapping[int, Computed]
) -> tuple[dict[int, Slot], int]:
    """The bits of each machine that is half read at some time, and the words of which they are."""
    free: list[int] = []
    """By word, the bits that are free."""
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
                free[found[done].word] |= found[done].mask << found[done].shift
            level += 1
        if len(machine.levels) > 1:
            found[number] = _taken(
                free, computed[number].bits if number in computed else _bits(machine)
            )
    return found, len(free)


def _bits(machine: Numbered) -> int:
    if not machine.minimal:
        return BITS_OF_MANY
    most = max(machine.numbers(place) - 1 for place in range(1, len(machine.levels)))
    return most.bit_length()


def _taken(free: list[int], bits: int) -> Slot:
    """Take bits beside each other from the first word that has so many, or from a new one."""
    mask = (1 << bits) - 1
    for word, left in enumerate((*free, (1 << WORD) - 1)):
        shift = f"{left:0{WORD}b}"[::-1].find("1" * bits)
        if shift >= 0:
            free[word : word + 1] = [left & ~(mask << shift)]
            return Slot(word, shift, mask)
    raise AssertionError(f"{bits} bits are more than a word has")
