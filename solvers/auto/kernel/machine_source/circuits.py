"""Successors that form one tour: no chain of decided ones closes before it has every node.

Where the tour is partial, it need not have the nodes that follow themselves.

Arguments: 1 where the tour is partial, else 0; the number of nodes; the nodes that are decided and
were looked at, saved; a second propagator, which this one asks; addresses of the variables, of the
nodes in an order in which those that were looked at come first, of the last node of the chain that
begins at a node, and of the first node of the chain that ends at a node, saved.

The second finds that all nodes which have to be in the tour lead to each other, and that the others
follow themselves. Its arguments: the two of values_left.py; the first propagator; a graph (see
strong_components.py), shared with others; and the nodes, each of which is its own bit.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import WORD, Memory
from .records import ARGUMENTS, TRAIL
from .strong_components import *
from .values_left import (
    ask_later,
    assign,
    count_work,
    from_to,
    has,
    is_fixed,
    least,
    note_use,
    put,
    remove,
)

PARTIAL = ARGUMENTS
NODES = ARGUMENTS + 1
LINKED = ARGUMENTS + 2
CONNECTED = ARGUMENTS + 3
AFTER = ARGUMENTS + 4
ORDER = ARGUMENTS + 5
LAST_OF = ARGUMENTS + 6
FIRST_OF = ARGUMENTS + 7

OWNER = ARGUMENTS + 2
NODES_GRAPH = ARGUMENTS + 3
NUMBERS = ARGUMENTS + 4
"""Arguments of the second propagator."""


def propagate_circuit(m: Memory, p: int) -> bool:
    """The propagator."""
    linked = m[p + LINKED]
    place = linked
    count_work(m, m[p + NODES] - linked)
    while place < m[p + NODES]:
        node = m[m[p + ORDER] + place]
        if is_fixed(m, m[m[p + AFTER] + node]):
            m[m[p + ORDER] + place] = m[m[p + ORDER] + linked]
            m[m[p + ORDER] + linked] = node
            linked = linked + 1
            if not link(m, p, node, linked):
                return False
        place = place + 1
    if linked != m[p + LINKED]:
        put(m, p + LINKED, linked)
    if linked < m[p + NODES]:
        ask_later(m, m[p + CONNECTED])
    return True


def link(m: Memory, p: int, node: int, linked: int) -> bool:
    """Join the chain that ends at a node and the one that begins at its successor."""
    after = least(m, m[m[p + AFTER] + node])
    if after < 0 or after >= m[p + NODES]:
        return False
    if after == node and m[p + PARTIAL] != 0:
        return True
    first = m[m[p + FIRST_OF] + node]
    if first == after:
        return closed(m, p, first, linked)
    last = m[m[p + LAST_OF] + after]
    put(m, m[p + LAST_OF] + first, last)
    put(m, m[p + FIRST_OF] + last, first)
    if linked == m[p + NODES] - 1 or (m[p + PARTIAL] != 0 and not moves_outside(m, p, first)):
        return True
    return remove(m, m[m[p + AFTER] + last], first)


def moves_outside(m: Memory, p: int, first: int) -> bool:
    """True if a node that is not in the chain from `first` does not follow itself."""
    moving = 0
    for node in range(m[p + NODES]):
        if not has(m, m[m[p + AFTER] + node], node):
            moving = moving + 1
    last = m[m[p + LAST_OF] + first]
    if not has(m, m[m[p + AFTER] + last], last):
        moving = moving - 1
    return moving > links(m, p, first)


def links(m: Memory, p: int, first: int) -> int:
    """The number of decided successors from `first` on, until there is none or it comes again."""
    count = 0
    node = first
    while count < m[p + NODES] and is_fixed(m, m[m[p + AFTER] + node]):
        node = least(m, m[m[p + AFTER] + node])
        count = count + 1
        if node == first:
            return count
    return count


def closed(m: Memory, p: int, first: int, linked: int) -> bool:
    """Let all nodes follow themselves that are not in the tour from `first`, which is closed."""
    if m[p + PARTIAL] == 0:
        return linked == m[p + NODES]
    moving = 0
    for node in range(m[p + NODES]):
        v = m[m[p + AFTER] + node]
        if not is_fixed(m, v):
            if not assign(m, v, node):
                return False
        elif least(m, v) != node:
            moving = moving + 1
    return moving == links(m, p, first)


def propagate_connected(m: Memory, p: int) -> bool:
    """The second propagator."""
    top = m[TRAIL]
    if not one_component(m, p, m[p + OWNER], m[p + NODES_GRAPH]):
        return not note_use(m, p, True)
    return note_use(m, p, m[TRAIL] != top)


def one_component(m: Memory, p: int, tour: int, g: int) -> bool:
    """Find the components; those without a node that has to be in the tour are not in it."""
    moving = gather_followers(m, p, tour, g)
    count_work(m, 8 * m[tour + NODES] * m[g + WINDOWS])
    restart(m, g)
    for node in range(m[tour + NODES]):
        if m[m[g + UNSEEN] + node // WORD] >> (node % WORD) & 1 == 1:
            visit(m, g, node)
            place = next_component(m, g)
            while place >= 0:
                inside = 0
                for number in range(place, m[g + HEIGHT]):
                    if must_move(m, tour, m[m[g + STACK] + number]):
                        inside = inside + 1
                if inside != 0 and inside < moving:
                    return False
                alone = inside == 0 and (moving > 0 or place == m[g + HEIGHT] - 1)
                if alone and not stay(m, tour, g, place):
                    return False
                pop_component(m, g, place)
                place = next_component(m, g)
    return True


def must_move(m: Memory, tour: int, node: int) -> bool:
    """True if a node has to be in the tour."""
    return m[tour + PARTIAL] == 0 or not has(m, m[m[tour + AFTER] + node], node)


def gather_followers(m: Memory, p: int, tour: int, g: int) -> int:
    """Note the followers of each node; the number of nodes that have to be in the tour."""
    nodes = m[tour + NODES]
    windows = (nodes - 1) // WORD + 1
    m[g + WINDOWS] = windows
    m[g + BIT] = p + NUMBERS
    for word in range(windows):
        m[m[g + UNSEEN] + word] = from_to(0, nodes - 1 - word * WORD)
        m[m[g + FREE] + word] = 0
    moving = 0
    for node in range(nodes):
        m[m[g + NODE_AT] + node] = node
        v = m[m[tour + AFTER] + node]
        for word in range(windows):
            m[m[g + FOLLOWERS] + node * windows + word] = window(m, v, word * WORD)
        if must_move(m, tour, node):
            moving = moving + 1
    return moving


def stay(m: Memory, tour: int, g: int, place: int) -> bool:
    """Let the nodes from a place of the stack on follow themselves."""
    for number in range(place, m[g + HEIGHT]):
        node = m[m[g + STACK] + number]
        if not assign(m, m[m[tour + AFTER] + node], node):
            return False
    return True
