"""An item of an array at a place that is chosen: y = items[x + k].

Where the place is outside of the array, y is any value. An item is a variable plus a number, or a
number alone.

Arguments: y, x, k, the number of items, and of each the variable, 0 for none, and the number.
"""

from __future__ import annotations

from .machine_words import FAR, WORD, Memory
from .records import ARGUMENTS, BASE, BITS, WORDS
from .values_left import at_least, at_most, from_to, greatest, has, is_fixed, keep, least, remove

FOUND = ARGUMENTS
INDEX = ARGUMENTS + 1
OFFSET = ARGUMENTS + 2
ITEMS = ARGUMENTS + 3
ITEM = ARGUMENTS + 4


def propagate_element(m: Memory, p: int) -> bool:
    """The propagator."""
    y = m[p + FOUND]
    x = m[p + INDEX]
    offset = m[p + OFFSET]
    first = least(m, x) + offset
    last = greatest(m, x) + offset
    inside = first >= 0 and last < m[p + ITEMS]
    bits = 0
    low = FAR
    high = -FAR
    for place in range(max(first, 0), min(last + 1, m[p + ITEMS])):
        if has(m, x, place - offset):
            item = p + ITEM + 2 * place
            if may_equal(m, y, item):
                if m[y + WORDS] == 1:
                    bits = bits | bits_of_item(m, y, item)
                else:
                    low = min(low, item_least(m, item))
                    high = max(high, item_greatest(m, item))
            elif not remove(m, x, place - offset):
                return False
    if not inside:
        return True
    if m[y + WORDS] == 1:
        if not keep(m, y, bits):
            return False
    elif not at_least(m, y, low) or not at_most(m, y, high):
        return False
    return not is_fixed(m, x) or equal_item(m, y, p + ITEM + 2 * (least(m, x) + offset))


def item_least(m: Memory, item: int) -> int:
    """The least value of an item."""
    return m[item + 1] + (least(m, m[item]) if m[item] != 0 else 0)


def item_greatest(m: Memory, item: int) -> int:
    """The greatest value of an item."""
    return m[item + 1] + (greatest(m, m[item]) if m[item] != 0 else 0)


def bits_of_item(m: Memory, y: int, item: int) -> int:
    """The bits of `y`, of one word, that an item may have."""
    v = m[item]
    base = m[y + BASE]
    if v != 0 and m[v + WORDS] == 1:
        return m[y + BITS] & moved_bits(m[v + BITS], m[v + BASE] + m[item + 1] - base)
    return m[y + BITS] & from_to(item_least(m, item) - base, item_greatest(m, item) - base)


def moved_bits(word: int, steps: int) -> int:
    """A word, each bit moved up by a number of steps; what leaves the word is without meaning."""
    if steps <= -WORD or steps >= WORD:
        return 0
    if steps < 0:
        return word >> -steps
    return word << steps


def may_equal(m: Memory, y: int, item: int) -> bool:
    """True if `y` and an item have values in common, as far as their bits or ends say."""
    if m[y + WORDS] == 1:
        return bits_of_item(m, y, item) != 0
    low = item_least(m, item)
    high = item_greatest(m, item)
    if low == high:
        return has(m, y, low)
    return least(m, y) <= high and low <= greatest(m, y)


def equal_item(m: Memory, y: int, item: int) -> bool:
    """Leave an item the values of `y`, whose own were left before."""
    v = m[item]
    number = m[item + 1]
    if v == 0:
        return True
    if m[v + WORDS] == 1 and m[y + WORDS] == 1:
        return keep(m, v, moved_bits(m[y + BITS], m[y + BASE] - number - m[v + BASE]))
    return at_least(m, v, least(m, y) - number) and at_most(m, v, greatest(m, y) - number)
