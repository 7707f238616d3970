"""A variable that is the product of two, or the square of one, by their least and greatest values.

Arguments: the product, and its two factors, which may be the same variable.
"""

from __future__ import annotations

from .machine_words import Memory
from .records import ARGUMENTS
from .values_left import at_least, at_most, greatest, least

WHOLE = ARGUMENTS
FIRST_FACTOR = ARGUMENTS + 1
SECOND_FACTOR = ARGUMENTS + 2


def propagate_product(m: Memory, p: int) -> bool:
    """The propagator."""
    z = m[p + WHOLE]
    x = m[p + FIRST_FACTOR]
    y = m[p + SECOND_FACTOR]
    if x == y:
        return propagate_square(m, z, x)
    a = least(m, x)
    b = greatest(m, x)
    c = least(m, y)
    d = greatest(m, y)
    if not at_least(m, z, min(min(a * c, a * d), min(b * c, b * d))):
        return False
    if not at_most(m, z, max(max(a * c, a * d), max(b * c, b * d))):
        return False
    return divide(m, z, x, y) and divide(m, z, y, x)


def divide(m: Memory, z: int, x: int, y: int) -> bool:
    """Leave a factor the bounds that the product and the other factor give it."""
    low = least(m, z)
    high = greatest(m, z)
    if low > 0 or high < 0:
        if least(m, y) == 0 and not at_least(m, y, 1):
            return False
        if greatest(m, y) == 0 and not at_most(m, y, -1):
            return False
        if least(m, y) < 0 and greatest(m, y) > 0:
            far = max(high, -low)
            return at_least(m, x, -far) and at_most(m, x, far)
    c = least(m, y)
    d = greatest(m, y)
    if c <= 0 and d >= 0:
        return True
    first = min(min(-(-low // c), -(-low // d)), min(-(-high // c), -(-high // d)))
    last = max(max(low // c, low // d), max(high // c, high // d))
    return at_least(m, x, first) and at_most(m, x, last)


def propagate_square(m: Memory, z: int, x: int) -> bool:
    """Propagate that a variable is the square of another."""
    a = least(m, x)
    b = greatest(m, x)
    if not at_most(m, z, max(a * a, b * b)):
        return False
    nearest = max(max(a, -b), 0)
    if not at_least(m, z, nearest * nearest):
        return False
    far = root_below(greatest(m, z))
    near = root_below(least(m, z))
    if near * near < least(m, z):
        near = near + 1
    return outside(m, x, near, far)


def outside(m: Memory, x: int, near: int, far: int) -> bool:
    """Leave a variable values of a size from `near` to `far`, as far as bounds say it."""
    if not at_least(m, x, -far) or not at_most(m, x, far):
        return False
    if least(m, x) > -near and not at_least(m, x, near):
        return False
    return greatest(m, x) >= near or at_most(m, x, -near)


def root_below(number: int) -> int:
    """The greatest number whose square is at most `number`, which is not negative."""
    root = 0
    step = 1 << 30
    while step > 0:
        if (root + step) * (root + step) <= number:
            root = root + step
        step = step >> 1
    return root
