"""Variables that take a number of different values between two numbers.

The values that decided variables take are counted, and one for each of some open variables that
share no value with each other or with these: so many there will be at least.

Arguments: the two numbers; the least value; the words that all values need; addresses of words for
the values that are taken, and for those that open variables share; the number of variables, and
the variables.
"""

from __future__ import annotations

from .asking import count_work
from .machine_words import WORD, Memory, ones
from .records import ARGUMENTS
from .value_windows import remove_window, window
from .values_left import is_fixed, least

LEAST_NUMBER = ARGUMENTS
MOST_NUMBER = ARGUMENTS + 1
LEAST_VALUE = ARGUMENTS + 2
WORDS_OF_VALUES = ARGUMENTS + 3
TAKEN = ARGUMENTS + 4
SOME = ARGUMENTS + 5
COUNT = ARGUMENTS + 6
FIRST_VARIABLE = ARGUMENTS + 7


def propagate_values(m: Memory, p: int) -> bool:
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
