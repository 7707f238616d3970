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
KEPT, PICKED, NEW, LIVE = 12, 13, 14, 15
"""The places of the bits by word that no machine of the level has, of the rows that are gone on
from together, of the states after each value of each, which begin with EMPTY where there is none,
and of those that are not empty, each with its row and its address."""
MOST_PICKED = 16
"""The most rows that are gone on from together."""
MOST_WAYS = 17
"""The greatest last column so far."""
TOUCHED = 18
"""Mixed of the words that are read ahead, since a reading of no use would be left out."""
HEADER = 19
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
POSSIBLE, MOST_POSSIBLE, CERTAIN, MOST_CERTAIN = 7, 8, 9, 10
"""The least and greatest states of a sum that may come to be within its limits, and that are sure
to be."""
OUTSIDE = 11
"""1 if it is to be outside of them."""
TOTAL = 12
"""1 if no later term can be undefined."""
LATER, LATER_TERMS = 8, 9
"""The amounts that later terms may take, too, as bits, and the number of these terms."""
MOST_TAKEN = 10
"""The most of these amounts that may be taken."""
RECORD = 13

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
    room = values * m[MOST_PICKED]
    most = m[MOST_WAYS]
    while m[NODE] < m[LAST]:
        if m[REACHED] + room > m[MOST_REACHED]:
            return SHORT
        if m[MOST_EDGES] and m[EDGES] + room > m[MOST_EDGES]:
            return SHORT
        picked = picked_rows(m, rows, size)
        for machine in range(m[MACHINES]):
            record = HEADER + machine * RECORD
            if m[record + KIND] == BY_TABLE:
                after_table(m, tables, rows, record, picked)
            elif not after_number(m, tables, rows, record, picked):
                return TOO_WIDE
        live = m[LIVE]
        end = live_states(m, reached, picked, size)
        while live < end:
            child = entered(m, m, m[live], reached, size, m[live + 2]) + words
            row = m[live + 1] + words
            if m[MOST_EDGES]:
                edge = 3 * m[EDGES]
                edges[edge] = rows[row]
                edges[edge + 1] = (m[live] - m[NEW]) // words % values
                edges[edge + 2] = reached[child]
            elif not added(reached, child, rows, row, columns):
                return TOO_MANY
            most = max(most, reached[child + columns - 1])
            m[EDGES] += 1
            live += 3
        m[MOST_WAYS] = most
    return FINISHED


def picked_rows(m: Memory, rows: Memory, size: int) -> int:
    """The number of the next rows, of which what no machine has is copied for each value."""
    words = m[WORDS]
    node = m[NODE]
    last = m[LAST]
    values = m[VALUES]
    most = m[MOST_PICKED]
    first = m[PICKED]
    picked = 0
    while node < last and picked < most:
        m[first + picked] = node * size
        picked += rows[node * size] != EMPTY
        node += 1
    state = m[NEW]
    kept = m[KEPT]
    for number in range(first, first + picked):
        row = m[number]
        for word in range(words):
            bits = rows[row + word] & m[kept + word]
            at = state + word
            for _ in range(values):
                m[at] = bits
                at += words
        state += values * words
    m[NODE] = node
    return picked


def after_table(m: Memory, tables: Memory, rows: Memory, record: int, picked: int) -> None:
    """Write what is left of a machine after each value, from its table."""
    words = m[WORDS]
    values = m[VALUES]
    state = m[NEW]
    before = m[PICKED]
    table = m[record + TABLE]
    word = m[record + WORD]
    shift = m[record + SHIFT]
    bits = m[record + BITS]
    place = max(0, m[record + WRITTEN] - 1)
    at = table + m[record + START] * values
    for number in range(before, before + picked):
        if word >= 0:
            at = table + ((rows[m[number] + word] >> shift) & bits) * values
        for entry in range(at, at + values):
            after = tables[entry]
            m[state + place] = m[state + place] | after
            if place:
                m[state] = m[state] | (after >> 63)
            state += words


def after_number(m: Memory, tables: Memory, rows: Memory, record: int, picked: int) -> bool:
    """The same of a machine that is computed; False where what is left has too many bits."""
    words = m[WORDS]
    values = m[VALUES]
    state = m[NEW]
    before = m[PICKED]
    is_sum = m[record + KIND] == BY_SUM
    table = m[record + TABLE]
    word = m[record + WORD]
    shift = m[record + SHIFT]
    bits = m[record + BITS]
    place = max(0, m[record + WRITTEN] - 1)
    writing = -1 if m[record + WRITTEN] else 0
    now = m[record + START]
    possible = m[record + POSSIBLE]
    most_possible = m[record + MOST_POSSIBLE]
    certain = m[record + CERTAIN]
    most_certain = m[record + MOST_CERTAIN]
    outside = m[record + OUTSIDE]
    total = m[record + TOTAL]
    later = m[record + LATER]
    is_last = m[record + LATER_TERMS] == 0
    most_taken = m[record + MOST_TAKEN]
    most = 0
    for number in range(before, before + picked):
        if word >= 0:
            now = (rows[m[number] + word] >> shift) & bits
        for value in range(values):
            after = DONE
            if now != DONE and is_sum:
                amount = tables[table + value]
                after = after_amount(
                    now, amount, possible, most_possible, certain, most_certain, outside, total
                )
            elif now != DONE:
                at = table + 2 * value
                after = after_terms(now, tables[at], tables[at + 1], later, is_last, most_taken)
            dead = -(after == DEAD)
            most = max(most, after)
            m[state + place] = m[state + place] | ((after << shift) & writing)
            m[state] = m[state] | dead
            state += words
    return not writing or most <= bits


# Without branches, which depend on what comes by chance.


def after_terms(now: int, bits: int, needed: int, later: int, is_last: int, most_taken: int) -> int:
    """The state of terms that are to differ, after bits are taken that others are needed for."""
    taken = now - 2
    dead = (bits < 0) | ((taken & bits) != 0) | ((needed & ~taken) != 0)
    taken = (taken | bits) & later
    dead = dead | (ones(taken) > most_taken)
    return (1 - dead) * (taken + 2 - is_last * (taken + 1))


def after_amount(
    now: int,
    amount: int,
    possible: int,
    most_possible: int,
    certain: int,
    most_certain: int,
    outside: int,
    total: int,
) -> int:
    """The state of a sum after an amount, which is FAR where it is undefined."""
    after = now + amount
    is_out = (after < possible) | (after > most_possible)
    is_in = (after >= certain) & (after <= most_certain)
    dead = (amount == FAR) | (is_out + outside * (is_in - is_out))
    done = total & (is_in + outside * (is_out - is_in))
    return (1 - dead) * (after + done * (DONE - after))


def live_states(m: Memory, reached: Memory, picked: int, size: int) -> int:
    """The end of the states that are not empty, each with its row and its address."""
    words = m[WORDS]
    values = m[VALUES]
    state = m[NEW]
    end = m[LIVE]
    for number in range(picked):
        row = m[m[PICKED] + number]
        for _ in range(values):
            m[end] = state
            m[end + 1] = row
            end += 3 * (m[state] != EMPTY)
            state += words
    live = m[LIVE]
    touched = 0
    while live < end:
        at = address(m, m, m[live])
        m[live + 2] = at
        touched = touched ^ reached[at * size]
        live += 3
    m[TOUCHED] = touched
    return end


def address(m: Memory, states: Memory, state: int) -> int:
    """The number of the row in which a state is looked for first."""
    mixed = 0
    for place in range(state, state + m[WORDS]):
        mixed = (mixed + states[place]) * _FACTOR
    return (mixed >> m[SHORTER]) & m[MASK]


def entered(m: Memory, states: Memory, state: int, reached: Memory, size: int, at: int) -> int:
    """The place of the row of a state, looked for from `at` on, which is entered if it is new."""
    words = m[WORDS]
    mask = m[MASK]
    first = states[state]
    found = reached[at * size]
    while found != EMPTY:
        if found == first:
            word = 1
            while word < words and reached[at * size + word] == states[state + word]:
                word += 1
            if word == words:
                return at * size
        at = (at + 1) & mask
        found = reached[at * size]
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
            now = entered(m, old, row, reached, size, address(m, old, row))
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
