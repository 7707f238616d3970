"""Words of the values of any variable: bit i of a window stands for its beginning plus i."""

from __future__ import annotations

from .machine_words import WORD, Memory, lowest
from .records import BASE, BITS, GREATEST, LEAST, WORDS
from .values_left import from_to, keep, remove

FULL_WORD = (1 << WORD) - 1


def window(m: Memory, v: int, begin: int) -> int:
    """The values of a variable from `begin` on, as many as a word has bits."""
    if m[v + WORDS] == 1:
        return moved_word(m[v + BITS], m[v + BASE] - begin)
    inside = from_to(m[v + LEAST] - begin, m[v + GREATEST] - begin)
    if m[v + WORDS] == 0 or inside == 0:
        return inside
    index = begin - m[v + BASE]
    number = index // WORD
    shift = index % WORD
    word = 0
    if number >= 0 and number < m[v + WORDS]:
        word = m[m[v + BITS] + number] >> shift
    number = number + 1
    if number >= 0 and number < m[v + WORDS]:
        word = word | moved_word(m[m[v + BITS] + number], WORD - shift)
    return word & inside


def moved_word(word: int, places: int) -> int:
    """A word whose bits are moved upwards, or downwards where `places` is less than 0."""
    if places <= -WORD or places >= WORD:
        return 0
    if places < 0:
        return word >> -places
    return (word & (FULL_WORD >> places)) << places


def remove_window(m: Memory, v: int, begin: int, word: int) -> bool:
    """Take the bits of a window from a variable."""
    if m[v + WORDS] == 1:
        return keep(m, v, ~moved_word(word, begin - m[v + BASE]))
    while word != 0:
        if not remove(m, v, begin + lowest(word)):
            return False
        word = word & (word - 1)
    return True
