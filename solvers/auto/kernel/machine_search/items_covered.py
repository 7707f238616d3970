"""The exact cover: items, in each of which exactly one option holds, or at most one.

An option is a literal of a variable of one word. It is active while it may hold and need not,
which is a bit of a word. Once it holds, its items are covered: their other options are made false.
Once it is false, its items that need one have one choice less; the last choice is made to hold.

What changes often is saved once a decision: beside it stands the stamp of its last change. The
room that the trail needs is there before anything is changed.

Source: D. E. Knuth, "Dancing links", in Millennial Perspectives in Computer Science, 2000.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import FAR, Memory, lowest
from ..machine_source.records import *
from ..machine_source.values_left import keep

# The cover.
OPEN = 0
"""The items that need an option and are not covered; its stamp follows."""
ITEMS = 2
"""The list of the items that need an option, the open ones first."""
ROOM = 3
"""The integers of the trail that all changes between two decisions need at most."""
SINGLES, SINGLE_COUNT = 4, 5
"""The list of the open items with one choice, and their number. Not saved."""
IS_TREE = 6
"""1 if items may be branched on."""
COVER_SIZE = 7

# An item.
CHOICES = 0
"""The active options of an item that needs one, FAR once it is covered; the stamp follows."""
NEEDED = 2
"""The place among the items that need an option; -1 of one that needs none."""
PARTS = 3
"""The number of words with options of it; then the address of each, and its options there."""
PART = 4

# A word of active options: its bits, the stamp, and the options.
OPTIONS = 2

# An option.
CHOSEN_OF, CHOSEN_BITS = 0, 1
"""The variable, and the bits of its values for which the option holds."""
OPTION_WORD, OPTION_BIT = 2, 3
IS_QUIET = 4
"""1 if nothing but this cover waits for the variable, a Boolean."""
NEEDED_ITEMS, ALL_ITEMS = 5, 6
"""The number of its items that need an option, which come first, and of all of them."""
ITEM = 7


def covered(m: Memory, v: int) -> bool:
    """Look at the options of a variable that changed, and at what follows."""
    cover = m[COVER]
    if m[TRAIL] + m[cover + ROOM] > m[TRAIL_END]:
        m[OVERFLOW] = 1
        return True
    m[cover + SINGLE_COUNT] = 0
    options = m[v + COVERED]
    for number in range(options + 1, options + 1 + m[options]):
        option = m[number]
        word = m[option + OPTION_WORD]
        if m[word] & m[option + OPTION_BIT] != 0:
            if m[v + BITS] & m[option + CHOSEN_BITS] == 0:
                put_stamped(m, word, m[word] & ~m[option + OPTION_BIT])
                if not drop_option(m, option):
                    return False
            elif m[v + BITS] & ~m[option + CHOSEN_BITS] == 0 and not choose_option(m, option):
                return False
    while m[cover + SINGLE_COUNT] > 0:
        m[cover + SINGLE_COUNT] = m[cover + SINGLE_COUNT] - 1
        item = m[m[cover + SINGLES] + m[cover + SINGLE_COUNT]]
        if m[item + CHOICES] == 1 and not choose_option(m, choice_of(m, item)):
            return False
    return True


def put_stamped(m: Memory, place: int, number: int) -> None:
    """Change what has a stamp beside it."""
    if m[place + 1] != m[STAMP]:
        m[place + 1] = m[STAMP]
        save_place(m, place)
    m[place] = number


def save_place(m: Memory, place: int) -> None:
    """Save what stands at a place; the trail has room."""
    top = m[TRAIL]
    m[top] = place
    m[top + 1] = m[place]
    m[TRAIL] = top + 2


def leave_bits(m: Memory, option: int, bits: int) -> bool:
    """Leave the variable of an option those of its values."""
    v = m[option + CHOSEN_OF]
    if m[option + IS_QUIET] == 0:
        return keep(m, v, bits)
    word = m[v + BITS]
    if word & bits == 0:
        return False
    if word & ~bits != 0:
        save_place(m, v + BITS)
        m[v + BITS] = word & bits
    return True


def drop_option(m: Memory, option: int) -> bool:
    """Make an option false that is active no more."""
    if not leave_bits(m, option, ~m[option + CHOSEN_BITS]):
        return False
    for place in range(option + ITEM, option + ITEM + m[option + NEEDED_ITEMS]):
        item = m[place]
        left = m[item + CHOICES] - 1
        put_stamped(m, item + CHOICES, left)
        if left <= 1:
            if left == 0:
                return False
            cover = m[COVER]
            m[m[cover + SINGLES] + m[cover + SINGLE_COUNT]] = item
            m[cover + SINGLE_COUNT] = m[cover + SINGLE_COUNT] + 1
    return True


def choose_option(m: Memory, option: int) -> bool:
    """Make an active option hold, and the others of its items false."""
    m[STEPS] = m[STEPS] + m[option + ALL_ITEMS]
    if not leave_bits(m, option, m[option + CHOSEN_BITS]):
        return False
    word = m[option + OPTION_WORD]
    put_stamped(m, word, m[word] & ~m[option + OPTION_BIT])
    end = option + ITEM + m[option + ALL_ITEMS]
    for place in range(option + ITEM, end):
        put_stamped(m, m[place] + CHOICES, FAR)
        if m[m[place] + NEEDED] >= 0:
            close_item(m, m[place])
    place = option + ITEM
    while place < end and drop_options(m, m[place]):
        place = place + 1
    return place == end


def close_item(m: Memory, item: int) -> None:
    """Take an item from the open ones."""
    cover = m[COVER]
    last = m[cover + OPEN] - 1
    put_stamped(m, cover + OPEN, last)
    items = m[cover + ITEMS]
    place = m[item + NEEDED]
    other = m[items + last]
    m[items + place] = other
    m[other + NEEDED] = place
    m[items + last] = item
    m[item + NEEDED] = last


def drop_options(m: Memory, item: int) -> bool:
    """Make the active options of an item false."""
    part = item + PART
    end = part + 2 * m[item + PARTS]
    while part < end:
        word = m[part]
        lost = m[word] & m[part + 1]
        if lost != 0:
            m[STEPS] = m[STEPS] + 1
            put_stamped(m, word, m[word] & ~lost)
            while lost != 0:
                if not drop_option(m, m[word + OPTIONS + lowest(lost)]):
                    return False
                lost = lost & (lost - 1)
        part = part + 2
    return True


def choice_of(m: Memory, item: int) -> int:
    """An active option of an item; 0 if there is none."""
    part = item + PART
    end = part + 2 * m[item + PARTS]
    while part < end:
        word = m[part]
        if m[word] & m[part + 1] != 0:
            return m[word + OPTIONS + lowest(m[word] & m[part + 1])]
        part = part + 2
    return 0


def item_to_cover(m: Memory) -> int:
    """The open item with the fewest choices; 0 if none is to be branched on."""
    cover = m[COVER]
    if cover == 0 or m[cover + IS_TREE] == 0 or m[TIER] > 0:
        return 0
    items = m[cover + ITEMS]
    fewest = FAR
    best = 0
    for place in range(items, items + m[cover + OPEN]):
        choices = m[m[place] + CHOICES]
        if choices < fewest:
            fewest = choices
            best = m[place]
    return best
