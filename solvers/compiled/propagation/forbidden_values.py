"""Conflicts: the values that a decided variable rules out for others at once.

Where two variables with the same least value must differ, the word of one is removed from the
other. All other conflicts are listed, for a variable and each of its values, as variables with the
bits that they keep; the list is made when the value is first chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..common.states import State

Rule = Callable[[int], Iterable[tuple[int, int]]]
"""A function of the bit that a variable is decided to: other variables, and bits they lose."""

MOST_REMEMBERED = 200_000
"""The most pairs of a variable and bits that are remembered; then all are forgotten."""


class Conflicts:
    """The conflicts of all variables."""

    def __init__(self, size: int) -> None:
        self._peers: list[dict[int, None]] = [{} for _ in range(size)]
        self.peers: list[tuple[int, ...]] = []
        """By place, the variables that lose the bits of the word there."""
        self.rules: list[list[Rule]] = [[] for _ in range(size)]
        self._remembered: list[dict[int, list[tuple[int, int]]]] = [{} for _ in range(size)]
        self._room = MOST_REMEMBERED

    def unequal(self, places: list[int]) -> None:
        """No two words at `places` are the same bit."""
        together = dict.fromkeys(places)
        for place in places:
            self._peers[place].update(together)

    def close(self) -> None:
        """End the adding of conflicts."""
        for place, peers in enumerate(self._peers):
            peers.pop(place, None)
        self.peers = [tuple(peers) for peers in self._peers]

    def binds(self, place: int) -> bool:
        """True if deciding the variable at `place` may rule out anything."""
        return bool(self._peers[place] or self.rules[place])

    def kept(self, place: int, bit: int) -> list[tuple[int, int]]:
        """The variables that lose something by the rules, and the bits that they keep."""
        known = self._remembered[place].get(bit)
        if known is None:
            lost: dict[int, int] = {}
            for rule in self.rules[place]:
                for other, bits in rule(bit):
                    lost[other] = lost.get(other, 0) | bits
            known = [(other, ~bits) for other, bits in lost.items() if bits]
            self._remember(place, bit, known)
        return known

    def _remember(self, place: int, bit: int, known: list[tuple[int, int]]) -> None:
        self._room -= len(known)
        if self._room < 0:
            self._room = MOST_REMEMBERED
            for remembered in self._remembered:
                remembered.clear()
        self._remembered[place][bit] = known

    def apply(self, state: State, place: int, changed: list[int]) -> bool:
        """Remove what the decided word at `place` rules out; false if a domain is emptied."""
        bit = state[place]
        for other in self.peers[place]:
            word = state[other]
            if word & bit:
                if word == bit:
                    return False
                state[other] = word ^ bit
                inside = word & -word < bit and word >= bit << 1
                changed.append(~other if inside else other)
        if self.rules[place]:
            for other, bits in self.kept(place, bit):
                word = state[other]
                left = word & bits
                if left != word:
                    if not left:
                        return False
                    state[other] = left
                    # The same least and the same greatest bit.
                    inside = bool(word & -word & left) and left ^ word < left
                    changed.append(~other if inside else other)
        return True
