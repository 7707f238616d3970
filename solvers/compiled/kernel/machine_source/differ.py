"""Two variables that differ: the first is not the second plus a number.

Arguments: the variables, and the number.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import ARGUMENTS
from .values_left import is_fixed, least, remove

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
