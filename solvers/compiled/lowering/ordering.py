"""Orders in which the variables may be chosen, each by a rule of thumb.

None is good everywhere: which to take is found out by trying (estimate.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..common.states import Domain
from ..reading.evaluation import variables_of
from ..reading.forms import (
    Absolute,
    Automaton,
    Distinct,
    Form,
    Linear,
    Logic,
    Rows,
    Tour,
    Values,
)
from ..reading.totals import scope_of


def scope(form: Form, place_of: Mapping[str, int]) -> set[int]:
    """The places of the variables of a form."""
    match form:
        case Distinct(terms):
            totals = [term.total if isinstance(term, Absolute) else term for term in terms]
            return set().union(*(scope_of(total, place_of) for total in totals))
        case Linear(total):
            return scope_of(total, place_of)
        case Rows(places) | Automaton(places) | Tour(places) | Values(places):
            return set(places)
        case Logic(constraint):
            return {place_of[variable.name] for variable in variables_of(constraint)}


@dataclass(frozen=True)
class Network:
    """The constraint network: the open variables, and which stand in a form together."""

    open_places: tuple[int, ...]
    sizes: Mapping[int, int]
    scopes: Sequence[frozenset[int]]
    """The open places of each form that has two or more of them."""

    @property
    def of_place(self) -> dict[int, list[int]]:
        """The numbers of the scopes that a place stands in."""
        found: dict[int, list[int]] = {place: [] for place in self.open_places}
        for number, places in enumerate(self.scopes):
            for place in places:
                found[place].append(number)
        return found


def network(
    domains: Sequence[Domain], forms: Sequence[Form], place_of: Mapping[str, int]
) -> Network:
    """The open variables of `forms`, and how they hang together."""
    sizes = {place: len(domain) for place, domain in enumerate(domains) if len(domain) > 1}
    scopes = [frozenset(scope(form, place_of) & sizes.keys()) for form in forms]
    return Network(tuple(sizes), sizes, [places for places in scopes if len(places) > 1])


def orders(net: Network) -> dict[str, tuple[int, ...]]:
    """Different orders, by name; the first is the declared one."""
    found = {
        "declared": net.open_places,
        "connected": _greedy(net, _connection),
        "closing": _greedy(net, _closing),
        "smallest": tuple(sorted(net.open_places, key=lambda place: net.sizes[place])),
    }
    distinct: dict[tuple[int, ...], str] = {}
    for name, order in found.items():
        distinct.setdefault(order, name)
    return {name: order for order, name in distinct.items()}


Score = Callable[[int, int, int], float]
"""The part of a scope in the score of a place in it, by the scope's size, the number of its places
that are chosen, and the size of the place's domain."""


def _greedy(net: Network, score: Score) -> tuple[int, ...]:
    """The best-scored place next, the first of equals; scores change as scopes fill up."""
    of_place = net.of_place
    chosen_in = [0] * len(net.scopes)
    scores = {
        place: sum(score(len(net.scopes[n]), 0, net.sizes[place]) for n in of_place[place])
        for place in net.open_places
    }
    order: list[int] = []
    while scores:
        place = max(scores, key=lambda place: (scores[place], -net.sizes[place], -place))
        del scores[place]
        order.append(place)
        for number in of_place[place]:
            size, before = len(net.scopes[number]), chosen_in[number]
            chosen_in[number] += 1
            for other in net.scopes[number]:
                if other in scores:
                    width = net.sizes[other]
                    scores[other] += score(size, before + 1, width) - score(size, before, width)
    return tuple(order)


def _connection(size: int, chosen: int, width: int) -> float:
    """Many chosen neighbours and few values."""
    return (chosen + 0.01) / width


def _closing(size: int, chosen: int, width: int) -> float:
    """Scopes that are nearly full come first, above all those that this place fills."""
    left = size - chosen
    return 0.1 + (100.0 if left == 1 else 0.0) + (10.0 / left if chosen else 0.0)
