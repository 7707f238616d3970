"""The step from a level to the next as machine code, in the part of Python that is compiled.

A memory of numbers says what there is (`HEADER`), and then what each machine that reads the level
does with its bits of a state (`RECORD`). A row is a state, words of 63 bits, and then the number of
ways to it, in columns of 62 bits, the least first; or its own number, where edges are written. Rows
of a level stand in a table of open addresses, in which an empty row begins with EMPTY.

An address is a sum over the bits of a state. A value adds the same to all states of which it
changes the same bits, so rows that are gone through by address reach others by address, and memory
is read along few lines.
"""

from __future__ import annotations

from ..harness.compiling.machine_words import FAR, Memory, ones

# The header.
WORDS, COLUMNS, VALUES = 0, 1, 2
"""The words and the columns of a row, and the number of values of the level."""
NODE, LAST = 3, 4
"""The next row of the level to go on from, and the one to stop before."""
REACHED, MOST_REACHED = 5, 6
"""The rows of the next level so far, and the most that its table is to hold."""
MASK, SHORTER = 7, 8
"""The size of the table, a power of 2, less 1; the bits of an address below those that count."""
EDGES, MOST_EDGES = 9, 10
"""The edges so far, and the most for which there is room; none is written where that is 0."""
MACHINES = 11
"""The number of records."""
KEPT, NEW = 12, 13
"""The places of the bits by word that no machine of the level has, and of the state after each
value, which begins with EMPTY where there is none."""
MOST_WAYS = 14
"""The greatest last column so far."""
HEADER = 15
EMPTY = -1

# A record: a machine that reads the level.
KIND = 0
BY_TABLE, BY_SUM, BY_TAKEN = range(3)
WORD, SHIFT, BITS = 1, 2, 3
"""The bits of a state that it has: in which word, from which, and their mask; WORD is -1 where it
begins here."""
START = 4
"""Its state where it begins here."""
WRITTEN = 5
"""One more than the word in which what is left of it is written; 0 if nothing is."""
TABLE = 6
"""The place of its numbers in the tables: by value, with what is taken before it where terms are to
differ; by state and value, the bits of the next state where they are written, or EMPTY."""
LEAST = 7
"""The sum of a state is this and the state, less 2."""
LEAST_LEFT, MOST_LEFT, LOW, HIGH = 8, 9, 10, 11
"""The least and greatest sum of what is left, and of all."""
OUTSIDE = 12
"""1 if the sum is to be outside of LOW to HIGH."""
TOTAL = 13
"""1 if no later term can be undefined."""
LATER, LATER_TERMS = 8, 9
"""The amounts that later terms may take, too, as bits, and the number of these terms."""
MOST_TAKEN = 10
"""The most of these amounts that may be taken."""
RECORD = 14

DEAD, DONE = 0, 1
FINISHED, SHORT, TOO_WIDE, TOO_MANY = range(4)
"""The answers of a call: up to LAST; there is no room for what may come; an error: a state has more
bits than are its own; an error: a number of ways has more columns."""
COLUMN = (1 << 62) - 1
"""The bits of a column."""
_FACTOR = 0x1E3779B97F4A7C15
"""Odd, with as many bits as an integer has, so that the higher ones depend on all of a state."""


def advance(m: Memory, tables: Memory, rows: Memory, reached: Memory, edges: Memory) -> int:
    """Go on from the rows NODE to LAST of the level; for each edge its node, value and child."""
    words = m[WORDS]
    columns = m[COLUMNS]
    size = words + columns
    values = m[VALUES]
    kept = m[KEPT]
    new = m[NEW]
    while m[NODE] < m[LAST]:
        row = m[NODE] * size
        if rows[row] == EMPTY:
            m[NODE] += 1
            continue
        if m[REACHED] + values > m[MOST_REACHED]:
            return SHORT
        if m[MOST_EDGES] and m[EDGES] + values > m[MOST_EDGES]:
            return SHORT
        state = new
        for _ in range(values):
            for word in range(words):
                m[state + word] = rows[row + word] & m[kept + word]
            state += words
        for machine in range(m[MACHINES]):
            record = HEADER + machine * RECORD
            now = m[record + START]
            if m[record + WORD] >= 0:
                now = (rows[row + m[record + WORD]] >> m[record + SHIFT]) & m[record + BITS]
            if not after_values(m, tables, record, now, values, words):
                return TOO_WIDE
        for value in range(values):
            state = new + value * words
            if m[state] == EMPTY:
                continue
            child = entered(m, m, state, reached, size) + words
            if m[MOST_EDGES]:
                edge = 3 * m[EDGES]
                edges[edge] = rows[row + words]
                edges[edge + 1] = value
                edges[edge + 2] = reached[child]
            elif not added(reached, child, rows, row + words, columns):
                return TOO_MANY
            m[MOST_WAYS] = max(m[MOST_WAYS], reached[child + columns - 1])
            m[EDGES] += 1
        m[NODE] += 1
    return FINISHED


def after_values(m: Memory, tables: Memory, record: int, now: int, values: int, words: int) -> bool:
    """Write what is left of a machine after each value; False where that has too many bits."""
    state = m[NEW]
    place = state + max(0, m[record + WRITTEN] - 1)
    table = m[record + TABLE]
    if m[record + KIND] == BY_TABLE:
        for at in range(table + now * values, table + (now + 1) * values):
            after = tables[at]
            m[place] = m[place] | after
            m[state] = m[state] | (after >> 63)
            state += words
            place += words
        return True
    for value in range(values):
        if m[state] != EMPTY:
            after = DONE
            if now != DONE and m[record + KIND] == BY_SUM:
                after = after_amount(m, record, now, tables[table + value])
            elif now != DONE:
                after = after_terms(m, tables, record, now, value)
            if after == DEAD:
                m[state] = EMPTY
            elif m[record + WRITTEN]:
                if after > m[record + BITS]:
                    return False
                m[place] = m[place] | (after << m[record + SHIFT])
        state += words
        place += words
    return True


def after_terms(m: Memory, tables: Memory, record: int, now: int, value: int) -> int:
    """The state of terms that are to differ, after a value."""
    taken = now - 2
    at = m[record + TABLE] + 2 * value
    bits = tables[at]
    if bits < 0 or taken & bits or tables[at + 1] & ~taken:
        return DEAD
    if not m[record + LATER_TERMS]:
        return DONE
    taken = (taken | bits) & m[record + LATER]
    return DEAD if ones(taken) > m[record + MOST_TAKEN] else taken + 2


def after_amount(m: Memory, record: int, now: int, amount: int) -> int:
    """The state of a sum after an amount, which is FAR where it is undefined."""
    if amount == FAR:
        return DEAD
    total = now - 2 + m[record + LEAST] + amount
    least = total + m[record + LEAST_LEFT]
    most = total + m[record + MOST_LEFT]
    impossible = least > m[record + HIGH] or most < m[record + LOW]
    certain = least >= m[record + LOW] and most <= m[record + HIGH]
    if m[record + OUTSIDE]:
        both = impossible
        impossible = certain
        certain = both
    if impossible:
        return DEAD
    if certain and m[record + TOTAL]:
        return DONE
    return total - m[record + LEAST] + 2


def entered(m: Memory, states: Memory, state: int, reached: Memory, size: int) -> int:
    """The place of the row of a state, which is entered if it is new."""
    words = m[WORDS]
    mixed = 0
    for place in range(state, state + words):
        mixed = (mixed + states[place]) * _FACTOR
    at = (mixed >> m[SHORTER]) & m[MASK]
    while reached[at * size] != EMPTY:
        word = 0
        while word < words and reached[at * size + word] == states[state + word]:
            word += 1
        if word == words:
            return at * size
        at = (at + 1) & m[MASK]
    row = at * size
    for word in range(words):
        reached[row + word] = states[state + word]
    for column in range(words, size):
        reached[row + column] = 0
    if m[MOST_EDGES]:
        reached[row + words] = m[REACHED]
    m[REACHED] += 1
    return row


def moved(m: Memory, old: Memory, rows: int, reached: Memory) -> int:
    """Enter the rows of a smaller table, in which there is room for some, into an empty one."""
    words = m[WORDS]
    size = words + m[COLUMNS]
    m[REACHED] = 0
    for number in range(rows):
        row = number * size
        if old[row] != EMPTY:
            now = entered(m, old, row, reached, size)
            for column in range(words, size):
                reached[now + column] = old[row + column]
    return m[REACHED]


def added(sums: Memory, sum_: int, ways: Memory, way: int, columns: int) -> bool:
    """Add one number of ways to another; False where it has too many columns."""
    carry = 0
    for column in range(columns):
        digit = sums[sum_ + column] + ways[way + column] + carry
        sums[sum_ + column] = digit & COLUMN
        carry = digit >> 62
    return carry == 0
