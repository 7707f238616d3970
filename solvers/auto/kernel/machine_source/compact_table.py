"""A table: the rows that are left as words of bits, a sparse set of the words that are not 0.

Of a variable of one word, each value has the words of its rows, side by side with those of the
other values, and likewise the words of the rows that are lost with it: a row that leaves the
variable free has every value, and is lost with none. Of others, each value of the table has a list
of pairs: the number of a word, and its rows in it. A residue is a word in which a value had a row
when last looked at.

Arguments: the number of words left, saved; the words; their numbers, those left first, not saved;
as many words for computing; the columns, and of each the variable, the word or the size for which
its rows were last found (0 at first; saved), the number of its values, and three addresses: of the
words, of the residues and of the words lost for one word, else of the values, 0 and 0. There, each
value has its pairs, the number of pairs, and the residue.

Sources: J. Demeulenaere et al., "Compact-Table", CP 2016; H. Verhaeghe et al., "Extending
Compact-Table to Negative and Short Tables", AAAI 2017.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, WORD, Memory, lowest, ones
from .records import ARGUMENTS, BITS, SIZE, WORDS
from .values_left import at_least, at_most, has, keep, put, remove

# ---------------------------------------- A table of two columns, over variables of one word each.
#
# Arguments: the variables; then for each the address of the words, by its bits, of the values of
# the other that go with it.


LEFT_COLUMN = ARGUMENTS
RIGHT_COLUMN = ARGUMENTS + 1
OF_LEFT = ARGUMENTS + 2
OF_RIGHT = ARGUMENTS + 3


def propagate_two_columns(m: Memory, p: int) -> bool:
    """The propagator."""
    left = m[p + LEFT_COLUMN]
    right = m[p + RIGHT_COLUMN]
    return go_with(m, left, right, m[p + OF_LEFT]) and go_with(m, right, left, m[p + OF_RIGHT])


def go_with(m: Memory, v: int, other: int, supports: int) -> bool:
    """Leave `other` the values that go with some value of `v`."""
    word = m[v + BITS]
    alone = m[other + BITS]
    while word != 0 and alone != 0:
        alone = alone & ~m[supports + lowest(word)]
        word = word & (word - 1)
    return alone == 0 or keep(m, other, ~alone)


LEFT = ARGUMENTS
ROWS = ARGUMENTS + 1
NUMBERS = ARGUMENTS + 2
SPACE = ARGUMENTS + 3
COLUMNS = ARGUMENTS + 4
COLUMN = ARGUMENTS + 5

OF = 0
SEEN = 1
VALUES = 2
SUPPORTS = 3
RESIDUES = 4
LOST = 5
COLUMN_SIZE = 6

PAIRS = 1
PAIR_COUNT = 2
RESIDUE = 3
VALUE_SIZE = 4


def support(m: Memory, column: Memory, base: int, width: int, rows: int) -> bool:
    """Write the rows of each value of a column at `base` and the value, words `width` apart."""
    k = 0
    while k < rows:
        place = base + k // WORD * width + column[k]
        m[place] = m[place] | 1 << (k % WORD)
        k = k + 1
    return True


def propagate_table(m: Memory, p: int) -> bool:
    """The propagator."""
    end = p + COLUMN + m[p + COLUMNS] * COLUMN_SIZE
    fewer = False
    c = p + COLUMN
    while c < end:
        now = seen_now(m, c)
        if now != m[c + SEEN]:
            if m[c + SEEN] == 0:
                fewer = True
            lost = lose(m, p, c, now) if m[c + RESIDUES] != 0 else lose_by_pairs(m, p, c)
            if lost:
                fewer = True
            if m[p + LEFT] == 0:
                return False
            put(m, c + SEEN, now)
        c = c + COLUMN_SIZE
    return not fewer or supported(m, p, end)


def supported(m: Memory, p: int, end: int) -> bool:
    """Leave all variables the values that have rows."""
    c = p + COLUMN
    while c < end:
        made = leave(m, p, c) if m[c + RESIDUES] != 0 else leave_by_pairs(m, p, c)
        if not made:
            return False
        now = seen_now(m, c)
        if now != m[c + SEEN]:
            put(m, c + SEEN, now)
        c = c + COLUMN_SIZE
    return True


def seen_now(m: Memory, c: int) -> int:
    """The word or the size of the variable of a column."""
    v = m[c + OF]
    if m[v + WORDS] == 1:
        return m[v + BITS]
    return m[v + SIZE]


def intersect(m: Memory, p: int, k: int, mask: int) -> bool:
    """Leave the rows of `mask` in the word at `k` of those left; true if it had others."""
    number = m[m[p + NUMBERS] + k]
    word = m[m[p + ROWS] + number]
    if word & mask == word:
        return False
    put(m, m[p + ROWS] + number, word & mask)
    if word & mask == 0:
        last = m[p + LEFT] - 1
        m[m[p + NUMBERS] + k] = m[m[p + NUMBERS] + last]
        m[m[p + NUMBERS] + last] = number
        put(m, p + LEFT, last)
    return True


# ---------------------------------------------------------------- variables of one word


def lose(m: Memory, p: int, c: int, now: int) -> bool:
    """Lose the rows without a value in the word `now`, or with one that is gone from it."""
    gone = m[c + SEEN] & ~now
    turned = m[c + SEEN] != 0 and ones(gone) < ones(now)
    values = gone if turned else now
    words = m[c + LOST] if turned else m[c + SUPPORTS]
    lost = False
    k = m[p + LEFT]
    while k > 0:
        k = k - 1
        supports = words + m[m[p + NUMBERS] + k] * m[c + VALUES]
        mask = 0
        rest = values
        while rest != 0:
            mask = mask | m[supports + lowest(rest)]
            rest = rest & (rest - 1)
        if turned:
            mask = ~mask
        if intersect(m, p, k, mask):
            lost = True
    return lost


def leave(m: Memory, p: int, c: int) -> bool:
    """Leave the variable of a column the values that have rows."""
    word = m[m[c + OF] + BITS]
    if word & (word - 1) == 0:
        return True
    found = word
    rest = word
    while rest != 0:
        if not has_row(m, p, c, lowest(rest)):
            found = found & ~(rest & -rest)
        rest = rest & (rest - 1)
    return keep(m, m[c + OF], found)


def has_row(m: Memory, p: int, c: int, value: int) -> bool:
    """True if the bit `value` has a row that is left."""
    supports = m[c + SUPPORTS] + value
    residue = m[c + RESIDUES] + value
    if m[m[p + ROWS] + m[residue]] & m[supports + m[residue] * m[c + VALUES]] != 0:
        return True
    for k in range(m[p + LEFT]):
        number = m[m[p + NUMBERS] + k]
        if m[m[p + ROWS] + number] & m[supports + number * m[c + VALUES]] != 0:
            m[residue] = number
            return True
    return False


# -------------------------------------------------------------------- other variables


def lose_by_pairs(m: Memory, p: int, c: int) -> bool:
    """Lose the rows without a value of the variable of a column."""
    for k in range(m[p + LEFT]):
        m[m[p + SPACE] + m[m[p + NUMBERS] + k]] = 0
    a = m[c + SUPPORTS]
    end = a + m[c + VALUES] * VALUE_SIZE
    while a < end:
        if has(m, m[c + OF], m[a]):
            for number in range(m[a + PAIR_COUNT]):
                pair = m[a + PAIRS] + 2 * number
                place = m[p + SPACE] + m[pair]
                m[place] = m[place] | m[pair + 1]
        a = a + VALUE_SIZE
    lost = False
    k = m[p + LEFT]
    while k > 0:
        k = k - 1
        if intersect(m, p, k, m[m[p + SPACE] + m[m[p + NUMBERS] + k]]):
            lost = True
    return lost


def leave_by_pairs(m: Memory, p: int, c: int) -> bool:
    """Leave the variable of a column the values that have rows, of an interval their ends."""
    v = m[c + OF]
    low = FAR
    high = -FAR
    a = m[c + SUPPORTS]
    end = a + m[c + VALUES] * VALUE_SIZE
    while a < end:
        if has(m, v, m[a]):
            if has_row_in_pairs(m, p, a):
                low = min(low, m[a])
                high = max(high, m[a])
            elif m[v + WORDS] != 0 and not remove(m, v, m[a]):
                return False
        a = a + VALUE_SIZE
    return at_least(m, v, low) and at_most(m, v, high)


def has_row_in_pairs(m: Memory, p: int, a: int) -> bool:
    """True if the value at `a` has a row that is left."""
    number = m[a + RESIDUE]
    for _ in range(m[a + PAIR_COUNT]):
        pair = m[a + PAIRS] + 2 * number
        if m[m[p + ROWS] + m[pair]] & m[pair + 1] != 0:
            m[a + RESIDUE] = number
            return True
        number = number + 1
        if number == m[a + PAIR_COUNT]:
            number = 0
    return False
