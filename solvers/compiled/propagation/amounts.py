"""Totals and their terms, read from a state."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from ....models.language.expressions import Bounds, Expression, Indicator, Variable
from ....models.language.nodes import Node, topological
from ..common.states import Layout, State, shrink
from ..reading.evaluation import compiled_value
from ..reading.normal_forms import Image, Total
from .back_off import BackOff

MOST_TRIED = 4096
"""A variable of more values than this is not tried value by value."""


class Term(Protocol):
    """A part of a total."""

    places: tuple[int, ...]
    """The variables that it depends on."""

    def ends(self, state: State) -> Bounds:
        """Bounds of the term; equal ones where its variables are decided."""

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        """Remove the values that put it outside `low` to `high`; false if a domain is emptied."""

    def at(self, state: State, place: int, value: int) -> int:
        """The term with `value` for the variable at `place`, all others decided."""


class PlainTerm:
    """A multiple of one variable."""

    def __init__(self, layout: Layout, place: int, coefficient: int) -> None:
        self.layout, self.place, self.coefficient = layout, place, coefficient
        self.places: tuple[int, ...] = (place,)

    def ends(self, state: State) -> Bounds:
        low, high = self.layout.ends(state, self.place)
        ends = low * self.coefficient, high * self.coefficient
        return ends if self.coefficient > 0 else ends[::-1]

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        coefficient = self.coefficient
        if coefficient < 0:
            low, high, coefficient = -high, -low, -coefficient
        least, most = -(-low // coefficient), high // coefficient
        return self.layout.keep(state, self.place, least, most, changed)

    def at(self, state: State, place: int, value: int) -> int:
        return self.coefficient * value


class ImageTerm:
    """A number for every value of one variable, by the words of the values that give it."""

    def __init__(self, layout: Layout, image: Image) -> None:
        self.image, self.place = image, image.place
        self.places: tuple[int, ...] = (image.place,)
        low, words = layout.lows[image.place], dict[int, int]()
        for value in layout.values(layout.state, image.place):
            amount = image.amounts[value]
            words[amount] = words.get(amount, 0) | 1 << (value - low)
        self.amounts = sorted(words)
        self.words = [words[amount] for amount in self.amounts]
        self.upwards = list(zip(self.amounts, self.words, strict=True))
        self.downwards = self.upwards[::-1]

    def ends(self, state: State) -> Bounds:
        word, low, high = state[self.place], 0, 0
        for amount, bits in self.upwards:
            if bits & word:
                low = amount
                break
        for amount, bits in self.downwards:
            if bits & word:
                high = amount
                break
        return low, high

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        word, left = state[self.place], 0
        for bits in self.words[bisect_left(self.amounts, low) : bisect_right(self.amounts, high)]:
            left |= bits
        return shrink(state, self.place, word & left, changed)

    def at(self, state: State, place: int, value: int) -> int:
        return self.image.amounts[value]


class WideImageTerm:
    """A number for every value of one wide variable, of which there cannot be very many."""

    def __init__(self, layout: Layout, image: Image) -> None:
        self.wide, self.amounts = layout.wide[image.place], image.amounts
        self.places: tuple[int, ...] = (image.place,)

    def ends(self, state: State) -> Bounds:
        amounts = [self.amounts[value] for value in self.wide.values(state)]
        return min(amounts), max(amounts)

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        values = self.wide.values(state)
        left = [value for value in values if low <= self.amounts[value] <= high]
        return bool(left) and self.wide.keep(state, left[0], left[-1], changed)

    def at(self, state: State, place: int, value: int) -> int:
        return self.amounts[value]


class OtherTerm:
    """A multiple of a term of several variables."""

    def __init__(
        self, layout: Layout, coefficient: int, term: Expression, place_of: Mapping[str, int]
    ) -> None:
        self.layout, self.coefficient = layout, coefficient
        self.places, self.valuation = compiled_value(term, place_of)
        self._tighter = bounds_of(layout, term, place_of)
        self._widest = self._tighter(layout.state)
        self._back_off = BackOff()

    def ends(self, state: State) -> Bounds:
        for place in self.places:
            if state[place] & (state[place] - 1):
                low, high = self._bounds(state)
                break
        else:
            low = high = self._amount(*[self.layout.value(state, place) for place in self.places])
        ends = low * self.coefficient, high * self.coefficient
        return ends if self.coefficient > 0 else ends[::-1]

    def _bounds(self, state: State) -> Bounds:
        """Bounds of the term; the domains are not read while that seldom helps."""
        if self._back_off.skips():
            return self._widest
        found = self._tighter(state)
        self._back_off.record(found != self._widest)
        return found

    def keep(self, state: State, low: int, high: int, changed: list[int]) -> bool:
        def holds(*values: int) -> bool:
            return low <= self.coefficient * self._amount(*values) <= high

        return filter_only_open(self.layout, state, self.places, holds, changed)

    def at(self, state: State, place: int, value: int) -> int:
        values = [value if p == place else self.layout.value(state, p) for p in self.places]
        return self.coefficient * self._amount(*values)

    def _amount(self, *values: int) -> int:
        amount = self.valuation(*values)
        return 0 if amount is None else amount


def terms_of(layout: Layout, total: Total, place_of: Mapping[str, int]) -> Iterator[Term]:
    """The terms of a total, apart from its constant."""
    for place, coefficient in total.variables.items():
        yield PlainTerm(layout, place, coefficient)
    for image in total.images:
        wide = image.place in layout.wide
        yield WideImageTerm(layout, image) if wide else ImageTerm(layout, image)
    for coefficient, term in total.others:
        yield OtherTerm(layout, coefficient, term, place_of)


def filter_only_open(
    layout: Layout,
    state: State,
    places: Sequence[int],
    holds: Callable[..., bool],
    changed: list[int],
) -> bool:
    """Leave the only open variable of `places` the values with which all `holds`.

    Nothing is removed where several are open, or that one has too many values.
    """
    place = -1
    for other in places:
        if state[other] & (state[other] - 1):
            if place >= 0:
                return True
            place = other
    if place < 0:
        return holds(*[layout.value(state, other) for other in places])
    if layout.count(state, place) > MOST_TRIED:
        return True
    values = [0 if other == place else layout.value(state, other) for other in places]
    position = places.index(place)

    def fits(value: int) -> bool:
        values[position] = value
        return holds(*values)

    return layout.filter(state, place, fits, changed)


def bounds_of(
    layout: Layout, term: Expression, place_of: Mapping[str, int]
) -> Callable[[State], Bounds]:
    """A function from a state to bounds of `term`, where it is defined."""
    nodes = [node for node in _arithmetic(term) if isinstance(node, Expression)]
    number: dict[Node, int] = {node: index for index, node in enumerate(nodes)}
    steps = [(node, [number[p] for p in node.parts if p in number]) for node in nodes]

    def bounds(state: State) -> Bounds:
        found: list[Bounds] = []
        for node, parts in steps:
            if isinstance(node, Variable):
                found.append(layout.ends(state, place_of[node.name]))
            else:
                found.append(node.bounds([found[part] for part in parts]))
        return found[-1]

    return bounds


def _arithmetic(term: Expression) -> list[Node]:
    """The nodes under `term`, parts first, without those that only its indicators read."""
    kept: dict[Node, None] = {term: None}
    for node in reversed(topological([term])):
        if node in kept and not isinstance(node, Indicator):
            kept.update(dict.fromkeys(node.parts))
    return [node for node in topological([term]) if node in kept]
