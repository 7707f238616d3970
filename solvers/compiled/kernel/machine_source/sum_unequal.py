"""Sums of terms that are not equal to a number, which acts when one term is left open.

Arguments as those of sum_bounds.py; the sum is not LOW.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import NEGATION
from .sum_bounds import (
    GUARD,
    IS_VARIABLE,
    LOW,
    TERM,
    TERM_SIZE,
    TERMS,
    greatest_of,
    least_of,
)
from .values_left import remove
from .watched_clauses import is_false, is_true, require


def propagate_unequal(m: Memory, p: int) -> bool:
    """The propagator."""
    guard = m[p + GUARD]
    if guard != 0 and is_false(m, guard):
        return True
    total = 0
    left = 0
    t = p + TERM
    end = t + m[p + TERMS] * TERM_SIZE
    while t < end:
        amount = least_of(m, t)
        if amount == greatest_of(m, t):
            total = total + amount
        elif left != 0:
            return True
        else:
            left = t
        t = t + TERM_SIZE
    rest = m[p + LOW] - total
    if left == 0:
        return rest != 0 or (guard != 0 and require(m, m[guard + NEGATION]))
    if guard != 0 and not is_true(m, guard):
        return True
    if m[left + 1] == IS_VARIABLE:
        return rest % m[left] != 0 or remove(m, m[left + 2], rest // m[left])
    if rest == m[left]:
        return require(m, m[m[left + 2] + NEGATION])
    return rest != 0 or require(m, m[left + 2])
