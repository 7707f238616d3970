"""A literal that holds exactly where one variable is another plus a number.

Where the values of both are bits of words, each value of one needs its partner in the other.

Arguments: the literal, or 0 where they are always the same; the variables, and the number.
"""

from __future__ import annotations

from .machine_words import WORD, Memory
from .records import ARGUMENTS, BASE, BITS, NEGATION, WORDS
from .values_left import (
    at_least,
    at_most,
    from_to,
    greatest,
    has,
    is_fixed,
    keep,
    least,
    remove,
)
from .watched_clauses import is_false, is_true, require

FLAG = ARGUMENTS
ONE = ARGUMENTS + 1
OTHER = ARGUMENTS + 2
FURTHER = ARGUMENTS + 3


def propagate_same(m: Memory, p: int) -> bool:
    """The propagator."""
    flag = m[p + FLAG]
    x = m[p + ONE]
    y = m[p + OTHER]
    further = m[p + FURTHER]
    if flag == 0 or is_true(m, flag):
        return follow(m, x, y, further) and follow(m, y, x, -further)
    if is_false(m, flag):
        if is_fixed(m, y):
            return remove(m, x, least(m, y) + further)
        return not is_fixed(m, x) or remove(m, y, least(m, x) - further)
    if are_apart(m, x, y, further):
        return require(m, m[flag + NEGATION])
    return not (is_fixed(m, x) and is_fixed(m, y)) or require(m, flag)


def shifted(m: Memory, y: int, shift: int) -> int:
    """The bits of a variable of one word, `shift` further on; what leaves the word is lost."""
    word = m[y + BITS]
    if shift >= WORD or shift <= -WORD:
        return 0
    if shift >= 0:
        return (word & from_to(0, WORD - 1 - shift)) << shift
    return word >> -shift


def are_words(m: Memory, x: int, y: int) -> bool:
    """True if two variables have one word each."""
    return m[x + WORDS] == 1 and m[y + WORDS] == 1


def follow(m: Memory, x: int, y: int, further: int) -> bool:
    """Leave a variable what another plus a number can be."""
    if are_words(m, x, y):
        return keep(m, x, shifted(m, y, m[y + BASE] + further - m[x + BASE]))
    if not at_least(m, x, least(m, y) + further):
        return False
    return at_most(m, x, greatest(m, y) + further)


def are_apart(m: Memory, x: int, y: int, further: int) -> bool:
    """True if a variable cannot be another plus a number."""
    if are_words(m, x, y):
        return m[x + BITS] & shifted(m, y, m[y + BASE] + further - m[x + BASE]) == 0
    if is_fixed(m, y):
        return not has(m, x, least(m, y) + further)
    if is_fixed(m, x):
        return not has(m, y, least(m, x) - further)
    if greatest(m, x) < least(m, y) + further:
        return True
    return least(m, x) > greatest(m, y) + further
