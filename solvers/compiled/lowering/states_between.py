"""The size of the memory that a constraint has of its first variables, whichever they were.

Merging keeps the values of variables that constraints still mention, or where a constraint needs
less, its state: the sum so far, the amounts taken, whether a clause is true already.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from operator import or_

from ..common.states import Domain
from ..reading.normal_forms import (
    Absolute,
    Automaton,
    Clause,
    Distinct,
    Form,
    Linear,
    Rows,
    Total,
)
from .literals_by_level import RUNNING

State = Callable[[Sequence[int]], Sequence[float]]
"""The bits after one place of the form, after two, and so on, by the order of its places."""


def state_of(form: Form, domains: Sequence[Domain]) -> State | None:
    """The state of a form; None for all the values of its variables."""
    match form:
        case Linear(Total(others=())):
            return lambda places: _sums(form, places, domains)
        case Distinct(terms) if not any(inner(term).others for term in terms):
            return lambda places: _taken(form, places, domains)
        case Rows(rows=rows):
            return lambda places: [math.log2(len(rows) + 1)] * len(places)
        case Clause(literals) if len({place for place, _, _ in literals}) > RUNNING:
            return lambda places: [1.0] * len(places)
        case Automaton(step=step):
            bits = math.log2(len({state for state, _ in step}) + 1)
            return lambda places: [bits if _in_order(form, places) else math.inf] * len(places)
        case _:
            return None


def limits(form: Linear, places: set[int], domains: Sequence[Domain]) -> tuple[float, float]:
    """The least and the greatest sum of what the variables at `places` add."""
    fixed = _places(form.total) - places
    rest = form.total.constant + sum(added(form.total, place, domains)[0] for place in fixed)
    low = -math.inf if form.low is None else form.low - rest
    return low, math.inf if form.high is None else form.high - rest


def added(total: Total, place: int, domains: Sequence[Domain]) -> list[int]:
    """By value of a variable, the amount that it adds to a total."""
    factor = total.variables.get(place)
    if factor is not None:
        return [factor * value for value in domains[place]]
    (amounts,) = [image.amounts for image in total.images if image.place == place]
    return [amounts[value] for value in domains[place]]


def takers(form: Distinct, domains: Sequence[Domain]) -> Iterable[set[int]]:
    """The places of each amount that terms may take, and of each term."""
    found: dict[int, set[int]] = {}
    for term in form.terms:
        if not inner(term).others:
            for amount in _amounts(term, domains):
                found.setdefault(amount, set()).update(_places(inner(term)))
    return [*found.values(), *(_places(inner(term)) for term in form.terms)]


def inner(term: Total | Absolute) -> Total:
    """The total of a term, or the one whose distance from 0 it is."""
    return term.total if isinstance(term, Absolute) else term


def _places(total: Total) -> set[int]:
    return {*total.variables, *(image.place for image in total.images)}


def _in_order(form: Automaton, places: Sequence[int]) -> bool:
    wanted = set(places)
    return [place for place in form.places if place in wanted] == list(places)


def _sums(form: Linear, places: Sequence[int], domains: Sequence[Domain]) -> list[float]:
    """Sums from which the rest can still make up what is required."""
    amounts = [added(form.total, place, domains) for place in places]
    least, most = list(accumulate(map(min, amounts))), list(accumulate(map(max, amounts)))
    low, high = limits(form, set(places), domains)
    spans = (
        min(after, high - least[-1] + before) - max(before, low - most[-1] + after)
        for before, after in zip(least, most, strict=True)
    )
    return [math.log2(max(span, 0) + 1) for span in spans]


def _taken(form: Distinct, places: Sequence[int], domains: Sequence[Domain]) -> list[float]:
    """Sets of amounts taken that others may still take, and the values in terms half known."""
    number = {place: k for k, place in enumerate(places)}
    ending: list[list[set[int]]] = [[] for _ in places]
    half = [0.0] * len(places)
    for term in form.terms:
        within = sorted(number[p] for p in _places(inner(term)) if p in number)
        if within:
            ending[within[-1]].append(_amounts(term, domains))
        for first, last in pairwise(within):
            for k in range(first, last):
                half[k] += math.log2(len(domains[places[first]]))
    together = [set[int]().union(*amounts) for amounts in ending]
    taken = list(accumulate(together, or_))
    wanted = list(accumulate(reversed(together), or_))[::-1]
    numbers = list(accumulate(map(len, ending)))
    found = []
    for k, number_taken in enumerate(numbers[:-1]):
        ways = math.comb(len(taken[k]), min(number_taken, len(taken[k])))
        found.append(half[k] + min(len(taken[k] & wanted[k + 1]), math.log2(ways)))
    return found


def _amounts(term: Total | Absolute, domains: Sequence[Domain]) -> set[int]:
    total = inner(term)
    amounts = [added(total, place, domains) for place in _places(total)]
    if len(amounts) == 1 and total is term:
        return {total.constant + amount for amount in amounts[0]}
    low = total.constant + sum(map(min, amounts))
    high = total.constant + sum(map(max, amounts))
    return set(range(low, high + 1) if total is term else range(max(-low, high) + 1))
