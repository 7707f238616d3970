"""Variables that take a number of different values between two numbers.

The values that decided variables take are counted, and one for each of some open variables that
share no value with each other or with these: so many there will be at least.

Arguments: the two numbers; the least value; the words that all values need; addresses of words for
the values that are taken, and for those that open variables share; the number of variables, and
the variables.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import WORD, Memory, ones
from .records import ARGUMENTS, BASE, BITS, NEGATION, WORDS
from .strong_components import moved_word, remove_window, window
from .values_left import (
    at_least,
    at_most,
    count_work,
    greatest,
    has,
    is_false,
    is_fixed,
    is_true,
    keep,
    least,
    remove,
    require,
)

LEAST_NUMBER = ARGUMENTS
MOST_NUMBER = ARGUMENTS + 1
LEAST_VALUE = ARGUMENTS + 2
WORDS_OF_VALUES = ARGUMENTS + 3
TAKEN = ARGUMENTS + 4
SOME = ARGUMENTS + 5
COUNT = ARGUMENTS + 6
FIRST_VARIABLE = ARGUMENTS + 7


def propagate_nvalue(m: Memory, p: int) -> bool:
    """The propagator."""
    open_count = note_taken(m, p)
    count_work(m, m[p + COUNT] * m[p + WORDS_OF_VALUES])
    taken = 0
    either = 0
    for word in range(m[p + WORDS_OF_VALUES]):
        taken = taken + ones(m[m[p + TAKEN] + word])
        either = either + ones(m[m[p + TAKEN] + word] | m[m[p + SOME] + word])
    if taken + open_count < m[p + LEAST_NUMBER] or either < m[p + LEAST_NUMBER]:
        return False
    if taken + open_count == m[p + LEAST_NUMBER] and not cut_open(m, p, 0):
        return False
    if taken + open_count <= m[p + MOST_NUMBER]:
        return True
    new = taken + note_apart(m, p)
    if new == m[p + MOST_NUMBER]:
        return cut_open(m, p, -1)
    return new < m[p + MOST_NUMBER]


def note_taken(m: Memory, p: int) -> int:
    """Note the values that are taken, and in SOME those of open variables; the number of these."""
    for word in range(m[p + WORDS_OF_VALUES]):
        m[m[p + TAKEN] + word] = 0
        m[m[p + SOME] + word] = 0
    open_count = 0
    for number in range(m[p + COUNT]):
        v = m[p + FIRST_VARIABLE + number]
        if is_fixed(m, v):
            bit = least(m, v) - m[p + LEAST_VALUE]
            place = m[p + TAKEN] + bit // WORD
            m[place] = m[place] | 1 << (bit % WORD)
        else:
            open_count = open_count + 1
            for word in range(m[p + WORDS_OF_VALUES]):
                place = m[p + SOME] + word
                m[place] = m[place] | window(m, v, m[p + LEAST_VALUE] + word * WORD)
    return open_count


def note_apart(m: Memory, p: int) -> int:
    """Add the values of open variables that share none to those taken; the number of variables."""
    count = 0
    for number in range(m[p + COUNT]):
        v = m[p + FIRST_VARIABLE + number]
        shared = 0
        for word in range(m[p + WORDS_OF_VALUES]):
            found = window(m, v, m[p + LEAST_VALUE] + word * WORD)
            shared = shared | found & m[m[p + TAKEN] + word]
        if shared == 0:
            count = count + 1
            for word in range(m[p + WORDS_OF_VALUES]):
                place = m[p + TAKEN] + word
                m[place] = m[place] | window(m, v, m[p + LEAST_VALUE] + word * WORD)
    return count


def cut_open(m: Memory, p: int, kept: int) -> bool:
    """Take from the open variables what is TAKEN, or where `kept` is -1, all else."""
    for number in range(m[p + COUNT]):
        v = m[p + FIRST_VARIABLE + number]
        if not is_fixed(m, v):
            for word in range(m[p + WORDS_OF_VALUES]):
                begin = m[p + LEAST_VALUE] + word * WORD
                lost = window(m, v, begin) & (m[m[p + TAKEN] + word] ^ kept)
                if lost != 0 and not remove_window(m, v, begin, lost):
                    return False
    return True


# ----------------------- A literal that holds exactly where one variable is another plus a number.
#
# Where the values of both are bits of words, each value of one needs its partner in the other.
#
# Arguments: the literal, or 0 where they are always the same; the variables, and the number.


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


def are_words(m: Memory, x: int, y: int) -> bool:
    """True if two variables have one word each."""
    return m[x + WORDS] == 1 and m[y + WORDS] == 1


def follow(m: Memory, x: int, y: int, further: int) -> bool:
    """Leave a variable what another plus a number can be."""
    if are_words(m, x, y):
        return keep(m, x, moved_word(m[y + BITS], m[y + BASE] + further - m[x + BASE]))
    if not at_least(m, x, least(m, y) + further):
        return False
    return at_most(m, x, greatest(m, y) + further)


def are_apart(m: Memory, x: int, y: int, further: int) -> bool:
    """True if a variable cannot be another plus a number."""
    if are_words(m, x, y):
        return m[x + BITS] & moved_word(m[y + BITS], m[y + BASE] + further - m[x + BASE]) == 0
    if is_fixed(m, y):
        return not has(m, x, least(m, y) + further)
    if is_fixed(m, x):
        return not has(m, y, least(m, x) - further)
    if greatest(m, x) < least(m, y) + further:
        return True
    return least(m, x) > greatest(m, y) + further


# ---------------------------------------------------------------------------------- ordered values
# A variable with gaps between its values, and the number of its value: their ends go together.
#
# Arguments: the variable, the number, and the list of the values, ascending. The value of the
# first bit of the number stands for the first.


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
