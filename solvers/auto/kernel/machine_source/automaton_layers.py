"""An automaton that reads variables: before each the states through which it can come to its end.

A layer is a set of states, as words: those that the start leads to by values that are left, and
that lead to an end by such. A state of number s is the bit s % 63 of the word s // 63; where states
follow from others, they stand as s // 63 * 64 + s % 63, or -1 for none.

Arguments: the numbers of places, symbols, and states, and the words of a layer; addresses of the
layers, saved; of the state that follows, by symbol and state; of a layer for computing; of a mark
for each layer that changed; and for each place the variable, its word or size when last read (0 at
first; saved), and the address of the values that are the symbols.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import WORD, Memory, lowest
from .compact_table import seen_now
from .records import ARGUMENTS, BASE, WORDS
from .values_left import has, keep, put, remove

PLACES = ARGUMENTS
SYMBOLS = ARGUMENTS + 1
STATES = ARGUMENTS + 2
LAYER_WORDS = ARGUMENTS + 3
LAYERS = ARGUMENTS + 4
FOLLOWING = ARGUMENTS + 5
SPACE = ARGUMENTS + 6
CHANGED = ARGUMENTS + 7
PLACE = ARGUMENTS + 8

OF = 0
SEEN = 1
VALUES = 2
PLACE_SIZE = 3

NO_STATE, SAME, FEWER = range(3)


def propagate_automaton(m: Memory, p: int) -> bool:
    """The propagator."""
    changed = m[p + CHANGED]
    m[changed] = 0
    for number in range(m[p + PLACES]):
        place = p + PLACE + number * PLACE_SIZE
        now = seen_now(m, place)
        m[changed + number + 1] = 0
        if now != m[place + SEEN] or m[changed + number] != 0:
            answer = read_on(m, p, number, place)
            if answer == NO_STATE:
                return False
            m[changed + number + 1] = answer == FEWER
        if now != m[place + SEEN]:
            put(m, place + SEEN, now)
            m[changed + number] = 1
    number = m[p + PLACES] - 1
    while number >= 0:
        if m[changed + number] != 0 or m[changed + number + 1] != 0:
            answer = read_back(m, p, number, p + PLACE + number * PLACE_SIZE)
            if answer == NO_STATE:
                return False
            if answer == FEWER:
                m[changed + number] = 1
        number = number - 1
    return True


def read_on(m: Memory, p: int, number: int, place: int) -> int:
    """Leave the layer behind a place the states that follow."""
    words = m[p + LAYER_WORDS]
    layer = m[p + LAYERS] + number * words
    space = m[p + SPACE]
    for w in range(words):
        m[space + w] = 0
    for symbol in range(m[p + SYMBOLS]):
        if has(m, m[place + OF], m[m[place + VALUES] + symbol]):
            following = m[p + FOLLOWING] + symbol * m[p + STATES]
            for w in range(words):
                rest = m[layer + w]
                while rest != 0:
                    state = m[following + w * WORD + lowest(rest)]
                    if state >= 0:
                        m[space + (state >> 6)] = m[space + (state >> 6)] | 1 << (state & 63)
                    rest = rest & (rest - 1)
    return leave_states(m, p, layer + words)


def read_back(m: Memory, p: int, number: int, place: int) -> int:
    """Leave a layer, and the variable behind it, the states and values that go on."""
    v = m[place + OF]
    words = m[p + LAYER_WORDS]
    layer = m[p + LAYERS] + number * words
    space = m[p + SPACE]
    for w in range(words):
        m[space + w] = 0
    is_seen = m[place + SEEN] == seen_now(m, place)
    kept = 0
    for symbol in range(m[p + SYMBOLS]):
        value = m[m[place + VALUES] + symbol]
        if has(m, v, value):
            if goes_on(m, p, layer, m[p + FOLLOWING] + symbol * m[p + STATES]):
                if m[v + WORDS] == 1:
                    kept = kept | 1 << (value - m[v + BASE])
            elif m[v + WORDS] != 1 and not remove(m, v, value):
                return NO_STATE
    if m[v + WORDS] == 1 and not keep(m, v, kept):
        return NO_STATE
    if is_seen:
        put(m, place + SEEN, seen_now(m, place))
    return leave_states(m, p, layer)


def goes_on(m: Memory, p: int, layer: int, following: int) -> bool:
    """True if a symbol leads from a layer to the next; its states that do are noted."""
    words = m[p + LAYER_WORDS]
    found = False
    for w in range(words):
        rest = m[layer + w]
        while rest != 0:
            state = m[following + w * WORD + lowest(rest)]
            if state >= 0 and m[layer + words + (state >> 6)] >> (state & 63) & 1 != 0:
                m[m[p + SPACE] + w] = m[m[p + SPACE] + w] | rest & -rest
                found = True
            rest = rest & (rest - 1)
    return found


def leave_states(m: Memory, p: int, layer: int) -> int:
    """Leave a layer the states that were noted."""
    answer = SAME
    some = 0
    for w in range(m[p + LAYER_WORDS]):
        states = m[layer + w] & m[m[p + SPACE] + w]
        some = some | states
        if states != m[layer + w]:
            put(m, layer + w, states)
            answer = FEWER
    return answer if some != 0 else NO_STATE
