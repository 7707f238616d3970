"""A variable that is the greatest of some, or the least of them.

The least is the greatest with all signs turned.

Arguments: 1 for the greatest, -1 for the least; the variable, and the list of the others.
"""

from __future__ import annotations

from .machine_words import FAR, Memory
from .records import ARGUMENTS
from .values_left import at_least, at_most, greatest, least

SIGN = ARGUMENTS
EXTREME = ARGUMENTS + 1
SOME = ARGUMENTS + 2


def upper(m: Memory, v: int, sign: int) -> int:
    """The greatest value of a variable with a sign."""
    return greatest(m, v) if sign > 0 else -least(m, v)


def lower(m: Memory, v: int, sign: int) -> int:
    """The least value of a variable with a sign."""
    return least(m, v) if sign > 0 else -greatest(m, v)


def up_to(m: Memory, v: int, sign: int, value: int) -> bool:
    """Leave a variable with a sign values up to `value`."""
    return at_most(m, v, value) if sign > 0 else at_least(m, v, -value)


def from_on(m: Memory, v: int, sign: int, value: int) -> bool:
    """Leave a variable with a sign values from `value` on."""
    return at_least(m, v, value) if sign > 0 else at_most(m, v, -value)


def propagate_extreme(m: Memory, p: int) -> bool:
    """The propagator."""
    sign = m[p + SIGN]
    z = m[p + EXTREME]
    some = m[p + SOME]
    most = -FAR
    for place in range(some + 1, some + 1 + m[some]):
        most = max(most, upper(m, m[place], sign))
        if not from_on(m, z, sign, lower(m, m[place], sign)):
            return False
    if not up_to(m, z, sign, most):
        return False
    most = upper(m, z, sign)
    bottom = lower(m, z, sign)
    reaching = 0
    last = 0
    for place in range(some + 1, some + 1 + m[some]):
        if not up_to(m, m[place], sign, most):
            return False
        if upper(m, m[place], sign) >= bottom:
            reaching = reaching + 1
            last = m[place]
    if reaching == 0:
        return False
    return reaching > 1 or from_on(m, last, sign, bottom)
