"""Literals, and clauses of them: each clause watches two of its literals.

A clause is: the next clause that watches its first literal, the next that watches its second, the
number of its literals, and they. It is looked at when one of its first two becomes false.

Source: M. W. Moskewicz et al., "Chaff: Engineering an efficient SAT solver", DAC 2001.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import (
    AMOUNT,
    AT_MOST,
    BITS,
    IN,
    INCREMENT,
    IS,
    IS_NOT,
    LITERALS,
    MEANS,
    OF,
    WATCHERS,
    WEIGHT,
)
from .values_left import assign, at_least, at_most, greatest, has, is_fixed, keep, least, remove

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
    for number in range(literals + 1, literals + 1 + m[literals]):
        literal = m[number]
        if m[literal + WATCHERS] != 0 and is_false(m, literal) and not look(m, literal):
            return False
    return True


def look(m: Memory, literal: int) -> bool:
    """Let the clauses that watch a false literal watch another, or propagate."""
    clause = m[literal + WATCHERS]
    kept = 0
    while clause != 0:
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
                return False
        clause = following
    m[literal + WATCHERS] = kept
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
