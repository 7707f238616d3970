"""Terms that are all different, a term being a variable plus a number.

A value that is taken is removed from the other terms. Where all amounts fit into a word, fewer
amounts than terms fail, and if they are as many, an amount that one term alone has is its.

Arguments: the terms that are fixed and were looked at, saved; the least amount where all fit into
a word and none is exempt, else FAR; the exempt amount, that several terms may have, or FAR; the
matching of the same terms (see distinct_matching.py), or 0; the number of terms; and of each
the variable and the number. Their order changes, so that those that were looked at come first.
"""

from __future__ import annotations

from .asking import ask_later, count_work
from .machine_words import FAR, Memory, lowest, ones
from .records import ARGUMENTS, BASE, BITS
from .values_left import assign, is_fixed, least, put, remove

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
