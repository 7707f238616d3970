"""A variable with gaps between its values, and the number of its value: their ends go together.

Arguments: the variable, the number, and the list of the values, ascending. The value of the first
bit of the number stands for the first.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import ARGUMENTS, BASE
from .values_left import at_least, at_most, greatest, least

VARIABLE = ARGUMENTS
NUMBER = ARGUMENTS + 1
VALUES = ARGUMENTS + 2


def propagate_ordered(m: Memory, p: int) -> bool:
    """The propagator."""
    v = m[p + VARIABLE]
    number = m[p + NUMBER]
    values = m[p + VALUES]
    base = m[number + BASE]
    if not at_least(m, number, base + below(m, values, least(m, v))):
        return False
    if not at_most(m, number, base + below(m, values, greatest(m, v) + 1) - 1):
        return False
    first = values + 1 - base
    return at_least(m, v, m[first + least(m, number)]) and at_most(
        m, v, m[first + greatest(m, number)]
    )


def below(m: Memory, values: int, value: int) -> int:
    """The number of entries of a list that are below a value."""
    low = 0
    high = m[values]
    while low < high:
        middle = (low + high) // 2
        if m[values + 1 + middle] < value:
            low = middle + 1
        else:
            high = middle
    return low
