"""Orders for counting, by the choices of merging in them, which are known from the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .constraint_network import Network


@dataclass(frozen=True)
class CountingOrder:
    """An order of the open variables, and about the choices of merging in it."""

    name: str
    places: tuple[int, ...]
    choices: float


def counting_orders(network: Network, given: Mapping[str, Sequence[int]]) -> list[CountingOrder]:
    """Different orders, those `given` among them, with the fewest choices first."""
    found = {
        **given,
        "elimination": elimination(network),
        "neighbours": cuthill_mckee(network.near),
    }
    names: dict[tuple[int, ...], str] = {}
    for name, order in found.items():
        names.setdefault(tuple(order), name)
    rated = [CountingOrder(n, order, network.choices(order)) for order, n in names.items()]
    return sorted(rated, key=lambda order: order.choices)


def cuthill_mckee(near: Mapping[int, set[int]]) -> tuple[int, ...]:
    """Breadth first from a far end of each part, those of few neighbours first."""
    order: dict[int, None] = {}
    for place in sorted(near, key=lambda place: len(near[place])):
        if place not in order:
            far = _breadth_first(near, place)[-1]
            order |= dict.fromkeys(_breadth_first(near, far))
    return tuple(order)


def _breadth_first(near: Mapping[int, set[int]], start: int) -> list[int]:
    order, seen = [start], {start}
    for place in order:
        new = sorted(near[place] - seen, key=lambda other: (len(near[other]), other))
        order += new
        seen.update(new)
    return order


def elimination(network: Network) -> tuple[int, ...]:
    """From last to first, the variable of the narrowest neighbours, which then are a clique."""
    near = {place: set(others) for place, others in network.near.items()}
    widths = {p: sum(map(network.bits.__getitem__, others)) for p, others in near.items()}
    order: list[int] = []
    while near:
        place = min(widths, key=lambda p: (widths[p], p))
        order.append(place)
        del widths[place]
        others = near.pop(place)
        for other in others:
            near[other] |= others
            near[other] -= {other, place}
            widths[other] = sum(map(network.bits.__getitem__, near[other]))
    return tuple(reversed(order))
