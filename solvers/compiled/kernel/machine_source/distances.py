"""A variable that is the distance of another from 0.

Where both have one word, each value of one needs its partner in the other.

Arguments: the distance, and the other variable.
"""

from __future__ import annotations

from .machine_words import Memory, lowest
from .products import outside
from .records import ARGUMENTS, BASE, BITS
from .same_values import are_words
from .values_left import at_least, at_most, greatest, has, keep, least

DISTANCE = ARGUMENTS
SIGNED = ARGUMENTS + 1


def propagate_distance(m: Memory, p: int) -> bool:
    """The propagator."""
    z = m[p + DISTANCE]
    x = m[p + SIGNED]
    if are_words(m, z, x):
        return pair_distances(m, z, x)
    a = least(m, x)
    b = greatest(m, x)
    if not at_most(m, z, max(-a, b)):
        return False
    if not at_least(m, z, max(max(a, -b), 0)):
        return False
    return outside(m, x, least(m, z), greatest(m, z))


def pair_distances(m: Memory, z: int, x: int) -> bool:
    """Leave both variables the values that have a partner."""
    mine = m[x + BITS]
    left = mine
    theirs = 0
    while mine != 0:
        bit = mine & -mine
        mine = mine ^ bit
        size = abs(m[x + BASE] + lowest(bit))
        if has(m, z, size):
            theirs = theirs | 1 << (size - m[z + BASE])
        else:
            left = left ^ bit
    return keep(m, x, left) and keep(m, z, theirs)
