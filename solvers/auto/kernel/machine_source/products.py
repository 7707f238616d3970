"""A variable that is the product of two, or the square of one, by their least and greatest values.

Arguments: the product, and its two factors, which may be the same variable.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, Memory
from .records import ARGUMENTS, BASE, BITS, WORDS
from .strong_components import moved_word
from .values_left import at_least, at_most, from_to, greatest, has, is_fixed, keep, least, remove

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


# ---------------------------------- A variable that is the greatest of some, or the least of them.
#
# The least is the greatest with all signs turned.
#
# Arguments: 1 for the greatest, -1 for the least; the variable, and the list of the others.


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


# -------------------------------- An item of an array at a place that is chosen: y = items[x + k].
#
# Where the place is outside of the array, y is any value. An item is a variable plus a number, or
# a number alone.
#
# Arguments: y, x, k, the number of items, and of each the variable, 0 for none, and the number.


FOUND = ARGUMENTS
INDEX = ARGUMENTS + 1
OFFSET = ARGUMENTS + 2
ITEMS = ARGUMENTS + 3
ITEM = ARGUMENTS + 4


def propagate_element(m: Memory, p: int) -> bool:
    """The propagator."""
    y = m[p + FOUND]
    x = m[p + INDEX]
    offset = m[p + OFFSET]
    first = least(m, x) + offset
    last = greatest(m, x) + offset
    inside = first >= 0 and last < m[p + ITEMS]
    bits = 0
    low = FAR
    high = -FAR
    for place in range(max(first, 0), min(last + 1, m[p + ITEMS])):
        if has(m, x, place - offset):
            item = p + ITEM + 2 * place
            if may_equal(m, y, item):
                if m[y + WORDS] == 1:
                    bits = bits | bits_of_item(m, y, item)
                else:
                    low = min(low, item_least(m, item))
                    high = max(high, item_greatest(m, item))
            elif not remove(m, x, place - offset):
                return False
    if not inside:
        return True
    if m[y + WORDS] == 1:
        if not keep(m, y, bits):
            return False
    elif not at_least(m, y, low) or not at_most(m, y, high):
        return False
    return not is_fixed(m, x) or equal_item(m, y, p + ITEM + 2 * (least(m, x) + offset))


def item_least(m: Memory, item: int) -> int:
    """The least value of an item."""
    return m[item + 1] + (least(m, m[item]) if m[item] != 0 else 0)


def item_greatest(m: Memory, item: int) -> int:
    """The greatest value of an item."""
    return m[item + 1] + (greatest(m, m[item]) if m[item] != 0 else 0)


def bits_of_item(m: Memory, y: int, item: int) -> int:
    """The bits of `y`, of one word, that an item may have."""
    v = m[item]
    base = m[y + BASE]
    if v != 0 and m[v + WORDS] == 1:
        return m[y + BITS] & moved_word(m[v + BITS], m[v + BASE] + m[item + 1] - base)
    return m[y + BITS] & from_to(item_least(m, item) - base, item_greatest(m, item) - base)


def may_equal(m: Memory, y: int, item: int) -> bool:
    """True if `y` and an item have values in common, as far as their bits or ends say."""
    if m[y + WORDS] == 1:
        return bits_of_item(m, y, item) != 0
    low = item_least(m, item)
    high = item_greatest(m, item)
    if low == high:
        return has(m, y, low)
    return least(m, y) <= high and low <= greatest(m, y)


def equal_item(m: Memory, y: int, item: int) -> bool:
    """Leave an item the values of `y`, whose own were left before."""
    v = m[item]
    number = m[item + 1]
    if v == 0:
        return True
    if m[v + WORDS] == 1 and m[y + WORDS] == 1:
        return keep(m, v, moved_word(m[y + BITS], m[y + BASE] - number - m[v + BASE]))
    return at_least(m, v, least(m, y) - number) and at_most(m, v, greatest(m, y) - number)
