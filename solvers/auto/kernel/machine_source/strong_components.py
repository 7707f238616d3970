"""Strongly connected components of a graph whose nodes have words of followers.

A node has a number and a bit that no other node has: who has this bit among its followers leads to
the node. All nodes that lead to a free bit are one component: what is left on the stack at last.

A graph is a record of addresses of room for all this, which the propagators share.

Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import WORD, Memory, lowest
from .records import BASE, BITS, GREATEST, LEAST, WORDS
from .values_left import from_to, keep, remove

# --------- Words of the values of any variable: bit i of a window stands for its beginning plus i.


FULL_WORD = (1 << WORD) - 1


def window(m: Memory, v: int, begin: int) -> int:
    """The values of a variable from `begin` on, as many as a word has bits."""
    if m[v + WORDS] == 1:
        return moved_word(m[v + BITS], m[v + BASE] - begin)
    inside = from_to(m[v + LEAST] - begin, m[v + GREATEST] - begin)
    if m[v + WORDS] == 0 or inside == 0:
        return inside
    index = begin - m[v + BASE]
    number = index // WORD
    shift = index % WORD
    word = 0
    if number >= 0 and number < m[v + WORDS]:
        word = m[m[v + BITS] + number] >> shift
    number = number + 1
    if number >= 0 and number < m[v + WORDS]:
        word = word | moved_word(m[m[v + BITS] + number], WORD - shift)
    return word & inside


def moved_word(word: int, places: int) -> int:
    """A word whose bits are moved upwards, or downwards where `places` is less than 0."""
    if places <= -WORD or places >= WORD:
        return 0
    if places < 0:
        return word >> -places
    return (word & (FULL_WORD >> places)) << places


def remove_window(m: Memory, v: int, begin: int, word: int) -> bool:
    """Take the bits of a window from a variable."""
    if m[v + WORDS] == 1:
        return keep(m, v, ~moved_word(word, begin - m[v + BASE]))
    while word != 0:
        if not remove(m, v, begin + lowest(word)):
            return False
        word = word & (word - 1)
    return True


WINDOWS = 0
"""The number of words that all bits need."""
FOLLOWERS, BIT, NODE_AT = 1, 2, 3
"""The words of followers by node, the bit by node, and the node by bit."""
UNSEEN, WAITING, FREE, ALLOWED = 4, 5, 6, 7
"""Words of bits: those that are not visited, those on the stack, those that are free, and some."""
NUMBER, LOW_LINK = 8, 9
"""By node: when it was visited, and the first node that it leads to."""
PATH, STACK = 10, 11
OPENED, QUEUE, REACHED_FROM = 12, 13, 14
"""Room for a list of nodes, a queue of nodes, and the node from which each was reached."""
DEPTH, HEIGHT, VISITED = 15, 16, 17
GRAPH = 18


def visit(m: Memory, g: int, node: int) -> None:
    """Walk on from a node that was not visited."""
    bit = m[m[g + BIT] + node]
    word = bit // WORD
    mask = 1 << (bit % WORD)
    m[m[g + UNSEEN] + word] = m[m[g + UNSEEN] + word] & ~mask
    m[m[g + WAITING] + word] = m[m[g + WAITING] + word] | mask
    m[g + VISITED] = m[g + VISITED] + 1
    m[m[g + NUMBER] + node] = m[g + VISITED]
    m[m[g + LOW_LINK] + node] = m[g + VISITED]
    m[m[g + PATH] + m[g + DEPTH]] = node
    m[g + DEPTH] = m[g + DEPTH] + 1
    m[m[g + STACK] + m[g + HEIGHT]] = node
    m[g + HEIGHT] = m[g + HEIGHT] + 1


def restart(m: Memory, g: int) -> None:
    """Forget the walk; the bits that are not visited are to be set."""
    m[g + DEPTH] = 0
    m[g + HEIGHT] = 0
    m[g + VISITED] = 0
    for word in range(m[g + WINDOWS]):
        m[m[g + WAITING] + word] = 0


def next_component(m: Memory, g: int) -> int:
    """The least place on the stack of the nodes of a component; -1 where the walk ended.

    Who called takes them from the stack.
    """
    windows = m[g + WINDOWS]
    while m[g + DEPTH] > 0:
        node = m[m[g + PATH] + m[g + DEPTH] - 1]
        followers = m[g + FOLLOWERS] + node * windows
        word = 0
        while word < windows and m[followers + word] & m[m[g + UNSEEN] + word] == 0:
            word = word + 1
        if word < windows:
            bit = word * WORD + lowest(m[followers + word] & m[m[g + UNSEEN] + word])
            visit(m, g, m[m[g + NODE_AT] + bit])
        else:
            m[g + DEPTH] = m[g + DEPTH] - 1
            low = low_link(m, g, node)
            if m[g + DEPTH] > 0:
                before = m[g + LOW_LINK] + m[m[g + PATH] + m[g + DEPTH] - 1]
                m[before] = min(m[before], low)
            if low == m[m[g + NUMBER] + node]:
                place = m[g + HEIGHT] - 1
                while m[m[g + STACK] + place] != node:
                    place = place - 1
                return place
    return -1


def low_link(m: Memory, g: int, node: int) -> int:
    """The first node on the stack that a node leads to; 0 where it leads to a free bit."""
    windows = m[g + WINDOWS]
    followers = m[g + FOLLOWERS] + node * windows
    low = m[m[g + LOW_LINK] + node]
    for word in range(windows):
        if m[followers + word] & m[m[g + FREE] + word] != 0:
            low = 0
        left = m[followers + word] & m[m[g + WAITING] + word]
        while left != 0 and low > 1:
            other = m[m[g + NODE_AT] + word * WORD + lowest(left)]
            low = min(low, m[m[g + NUMBER] + other])
            left = left & (left - 1)
    m[m[g + LOW_LINK] + node] = low
    return low


def pop_component(m: Memory, g: int, place: int) -> None:
    """Take the nodes from `place` on from the stack."""
    for number in range(place, m[g + HEIGHT]):
        bit = m[m[g + BIT] + m[m[g + STACK] + number]]
        word = m[g + WAITING] + bit // WORD
        m[word] = m[word] & ~(1 << (bit % WORD))
    m[g + HEIGHT] = place
