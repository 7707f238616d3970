"""The exact cover: its items and options, written behind one another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ..machine_search import items_covered as cover
from ..machine_source import records as at
from ..machine_source.machine_words import WORD

if TYPE_CHECKING:
    from .builder import Builder


class Items:
    """Sets of literals of variables of one word, of which one holds, or at most one."""

    def __init__(self) -> None:
        self._needed: list[tuple[int, ...]] = []
        self._others: list[tuple[int, ...]] = []

    def add(self, literals: tuple[int, ...], *, is_needed: bool) -> None:
        """Require one of different `literals` if it `is_needed`, else at most one."""
        (self._needed if is_needed else self._others).append(literals)

    def literals(self) -> Iterator[int]:
        """All literals, however often they stand in an item."""
        return chain(*self._needed, *self._others)

    def write(self, builder: Builder, decided: Iterable[int], waited_for: Iterable[int]) -> None:
        """Write the cover, if there is one.

        Its items are branched on where all are of the variables `decided` first. Only variables
        of one option that are not `waited_for` change without an event.
        """
        if not self._needed and not self._others:
            return
        memory = builder.memory
        items_of = self._items_of()
        record = builder.allot([0] * cover.COVER_SIZE)
        words, places = _words(builder, list(items_of))
        items = [
            _item(builder, number, literals, words, places)
            for number, literals in enumerate((*self._needed, *self._others))
        ]
        for item in items[len(self._needed) :]:
            memory[item + cover.NEEDED] = -1
        options_of = dict[int, list[int]]()
        for literal, numbers in items_of.items():
            option = _option(builder, literal, words, places[literal], [items[n] for n in numbers])
            needed = sum(number < len(self._needed) for number in numbers)
            memory[option + cover.NEEDED_ITEMS] = needed
            options_of.setdefault(memory[literal + at.OF], []).append(option)
        loud = set(waited_for)
        for v, options in options_of.items():
            memory[v + at.COVERED] = builder.listed(options)
            is_quiet = len(options) == 1 and memory[v + at.SIZE] == 2 and v not in loud
            for option in options:
                memory[option + cover.IS_QUIET] = is_quiet
            memory[v + at.WEIGHT] += len(options)
        memory[record + cover.OPEN] = len(self._needed)
        memory[record + cover.ITEMS] = builder.allot(items[: len(self._needed)])
        memory[record + cover.SINGLES] = builder.allot([0] * len(self._needed))
        memory[record + cover.ROOM] = 2 * (1 + len(items_of) + len(words) + len(items))
        memory[record + cover.IS_TREE] = options_of.keys() <= set(decided)
        memory[at.COVER] = record

    def _items_of(self) -> dict[int, list[int]]:
        """The numbers of the items of each literal."""
        found = dict[int, list[int]]()
        for number, literals in enumerate((*self._needed, *self._others)):
            for literal in literals:
                found.setdefault(literal, []).append(number)
        return found


def _words(builder: Builder, literals: Sequence[int]) -> tuple[list[int], dict[int, int]]:
    """The words of active options, and the number of each literal's option among them."""
    words = []
    for first in range(0, len(literals), WORD):
        here = len(literals[first : first + WORD])
        words.append(builder.allot([(1 << here) - 1, 0, *[0] * here]))
    return words, {literal: number for number, literal in enumerate(literals)}


def _item(
    builder: Builder,
    number: int,
    literals: Sequence[int],
    words: Sequence[int],
    places: dict[int, int],
) -> int:
    parts = dict[int, int]()
    for literal in literals:
        word, bit = divmod(places[literal], WORD)
        parts[word] = parts.get(word, 0) | 1 << bit
    found = [n for word, bits in sorted(parts.items()) for n in (words[word], bits)]
    return builder.allot([len(literals), 0, number, len(parts), *found])


def _option(
    builder: Builder, literal: int, words: Sequence[int], place: int, items: Sequence[int]
) -> int:
    memory = builder.memory
    word, bit = divmod(place, WORD)
    v, bits = memory[literal + at.OF], memory[literal + at.AMOUNT]
    option = builder.allot([v, bits, words[word], 1 << bit, 0, 0, len(items), *items])
    memory[words[word] + cover.OPTIONS + bit] = option
    return option
