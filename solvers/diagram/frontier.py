"""Level by level: nodes are what is left of every constraint, and equal ones are merged.

This is the plain construction. `frontier_arrays` does the same on whole levels at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from ...models.language.late_dataclasses import dataclass
from .decision_diagram import Level
from .folded_rows import in_order_of_meeting, level_of
from .limits_of_diagrams import Limits
from .numbered_residuals import Numbered
from .residuals import DONE

# ----------------------------- Orders in which the variables may be read, each by a rule of thumb.


Score = Callable[[int, int], float]
"""The part of a scope in the score of a place in it, by its size and the number that are read."""


def orders(
    size: int, scopes: Sequence[Sequence[int]], first: Sequence[int]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Different orders of the places below `size`, by name, the declared one first.

    Those of `first` come before all others in each.
    """
    wanted, seen = set(first), set[tuple[int, ...]]()
    for name, rule in RULES.items():
        found = list(range(size)) if rule is None else _greedy(size, scopes, rule)
        order = tuple(sorted(found, key=lambda place: place not in wanted))
        if order not in seen:
            seen.add(order)
            yield name, order


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


RULES: dict[str, Score | None] = {
    "declared": None,
    "frontier": _fewest_open,
    "connected": _most_read,
    "closing": _nearly_full,
}
"""The orders by name."""


Edges = list[tuple[int, int]]
"""Of one node: places of values, and children."""


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
    return Plan(order, values, places, machines, read, open_after)


def levels_of(planned: Plan, size: int, limits: Limits) -> tuple[Level, ...] | None:
    """The first `size` levels of a plan, reduced: a path through them goes on to the last level.

    None where there is no row. Raises: TooLarge.
    """
    layers, nodes = list[list[Edges]](), 1
    states: dict[tuple[int, ...], int] = {(): 0}
    for level in range(len(planned.values)):
        before = planned.open_after[level - 1] if level else ()
        states, edges = _next(planned, level, before, states, limits, nodes)
        nodes += len(states)
        layers.append(edges)
    if not states:
        return None
    return in_order_of_meeting(_reduced(layers, size))


def _next(
    planned: Plan,
    level: int,
    before: Sequence[int],
    states: dict[tuple[int, ...], int],
    limits: Limits,
    nodes: int,
) -> tuple[dict[tuple[int, ...], int], list[Edges]]:
    """The states of the next level, and the edges to them."""
    machines, read = planned.machines, planned.read[level]
    column = {number: at for at, number in enumerate(before)}
    index = {number: at for at, number in enumerate(read)}
    places = [machines[number].place(level) for number in read]
    starts = [machines[number].start for number in read]
    after = [
        (index.get(number, -1), column.get(number, -1)) for number in planned.open_after[level]
    ]
    following: dict[tuple[int, ...], int] = {}
    edges = list[Edges]()
    everything = range(len(planned.values[level]))
    for count, state in enumerate(states):
        if not count % 64:
            limits.look(nodes + len(following), level + 1, len(planned.values), planned.order)
        rows = list[Sequence[int] | None]()
        live: list[int] | range = everything
        for at, number in enumerate(read):
            now = state[column[number]] if number in column else starts[at]
            row = None if now == DONE else machines[number].row(places[at], now)
            rows.append(row)
            if row is not None:
                live = [v for v in live if row[v]]
        found: Edges = []
        for v in live:
            key = tuple([_state(rows[i], v) if i >= 0 else state[c] for i, c in after])
            child = following.setdefault(key, len(following))
            found.append((planned.places[level][v], child))
        edges.append(found)
    return following, edges


def _state(row: Sequence[int] | None, value: int) -> int:
    return DONE if row is None else row[value]


def _reduced(layers: list[list[Edges]], size: int) -> list[Level]:
    """The layers above `size` without dead ends, nodes with the same edges merged."""
    found = list[Level]()
    below: dict[int, int] = {0: 0}
    for edges in reversed(layers[size:]):
        below = {n: 0 for n, kept in enumerate(edges) if any(c in below for _, c in kept)}
    for edges in reversed(layers[:size]):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        above: dict[int, int] = {}
        for node, kept in enumerate(edges):
            live = tuple([(place, below[child]) for place, child in kept if child in below])
            if live:
                above[node] = known.setdefault(live, len(known))
        found.append(level_of(known))
        below = above
    return found[::-1]
