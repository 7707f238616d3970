"""Orders in which the variables may be read, each by a rule of thumb."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush

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
