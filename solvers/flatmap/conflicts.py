"""Constraints between two variables: the values of one that a value of the other rules out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from .intervals import FALSE, Reading
from .unary_terms import Image

Ruled = list[tuple[int, frozenset[int], int]]
"""Other variables by place, the values that they lose, and the number of the rule that takes them:
0 for all rules unless they are kept apart."""


@dataclass
class Different:
    """Images of different variables that must differ, such as x + 1 and y + 2."""

    rule: int
    images: dict[int, Image]
    """The term of each variable, by its place."""

    @property
    def scope(self) -> Iterable[int]:
        """The places of the variables."""
        return self.images

    def ruled_out(self, place: int, value: int) -> Iterable[tuple[int, Iterable[int]]]:
        """The values of other variables that `value` at `place` rules out."""
        amount = self.images[place].amount(value)
        return ((o, image.sources(amount)) for o, image in self.images.items() if o != place)


@dataclass
class Pair:
    """Any constraint between two variables of few values, read pair by pair when needed."""

    rule: int
    reading: Reading
    domains: Sequence[Sequence[int]]
    _scratch: list[Sequence[int]] = field(default_factory=list)

    @property
    def scope(self) -> Iterable[int]:
        """The places of the variables."""
        return self.reading.scope

    def ruled_out(self, place: int, value: int) -> Iterable[tuple[int, Iterable[int]]]:
        """The values of other variables that `value` at `place` rules out."""
        (other,) = (o for o in self.reading.scope if o != place)
        state = self._scratch = self._scratch or list(self.domains)
        state[place] = (value,)
        lost = []
        for candidate in self.domains[other]:
            state[other] = (candidate,)
            if self.reading(state) == FALSE:
                lost.append(candidate)
        return [(other, lost)]


Pairwise = Different | Pair


class Conflicts:
    """All pairwise constraints, indexed by variable and value; worked out when first asked for."""

    def __init__(
        self, domains: Sequence[Sequence[int]], parts: Iterable[object], *, rules_apart: bool
    ) -> None:
        self._by_place: list[list[Pairwise]] = [[] for _ in domains]
        self._known: list[dict[int, Ruled]] = [{} for _ in domains]
        self._rules_apart = rules_apart
        for part in parts:
            if isinstance(part, Different | Pair):
                for place in part.scope:
                    self._by_place[place].append(part)

    def of(self, place: int, value: int) -> Ruled:
        """The values that the variable at `place` rules out by taking `value`."""
        known = self._known[place]
        ruled = known.get(value)
        if ruled is None:
            ruled = known[value] = self._work_out(place, value)
        return ruled

    def _work_out(self, place: int, value: int) -> Ruled:
        lost: dict[tuple[int, int], set[int]] = {}
        for part in self._by_place[place]:
            rule = part.rule if self._rules_apart else 0
            for other, values in part.ruled_out(place, value):
                lost.setdefault((other, rule), set()).update(values)
        return [(other, frozenset(gone), rule) for (other, rule), gone in lost.items() if gone]
