"""The variables: their values, and the changes of them.

A function that changes a variable answers False where no value is left.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import WORD, Memory, highest, lowest, ones
from .records import *


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
    return m[v + WORDS] == 0 or in_words(m, v, value)


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


# ---------------- The queues of the propagators that are to be asked, and the work of asking them.
#
# A costly propagator may be asked by another over the same variables. Its first two arguments are
# the calls to skip, and how many were skipped last: it is skipped the longer the less it finds.


SKIP = ARGUMENTS
SKIPPED = ARGUMENTS + 1
MOST_SKIPPED = 255
PARTS_A_STEP, PARTS_A_CLAUSE = 16, 4


def count_work(m: Memory, parts: int) -> None:
    """Count the parts that a propagator looks at, some of which cost as much as a step."""
    m[STEPS] = m[STEPS] + parts // PARTS_A_STEP


def schedule(m: Memory, p: int) -> None:
    """Ask a propagator soon."""
    if m[p + WAITS] == 0:
        m[p + WAITS] = 1
        rank = m[p + PRIORITY]
        tail = m[QUEUE_TAILS + rank]
        m[m[QUEUES] + rank * (m[QUEUE_MASK] + 1) + tail] = p
        m[QUEUE_TAILS + rank] = (tail + 1) & m[QUEUE_MASK]


def schedule_list(m: Memory, place: int) -> None:
    """Ask all propagators of a list soon."""
    for number in range(place + 1, place + 1 + m[place]):
        schedule(m, m[number])


def ask_later(m: Memory, p: int) -> None:
    """Ask a propagator that another asks, unless this call of it is to be skipped."""
    if m[p + SKIP] > 0:
        m[p + SKIP] = m[p + SKIP] - 1
    else:
        schedule(m, p)


def note_use(m: Memory, p: int, useful: bool) -> bool:
    """Let more and more calls be skipped of a propagator that finds nothing; the answer is True."""
    m[p + SKIPPED] = 0 if useful else min(2 * m[p + SKIPPED] + 1, MOST_SKIPPED)
    m[p + SKIP] = m[p + SKIPPED]
    return True


# ------------------------- Literals, and clauses of them: each clause watches two of its literals.
#
# A clause is: the next clause that watches its first literal, the next that watches its second,
# the number of its literals, and they. It is looked at when one of its first two becomes false.
#
# Source: M. W. Moskewicz et al., "Chaff: Engineering an efficient SAT solver", DAC 2001.


NEXT = 0
"""The next clauses, of the first and the second literal."""
LENGTH = 2
FIRST = 3
SECOND = 4


def is_false(m: Memory, literal: int) -> bool:
    """True if a literal cannot hold."""
    v = m[literal + OF]
    means = m[literal + MEANS]
    amount = m[literal + AMOUNT]
    if means == IN:
        return m[v + BITS] & amount == 0
    if means == IS:
        return not has(m, v, amount)
    if means == IS_NOT:
        return is_fixed(m, v) and least(m, v) == amount
    if means == AT_MOST:
        return least(m, v) > amount
    return greatest(m, v) < amount


def is_true(m: Memory, literal: int) -> bool:
    """True if a literal holds."""
    v = m[literal + OF]
    means = m[literal + MEANS]
    amount = m[literal + AMOUNT]
    if means == IN:
        return m[v + BITS] & ~amount == 0
    if means == IS:
        return is_fixed(m, v) and least(m, v) == amount
    if means == IS_NOT:
        return not has(m, v, amount)
    if means == AT_MOST:
        return greatest(m, v) <= amount
    return least(m, v) >= amount


def require(m: Memory, literal: int) -> bool:
    """Make a literal hold."""
    return decide(m, m[literal + OF], m[literal + MEANS], m[literal + AMOUNT])


def decide(m: Memory, v: int, means: int, amount: int) -> bool:
    """Make hold of a variable what `means` and `amount` say."""
    if means == IN:
        return keep(m, v, amount)
    if means == IS:
        return assign(m, v, amount)
    if means == IS_NOT:
        return remove(m, v, amount)
    if means == AT_MOST:
        return at_most(m, v, amount)
    return at_least(m, v, amount)


def falsified(m: Memory, v: int) -> bool:
    """Look at the clauses that watch literals of `v` that are false now."""
    literals = m[v + LITERALS]
    count_work(m, 2 * m[literals])
    for number in range(literals + 1, literals + 1 + m[literals]):
        literal = m[number]
        if m[literal + WATCHERS] != 0 and is_false(m, literal) and not look(m, literal):
            return False
    return True


def look(m: Memory, literal: int) -> bool:
    """Let the clauses that watch a false literal watch another, or propagate."""
    clause = m[literal + WATCHERS]
    kept = 0
    looked = 0
    while clause != 0:
        looked = looked + PARTS_A_CLAUSE
        if m[clause + FIRST] == literal:
            m[clause + FIRST] = m[clause + SECOND]
            m[clause + SECOND] = literal
            following = m[clause + NEXT]
            m[clause + NEXT] = m[clause + NEXT + 1]
            m[clause + NEXT + 1] = following
        following = m[clause + NEXT + 1]
        first = m[clause + FIRST]
        if is_true(m, first):
            m[clause + NEXT + 1] = kept
            kept = clause
            clause = following
            continue
        found = clause + SECOND + 1
        end = clause + FIRST + m[clause + LENGTH]
        while found < end and is_false(m, m[found]):
            found = found + 1
        if found < end:
            other = m[found]
            m[found] = literal
            m[clause + SECOND] = other
            m[clause + NEXT + 1] = m[other + WATCHERS]
            m[other + WATCHERS] = clause
        else:
            m[clause + NEXT + 1] = kept
            kept = clause
            if is_false(m, first) or not require(m, first):
                blame(m, clause)
                rejoin(m, literal, kept, following)
                count_work(m, looked)
                return False
        clause = following
    m[literal + WATCHERS] = kept
    count_work(m, looked)
    return True


def rejoin(m: Memory, literal: int, kept: int, rest: int) -> None:
    """Put the clauses that were looked at before the `rest`."""
    while kept != 0:
        following = m[kept + NEXT + 1]
        m[kept + NEXT + 1] = rest
        rest = kept
        kept = following
    m[literal + WATCHERS] = rest


def blame(m: Memory, clause: int) -> None:
    """Let the weights of the variables of a clause grow."""
    for place in range(clause + FIRST, clause + FIRST + m[clause + LENGTH]):
        v = m[m[place] + OF]
        m[v + WEIGHT] = m[v + WEIGHT] + m[INCREMENT]
