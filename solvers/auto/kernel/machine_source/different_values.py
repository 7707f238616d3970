"""Terms that are all different, a term being a variable plus a number.

A value that is taken is removed from the other terms. Where all amounts fit into a word, fewer
amounts than terms fail, and if they are as many, an amount that one term alone has is its.

Arguments: the terms that are fixed and were looked at, saved; the least amount where all fit into
a word and none is exempt, else FAR; the exempt amount, that several terms may have, or FAR; the
matching of the same terms (see below), or 0; the number of terms; and of each
the variable and the number. Their order changes, so that those that were looked at come first.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, WORD, Memory, lowest, ones
from .records import ARGUMENTS, BASE, BITS, TRAIL
from .strong_components import *
from .values_left import ask_later, assign, count_work, is_fixed, least, note_use, put, remove

# --------------------------- Two variables that differ: the first is not the second plus a number.
#
# Arguments: the variables, and the number.


LEFT = ARGUMENTS
RIGHT = ARGUMENTS + 1
OFFSET = ARGUMENTS + 2


def propagate_differ(m: Memory, p: int) -> bool:
    """The propagator."""
    left = m[p + LEFT]
    right = m[p + RIGHT]
    if is_fixed(m, right):
        return remove(m, left, least(m, right) + m[p + OFFSET])
    if is_fixed(m, left):
        return remove(m, right, least(m, left) - m[p + OFFSET])
    return True


LOOKED = ARGUMENTS
LEAST_AMOUNT = ARGUMENTS + 1
EXEMPT = ARGUMENTS + 2
MATCHING = ARGUMENTS + 3
TERMS = ARGUMENTS + 4
TERM = ARGUMENTS + 5


def propagate_distinct(m: Memory, p: int) -> bool:
    """The propagator."""
    first = p + TERM
    end = first + 2 * m[p + TERMS]
    looked = m[p + LOOKED]
    count_work(m, m[p + TERMS] - looked)
    t = first + 2 * looked
    while t < end:
        v = m[t]
        if is_fixed(m, v):
            amount = least(m, v) + m[t + 1]
            before = first + 2 * looked
            swap(m, t, before)
            looked = looked + 1
            count_work(m, m[p + TERMS])
            t = before + 2
            if amount != m[p + EXEMPT]:
                if not forbid(m, amount, t, end):
                    return False
                if m[p + LEAST_AMOUNT] == FAR and not forbid(m, amount, first, before):
                    return False
        else:
            t = t + 2
    if looked != m[p + LOOKED]:
        put(m, p + LOOKED, looked)
    if m[p + MATCHING] != 0:
        ask_later(m, m[p + MATCHING])
    return m[p + LEAST_AMOUNT] == FAR or hidden(m, p, first + 2 * looked, end)


def forbid(m: Memory, amount: int, first: int, end: int) -> bool:
    """Take an amount from the terms between two places."""
    t = first
    while t < end:
        if not remove(m, m[t], amount - m[t + 1]):
            return False
        t = t + 2
    return True


def swap(m: Memory, a: int, b: int) -> None:
    """Exchange two terms."""
    v = m[a]
    offset = m[a + 1]
    m[a] = m[b]
    m[a + 1] = m[b + 1]
    m[b] = v
    m[b + 1] = offset


def hidden(m: Memory, p: int, first: int, end: int) -> bool:
    """Fail on too few amounts, and give amounts of one term to it where all are taken."""
    once = 0
    twice = 0
    t = first
    while t < end:
        v = m[t]
        word = m[v + BITS] << (m[v + BASE] + m[t + 1] - m[p + LEAST_AMOUNT])
        twice = twice | once & word
        once = once | word
        t = t + 2
    terms = (end - first) // 2
    if ones(once) < terms:
        return False
    if ones(once) > terms:
        return True
    single = once & ~twice
    t = first
    while t < end and single != 0:
        v = m[t]
        shift = m[v + BASE] + m[t + 1] - m[p + LEAST_AMOUNT]
        mine = single & m[v + BITS] << shift
        if mine != 0:
            if mine & (mine - 1) != 0:
                return False
            if not assign(m, v, m[v + BASE] + lowest(mine) - shift):
                return False
            single = single & ~mine
        t = t + 2
    return True


# ------------------------------ Terms that are all different, by a matching of terms with amounts.
#
# Where some terms have together fewer amounts than they are, it fails; where they have as many,
# these are taken from all others. The matching is mended from call to call.
#
# Arguments: the two of values_left.py; the propagator of the same terms that asks this one (see
# different_values.py); the least amount; the words that all amounts need; a graph (see
# strong_components.py), shared with others, whose nodes are the terms and whose bits are the
# amounts; and the amount that each term had last in the matching.
#
# Source: J.-C. Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994.


OWNER = ARGUMENTS + 2
LEAST_AMOUNT_OF_MATCHING = ARGUMENTS + 3
WORDS_OF_AMOUNTS = ARGUMENTS + 4
TERMS_GRAPH = ARGUMENTS + 5
HAD = ARGUMENTS + 6


def propagate_matching(m: Memory, p: int) -> bool:
    """The propagator."""
    top = m[TRAIL]
    count = gather(m, p)
    count_work(m, 8 * count * m[p + WORDS_OF_AMOUNTS])
    if count < 2:
        return True
    if not match_all(m, m[p + TERMS_GRAPH], count) or not prune(m, p, count):
        return not note_use(m, p, True)
    return note_use(m, p, m[TRAIL] != top)


def gather(m: Memory, p: int) -> int:
    """Note the open terms and their amounts; their number, or 0 if each has as many amounts."""
    g = m[p + TERMS_GRAPH]
    windows = m[p + WORDS_OF_AMOUNTS]
    m[g + WINDOWS] = windows
    m[g + BIT] = p + HAD
    owner = m[p + OWNER]
    count = 0
    fewest = m[owner + TERMS]
    for t in range(m[owner + LOOKED], m[owner + TERMS]):
        v = m[owner + TERM + 2 * t]
        if not is_fixed(m, v):
            begin = m[p + LEAST_AMOUNT_OF_MATCHING] - m[owner + TERM + 2 * t + 1]
            values = 0
            for word in range(windows):
                found = window(m, v, begin + word * WORD)
                m[m[g + FOLLOWERS] + t * windows + word] = found
                values = values + ones(found)
            fewest = min(fewest, values)
            m[m[g + OPENED] + count] = t
            count = count + 1
    return 0 if fewest >= count else count


def match_all(m: Memory, g: int, count: int) -> bool:
    """Mend the matching of the open terms; UNSEEN are the matched amounts, FREE the others."""
    windows = m[g + WINDOWS]
    for word in range(windows):
        m[m[g + UNSEEN] + word] = 0
        m[m[g + FREE] + word] = 0
    for number in range(count):
        t = m[m[g + OPENED] + number]
        bit = m[m[g + BIT] + t]
        word = bit // WORD
        mask = 1 << (bit % WORD)
        if m[m[g + FOLLOWERS] + t * windows + word] & mask & ~m[m[g + UNSEEN] + word] == 0:
            m[m[g + BIT] + t] = -1
        else:
            m[m[g + NODE_AT] + bit] = t
            m[m[g + UNSEEN] + word] = m[m[g + UNSEEN] + word] | mask
        for word in range(windows):
            place = m[g + FREE] + word
            m[place] = m[place] | m[m[g + FOLLOWERS] + t * windows + word]
    for word in range(windows):
        m[m[g + FREE] + word] = m[m[g + FREE] + word] & ~m[m[g + UNSEEN] + word]
    for number in range(count):
        t = m[m[g + OPENED] + number]
        if m[m[g + BIT] + t] < 0 and not match(m, g, t):
            m[m[g + BIT] + t] = 0
            return False
    return True


def match(m: Memory, g: int, root: int) -> bool:
    """Find an amount for a term, letting others have another."""
    windows = m[g + WINDOWS]
    for word in range(windows):
        m[m[g + WAITING] + word] = 0
    m[m[g + QUEUE]] = root
    head = 0
    tail = 1
    while head < tail:
        t = m[m[g + QUEUE] + head]
        head = head + 1
        for word in range(windows):
            row = m[m[g + FOLLOWERS] + t * windows + word] & ~m[m[g + WAITING] + word]
            free = row & m[m[g + FREE] + word]
            if free != 0:
                exchange(m, g, root, t, word * WORD + lowest(free))
                return True
            m[m[g + WAITING] + word] = m[m[g + WAITING] + word] | row
            while row != 0:
                other = m[m[g + NODE_AT] + word * WORD + lowest(row)]
                m[m[g + REACHED_FROM] + other] = t
                m[m[g + QUEUE] + tail] = other
                tail = tail + 1
                row = row & (row - 1)
    return False


def exchange(m: Memory, g: int, root: int, last: int, free: int) -> None:
    """Give a free amount to the last term, and what each had to the one it was reached from."""
    mask = 1 << (free % WORD)
    word = free // WORD
    m[m[g + FREE] + word] = m[m[g + FREE] + word] & ~mask
    m[m[g + UNSEEN] + word] = m[m[g + UNSEEN] + word] | mask
    t = last
    bit = free
    while True:
        had = m[m[g + BIT] + t]
        m[m[g + BIT] + t] = bit
        m[m[g + NODE_AT] + bit] = t
        if t == root:
            return
        bit = had
        t = m[m[g + REACHED_FROM] + t]


def prune(m: Memory, p: int, count: int) -> bool:
    """Leave each term the amounts of its component."""
    g = m[p + TERMS_GRAPH]
    windows = m[g + WINDOWS]
    restart(m, g)
    for number in range(count):
        t = m[m[g + OPENED] + number]
        bit = m[m[g + BIT] + t]
        if m[m[g + UNSEEN] + bit // WORD] >> (bit % WORD) & 1 == 1:
            visit(m, g, t)
            place = next_component(m, g)
            while place >= 0:
                for word in range(windows):
                    m[m[g + ALLOWED] + word] = 0
                if not leave_to(m, p, place):
                    return False
                pop_component(m, g, place)
                place = next_component(m, g)
    for word in range(windows):
        m[m[g + ALLOWED] + word] = m[m[g + FREE] + word]
    return leave_to(m, p, 0)


def leave_to(m: Memory, p: int, place: int) -> bool:
    """Leave the terms from a place of the stack on what is allowed and what they have."""
    g = m[p + TERMS_GRAPH]
    windows = m[g + WINDOWS]
    for number in range(place, m[g + HEIGHT]):
        bit = m[m[g + BIT] + m[m[g + STACK] + number]]
        word = m[g + ALLOWED] + bit // WORD
        m[word] = m[word] | 1 << (bit % WORD)
    for number in range(place, m[g + HEIGHT]):
        t = m[m[g + STACK] + number]
        v = m[m[p + OWNER] + TERM + 2 * t]
        begin = m[p + LEAST_AMOUNT_OF_MATCHING] - m[m[p + OWNER] + TERM + 2 * t + 1]
        for word in range(windows):
            lost = m[m[g + FOLLOWERS] + t * windows + word] & ~m[m[g + ALLOWED] + word]
            if lost != 0 and not remove_window(m, v, begin + word * WORD, lost):
                return False
    return True
