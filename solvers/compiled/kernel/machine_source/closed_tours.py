"""Successors that form one tour: no chain of decided ones closes before it has every node.

Where the tour is partial, it need not have the nodes that follow themselves.

Arguments: 1 where the tour is partial, else 0; the number of nodes; the nodes that are decided and
were looked at, saved; the propagator of components.py that this one asks; addresses of the
variables, of the nodes in an order in which those that were looked at come first, of the last node
of the chain that begins at a node, and of the first node of the chain that ends at a node, saved.
"""

from __future__ import annotations

from .asking import ask_later
from .machine_words import Memory
from .records import ARGUMENTS
from .values_left import assign, has, is_fixed, least, put, remove

PARTIAL = ARGUMENTS
NODES = ARGUMENTS + 1
LINKED = ARGUMENTS + 2
CONNECTED = ARGUMENTS + 3
AFTER = ARGUMENTS + 4
ORDER = ARGUMENTS + 5
LAST_OF = ARGUMENTS + 6
FIRST_OF = ARGUMENTS + 7


def propagate_tour(m: Memory, p: int) -> bool:
    """The propagator."""
    linked = m[p + LINKED]
    place = linked
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
