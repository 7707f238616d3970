"""Graphs whose vertices and edges may be used, or are: walks over what may be, by low links.

A graph is a record of addresses: its edges, the literals of its vertices and edges, and room.

Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972.
"""

from __future__ import annotations

from ....harness.compiling.machine_words import Memory
from .records import NEGATION
from .values_left import count_work, is_false, is_true, require

VERTICES, EDGES = 0, 1
"""The numbers of them."""
ENDS = 2
"""Both ends of each edge."""
FIRST_AT, AT = 3, 4
"""By vertex, where its edges begin among all edges by vertex; and these."""
OF_VERTICES, OF_EDGES = 5, 6
"""The literals."""
VERTEX_STATES, EDGE_STATES = 7, 8
"""0 of what may not be used, 1 of what may be, 2 of what is."""
REACHED, REACHED_BY = 9, 10
"""By vertex: when the walk came to it, 0 if it did not; and by which edge, -1 where it began."""
LOW_LINKS, USED, NEXT = 11, 12, 13
"""By vertex: the first vertex that is led to from it or behind it, the vertices that are used among
these, and the next of its edges to look at."""
ORDER, PATH = 14, 15
"""The vertices that were reached, in that order, and those from the beginning to the last."""
OWNERS, MEMBERS, SIZES = 16, 17, 18
"""Room by vertex for sets of them."""
PLAIN_GRAPH = 19


def look_at_graph(m: Memory, g: int) -> int:
    """Note the states of all vertices and edges; the number of vertices that are used."""
    used = 0
    count_work(m, m[g + VERTICES] + m[g + EDGES])
    for vertex in range(m[g + VERTICES]):
        m[m[g + REACHED] + vertex] = 0
        found = state_of(m, m[m[g + OF_VERTICES] + vertex])
        m[m[g + VERTEX_STATES] + vertex] = found
        used = used + found // 2
    for edge in range(m[g + EDGES]):
        m[m[g + EDGE_STATES] + edge] = state_of(m, m[m[g + OF_EDGES] + edge])
    return used


def state_of(m: Memory, literal: int) -> int:
    """0 where a literal is false, 2 where it is true, else 1."""
    if is_false(m, literal):
        return 0
    if is_true(m, literal):
        return 2
    return 1


def other_end(m: Memory, g: int, edge: int, vertex: int) -> int:
    """The vertex that an edge joins another with."""
    return m[m[g + ENDS] + 2 * edge] + m[m[g + ENDS] + 2 * edge + 1] - vertex


def reach(m: Memory, g: int, vertex: int, edge: int, count: int) -> None:
    """Come to a vertex, the last of `count`, by an edge."""
    m[m[g + REACHED] + vertex] = count
    m[m[g + LOW_LINKS] + vertex] = count
    m[m[g + REACHED_BY] + vertex] = edge
    m[m[g + USED] + vertex] = m[m[g + VERTEX_STATES] + vertex] // 2
    m[m[g + NEXT] + vertex] = m[m[g + FIRST_AT] + vertex]
    m[m[g + ORDER] + count - 1] = vertex


def next_left(m: Memory, g: int, depth: int, count: int) -> int:
    """Walk on along a path of so many vertices until one has to be left: the depth above it.

    A new vertex is entered instead where the answer is greater: the new depth.
    """
    vertex = m[m[g + PATH] + depth - 1]
    place = m[m[g + NEXT] + vertex]
    while place < m[m[g + FIRST_AT] + vertex + 1]:
        edge = m[m[g + AT] + place]
        place = place + 1
        if m[m[g + EDGE_STATES] + edge] != 0 and edge != m[m[g + REACHED_BY] + vertex]:
            other = other_end(m, g, edge, vertex)
            when = m[m[g + REACHED] + other]
            if when != 0:
                low = m[g + LOW_LINKS] + vertex
                m[low] = min(m[low], when)
            elif m[m[g + VERTEX_STATES] + other] != 0:
                m[m[g + NEXT] + vertex] = place
                reach(m, g, other, edge, count + 1)
                m[m[g + PATH] + depth] = other
                return depth + 1
    return depth - 1


def use_vertex(m: Memory, g: int, vertex: int) -> bool:
    """Let a vertex be used."""
    return require(m, m[m[g + OF_VERTICES] + vertex])


def exclude_vertex(m: Memory, g: int, vertex: int) -> bool:
    """Let a vertex not be used."""
    return require(m, m[m[m[g + OF_VERTICES] + vertex] + NEGATION])


def use_edge(m: Memory, g: int, edge: int) -> bool:
    """Let an edge be used."""
    return require(m, m[m[g + OF_EDGES] + edge])


def exclude_edge(m: Memory, g: int, edge: int) -> bool:
    """Let an edge not be used."""
    return require(m, m[m[m[g + OF_EDGES] + edge] + NEGATION])


# ------------------------------------------------------------ Vertices joined by the used edges.


def join_used(m: Memory, g: int) -> int:
    """Join the ends of used edges; an edge whose ends were joined before, -1 if there is none."""
    closed = -1
    for vertex in range(m[g + VERTICES]):
        m[m[g + OWNERS] + vertex] = vertex
        m[m[g + SIZES] + vertex] = 1
    for edge in range(m[g + EDGES]):
        if m[m[g + EDGE_STATES] + edge] == 2:
            one = owner(m, g, m[m[g + ENDS] + 2 * edge])
            other = owner(m, g, m[m[g + ENDS] + 2 * edge + 1])
            if one == other:
                closed = edge
            else:
                m[m[g + OWNERS] + other] = one
                m[m[g + SIZES] + one] = m[m[g + SIZES] + one] + m[m[g + SIZES] + other]
    return closed


def owner(m: Memory, g: int, vertex: int) -> int:
    """The vertex that stands for all that are joined with one."""
    place = m[g + OWNERS] + vertex
    while m[place] != place - m[g + OWNERS]:
        m[place] = m[m[g + OWNERS] + m[place]]
        place = m[g + OWNERS] + m[place]
    return place - m[g + OWNERS]


def is_joined(m: Memory, g: int, edge: int) -> bool:
    """True if both ends of an edge are joined."""
    one = m[m[g + ENDS] + 2 * edge]
    return owner(m, g, one) == owner(m, g, m[m[g + ENDS] + 2 * edge + 1])
