"""A table of two columns, over variables of one word each.

Arguments: the variables; then for each the address of the words, by its bits, of the values of the
other that go with it.
"""

from __future__ import annotations

from .machine_words import Memory, lowest
from .records import ARGUMENTS, BITS
from .values_left import keep

LEFT = ARGUMENTS
RIGHT = ARGUMENTS + 1
OF_LEFT = ARGUMENTS + 2
OF_RIGHT = ARGUMENTS + 3


def propagate_two_columns(m: Memory, p: int) -> bool:
    """The propagator."""
    left = m[p + LEFT]
    right = m[p + RIGHT]
    return go_with(m, left, right, m[p + OF_LEFT]) and go_with(m, right, left, m[p + OF_RIGHT])


def go_with(m: Memory, v: int, other: int, supports: int) -> bool:
    """Leave `other` the values that go with some value of `v`."""
    word = m[v + BITS]
    alone = m[other + BITS]
    while word != 0 and alone != 0:
        alone = alone & ~m[supports + lowest(word)]
        word = word & (word - 1)
    return alone == 0 or keep(m, other, ~alone)
