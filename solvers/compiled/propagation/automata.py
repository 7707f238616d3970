"""Propagation of an automaton over the variables that it reads."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from ..common.states import Layout, State, shrink
from ..reading.normal_forms import Automaton
from .posting import ANY

MOST_REMEMBERED = 50_000
"""Steps over a set of states that are remembered."""


class Reading:
    """The states that can be reached before every variable, and from which the end can be.

    Sets of states are words, numbered anew. The images of sets of states under sets of values are
    needed often, and remembered.
    """

    event = ANY

    def __init__(self, layout: Layout, form: Automaton) -> None:
        states = {form.start, *form.accepting, *form.step.values(), *(s for s, _ in form.step)}
        number = {state: index for index, state in enumerate(sorted(states))}
        self.start = 1 << number[form.start]
        self.accepting = sum(1 << number[state] for state in form.accepting)
        self.watched: Sequence[int] = tuple(dict.fromkeys(form.places))
        self.letters = [Letters(layout, place, form.step, number) for place in form.places]
        self.cost = 60 + len(form.places)

    def propagate(self, state: State, changed: list[int]) -> bool:
        reached, words = [self.start], []
        for letters in self.letters:
            word = letters.word(state)
            words.append(word)
            reached.append(letters.forward(word, reached[-1]))
            if not reached[-1]:
                return False
        alive = reached[-1] & self.accepting
        for letters, word, before in zip(
            reversed(self.letters), reversed(words), reversed(reached[:-1]), strict=True
        ):
            alive, kept = letters.backward(word, before, alive)
            if not kept or (kept != word and not letters.keep(state, kept, changed)):
                return False
        return bool(alive)


class Letters:
    """The transitions by the values of one variable."""

    def __init__(
        self,
        layout: Layout,
        place: int,
        step: Mapping[tuple[int, int], int],
        number: Mapping[int, int],
    ) -> None:
        self.layout, self.place, self.wide = layout, place, layout.wide.get(place)
        self.values = sorted({value for _, value in step if layout.has(layout.state, place, value)})
        low = layout.lows[place]
        index = {v: i if self.wide else v - low for i, v in enumerate(self.values)}
        moves: dict[int, list[tuple[int, int]]] = {}
        for (origin, value), target in step.items():
            if value in index:
                move = 1 << number[origin], 1 << number[target]
                moves.setdefault(1 << index[value], []).append(move)
        self.moves = list(moves.items())
        self._forward: dict[tuple[int, int], int] = {}
        self._backward: dict[tuple[int, int, int], tuple[int, int]] = {}

    def word(self, state: State) -> int:
        """The values that are left: bits of the domain, or numbers of values where it is wide."""
        if self.wide is None:
            return state[self.place]
        low, high = self.wide.ends(state)
        first, after = bisect_left(self.values, low), bisect_right(self.values, high)
        return (1 << after) - (1 << first) if after > first else 0

    def keep(self, state: State, kept: int, changed: list[int]) -> bool:
        """Leave the variable the values `kept`, of those in its word; false if none is left."""
        if self.wide is None:
            return shrink(state, self.place, kept & state[self.place], changed)
        first, last = (kept & -kept).bit_length() - 1, kept.bit_length() - 1
        return self.wide.keep(state, self.values[first], self.values[last], changed)

    def forward(self, word: int, origins: int) -> int:
        """The states that the values of `word` lead to."""
        found = self._forward.get((word, origins))
        if found is None:
            found = 0
            for bit, moves in self.moves:
                if bit & word:
                    for origin, target in moves:
                        if origin & origins:
                            found |= target
            if len(self._forward) >= MOST_REMEMBERED:
                self._forward.clear()
            self._forward[word, origins] = found
        return found

    def backward(self, word: int, origins: int, targets: int) -> tuple[int, int]:
        """The states of `origins` that lead to `targets`, and the values that do it."""
        found = self._backward.get((word, origins, targets))
        if found is None:
            alive = kept = 0
            for bit, moves in self.moves:
                if bit & word:
                    for origin, target in moves:
                        if origin & origins and target & targets:
                            alive |= origin
                            kept |= bit
            if len(self._backward) >= MOST_REMEMBERED:
                self._backward.clear()
            found = self._backward[word, origins, targets] = alive, kept
        return found
