"""Nodes of a tour that lead to each other: a tour stays inside of one strong component.

All nodes that have to be in the tour are in one component, and all others follow themselves.

Arguments: the two of asking.py; the propagator of the same tour that asks this one (see
closed_tours.py); a graph (see strong_components.py), shared with others; and the nodes, each of
which is its own bit.
"""

from __future__ import annotations

from .asking import note_use
from .closed_tours import AFTER, NODES, PARTIAL
from .machine_words import WORD, Memory
from .records import ARGUMENTS, TRAIL
from .strong_components import (
    BIT,
    FOLLOWERS,
    FREE,
    HEIGHT,
    NODE_AT,
    STACK,
    UNSEEN,
    WINDOWS,
    next_component,
    pop_component,
    restart,
    visit,
)
from .value_windows import window
from .values_left import assign, from_to, has

OWNER = ARGUMENTS + 2
NODES_GRAPH = ARGUMENTS + 3
NUMBERS = ARGUMENTS + 4


def propagate_connected(m: Memory, p: int) -> bool:
    """The propagator."""
    top = m[TRAIL]
    if not one_component(m, p, m[p + OWNER], m[p + NODES_GRAPH]):
        return not note_use(m, p, True)
    return note_use(m, p, m[TRAIL] != top)


def one_component(m: Memory, p: int, tour: int, g: int) -> bool:
    """Find the components; those without a node that has to be in the tour are not in it."""
    moving = gather_followers(m, p, tour, g)
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
