"""The order in which equally small domains are decided: what completes a scope goes first."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from math import lcm

MOST_OPEN = 16
"""A scope with more variables than this still to come pulls at none of them."""

WHOLE = lcm(*range(1, MOST_OPEN + 1))


def by_closeness(size: int, scopes: Iterable[tuple[int, ...]]) -> list[int]:
    """The places from 0 to below `size`, each next one most tied to those before.

    A scope of which k variables are still to come pulls at each of them with 1 / k².
    """
    tied: list[list[list[int]]] = [[] for _ in range(size)]
    pulls = [0] * size
    for scope in scopes:
        waiting = list(scope)
        for place in scope:
            tied[place].append(waiting)
            pulls[place] += _pull(len(waiting))
    heap = [(-pull, place) for place, pull in enumerate(pulls)]
    heapify(heap)
    order: dict[int, None] = {}
    while heap:
        pull, place = heappop(heap)
        if place not in order and pull == -pulls[place]:
            order[place] = None
            for changed in _take(place, tied[place], pulls):
                heappush(heap, (-pulls[changed], changed))
    return list(order)


def _take(place: int, scopes: list[list[int]], pulls: list[int]) -> dict[int, None]:
    """Remove a variable from its scopes; the variables that are pulled at more by it."""
    changed: dict[int, None] = {}
    for waiting in scopes:
        waiting.remove(place)
        more = _pull(len(waiting)) - _pull(len(waiting) + 1)
        if more:
            for other in waiting:
                pulls[other] += more
                changed[other] = None
    return changed


def _pull(waiting: int) -> int:
    """A common multiple of 1 / waiting²: whole numbers, so that equal sums are equal."""
    return (WHOLE // waiting) ** 2 if 0 < waiting <= MOST_OPEN else 0
