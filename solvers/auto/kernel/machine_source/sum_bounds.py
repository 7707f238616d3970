"""Sums of terms between two numbers, by the least and greatest values of the terms.

A term is a coefficient, and a variable or a literal, which counts as 1 where it holds. A guard, if
there is one, is a literal: where it does not hold, nothing is required, and where the sum cannot
be as required, the guard is made false.

Arguments: the guard or 0; the least and the greatest sum, -FAR and FAR for none; the number of
terms; and of each its coefficient, IS_VARIABLE or IS_LITERAL, and the record.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, Memory
from .records import ARGUMENTS, NEGATION
from .values_left import (
    at_least,
    at_most,
    count_work,
    greatest,
    is_false,
    is_true,
    least,
    remove,
    require,
)

GUARD = ARGUMENTS
LOW = ARGUMENTS + 1
HIGH = ARGUMENTS + 2
TERMS = ARGUMENTS + 3
TERM = ARGUMENTS + 4
TERM_SIZE = 3
IS_VARIABLE, IS_LITERAL = 0, 1


def least_of(m: Memory, t: int) -> int:
    """The least amount of a term."""
    coefficient = m[t]
    if m[t + 1] == IS_VARIABLE:
        return coefficient * (least(m, m[t + 2]) if coefficient > 0 else greatest(m, m[t + 2]))
    if coefficient > 0:
        return coefficient if is_true(m, m[t + 2]) else 0
    return 0 if is_false(m, m[t + 2]) else coefficient


def greatest_of(m: Memory, t: int) -> int:
    """The greatest amount of a term."""
    coefficient = m[t]
    if m[t + 1] == IS_VARIABLE:
        return coefficient * (greatest(m, m[t + 2]) if coefficient > 0 else least(m, m[t + 2]))
    if coefficient < 0:
        return coefficient if is_true(m, m[t + 2]) else 0
    return 0 if is_false(m, m[t + 2]) else coefficient


def between(m: Memory, t: int, low: int, high: int) -> bool:
    """Leave a term the amounts from `low` to `high`."""
    coefficient = m[t]
    if m[t + 1] == IS_LITERAL:
        must = 0 < low or 0 > high
        if coefficient < low or coefficient > high:
            return not must and require(m, m[m[t + 2] + NEGATION])
        return not must or require(m, m[t + 2])
    v = m[t + 2]
    if coefficient < 0:
        coefficient = -coefficient
        swapped = low
        low = -high
        high = -swapped
    if high < FAR and not at_most(m, v, high // coefficient):
        return False
    return low <= -FAR or at_least(m, v, -(-low // coefficient))


def propagate_linear(m: Memory, p: int) -> bool:
    """The propagator."""
    guard = m[p + GUARD]
    if guard != 0 and is_false(m, guard):
        return True
    first = p + TERM
    end = first + m[p + TERMS] * TERM_SIZE
    count_work(m, m[p + TERMS])
    low = 0
    high = 0
    t = first
    while t < end:
        low = low + least_of(m, t)
        high = high + greatest_of(m, t)
        t = t + TERM_SIZE
    if low > m[p + HIGH] or high < m[p + LOW]:
        return guard != 0 and require(m, m[guard + NEGATION])
    if low >= m[p + LOW] and high <= m[p + HIGH]:
        return True
    if guard != 0 and not is_true(m, guard):
        return True
    count_work(m, 2 * m[p + TERMS])
    upper = m[p + HIGH] - low
    lower = m[p + LOW] - high
    t = first
    while t < end:
        least_here = least_of(m, t)
        greatest_here = greatest_of(m, t)
        wide = greatest_here - least_here
        cut = wide > upper or -wide < lower
        if cut and not between(m, t, lower + greatest_here, upper + least_here):
            return False
        t = t + TERM_SIZE
    return True


# ------------ Sums of terms that are not equal to a number, which acts when one term is left open.
#
# Arguments as those of sum_bounds.py; the sum is not LOW.


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
