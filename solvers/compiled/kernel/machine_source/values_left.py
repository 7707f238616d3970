"""The variables: their values, and the changes of them.

A function that changes a variable answers False where no value is left.
"""

from __future__ import annotations

from .machine_words import WORD, Memory, highest, lowest, ones
from .records import (
    ANY,
    BASE,
    BITS,
    BOUNDS,
    CHANGED,
    FIXED,
    GREATEST,
    LEAST,
    OVERFLOW,
    SIZE,
    TRAIL,
    TRAIL_END,
    VARIABLE_MASK,
    VARIABLE_QUEUE,
    VARIABLE_TAIL,
    WORDS,
)


def put(m: Memory, place: int, number: int) -> None:
    """Write to a place; what was there is restored when the decision is taken back.

    Where the trail is too short nothing is written, and all since the decision is done again.
    """
    top = m[TRAIL]
    if top + 2 > m[TRAIL_END]:
        m[OVERFLOW] = 1
        return
    m[top] = place
    m[top + 1] = m[place]
    m[TRAIL] = top + 2
    m[place] = number


def announce(m: Memory, v: int, events: int) -> None:
    """Put a variable that changed into the queue."""
    if m[v + CHANGED] == 0:
        tail = m[VARIABLE_TAIL]
        m[m[VARIABLE_QUEUE] + tail] = v
        m[VARIABLE_TAIL] = (tail + 1) & m[VARIABLE_MASK]
    m[v + CHANGED] = m[v + CHANGED] | events


def least(m: Memory, v: int) -> int:
    """The least value of a variable."""
    if m[v + WORDS] == 1:
        return m[v + BASE] + lowest(m[v + BITS])
    return m[v + LEAST]


def greatest(m: Memory, v: int) -> int:
    """The greatest value of a variable."""
    if m[v + WORDS] == 1:
        return m[v + BASE] + highest(m[v + BITS])
    return m[v + GREATEST]


def is_fixed(m: Memory, v: int) -> bool:
    """True if one value is left."""
    if m[v + WORDS] == 1:
        word = m[v + BITS]
        return word & (word - 1) == 0
    return m[v + LEAST] == m[v + GREATEST]


def size(m: Memory, v: int) -> int:
    """The number of values of a variable."""
    if m[v + WORDS] == 1:
        return ones(m[v + BITS])
    return m[v + SIZE]


def has(m: Memory, v: int, value: int) -> bool:
    """True if a variable may take `value`."""
    if m[v + WORDS] == 1:
        index = value - m[v + BASE]
        return 0 <= index and index < WORD and m[v + BITS] >> index & 1 == 1
    if value < m[v + LEAST] or value > m[v + GREATEST]:
        return False
    if m[v + WORDS] == 0:
        return True
    index = value - m[v + BASE]
    return m[m[v + BITS] + index // WORD] >> (index % WORD) & 1 == 1


def keep(m: Memory, v: int, left: int) -> bool:
    """Leave a variable of one word the bits of `left` among its own."""
    word = m[v + BITS]
    left = left & word
    if left == word:
        return True
    if left == 0:
        return False
    put(m, v + BITS, left)
    events = ANY
    if left & (left - 1) == 0:
        events = ANY + BOUNDS + FIXED
    elif lowest(left) != lowest(word) or highest(left) != highest(word):
        events = ANY + BOUNDS
    announce(m, v, events)
    return True


def from_to(low: int, high: int) -> int:
    """The bits from `low` to `high`, inclusive; either may be outside of a word."""
    low = max(low, 0)
    high = min(high, WORD - 1)
    if low > high:
        return 0
    return (((1 << (high - low)) - 1) * 2 + 1) << low


def at_least(m: Memory, v: int, value: int) -> bool:
    """Leave a variable the values from `value` on."""
    if m[v + WORDS] == 1:
        return keep(m, v, from_to(value - m[v + BASE], WORD - 1))
    if value <= m[v + LEAST]:
        return True
    if value > m[v + GREATEST]:
        return False
    return moved(m, v, value, m[v + GREATEST])


def at_most(m: Memory, v: int, value: int) -> bool:
    """Leave a variable the values up to `value`."""
    if m[v + WORDS] == 1:
        return keep(m, v, from_to(0, value - m[v + BASE]))
    if value >= m[v + GREATEST]:
        return True
    if value < m[v + LEAST]:
        return False
    return moved(m, v, m[v + LEAST], value)


def moved(m: Memory, v: int, low: int, high: int) -> bool:
    """Leave a variable of several words, or none, the values from `low` to `high`."""
    count = high - low + 1
    if m[v + WORDS] > 0:
        while low <= high and not in_words(m, v, low):
            low = low + 1
        while high > low and not in_words(m, v, high):
            high = high - 1
        if low > high:
            return False
        count = counted(m, v, low, high)
    if low != m[v + LEAST]:
        put(m, v + LEAST, low)
    if high != m[v + GREATEST]:
        put(m, v + GREATEST, high)
    put(m, v + SIZE, count)
    announce(m, v, ANY + BOUNDS + FIXED if low == high else ANY + BOUNDS)
    return True


def in_words(m: Memory, v: int, value: int) -> bool:
    """True if the bit of `value` is set in the words of a variable."""
    index = value - m[v + BASE]
    return m[m[v + BITS] + index // WORD] >> (index % WORD) & 1 == 1


def counted(m: Memory, v: int, low: int, high: int) -> int:
    """The number of bits from the value `low` to `high` in the words of a variable."""
    first = low - m[v + BASE]
    last = high - m[v + BASE]
    total = 0
    for number in range(first // WORD, last // WORD + 1):
        word = m[m[v + BITS] + number]
        total = total + ones(word & from_to(first - number * WORD, last - number * WORD))
    return total


def remove(m: Memory, v: int, value: int) -> bool:
    """Take a value from a variable; of one without words, only its least or greatest is taken."""
    if m[v + WORDS] == 1:
        index = value - m[v + BASE]
        if index < 0 or index >= WORD:
            return True
        return keep(m, v, ~(1 << index))
    low = m[v + LEAST]
    high = m[v + GREATEST]
    if value < low or value > high:
        return True
    if low == high:
        return False
    if value == low:
        return moved(m, v, low + 1, high)
    if value == high:
        return moved(m, v, low, high - 1)
    if m[v + WORDS] == 0 or not in_words(m, v, value):
        return True
    index = value - m[v + BASE]
    place = m[v + BITS] + index // WORD
    put(m, place, m[place] & ~(1 << (index % WORD)))
    put(m, v + SIZE, m[v + SIZE] - 1)
    announce(m, v, ANY)
    return True


def assign(m: Memory, v: int, value: int) -> bool:
    """Leave a variable one value."""
    if m[v + WORDS] == 1:
        index = value - m[v + BASE]
        if index < 0 or index >= WORD:
            return False
        return keep(m, v, 1 << index)
    if not has(m, v, value):
        return False
    if m[v + LEAST] == m[v + GREATEST]:
        return True
    return moved(m, v, value, value)
